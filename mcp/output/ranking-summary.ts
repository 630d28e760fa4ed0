import type { Poll } from "../../src/api/web.ts";
import type { RankedOption, Ranking } from "../../src/scheduling/index.ts";
import { explainDifference } from "../../src/scheduling/rank/ranking.ts";
import type { OptionTime } from "../../src/time/index.ts";
import type { OptionFormat } from "./display.ts";
import { cutList, joinSentences } from "./format.ts";
import { listTied } from "./option-output.ts";
import { describePickedTime } from "./poll-output.ts";

type Ranked = RankedOption<OptionTime, unknown>;

/**
 * The facts of a ranking, always in this order: the best option or why none fits, the next one, people to ask about, the poll's
 * status. It names no people: strangers typed the names, and the data has them.
 */
export function summarizeRanking(
  poll: Poll,
  ranking: Ranking<OptionTime, unknown>,
  display: OptionFormat,
): string {
  return joinSentences(
    // First, so that the best option is not mistaken for one that is picked or still to be picked.
    describePickedTime(poll),
    poll.status === "canceled" && "The poll was canceled.",
    (poll.status === "scheduled" || poll.status === "canceled") && "The ranking below uses votes only.",
    ranking.best === null ? describeNoFit(ranking, display) : describeBest(ranking, ranking.best, display),
    describePeople(ranking),
    poll.status === "closed" && "The poll is closed.",
  );
}

/** Maximum number of tied options in a sentence. The rest is counted. */
const maxTied = 4;

function describeBest(ranking: Ranking<OptionTime, unknown>, best: Ranked, display: OptionFormat): string {
  const tied = describeTied(ranking, display);
  const next = ranking.options.find(
    (option) => option.obstacles.length === 0 && !ranking.winners.includes(option),
  );
  return joinSentences(
    `Best: ${describeLead(best, ranking, display)}`,
    ranking.required.length > 0 && "All required people are available.",
    tied,
    tied === "" && next === undefined && "Nothing else fits.",
    tied === "" &&
      next !== undefined &&
      `Next: ${nameOption(next, display)}: ${explainDifference(best, next)}.`,
  );
}

const nameOption = ({ number, option }: Ranked, display: OptionFormat) =>
  `option ${number}, ${display.format(option)}`;

/** The options that are as good as the first one. Empty if there are none. */
function describeTied({ options }: Ranking<OptionTime, unknown>, display: OptionFormat): string {
  const tied = listTied(options).slice(1);
  const names = cutList(tied, maxTied).map((each) =>
    typeof each === "string" ? each : nameOption(each, display),
  );
  return tied.length === 0 ? "" : `Tied with ${names.join("; ")}: the person decides.`;
}

/** `option 2, Mon 2027-03-01 09:00 -05:00: 4 of 6 available, 1 of them if need be. Each option lasts 60 minutes.` */
function describeLead(ranked: Ranked, ranking: Ranking<OptionTime, unknown>, display: OptionFormat): string {
  const { available, yes } = ranked;
  const only = available > yes ? `, ${available - yes} of them if need be` : "";
  const each = display.duration === undefined ? "" : ` Each option lasts ${display.duration} minutes.`;
  return `${nameOption(ranked, display)}: ${available} of ${ranking.people} available${only}.${each}`;
}

/** The sentence about a poll without an option that is ahead. */
export const everyOptionPast = "Every option is in the past";

function describeNoFit(ranking: Ranking<OptionTime, unknown>, display: OptionFormat): string {
  const { options, people, excluded, optional, required, unresolved, table } = ranking;
  if (people === 0) {
    if (ranking.others.length > 0) return "Nobody whose votes count has answered.";
    const lists = [optional.length > 0 && "optional", excluded.length > 0 && "excluded"].filter(Boolean);
    return lists.length > 0
      ? `Everybody who answered is ${lists.join(" or ")}, so no vote counts.`
      : "Nobody has answered yet.";
  }
  const closest = options.find(({ past }) => !past);
  if (closest === undefined) return `${everyOptionPast}: another date takes a new poll.`;
  if (closest.available === 0) return "Nobody is available for any option in the future.";
  const { requiredMissing, obstacles, available, yes } = closest;
  const unknown = unresolved.filter(({ list }) => list === "required").length;
  const must = `${required.length + unknown} who must attend`;
  const reasons = [
    unknown > 0 && `${unknown} of ${must} have not answered or are unclear`,
    requiredMissing.length > 0 && `${requiredMissing.length} of ${must} cannot`,
    obstacles.includes("too-few") &&
      `only ${available} of ${people} are available, minimum ${table.minAvailable}`,
    obstacles.includes("too-few-yes") && `only ${yes} voted yes, minimum ${table.minYes}`,
  ];
  return joinSentences(
    `No option fits: ${reasons.filter(Boolean).join("; ")}.`,
    `Closest: ${describeLead(closest, ranking, display)}`,
    describeTied(ranking, display),
  );
}

/** What to ask about people of the lists of whom it is not clear whether they answered. */
function describePeople({ unresolved }: Ranking<OptionTime, unknown>): string {
  const unclear = unresolved.filter(({ kind }) => kind === "unclear").length;
  const missing = unresolved.filter(({ kind }) => kind === "missing");
  const isSimilar = missing.some(({ candidates }) => candidates.length > 0);
  return joinSentences(
    unclear > 0 &&
      `${unclear} of the people you named may have answered under another name, and are not used (unclear): ask the person whether a candidate is meant, and call again with its id.`,
    isSimilar &&
      "Similar names have answered (missing): ask the person whether one of them is meant, and call again with its id.",
    missing.length > 0 && !isSimilar && `Not answered, of the people you named: ${missing.length} (missing).`,
  );
}
