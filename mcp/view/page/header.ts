import { pluralize } from "../../output/format.ts";
import { listZones, pickZone, type ZoneChoice, zoneLabel } from "../format.ts";
import type { Grid, MissingPeople } from "../grid.ts";
import { countPeople } from "../ranking.ts";
import { create, createButton, createName, getElement, listNames, refill } from "./dom.ts";

/** Handlers of the header's buttons. */
export interface HeaderHandlers {
  refresh(): void;
  open(url: string): void;
}

/** Fills the header: title, facts, links, the refresh button and the people who have not answered. */
export function fillHeader(grid: Grid, handlers: HeaderHandlers): void {
  const { poll, options } = grid;
  const people = countPeople(grid);
  const facts = [
    poll.status,
    `${people} ${people === 1 ? "person" : "people"}`,
    `${options.length} ${poll.kind === "date" ? "days" : "times"}`,
  ];
  const link = (label: string, url: string | null) =>
    url === null ? [] : [createButton({ class: "action" }, () => handlers.open(url), label)];
  getElement("title").replaceChildren(createName(poll.title));
  getElement("facts").replaceChildren(...facts.map((fact) => create("span", { class: "fact" }, fact)));
  getElement("best-title").textContent = poll.kind === "date" ? "Best days" : "Best times";
  refill(
    getElement("links"),
    createButton({ id: "refresh", class: "action" }, handlers.refresh, "Refresh"),
    ...link("Open poll", poll.inviteUrl),
    ...link("Manage", poll.adminUrl),
  );
  getElement("empty").hidden = people > 0;
  fillMissing(getElement("missing"), grid.missing);
}

function fillMissing(line: HTMLElement, missing: MissingPeople | undefined): void {
  line.hidden = missing === undefined;
  if (missing === undefined) return;
  const { names, more } = missing;
  line.replaceChildren(names.length === 0 ? "Everyone on the list has answered." : "Not answered yet: ");
  line.append(...listNames(names));
  if (more > 0) line.append(` and ${more} more`);
}

/** What the viewer chose above the heatmap. */
export interface Choices {
  /** Null until the viewer chooses. */
  zone: ZoneChoice | null;
  /** Whether columns are in the order of the ranking, not of time. */
  bestFirst: boolean;
}

/** Fills the choices above the heatmap, and the text about its time zone. */
export function fillChoices(
  grid: Grid,
  ownZone: string,
  choices: Choices,
  onChange: (choices: Choices) => void,
): void {
  const { poll, others } = grid;
  const createChoice = (label: string, to: Partial<Choices>, pressed: boolean) =>
    createButton(
      { class: "choice-button", "aria-pressed": String(pressed) },
      () => onChange({ ...choices, ...to }),
      label,
    );
  const zone = pickZone(grid, ownZone, choices.zone);
  const zones = listZones(grid, ownZone);
  getElement("zones").hidden = zones.length < 2;
  refill(
    getElement("zones"),
    ...zones.map((each) =>
      createChoice(`${each.label}: ${zoneLabel(each.zone)}`, { zone: each.choice }, each.zone === zone),
    ),
  );
  refill(
    getElement("orders"),
    createChoice("By date", { bestFirst: false }, !choices.bestFirst),
    createChoice("Best first", { bestFirst: true }, choices.bestFirst),
  );
  const zoneText = zone === null ? "Times are as written: the poll has no time zone." : `Times in ${zone}.`;
  getElement("times").textContent = poll.kind === "date" ? "" : ` ${zoneText}`;
  getElement("others").hidden = others.count === 0;
  getElement("others").textContent =
    `Counted but not listed: ${pluralize(others.count, "more participant")}.`;
}
