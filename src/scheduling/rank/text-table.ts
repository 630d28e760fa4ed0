import { eastAsianWidth } from "get-east-asian-width";
import { sanitizeLine } from "../../sanitize.ts";
import { compareOptionTimes, formatOption, type OptionTime, toLocal } from "../../time/index.ts";
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
 * the number of people who are available, and a cell for each person if they fit. No line is wider than 80 columns.
 */
export function formatTextTable<Option extends OptionTime, P extends RankablePerson>(
  ranking: Ranking<Option, P>,
  { timeZone, rows = 20, counts: showsCounts = true }: TextTableOptions,
): string {
  const shown = ranking.options
    .slice(0, rows)
    .sort((one, other) => compareOptionTimes(one.option, other.option));
  const leaders = new Set(ranking.leaders);
  const ranks = padAll(shown.map((row) => `${leaders.has(row) ? ">" : " "} ${row.rank}.`));
  const marks = ranks.map((rank) => (showsCounts ? `${rank} ` : ""));
  const counts = padAll(shown.map((row) => (showsCounts ? `  ${describeCounts(row, ranking)}` : "")));
  // Labels may be truncated, counts are not.
  const maxLabelWidth = columns - maxWidth(marks) - maxWidth(counts);
  const labels = padAll(labelOptions(shown, timeZone).map((label) => truncateToWidth(label, maxLabelWidth)));
  const start = maxWidth(marks) + maxWidth(labels) + maxWidth(counts) + 2;
  const everybody = listPeople(ranking);
  const people = everybody.length <= Math.min((columns - start + 1) / 2, personKeys.length) ? everybody : [];
  const lines = shown.map((row, index) =>
    [marks[index], labels[index], counts[index], "  ", formatCells(row, people)].join(""),
  );
  const rest = ranking.options.length - shown.length;
  return [
    ...(people.length === 0
      ? []
      : [`${" ".repeat(start)}${[...personKeys.slice(0, people.length)].join(" ")}`]),
    ...lines,
    ...(rest > 0 ? [`and ${rest} more ${rest === 1 ? "option" : "options"}, none of them better`] : []),
    ...(people.length === 0 ? [] : [legend]),
    ...formatNames(ranking, people),
  ]
    .map((line) => truncateToWidth(line.trimEnd(), columns))
    .join("\n");
}

/** `9 of 40, 2~, 1/2 required`: all counts of the score. */
function describeCounts(
  { available, yes, required, past }: RankedOption<unknown, unknown>,
  ranking: Ranking<unknown, RankablePerson>,
): string {
  const parts = [`${available} of ${ranking.people}`];
  if (available > yes) parts.push(`${available - yes}${symbols.ifNeedBe}`);
  if (ranking.required.length > 0) parts.push(`${required}/${ranking.required.length} required`);
  return `${parts.join(", ")}${past ? " past" : ""}`;
}

const padAll = (texts: readonly string[]) => texts.map((text) => padToWidth(text, maxWidth(texts)));

const maxWidth = (texts: readonly string[]) => Math.max(0, ...texts.map(terminalWidth));

/** Adds the offset to slots with equal labels: on the night when the clocks go back, a local time occurs twice. */
function labelOptions(shown: RankedOption<OptionTime, RankablePerson>[], timeZone: string | null): string[] {
  const labels = shown.map(({ option }) => formatOption(option, timeZone, { style: "short" }));
  return labels.map((label, index) => {
    const option = shown[index]?.option;
    if (!option || "date" in option || labels.indexOf(label) === labels.lastIndexOf(label)) return label;
    return `${label} ${toLocal(option.startTime, timeZone ?? "UTC").offset}`;
  });
}

/** Required people first, then the others by their vote for the best option. */
function listPeople<P extends RankablePerson>(ranking: Ranking<OptionTime, P>): P[] {
  const required = new Set(ranking.required);
  const { yes = [], ifNeedBe = [], noOrUnanswered = [] } = ranking.options[0]?.byVote ?? {};
  const others = [...yes, ...ifNeedBe, ...noOrUnanswered].filter((person) => !required.has(person));
  return [...ranking.required, ...others];
}

function formatCells<P>({ byVote }: RankedOption<unknown, P>, people: readonly P[]): string {
  const [yes, ifNeedBe] = [new Set(byVote.yes), new Set(byVote.ifNeedBe)];
  const voteOf = (person: P): VoteName =>
    yes.has(person) ? "yes" : ifNeedBe.has(person) ? "ifNeedBe" : "noOrUnanswered";
  return people.map((person) => symbols[voteOf(person)]).join(" ");
}

function formatNames<P extends RankablePerson>(
  ranking: Ranking<OptionTime, P>,
  people: readonly P[],
): string[] {
  const required = new Set(ranking.required);
  const lines: string[] = [];
  people.forEach((person, index) => {
    const name = truncateToWidth(sanitizeLine(person.name) || "(no name)", maxNameLength);
    const entry = `${personKeys[index]} ${name}${required.has(person) ? " (required)" : ""}`;
    const line = lines.at(-1);
    if (line !== undefined && terminalWidth(line) + terminalWidth(entry) + 3 <= columns) {
      lines[lines.length - 1] = `${line}   ${entry}`;
    } else {
      lines.push(entry);
    }
  });
  return lines;
}

/** The columns of a terminal that a sanitized text takes: none for combining marks, two for wide characters. */
function terminalWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/** Cuts a text to a number of columns. Two dots replace the rest. */
function truncateToWidth(text: string, columns: number): string {
  if (terminalWidth(text) <= columns) return text;
  let kept = "";
  let width = 0;
  for (const character of text) {
    width += widthOf(character);
    if (width > columns - 2) break;
    kept += character;
  }
  return `${kept.trimEnd()}..`;
}

/** Pads a text with spaces to a number of columns. */
function padToWidth(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - terminalWidth(text)));
}

function widthOf(character: string): number {
  return /^\p{M}/u.test(character) ? 0 : eastAsianWidth(character.codePointAt(0) ?? 0);
}
