import type { RankedVotes } from "../../../src/scheduling/rank/ranking.ts";
import type { OptionLabels } from "../format.ts";
import type { Grid, GridPerson } from "../grid.ts";
import { listRemarks } from "../votes.ts";
import { say, sayNumber } from "../words/index.ts";
import { type Child, createName, fill, getElement, h, listNames } from "./dom.ts";
import { canOpen } from "./frame.ts";
import { host } from "./host.ts";

/** An option as the view ranks it. */
export type Ranked = RankedVotes<GridPerson>;

/** What is shown, and what the viewer can do with it. */
export interface View {
  grid: Grid;
  /** The number of responses that count. */
  people: number;
  /** The options, best first. */
  ranking: Ranked[];
  /** The options in the order of the rows. */
  rows: Ranked[];
  /** By number, from 0. */
  labels: OptionLabels[];
  selected: Ranked | undefined;
  required: ReadonlySet<string>;
  select(number: number): void;
  toggleRequired(id: string): void;
}

/** Fills everything but the table. */
export function fillScreen(view: View): void {
  const { grid, people, ranking } = view;
  const { poll } = grid;
  const { results, common } = host.speech.words;
  const facts = [
    results[poll.status],
    sayNumber(host.speech, results.people, people),
    sayNumber(host.speech, common.options, ranking.length),
  ];
  fill("title", createName(poll.title));
  fill("facts", facts.join(" · "));
  getElement("vote").hidden = !canOpen(poll.inviteUrl);
  getElement("manage").hidden = !canOpen(poll.adminUrl);
  fill("missing", ...listMissing(grid));
  fillChoice(view);
}

function listMissing({ missing, unclear }: Grid): Child[] {
  const { results, common } = host.speech.words;
  if (missing === undefined) return [];
  const list = (
    text: string,
    { count = 0, names = [] }: Partial<NonNullable<Grid["missing"]>> = {},
  ): Child[] => (count === 0 ? [] : [`${say(text, count)}: `, ...listNames(names, count, 5, common.more)]);
  const [absent, open] = [list(results.missing, missing), list(results.unclear, unclear)];
  if (absent.length + open.length === 0) return [results.everyone];
  return [...absent, absent.length > 0 && open.length > 0 && ". ", ...open];
}

/** The selected option, with the reasons for its place. */
function fillChoice({ grid, people, selected, ranking, labels }: View): void {
  const label = labels[(selected?.number ?? 1) - 1];
  if (selected === undefined || label === undefined) return;
  const { number, available, obstacles } = selected;
  const { results: words, common } = host.speech.words;
  const isFirst = selected === ranking[0];
  const isBest = isFirst && obstacles.length === 0;
  const lead = isBest ? words.best : isFirst ? words.noneFits : words.number;
  const remarks = listRemarks(selected, grid, host.speech.words).map(([text, people, isObstacle]) => {
    const names = people.map(({ name }) => name);
    const list = names.length > 0 ? [": ", ...listNames(names, names.length, 4, common.more)] : [];
    return h("span", { class: isObstacle ? "obstacle" : "" }, text, ...list);
  });
  getElement("choice").classList.toggle("best", isBest);
  const counts = say(words.available, available, people);
  fill("place", people === 0 ? words.nobody : `${say(lead, number)} · ${counts}`);
  fill("when", createName(label.date), label.hours !== "" && ", ", createName(label.hours, "hours"));
  fill("remarks", ...(people === 0 ? [words.send] : remarks));
  getElement("calendar").ariaLabel = `${words.calendar}: ${label.day} ${label.hours}`.trim();
}
