import type { Grid } from "../grid.ts";
import { countPeople } from "../ranking.ts";
import { create, createButton, createName, find, refill } from "./dom.ts";

/** What the buttons of the header do. */
export interface HeaderHandlers {
  refresh(): void;
  open(url: string): void;
}

/** Fills the top of the screen: the poll's title, what is known of it, and the ways out of here. */
export function fillHeader(grid: Grid, presses: HeaderHandlers): void {
  const { poll, options } = grid;
  const people = countPeople(grid);
  const facts = [
    poll.status,
    `${people} ${people === 1 ? "person" : "people"}`,
    `${options.length} ${poll.kind === "date" ? "days" : "times"}`,
  ];
  const link = (label: string, url: string | null) =>
    url === null ? [] : [createButton({ class: "action" }, () => presses.open(url), label)];
  find("title").replaceChildren(createName(poll.title));
  find("facts").replaceChildren(...facts.map((fact) => create("span", { class: "fact" }, fact)));
  find("best-title").textContent = poll.kind === "date" ? "Best days" : "Best times";
  refill(
    find("links"),
    createButton({ id: "refresh", class: "action" }, presses.refresh, "Refresh"),
    ...link("Open poll", poll.inviteUrl),
    ...link("Manage", poll.adminUrl),
  );
  find("empty").hidden = people > 0;
}
