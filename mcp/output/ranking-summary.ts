import type { Poll } from "../../src/api/web.ts";
import type { BusyTime, RankedOption, Ranking } from "../../src/scheduling/index.ts";
import { isFree } from "../../src/scheduling/rank/ranking.ts";
import type { OptionTime } from "../../src/time/index.ts";
import type { Sentences } from "../sentences.ts";
import type { OptionFormat } from "./display.ts";
import { cutList } from "./format.ts";
import { listTied } from "./option-output.ts";

type Ranked = RankedOption<OptionTime, unknown>;

/** What a summary is about. */
interface Summarized {
  ranking: Ranking<OptionTime, unknown>;
  /** The options that collide with a busy time. */
  busy: ReadonlyMap<OptionTime, BusyTime>;
  display: OptionFormat;
}

/**
 * The facts of a ranking, always in this order: the best option or why none fits, the next one, and the best one that is not free. It
 * names no people: strangers typed the names, and the data has them.
 */
export function summarizeRanking(about: Summarized): Sentences {
  const { best, options } = about.ranking;
  const closest = best ?? options.find(({ past }) => !past);
  const busy = options.filter((option) => !option.past && !isFree(option) && closest && isFree(closest));
  const more = busy.length > 1 ? `; and ${busy.length - 1} more` : "";
  return [
    ...(best === null ? describeNoFit(about, closest) : describeBest(about, best)),
    busy[0] !== undefined && `Not free, so last: ${describeOption(busy[0], about)}${more}.`,
  ];
}

/** What to know about a poll that is no longer open. */
export const describeStatus = ({ status }: Poll): Sentences => [
  status === "closed" && "The poll is closed.",
  status === "canceled" && "The poll was canceled.",
  (status === "scheduled" || status === "canceled") && "What follows uses votes only.",
];

/** Maximum number of tied options in a sentence. The rest is counted. */
const maxTied = 4;

function describeBest(about: Summarized, best: Ranked): Sentences {
  const { ranking, display } = about;
  const { options, winners, required } = ranking;
  const next = options.find((option) => option.obstacles.length === 0 && !winners.includes(option));
  const following = next ? `Next: ${describeOption(next, about)}.` : "Nothing else fits.";
  return [
    `Best: ${describeOption(best, about)}.`,
    display.duration !== undefined && `Each option lasts ${display.duration} minutes.`,
    required.length > 0 && "All required people are available.",
    describeTied(about) ?? following,
  ];
}

/** `option 2, Mon 2027-03-01 09:00 -05:00`, and what it collides with. */
function nameOption({ number, option }: Ranked, { display, busy }: Summarized): string {
  const { start, end = start } = busy.get(option) ?? {};
  const collides = start === undefined ? "" : ` (busy from ${start} until ${end})`;
  return `option ${number}, ${display.format(option)}${collides}`;
}

/** `option 2, Mon 2027-03-01 09:00 -05:00: 4 of 6 available, 1 of them if need be`. */
function describeOption(ranked: Ranked, about: Summarized): string {
  const { people, optional } = about.ranking;
  const { available, yes } = ranked;
  const only = available > yes ? `, ${available - yes} of them if need be` : "";
  const beside = optional.length > 0 ? `, and ${ranked.optional} of ${optional.length} optional` : "";
  return `${nameOption(ranked, about)}: ${available} of ${people} available${only}${beside}`;
}

/** The options that are as good as the first one. */
function describeTied(about: Summarized): string | undefined {
  const [, ...tied] = listTied(about.ranking.options);
  const names = cutList(tied, maxTied).map((each) =>
    typeof each === "string" ? each : nameOption(each, about),
  );
  return tied.length === 0 ? undefined : `Tied with ${names.join("; ")}: the person decides.`;
}

/** The sentence about a poll without an option that is ahead. */
export const everyOptionPast = "Every option is in the past";

/** What to do about a poll of which every option is past. */
export const describePast = (options: readonly { past: boolean }[]): Sentences => [
  options.every(({ past }) => past) && `${everyOptionPast}: another date takes a new poll.`,
];

function describeNoFit(about: Summarized, closest: Ranked | undefined): Sentences {
  const { options, people, required, unresolved, table } = about.ranking;
  if (people === 0) return ["Nobody whose votes count has answered yet."];
  if (closest === undefined) return describePast(options);
  if (options.every(({ past, available }) => past || available === 0))
    return ["Nobody is available for any option in the future."];
  const { requiredMissing, obstacles, available, yes } = closest;
  const unknown = unresolved.filter(({ list }) => list === "required").length;
  const must = `${required.length + unknown} who must attend`;
  const reasons = [
    obstacles.includes("busy") && "every option ahead collides with a busy time",
    unknown > 0 && `${unknown} of ${must} have not answered or are unclear`,
    requiredMissing.length > 0 && `${requiredMissing.length} of ${must} cannot`,
    obstacles.includes("too-few") &&
      `only ${available} of ${people} are available, minimum ${table.minAvailable ?? 1}`,
    obstacles.includes("too-few-yes") && `only ${yes} voted yes, minimum ${table.minYes}`,
  ];
  return [
    `No option fits: ${reasons.filter(Boolean).join("; ")}.`,
    `Closest: ${describeOption(closest, about)}.`,
    describeTied(about),
  ];
}

/** What to ask about people of the lists of whom it is not clear whether they answered. */
export function describePeople({ unresolved }: Ranking<OptionTime, unknown>): Sentences {
  const unclear = unresolved.filter(({ kind }) => kind === "unclear").length;
  const missing = unresolved.filter(({ kind }) => kind === "missing");
  const isSimilar = missing.some(({ candidates }) => candidates.length > 0);
  return [
    unclear > 0 &&
      `${unclear} of the people you named may have answered under another name, and are not used (unclear): ask the person whether a candidate is meant, and call again with its id.`,
    isSimilar &&
      "Similar names have answered (missing): ask the person whether one of them is meant, and call again with its id.",
    missing.length > 0 && !isSimilar && `Not answered, of the people you named: ${missing.length} (missing).`,
  ];
}
