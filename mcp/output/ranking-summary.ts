import type { Poll } from "../../src/api/web.ts";
import {
  compareScores,
  explainDifference,
  type RankedOption,
  type Ranking,
} from "../../src/scheduling/index.ts";
import { formatOption, type OptionTime } from "../../src/time/index.ts";
import { describePickedTime } from "./poll-output.ts";

type Ranked = RankedOption<OptionTime, unknown>;

/** A ranking in words, without names of people. */
export interface RankingSummary {
  /** A few sentences for people: the best option and the next one, or why no option fits. */
  text: string;
  /** Why the first option of {@link sortByFit} is first, or why no option fits, for readers who see the options. */
  reason: string;
}

/** Summarizes a ranking: the best option and why, or why no option fits. */
export function summarizeRanking(
  poll: Poll,
  ranking: Ranking<OptionTime, unknown>,
  timeZone: string | null,
  minAttendance = 1,
): RankingSummary {
  const format = ({ option }: Ranked) => formatOption(option, timeZone);
  const { text, reason } =
    ranking.best === null
      ? describeNoFit(ranking, format, minAttendance)
      : describeBest(ranking, ranking.best, format);
  return { text: [describeStatus(poll), text].filter(Boolean).join(" "), reason };
}

function describeBest(
  ranking: Ranking<OptionTime, unknown>,
  best: Ranked,
  format: (ranked: Ranked) => string,
): RankingSummary {
  const reserved =
    best.available === best.yes ? "" : `, ${best.available - best.yes} of them only if need be`;
  const must = ranking.required.length === 0 ? "" : ", including all required people";
  const [runnerUp, ...others] = ranking.options.filter(
    (ranked) => ranked !== best && ranked.obstacles.length === 0,
  );
  const lead = `Best: ${format(best)}. ${best.available} of ${ranking.people} available${reserved}${must}.`;
  if (runnerUp === undefined) return { text: `${lead} Nothing else fits.`, reason: "no other option fits" };
  const difference = explainDifference(best, runnerUp);
  const tied = [runnerUp, ...others].filter((ranked) => compareScores(best, ranked) === 0).length;
  return {
    text: `${lead} Next is ${format(runnerUp)}: ${difference}.`,
    reason:
      tied === 0
        ? `at the next option, ${difference}`
        : `tied with ${tied === 1 ? "1 other option" : `${tied} other options`}; the earliest is listed first`,
  };
}

function describeNoFit(
  { options, people, excluded }: Ranking<OptionTime, unknown>,
  format: (ranked: Ranked) => string,
  minAttendance: number,
): RankingSummary {
  const plain = (text: string) => ({ text, reason: text });
  if (people === 0)
    return plain(excluded.length > 0 ? "Everybody who answered is excluded." : "Nobody has answered yet.");
  if (options.every(({ past }) => past)) return plain("Every option is in the past. Create a new poll.");
  const closest = options.find(({ past }) => !past);
  if (closest === undefined || closest.available === 0)
    return plain("Nobody is available for any option in the future.");
  const reasons = closest.obstacles.map((obstacle) =>
    obstacle === "required-missing"
      ? describeRequired(closest.requiredMissing.length)
      : `only ${closest.available} of ${people} available, minimum ${minAttendance}`,
  );
  const why = reasons.join(" and ");
  return {
    text: `No option fits. Closest: ${format(closest)}, but ${why}.`,
    reason: `closest option: ${why}`,
  };
}

function describeRequired(missing: number): string {
  return missing === 1
    ? "1 required person is not available"
    : `${missing} required people are not available`;
}

function describeStatus(poll: Poll): string {
  if (poll.status === "scheduled") return `${describePickedTime(poll)} The ranking below uses votes only.`;
  if (poll.status === "closed") return "This poll is closed.";
  if (poll.status === "canceled") return "This poll was canceled.";
  return "";
}
