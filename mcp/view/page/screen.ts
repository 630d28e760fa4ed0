import type { RankedVotes } from "../../../src/scheduling/rank/ranking.ts";
import type { OptionLabels } from "../format.ts";
import type { Grid, GridPerson } from "../grid.ts";
import { listRemarks } from "../votes.ts";
import { type Child, createName, fill, getElement, h, listNames } from "./dom.ts";

/** An option as the view ranks it. */
export type Ranked = RankedVotes<GridPerson>;

/** What is shown, and what the viewer can do with it. */
export interface View {
  grid: Grid;
  /** The number of responses that count. */
  people: number;
  /** The options, best first. */
  ranking: Ranked[];
  /** The options that are shown, in the order of the rows, and how many come before them. */
  rows: Ranked[];
  first: number;
  /** By number, from 0. */
  labels: OptionLabels[];
  /** The zones to choose from with their labels, and the chosen one. */
  zones: ReadonlyMap<string, string>;
  zone: string;
  bestFirst: boolean;
  selected: Ranked | undefined;
  required: ReadonlySet<string>;
  select(number: number): void;
  toggleRequired(id: string): void;
  /** Shows the page of rows with this one. */
  showRow(row: number): void;
}

/** Fills everything but the table. */
export function fillScreen(view: View): void {
  const { grid, people, ranking, rows, first, zones, zone, bestFirst } = view;
  const { poll } = grid;
  const facts = [
    poll.status,
    `${people} ${people === 1 ? "person" : "people"}`,
    `${ranking.length} ${poll.kind === "date" ? "day" : "time"}${ranking.length === 1 ? "" : "s"}`,
  ];
  fill("title", createName(poll.title));
  fill("facts", facts.join(" · "));
  getElement("vote").hidden = !isWebUrl(poll.inviteUrl);
  getElement("manage").hidden = !isWebUrl(poll.adminUrl);
  fill("missing", ...listMissing(grid));
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

function listMissing({ missing, unclear }: Grid): Child[] {
  if (missing === undefined) return [];
  const list = (
    text: string,
    { count = 0, names = [] }: Partial<NonNullable<Grid["missing"]>> = {},
  ): Child[] => (count === 0 ? [] : [`${text} (${count}): `, ...listNames(names, count, 5)]);
  const [absent, open] = [list("Not answered yet", missing), list("Unclear", unclear)];
  if (absent.length + open.length === 0) return ["Everyone on the list has answered."];
  return [...absent, absent.length > 0 && open.length > 0 && ". ", ...open];
}

/** The selected option, with the reasons for its place. */
function fillChoice({ grid, people, selected, ranking, labels }: View): void {
  const label = labels[(selected?.number ?? 1) - 1];
  if (selected === undefined || label === undefined) return;
  const { number, available, obstacles } = selected;
  const word = grid.poll.kind === "date" ? "day" : "time";
  const isFirst = selected === ranking[0];
  const isBest = isFirst && obstacles.length === 0;
  const lead = isBest ? `Best ${word}, number` : isFirst ? `No ${word} fits; the closest, number` : "Number";
  const remarks = listRemarks(selected, grid).map(([text, people, isObstacle]) => {
    const names = people.map(({ name }) => name);
    return h("span", { class: isObstacle ? "obstacle" : "" }, text, ...listNames(names, names.length, 4));
  });
  getElement("choice").classList.toggle("best", isBest);
  fill(
    "place",
    people === 0 ? "Nobody has answered yet" : `${lead} ${number} · ${available} of ${people} available`,
  );
  fill("when", createName(label.date), label.hours !== "" && ", ", createName(label.hours, "hours"));
  fill("remarks", ...(people === 0 ? ["Send people the voting page."] : remarks));
  getElement("calendar").ariaLabel = `Add to calendar: ${label.day} ${label.hours}`.trim();
}
