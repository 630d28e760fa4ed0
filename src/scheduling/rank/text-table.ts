import { sanitizeLine } from "../../sanitize.ts";
import { compareOptionTimes, formatOption, type OptionTime } from "../../time/index.ts";
import type { VoteName } from "./availability.ts";
import type { RankablePerson, RankedOption, Ranking } from "./poll-ranking.ts";

/** Size and time zone of a text table. */
export interface TextTableOptions {
  /** The IANA zone of clock times; null for a floating poll. Ignored for dates. */
  timeZone: string | null;
  /** Maximum number of options, the best ones. Default: 20. */
  rows?: number;
  /** Whether leaders, numbers and counts are shown, not only the votes. Default: true. */
  counts?: boolean;
}

const columns = 80;
const maxNameLength = 24;
const personKeys = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const symbols = { yes: "#", ifNeedBe: "~", noOrUnanswered: "." } satisfies Record<VoteName, string>;
const legend = `${symbols.yes} yes   ${symbols.ifNeedBe} if need be   ${symbols.noOrUnanswered} no or unanswered`;

/**
 * Formats a ranking as a table of plain text with one line for each option, in order of time: ">" for the leaders, its number,
 * the number of people who are available, and a cell for each person if all fit into 80 columns.
 */
export function formatTextTable<Option extends OptionTime, P extends RankablePerson>(
  ranking: Ranking<Option, P>,
  { timeZone, rows = 20, counts = true }: TextTableOptions,
): string {
  const shown = ranking.options
    .slice(0, rows)
    .sort((one, other) => compareOptionTimes(one.option, other.option));
  const marks = pad(shown.map((row) => `${ranking.leaders.includes(row) ? ">" : " "} ${row.number}. `));
  const times = pad(shown.map(({ option }) => formatOption(option, timeZone, { style: "short" })));
  const numbers = pad(shown.map((row) => describeCounts(row, ranking)));
  const starts = times.map((time, row) => (counts ? `${marks[row]}${time}  ${numbers[row]}  ` : `${time}  `));
  const width = starts[0]?.length ?? 0;
  // Required people first, then the others by their vote for the best option.
  const { yes = [], ifNeedBe = [], noOrUnanswered = [] } = ranking.options[0]?.byVote ?? {};
  const everybody = [...new Set([...ranking.required, ...yes, ...ifNeedBe, ...noOrUnanswered])];
  const people = everybody.length <= Math.min((columns - width + 1) / 2, personKeys.length) ? everybody : [];
  const lines = shown.map(({ byVote }, row) => {
    const vote = (person: P) =>
      byVote.yes.includes(person) ? "yes" : byVote.ifNeedBe.includes(person) ? "ifNeedBe" : "noOrUnanswered";
    return `${starts[row]}${people.map((person) => symbols[vote(person)]).join(" ")}`.trimEnd();
  });
  const rest = ranking.options.length - shown.length;
  if (rest > 0) lines.push(`and ${rest} more ${rest === 1 ? "option" : "options"}, none of them better`);
  if (people.length === 0) return lines.join("\n");
  const header = `${" ".repeat(width)}${[...personKeys.slice(0, people.length)].join(" ")}`;
  const names = people.map((person, index) => {
    const name = sanitizeLine(person.name, maxNameLength) || "(no name)";
    return `${personKeys[index]} ${name}${ranking.required.includes(person) ? " (required)" : ""}`;
  });
  // Breaks lines between names.
  const wrapped = names.join("   ").match(/\S.{0,79}(?= {3}|$)/g) ?? [];
  return [header, ...lines, legend, ...wrapped].join("\n");
}

function pad(cells: readonly string[]): string[] {
  const width = Math.max(...cells.map(({ length }) => length));
  return cells.map((cell) => cell.padEnd(width));
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
