import { describeBriefly, toLocal } from "../time/index.ts";
import type { RankableOption } from "./answer-matching.ts";
import { cleanText, cutToWidth, measureWidth, padToWidth } from "./plain-text.ts";
import type { RankablePerson, RankedOption, Ranking } from "./ranking.ts";

/** How large a heatmap may become, and what it shows. */
export interface HeatmapOptions {
  /** The zone for clock times; null for a floating poll. Date polls take no notice of it. */
  timeZone: string | null;
  /** Columns of text; 80 when left out, 40 at least. */
  width?: number;
  /** The most options shown, the best of them; 20 when left out. */
  rows?: number;
}

const keys = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const symbols = { can: "#", ratherNot: "~", cannot: "." };
const legend = `${symbols.can} can   ${symbols.ratherNot} would rather not   ${symbols.cannot} cannot or did not answer`;
const longestName = 24;

/**
 * A ranking as a table of plain text, options down and people across, in order of time; ">" marks the leaders.
 * Names are cleaned of anything invisible and cut; nothing is wider than the width asked for.
 */
export function drawHeatmap<Option extends RankableOption, Someone extends RankablePerson>(
  ranking: Ranking<Option, Someone>,
  { timeZone, width = 80, rows = 20 }: HeatmapOptions,
): string {
  const columns = Math.max(40, width);
  const shown = ranking.options.slice(0, rows).sort((one, other) => startOf(one) - startOf(other));
  const labels = labelOptions(shown, timeZone);
  const labelWidth = Math.max(0, ...labels.map(measureWidth));
  const counts = shown.map(
    (ranked) => `${ranked.available} of ${ranking.people}${ranked.past ? " past" : ""}`,
  );
  const countWidth = Math.max(0, ...counts.map(measureWidth));
  const people = listPeople(ranking, Math.max(1, Math.floor((columns - labelWidth - countWidth - 6) / 2)));
  const leaders = new Set(ranking.leaders);
  const header = `${" ".repeat(labelWidth + 4)}${[...keys.slice(0, people.length)].join(" ")}`;
  const lines = shown.map((ranked, index) => {
    const mark = leaders.has(ranked) ? ">" : " ";
    const cells = drawCells(ranked, people);
    return `${mark} ${padToWidth(labels[index] ?? "", labelWidth)}  ${cells}  ${counts[index]}`;
  });
  return [
    ...(people.length > 0 ? [header] : []),
    ...lines,
    ...describeRest(ranking.options.length - shown.length, "options, none of them better"),
    legend,
    ...drawNames(ranking, people, columns),
    ...describeRest(ranking.people - people.length, "people, who are counted but not drawn"),
  ]
    .map((line) => cutToWidth(line.trimEnd(), columns))
    .join("\n");
}

function startOf({ option }: RankedOption<RankableOption, RankablePerson>): number {
  return Date.parse("date" in option ? option.date : option.startTime);
}

/** Two slots may read alike on the night when the clocks go back: those say their offset too. */
function labelOptions(
  shown: RankedOption<RankableOption, RankablePerson>[],
  timeZone: string | null,
): string[] {
  const labels = shown.map(({ option }) => describeBriefly(option, timeZone));
  return labels.map((label, index) => {
    const option = shown[index]?.option;
    if (!option || "date" in option || labels.indexOf(label) === labels.lastIndexOf(label)) return label;
    return `${label} ${toLocal(option.startTime, timeZone ?? "UTC").offset}`;
  });
}

/** Required people first, then everyone in the order of their answers; as many as there is room and keys for. */
function listPeople<Someone extends RankablePerson>(
  ranking: Ranking<RankableOption, Someone>,
  room: number,
): Someone[] {
  const required = new Set(ranking.required);
  const first = ranking.options[0];
  const everyone = first ? [...first.can, ...first.ratherNot, ...first.cannot] : [];
  const others = everyone.filter((person) => !required.has(person));
  return [...ranking.required, ...others].slice(0, Math.min(room, keys.length));
}

function drawCells<Someone extends RankablePerson>(
  ranked: RankedOption<RankableOption, Someone>,
  people: readonly Someone[],
): string {
  const can = new Set(ranked.can);
  const ratherNot = new Set(ranked.ratherNot);
  return people
    .map((person) =>
      can.has(person) ? symbols.can : ratherNot.has(person) ? symbols.ratherNot : symbols.cannot,
    )
    .join(" ");
}

function drawNames<Someone extends RankablePerson>(
  ranking: Ranking<RankableOption, Someone>,
  people: readonly Someone[],
  columns: number,
): string[] {
  const required = new Set(ranking.required);
  const lines: string[] = [];
  people.forEach((person, index) => {
    const name = cutToWidth(cleanText(person.name) || "(no name)", longestName);
    const entry = `${keys[index]} ${name}${required.has(person) ? " (required)" : ""}`;
    const line = lines.at(-1);
    if (line !== undefined && measureWidth(line) + measureWidth(entry) + 3 <= columns) {
      lines[lines.length - 1] = `${line}   ${entry}`;
    } else {
      lines.push(entry);
    }
  });
  return lines;
}

function describeRest(count: number, what: string): string[] {
  return count > 0 ? [`and ${count} more ${what}`] : [];
}
