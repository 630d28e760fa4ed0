import type { Poll } from "../../src/api/core.ts";
import { explainDifference, type RankedOption, type Ranking } from "../../src/scheduling/index.ts";
import { formatOption } from "../../src/time/index.ts";
import type { OptionTime } from "./format.ts";
import { describePickedTime } from "./poll-output.ts";

type Ranked = RankedOption<OptionTime, unknown>;

/** Summarizes a ranking in a few sentences without names: the best option and why, or why no option fits. */
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
  const reserved =
    best.available === best.yes ? "" : `, ${best.available - best.yes} of them only if need be`;
  const must = ranking.required.length === 0 ? "" : ", including all required people";
  const runnerUp = findRunnerUp(ranking);
  const next =
    runnerUp === null ? "Nothing else fits." : `Next is ${format(runnerUp.ranked)}: ${runnerUp.lost}.`;
  return `Best: ${format(best)}. ${best.available} of ${ranking.people} available${reserved}${must}. ${next}`;
}

function describeNoFit(
  { options, people }: Ranking<OptionTime, unknown>,
  format: (ranked: Ranked) => string,
  minAttendance: number,
): string {
  if (people === 0) return "Nobody has answered yet.";
  if (options.every(({ past }) => past)) return "Every option is in the past. Create a new poll.";
  const closest = options.find(({ past }) => !past);
  if (closest === undefined || closest.available === 0)
    return "Nobody is available for any option in the future.";
  const reasons = closest.obstacles.map((obstacle) =>
    obstacle === "required-missing"
      ? `${closest.requiredMissing.length} of the required people voted no or did not answer`
      : `only ${closest.available} of ${people} available, minimum ${minAttendance}`,
  );
  return `No option fits. Closest: ${format(closest)}, but ${reasons.join(" and ")}.`;
}

function describeStatus(poll: Poll): string {
  if (poll.status === "scheduled") return `${describePickedTime(poll)} The ranking below uses votes only.`;
  if (poll.status === "canceled") return "This poll was canceled.";
  return "";
}
