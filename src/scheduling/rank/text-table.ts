import { sanitizeLine } from "../../sanitize.ts";
import { compareOptionTimes, formatOption, type OptionTime } from "../../time/index.ts";
import type { VoteName } from "./availability.ts";
import type { RankablePerson, RankedOption, Ranking } from "./ranking.ts";

/** Size and time zone of a text table. */
export interface TextTableOptions {
  /** The IANA zone of clock times; null for a floating poll. Ignored for dates. */
  timeZone: string | null;
  /** Maximum number of options, the best ones. Default: 20. */
  rows?: number;
  /** Whether leaders, ranks and counts are shown, not only the votes. Default: true. */
  counts?: boolean;
}

const columns = 80;
const maxNameLength = 24;
const personKeys = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const symbols = { yes: "#", ifNeedBe: "~", noOrUnanswered: "." } satisfies Record<VoteName, string>;
const legend = `${symbols.yes} yes   ${symbols.ifNeedBe} if need be   ${symbols.noOrUnanswered} no or unanswered`;

/**
 * Formats a ranking as a table of plain text with one line for each option, in order of time: ">" for the leaders, the rank,
 * the number of people who are available, and a cell for each person if all fit into 80 columns.
 */
export function formatTextTable<Option extends OptionTime, P extends RankablePerson>(
  ranking: Ranking<Option, P>,
  { timeZone, rows = 20, counts = true }: TextTableOptions,
): string {
  const shown = ranking.options
    .slice(0, rows)
    .sort((one, other) => compareOptionTimes(one.option, other.option));
  const leaders = new Set(ranking.leaders);
  const cells = shown.map((row) => [
    ...(counts ? [`${leaders.has(row) ? ">" : " "} ${row.rank}. `] : []),
    formatOption(row.option, timeZone, { style: "short" }),
    ...(counts ? [`  ${describeCounts(row, ranking)}`] : []),
    "  ",
  ]);
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const start = widths.reduce((sum, width) => sum + width, 0);
  const everybody = listPeople(ranking);
  const people = everybody.length <= Math.min((columns - start + 1) / 2, personKeys.length) ? everybody : [];
  const lines = cells.map((row, index) => {
    const padded = row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("");
    const votes = people.map((person) => symbolOf(shown[index]?.byVote, person));
    return `${padded}${votes.join(" ")}`.trimEnd();
  });
  const rest = ranking.options.length - shown.length;
  if (rest > 0) lines.push(`and ${rest} more ${rest === 1 ? "option" : "options"}, none of them better`);
  if (people.length === 0) return lines.join("\n");
  const header = `${" ".repeat(start)}${[...personKeys.slice(0, people.length)].join(" ")}`;
  return [header, ...lines, legend, ...formatNames(ranking, people)].join("\n");
}

/** `9 of 40, 2~, 1/2 required`: all counts of the score. */
function describeCounts<P>(
  { available, yes, required, past }: RankedOption<unknown, P>,
  ranking: Ranking<unknown, P>,
) {
  const parts = [`${available} of ${ranking.people}`];
  if (available > yes) parts.push(`${available - yes}${symbols.ifNeedBe}`);
  if (ranking.required.length > 0) parts.push(`${required}/${ranking.required.length} required`);
  return `${parts.join(", ")}${past ? " past" : ""}`;
}

const symbolOf = <P>(byVote: RankedOption<unknown, P>["byVote"] | undefined, person: P): string =>
  byVote?.yes.includes(person)
    ? symbols.yes
    : symbols[byVote?.ifNeedBe.includes(person) ? "ifNeedBe" : "noOrUnanswered"];

/** Required people first, then the others by their vote for the best option. */
function listPeople<P>({ required, options }: Ranking<unknown, P>): P[] {
  const { yes = [], ifNeedBe = [], noOrUnanswered = [] } = options[0]?.byVote ?? {};
  return [...new Set([...required, ...yes, ...ifNeedBe, ...noOrUnanswered])];
}

function formatNames<P extends RankablePerson>(ranking: Ranking<unknown, P>, people: readonly P[]): string[] {
  const required = new Set(ranking.required);
  const lines: string[] = [];
  for (const [index, person] of people.entries()) {
    const name = sanitizeLine(person.name, maxNameLength) || "(no name)";
    const entry = `${personKeys[index]} ${name}${required.has(person) ? " (required)" : ""}`;
    const line = lines.at(-1);
    if (line !== undefined && line.length + entry.length + 3 <= columns)
      lines[lines.length - 1] = `${line}   ${entry}`;
    else lines.push(entry);
  }
  return lines;
}
