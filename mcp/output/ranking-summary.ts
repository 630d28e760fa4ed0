import type { Poll } from "../../src/api/core.ts";
import { explainDifference, type RankedOption, type Ranking } from "../../src/scheduling/index.ts";
import { formatOption } from "../../src/time/index.ts";
import type { OptionTime } from "./format.ts";
import { describePick } from "./poll-output.ts";

type Ranked = RankedOption<OptionTime, unknown>;

/** One or two sentences to pass on: the best option and why, or why no option fits. Without names. */
export function summarizeRanking(
  poll: Poll,
  ranking: Ranking<OptionTime, unknown>,
  timeZone: string | null,
  minAttendance = 1,
): string {
  const format = (ranked: Ranked) => formatOption(ranked.option, timeZone);
  const parts = [
    describeStatus(poll),
    ranking.best
      ? describeBest(ranking, ranking.best, format)
      : describeNoFit(ranking, format, minAttendance),
  ];
  return parts.filter(Boolean).join(" ");
}

/** The next option without obstacles after the best one, and why it ranks lower. */
export function findRunnerUp({
  options,
  best,
}: Ranking<OptionTime, unknown>): { ranked: Ranked; lost: string } | null {
  const ranked =
    best && options.slice(options.indexOf(best) + 1).find(({ obstacles }) => obstacles.length === 0);
  return best && ranked ? { ranked, lost: explainDifference(best, ranked) } : null;
}

function describeBest(
  ranking: Ranking<OptionTime, unknown>,
  best: Ranked,
  format: (ranked: Ranked) => string,
): string {
  const reserved = best.ratherNot.length === 0 ? "" : `, ${best.ratherNot.length} of them only if need be`;
  const must = ranking.required.length === 0 ? "" : ", everyone required among them";
  const runnerUp = findRunnerUp(ranking);
  const next =
    runnerUp === null ? "Nothing else fits." : `Next is ${format(runnerUp.ranked)}: ${runnerUp.lost}.`;
  return `Best: ${format(best)}. ${best.available} of ${ranking.people} can make it${reserved}${must}. ${next}`;
}

function describeNoFit(
  { options, people }: Ranking<OptionTime, unknown>,
  format: (ranked: Ranked) => string,
  minAttendance: number,
): string {
  if (people === 0) return "Nobody has answered yet, so nothing leads.";
  if (options.every(({ past }) => past)) return "Every option is over; a new poll is needed.";
  const closest = options.find(({ past }) => !past);
  if (closest === undefined || closest.available === 0)
    return "Nobody can make any option that is still to come.";
  const reasons = closest.obstacles.map((obstacle) =>
    obstacle === "required-missing"
      ? `${closest.requiredMissing.length} of the required people cannot or did not answer`
      : `only ${closest.available} of ${people} can make it where ${minAttendance} are wanted`,
  );
  return `No option fits. Closest: ${format(closest)}, but ${reasons.join(" and ")}.`;
}

function describeStatus(poll: Poll): string {
  if (poll.status === "scheduled") return `${describePick(poll)} What follows goes by the votes alone.`;
  if (poll.status === "canceled") return "This poll was called off.";
  return "";
}
