import type { OptionLabels } from "../format.ts";
import type { Grid } from "../grid.ts";
import { listRemarks, type Ranked } from "../rank.ts";
import { type Child, createName, fill, getElement, h, listNames } from "./dom.ts";

/** What is shown, and what the viewer can do with it. */
export interface View {
  grid: Grid;
  /** The number of people who count. */
  people: number;
  /** The options, best first. */
  ranking: Ranked[];
  /** The options that are shown, in the order of the rows, and how many come before them. */
  rows: Ranked[];
  first: number;
  labels: OptionLabels[];
  /** The zones to choose from with their labels, and the chosen one. */
  zones: ReadonlyMap<string, string>;
  zone: string;
  bestFirst: boolean;
  selected: Ranked | undefined;
  required: ReadonlySet<string>;
  select(option: number): void;
  toggleRequired(id: string): void;
  /** Shows the page of rows with this one. */
  showRow(row: number): void;
}

/** Fills everything but the table. */
export function fillScreen(view: View): void {
  const { grid, people, ranking, rows, first, zones, zone, bestFirst } = view;
  const { poll, missing } = grid;
  const facts = [
    poll.status,
    `${people} ${people === 1 ? "person" : "people"}`,
    `${ranking.length} ${poll.kind === "date" ? "day" : "time"}${ranking.length === 1 ? "" : "s"}`,
  ];
  fill("title", createName(poll.title));
  fill("facts", facts.join(" · "));
  getElement("vote").hidden = !isWebUrl(poll.inviteUrl);
  getElement("manage").hidden = !isWebUrl(poll.adminUrl);
  fill("missing", ...listMissing(missing));
  fill("zone", ...[...zones].map(([value, label]) => h("option", { value }, label)));
  (getElement("zone") as HTMLSelectElement).value = zone;
  getElement("best-first").ariaPressed = String(bestFirst);
  getElement("by-date").ariaPressed = String(!bestFirst);
  fillChoice(view);
  const end = first + rows.length;
  getElement("pages").hidden = rows.length === ranking.length;
  fill("range", `${first + 1}–${end} of ${ranking.length}`);
  getElement("previous").ariaDisabled = String(first === 0);
  getElement("next").ariaDisabled = String(end === ranking.length);
}

const isWebUrl = (url: string) => /^https?:/i.test(url);

function listMissing(missing: Grid["missing"]): Child[] {
  if (missing === undefined) return [];
  const { count, names } = missing;
  if (count === 0) return ["Everyone on the list has answered."];
  return [`Not answered yet (${count}): `, ...listNames(names, count, 5)];
}

/** The selected option, with the reasons for its place. */
function fillChoice({ grid, people, selected, ranking, labels }: View): void {
  const label = labels[selected?.index ?? 0];
  if (selected === undefined || label === undefined) return;
  const { position, available, obstacles } = selected;
  const word = grid.poll.kind === "date" ? "day" : "time";
  const isBest = position === 1 && obstacles.length === 0;
  const place = isBest
    ? `Best ${word}`
    : position === 1
      ? `No ${word} fits; the closest`
      : `Place ${position} of ${ranking.length}`;
  const remarks = listRemarks(selected, grid).map(([text, people, isObstacle]) => {
    const names = people.map(({ name }) => name);
    return h("span", { class: isObstacle ? "obstacle" : "" }, text, ...listNames(names, names.length, 4));
  });
  getElement("choice").classList.toggle("best", isBest);
  fill("place", people === 0 ? "Nobody has answered yet" : `${place} · ${available} of ${people} available`);
  fill("when", createName(label.date), label.hours !== "" && ", ", createName(label.hours, "hours"));
  fill("remarks", ...(people === 0 ? ["Send people the voting page."] : remarks));
  getElement("calendar").ariaLabel = `Add to calendar: ${label.day} ${label.hours}`.trim();
}
