import type { Poll } from "../../src/api/web.ts";
import {
  compareScores,
  explainDifference,
  type RankedOption,
  type Ranking,
} from "../../src/scheduling/index.ts";
import { formatOption, type OptionTime } from "../../src/time/index.ts";
import { quoteNames } from "./people-output.ts";
import { describePickedTime } from "./poll-output.ts";

type Named = { id: string; name: string; email: string | null };
type Ranked = RankedOption<OptionTime, Named>;

/** A ranking in words. */
interface RankingSummary {
  /** A few sentences for people: the best option with who is missing, and the next one, or why no option fits. */
  text: string;
  /** Why the first option of {@link sortByFit} is first, or why no option fits, for readers who see the options. */
  reason: string;
}

/** Summarizes a ranking: the best option and why, or why no option fits. */
export function summarizeRanking(
  poll: Poll,
  ranking: Ranking<OptionTime, Named>,
  timeZone: string | null,
  minAttendance = 1,
): RankingSummary {
  const format = ({ option }: Ranked) => formatOption(option, timeZone);
  const { text, reason } =
    ranking.best === null
      ? describeNoFit(ranking, format, minAttendance)
      : describeBest(ranking, ranking.best, format);
  const sentences = [describePicked(poll), text, describeUnknown(ranking), statusTexts[poll.status]];
  return { text: sentences.filter(Boolean).join(" "), reason };
}

function describeBest(
  ranking: Ranking<OptionTime, Named>,
  best: Ranked,
  format: (ranked: Ranked) => string,
): RankingSummary {
  const [runnerUp, ...others] = ranking.options.filter(
    (ranked) => ranked !== best && ranked.obstacles.length === 0,
  );
  const must = ranking.required.length === 0 ? "" : " All required people are among them.";
  const lead = `Best: ${format(best)}, ${describeVotes(best, ranking)}.${must}`;
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

/** `4 of 6 available; missing: "Ada"; only if need be: "Bob"`. */
function describeVotes({ available, byVote }: Ranked, { people }: Ranking<OptionTime, Named>): string {
  const { noOrUnanswered, ifNeedBe } = byVote;
  const parts = [
    `${available} of ${people} available`,
    noOrUnanswered.length > 0 ? `missing: ${quoteNames(noOrUnanswered)}` : "",
    ifNeedBe.length > 0 ? `only if need be: ${quoteNames(ifNeedBe)}` : "",
  ];
  return parts.filter(Boolean).join("; ");
}

function describeNoFit(
  ranking: Ranking<OptionTime, Named>,
  format: (ranked: Ranked) => string,
  minAttendance: number,
): RankingSummary {
  const { options, people, excluded } = ranking;
  const plain = (text: string) => ({ text, reason: text });
  if (people === 0)
    return plain(excluded.length > 0 ? "Everybody who answered is excluded." : "Nobody has answered yet.");
  if (options.every(({ past }) => past)) return plain("Every option is in the past. Create a new poll.");
  const closest = options.find(({ past }) => !past);
  if (closest === undefined || closest.available === 0)
    return plain("Nobody is available for any option in the future.");
  const unanswered = listUnanswered(ranking);
  const { requiredMissing, obstacles, available } = closest;
  const reasons = [
    unanswered.length > 0
      ? `${quoteNames(unanswered)} must attend and ${unanswered.length === 1 ? "has" : "have"} not answered`
      : "",
    requiredMissing.length > 0 ? `${quoteNames(requiredMissing)} must attend and cannot` : "",
    obstacles.includes("too-few")
      ? `only ${available} of ${people} are available, minimum ${minAttendance}`
      : "",
  ];
  const reason = reasons.filter(Boolean).join("; ");
  return {
    text: `No option fits: ${reason}. Closest: ${format(closest)}, ${describeVotes(closest, ranking)}.`,
    reason: `closest option: ${reason}`,
  };
}

/** The required people who have not answered, by the name that the caller gave. */
function listUnanswered({ unresolved }: Ranking<OptionTime, Named>): { name: string }[] {
  return unresolved
    .filter(({ list, kind }) => list === "required" && kind === "missing")
    .map(({ name, text }) => ({ name: name || text }));
}

/** What to do about names that fit no participant. */
function describeUnknown({ unresolved }: Ranking<OptionTime, Named>): string {
  const missing = unresolved.filter(({ kind }) => kind === "missing");
  if (missing.length === 0) return "";
  return missing.some(({ candidates }) => candidates.length > 0)
    ? "notAnswered has similar names: ask the person whether one of them is meant, and call again with the id."
    : "The people in notAnswered have not answered, or did so under another name.";
}

// First, so that the best option is not mistaken for the picked one.
function describePicked(poll: Poll): string {
  return poll.status === "scheduled" ? `${describePickedTime(poll)} The ranking below uses votes only.` : "";
}

const statusTexts: Partial<Record<Poll["status"], string>> = {
  closed: "The poll is closed.",
  canceled: "The poll was canceled.",
};
