import { pluralize } from "../../output/format.ts";
import { zoneLabel } from "../format.ts";
import type { Grid } from "../grid.ts";
import { countPeople } from "../ranking.ts";
import { offerZones, pickZone, type ZoneChoice } from "../zones.ts";
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

/** What the viewer chose for the heatmap. */
export interface Choices {
  /** Null until the viewer chooses. */
  zone: ZoneChoice | null;
  /** Whether columns stand in the order of merit rather than of time. */
  bestFirst: boolean;
}

/** Fills the choices above the heatmap, and says which zone its times are in. */
export function fillChoices(
  grid: Grid,
  ownZone: string,
  choices: Choices,
  change: (to: Choices) => void,
): void {
  const { poll, others } = grid;
  const offer = (label: string, to: Partial<Choices>, pressed: boolean) =>
    createButton(
      { class: "choose", "aria-pressed": String(pressed) },
      () => change({ ...choices, ...to }),
      label,
    );
  const zone = pickZone(grid, ownZone, choices.zone);
  const zones = offerZones(grid, ownZone);
  find("zones").hidden = zones.length < 2;
  refill(
    find("zones"),
    ...zones.map((each) =>
      offer(`${each.label}: ${zoneLabel(each.zone)}`, { zone: each.choice }, each.zone === zone),
    ),
  );
  refill(
    find("orders"),
    offer("By date", { bestFirst: false }, !choices.bestFirst),
    offer("Best first", { bestFirst: true }, choices.bestFirst),
  );
  const placed = zone === null ? "Times are as written: the poll has no time zone." : `Times in ${zone}.`;
  find("times").textContent = poll.kind === "date" ? "" : ` ${placed}`;
  find("others").hidden = others.count === 0;
  find("others").textContent = `Counted but not listed: ${pluralize(others.count, "more answer")}.`;
}
