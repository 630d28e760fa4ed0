import { sanitizeLine } from "../../sanitize.ts";
import { formatOption, toLocal } from "../../time/index.ts";
import type { RankableOption, VoteName } from "./availability.ts";
import type { RankablePerson, RankedOption, Ranking } from "./ranking.ts";
import { padToWidth, terminalWidth, truncateToWidth } from "./terminal-text.ts";

/** Size and time zone of a text table. */
export interface TextTableOptions {
  /** The IANA zone of clock times; null for a floating poll. Ignored for dates. */
  timeZone: string | null;
  /** Columns of text. Default: 80. Minimum: 72. */
  width?: number;
  /** Maximum number of options, the best ones. Default: 20. */
  rows?: number;
}

const keys = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const symbols = { yes: "#", ifNeedBe: "~", noOrUnanswered: "." } satisfies Record<VoteName, string>;
const legend = `${symbols.yes} yes   ${symbols.ifNeedBe} if need be   ${symbols.noOrUnanswered} no or unanswered`;
const minWidth = 72;
const maxNameLength = 24;
/** A shorter bar tells less than the counts beside it. */
const minBarLength = 10;
const maxBarLength = 40;

type Row<Option, P> = RankedOption<Option, P>;

/**
 * A ranking as a table of plain text, one line for each option, in order of time: ">" for the leaders, the rank, how many
 * people are available, and a cell for each person. If there are too many people, a bar shows their share instead. It is full
 * only for everybody and empty only for nobody. No line is wider than the width.
 */
export function formatTextTable<Option extends RankableOption, P extends RankablePerson>(
  ranking: Ranking<Option, P>,
  { timeZone, width = 80, rows = 20 }: TextTableOptions,
): string {
  const columns = Math.max(minWidth, width);
  const shown = ranking.options.slice(0, rows).sort((one, other) => startOf(one) - startOf(other));
  const leaders = new Set(ranking.leaders);
  const ranks = shown.map(({ rank }) => `${rank}.`);
  const rankWidth = maxWidth(ranks);
  const counts = shown.map((row) => describeCounts(row, ranking));
  const countWidth = maxWidth(counts);
  // Labels are cut, counts never.
  const labelRoom = columns - rankWidth - countWidth - 5;
  const labels = labelOptions(shown, timeZone).map((label) => truncateToWidth(label, labelRoom));
  const labelWidth = maxWidth(labels);
  const start = rankWidth + labelWidth + countWidth + 7;
  const picture = drawPeople(ranking, shown, columns, start);
  const lines = shown.map((row, index) => {
    const mark = `${leaders.has(row) ? ">" : " "} ${ranks[index]?.padStart(rankWidth)}`;
    const label = padToWidth(labels[index] ?? "", labelWidth);
    return `${mark} ${label}  ${padToWidth(counts[index] ?? "", countWidth)}  ${picture.rows[index] ?? ""}`;
  });
  return [
    ...picture.header,
    ...lines,
    ...describeRest(ranking.options.length - shown.length),
    legend,
    ...picture.footer,
  ]
    .map((line) => truncateToWidth(line.trimEnd(), columns))
    .join("\n");
}

interface Picture {
  header: string[];
  rows: string[];
  footer: string[];
}

function drawPeople<P extends RankablePerson>(
  ranking: Ranking<RankableOption, P>,
  shown: readonly Row<RankableOption, P>[],
  columns: number,
  start: number,
): Picture {
  const people = listPeople(ranking);
  const room = columns - start;
  if (people.length > 0 && people.length <= Math.min((room + 1) / 2, keys.length)) {
    return {
      header: [`${" ".repeat(start)}${[...keys.slice(0, people.length)].join(" ")}`],
      rows: shown.map((row) => formatCells(row, people)),
      footer: formatNames(ranking, people, columns),
    };
  }
  if (people.length === 0 || room < minBarLength) return { header: [], rows: [], footer: [] };
  const length = Math.min(room, maxBarLength, people.length);
  const rows = shown.map((row) => drawBar(row, people.length, length));
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

function drawBar({ available, yes }: Row<unknown, unknown>, people: number, length: number): string {
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

const maxWidth = (texts: readonly string[]) => Math.max(0, ...texts.map(terminalWidth));

function startOf({ option }: RankedOption<RankableOption, RankablePerson>): number {
  return Date.parse("date" in option ? option.date : option.startTime);
}

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
    const entry = `${keys[index]} ${name}${required.has(person) ? " (required)" : ""}`;
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
