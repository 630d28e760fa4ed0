import { sanitizeLine } from "../../sanitize.ts";
import { formatOptionShort, toLocal } from "../../time/index.ts";
import type { RankableOption } from "./availability.ts";
import type { RankablePerson, RankedOption, Ranking } from "./ranking.ts";
import { padToWidth, terminalWidth, truncateToWidth } from "./terminal-text.ts";

/** How large a heatmap may become, and what it shows. */
export interface TextTableOptions {
  /** The zone for clock times; null for a floating poll. Date polls take no notice of it. */
  timeZone: string | null;
  /** Columns of text; 80 when left out, 72 at least. */
  width?: number;
  /** The most options shown, the best of them; 20 when left out. */
  rows?: number;
}

const keys = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const symbols = { can: "#", ratherNot: "~", cannot: "." };
const legend = `${symbols.can} can   ${symbols.ratherNot} would rather not   ${symbols.cannot} cannot or did not answer`;
const minWidth = 72;
const maxNameLength = 24;
/** A bar with fewer columns says nothing that the counts do not say better. */
const minBarLength = 10;
const maxBarLength = 40;

type Row<Option, P> = RankedOption<Option, P>;

/**
 * A ranking as a table of plain text, one line for each option, in order of time: ">" on the leaders, the rank, how many
 * can make it, and a cell for each person. When not everybody fits, a bar stands for all of them instead: its length is the
 * share of people, full only for everybody and empty only for nobody. Nothing is wider than the width asked for.
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
  // The counts are never cut.
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

/** `9 of 40, 2~, 1/2 required`: everything that the rank depends on. */
function describeCounts(
  { available, yes, required, past }: Row<unknown, unknown>,
  ranking: Ranking<unknown, unknown>,
): string {
  const parts = [`${available} of ${ranking.people}`];
  if (available > yes) parts.push(`${available - yes}${symbols.ratherNot}`);
  if (ranking.required.length > 0) parts.push(`${required}/${ranking.required.length} required`);
  return `${parts.join(", ")}${past ? " past" : ""}`;
}

function drawBar({ available, yes }: Row<unknown, unknown>, people: number, length: number): string {
  const [can, known] = [scale(yes, people, length), scale(available, people, length)];
  const parts = [symbols.can.repeat(can), symbols.ratherNot.repeat(known - can)];
  return `${parts.join("")}${symbols.cannot.repeat(length - known)}`;
}

function scale(count: number, people: number, length: number): number {
  if (count === 0 || count === people) return count === 0 ? 0 : length;
  return Math.min(length - 1, Math.max(1, Math.round((count / people) * length)));
}

const maxWidth = (texts: readonly string[]) => Math.max(0, ...texts.map(terminalWidth));

function startOf({ option }: RankedOption<RankableOption, RankablePerson>): number {
  return Date.parse("date" in option ? option.date : option.startTime);
}

/** Two slots may read alike on the night when the clocks go back: those say their offset too. */
function labelOptions(
  shown: RankedOption<RankableOption, RankablePerson>[],
  timeZone: string | null,
): string[] {
  const labels = shown.map(({ option }) => formatOptionShort(option, timeZone));
  return labels.map((label, index) => {
    const option = shown[index]?.option;
    if (!option || "date" in option || labels.indexOf(label) === labels.lastIndexOf(label)) return label;
    return `${label} ${toLocal(option.startTime, timeZone ?? "UTC").offset}`;
  });
}

/** Required people first, then everyone in the order of their answers. */
function listPeople<P extends RankablePerson>(ranking: Ranking<RankableOption, P>): P[] {
  const required = new Set(ranking.required);
  const first = ranking.options[0];
  const everyone = first ? [...first.can, ...first.ratherNot, ...first.cannot] : [];
  const others = everyone.filter((person) => !required.has(person));
  return [...ranking.required, ...others];
}

function formatCells<P extends RankablePerson>(
  ranked: RankedOption<RankableOption, P>,
  people: readonly P[],
): string {
  const can = new Set(ranked.can);
  const ratherNot = new Set(ranked.ratherNot);
  return people
    .map((person) =>
      can.has(person) ? symbols.can : ratherNot.has(person) ? symbols.ratherNot : symbols.cannot,
    )
    .join(" ");
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
  return count > 0 ? [`and ${count} more options, none of them better`] : [];
}
