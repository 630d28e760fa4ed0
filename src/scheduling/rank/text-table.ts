import { eastAsianWidth } from "get-east-asian-width";
import { sanitizeLine } from "../../sanitize.ts";
import { compareOptionTimes, formatOption, toLocal } from "../../time/index.ts";
import type { RankableOption, VoteName } from "./availability.ts";
import type { RankablePerson, RankedOption, Ranking } from "./ranking.ts";

/** Size and time zone of a text table. */
export interface TextTableOptions {
  /** The IANA zone of clock times; null for a floating poll. Ignored for dates. */
  timeZone: string | null;
  /** Columns of text. Default: 80. Minimum: 72. */
  width?: number;
  /** Maximum number of options, the best ones. Default: 20. */
  rows?: number;
  /** Whether leaders, ranks and counts are shown, not only the votes. Default: true. */
  counts?: boolean;
}

const personKeys = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const symbols = { yes: "#", ifNeedBe: "~", noOrUnanswered: "." } satisfies Record<VoteName, string>;
const legend = `${symbols.yes} yes   ${symbols.ifNeedBe} if need be   ${symbols.noOrUnanswered} no or unanswered`;
const minWidth = 72;
const maxNameLength = 24;
/** A shorter bar would show less than the counts beside it. */
const minBarLength = 10;
const maxBarLength = 40;

type Row<Option, P> = RankedOption<Option, P>;

/**
 * Formats a ranking as a table of plain text with one line for each option, in order of time: ">" for the leaders, the rank,
 * the number of people who are available, and a cell for each person. If there are too many people, a bar shows their share
 * instead. The bar is full only if all people are available, and empty only if none is. No line is wider than `width`.
 */
export function formatTextTable<Option extends RankableOption, P extends RankablePerson>(
  ranking: Ranking<Option, P>,
  { timeZone, width = 80, rows = 20, counts: showsCounts = true }: TextTableOptions,
): string {
  const columns = Math.max(minWidth, width);
  const shown = ranking.options
    .slice(0, rows)
    .sort((one, other) => compareOptionTimes(one.option, other.option));
  const leaders = new Set(ranking.leaders);
  const rankWidth = maxWidth(shown.map(({ rank }) => `${rank}.`));
  const marks = shown.map((row) =>
    showsCounts ? `${leaders.has(row) ? ">" : " "} ${`${row.rank}.`.padStart(rankWidth)} ` : "",
  );
  const counts = padAll(shown.map((row) => (showsCounts ? `  ${describeCounts(row, ranking)}` : "")));
  // Labels may be truncated, counts are not.
  const maxLabelWidth = columns - maxWidth(marks) - maxWidth(counts);
  const labels = padAll(labelOptions(shown, timeZone).map((label) => truncateToWidth(label, maxLabelWidth)));
  const start = maxWidth(marks) + maxWidth(labels) + maxWidth(counts) + 2;
  const votes = formatVotes(ranking, shown, columns, start);
  const lines = shown.map((_, index) =>
    [marks[index], labels[index], counts[index], "  ", votes.rows[index]].join(""),
  );
  return [
    ...votes.header,
    ...lines,
    ...describeRest(ranking.options.length - shown.length),
    legend,
    ...votes.footer,
  ]
    .map((line) => truncateToWidth(line.trimEnd(), columns))
    .join("\n");
}

/** The votes beside the labels: a line above the options, a text for each option, and lines below. */
interface VoteColumns {
  header: string[];
  rows: string[];
  footer: string[];
}

function formatVotes<P extends RankablePerson>(
  ranking: Ranking<RankableOption, P>,
  shown: readonly Row<RankableOption, P>[],
  columns: number,
  start: number,
): VoteColumns {
  const people = listPeople(ranking);
  const width = columns - start;
  if (people.length > 0 && people.length <= Math.min((width + 1) / 2, personKeys.length)) {
    return {
      header: [`${" ".repeat(start)}${[...personKeys.slice(0, people.length)].join(" ")}`],
      rows: shown.map((row) => formatCells(row, people)),
      footer: formatNames(ranking, people, columns),
    };
  }
  if (people.length === 0 || width < minBarLength) return { header: [], rows: [], footer: [] };
  const length = Math.min(width, maxBarLength, people.length);
  const rows = shown.map((row) => formatBar(row, people.length, length));
  return { header: [], rows, footer: [`Each bar stands for all ${people.length} people.`] };
}

/** `9 of 40, 2~, 1/2 required`: all counts of the score. */
function describeCounts(
  { available, yes, required, past }: Row<unknown, unknown>,
  ranking: Ranking<unknown, unknown>,
): string {
  const parts = [`${available} of ${ranking.people}`];
  if (available > yes) parts.push(`${available - yes}${symbols.ifNeedBe}`);
  if (ranking.required.length > 0) parts.push(`${required}/${ranking.required.length} required`);
  return `${parts.join(", ")}${past ? " past" : ""}`;
}

function formatBar({ available, yes }: Row<unknown, unknown>, people: number, length: number): string {
  const yesLength = scale(yes, people, length);
  const availableLength = scale(available, people, length);
  return [
    symbols.yes.repeat(yesLength),
    symbols.ifNeedBe.repeat(availableLength - yesLength),
    symbols.noOrUnanswered.repeat(length - availableLength),
  ].join("");
}

function scale(count: number, people: number, length: number): number {
  if (count === 0 || count === people) return count === 0 ? 0 : length;
  return Math.min(length - 1, Math.max(1, Math.round((count / people) * length)));
}

const padAll = (texts: readonly string[]) => texts.map((text) => padToWidth(text, maxWidth(texts)));

const maxWidth = (texts: readonly string[]) => Math.max(0, ...texts.map(terminalWidth));

/** Adds the offset to slots with equal labels: on the night when the clocks go back, a local time occurs twice. */
function labelOptions(
  shown: RankedOption<RankableOption, RankablePerson>[],
  timeZone: string | null,
): string[] {
  const labels = shown.map(({ option }) => formatOption(option, timeZone, { style: "short" }));
  return labels.map((label, index) => {
    const option = shown[index]?.option;
    if (!option || "date" in option || labels.indexOf(label) === labels.lastIndexOf(label)) return label;
    return `${label} ${toLocal(option.startTime, timeZone ?? "UTC").offset}`;
  });
}

/** Required people first, then the others by their vote for the best option. */
function listPeople<P extends RankablePerson>(ranking: Ranking<RankableOption, P>): P[] {
  const required = new Set(ranking.required);
  const { yes = [], ifNeedBe = [], noOrUnanswered = [] } = ranking.options[0]?.byVote ?? {};
  const others = [...yes, ...ifNeedBe, ...noOrUnanswered].filter((person) => !required.has(person));
  return [...ranking.required, ...others];
}

function formatCells<P extends RankablePerson>(
  ranked: RankedOption<RankableOption, P>,
  people: readonly P[],
): string {
  const yes = new Set(ranked.byVote.yes);
  const ifNeedBe = new Set(ranked.byVote.ifNeedBe);
  const voteFor = (person: P): VoteName =>
    yes.has(person) ? "yes" : ifNeedBe.has(person) ? "ifNeedBe" : "noOrUnanswered";
  return people.map((person) => symbols[voteFor(person)]).join(" ");
}

function formatNames<P extends RankablePerson>(
  ranking: Ranking<RankableOption, P>,
  people: readonly P[],
  columns: number,
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

function describeRest(count: number): string[] {
  return count > 0 ? [`and ${count} more ${count === 1 ? "option" : "options"}, none of them better`] : [];
}

/** The columns of a terminal that a sanitized text takes: none for combining marks, two for wide characters. */
export function terminalWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/** Cuts a text to a number of columns. Two dots replace the rest. */
export function truncateToWidth(text: string, columns: number): string {
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
export function padToWidth(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - terminalWidth(text)));
}

function widthOf(character: string): number {
  return /^\p{M}/u.test(character) ? 0 : eastAsianWidth(character.codePointAt(0) ?? 0);
}
