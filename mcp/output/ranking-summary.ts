import type { Poll } from "../../src/api/web.ts";
import { explainDifference, type RankedOption, type Ranking } from "../../src/scheduling/index.ts";
import { formatOption, type OptionTime } from "../../src/time/index.ts";
import { cutList, joinSentences, pluralize } from "./format.ts";
import { quoteNames } from "./people-output.ts";
import { describePickedTime } from "./poll-output.ts";

type Named = { id: string; name: string; email: string | null };
type Ranked = RankedOption<OptionTime, Named>;

/** A ranking in words. */
interface RankingSummary {
  /** A few sentences for people: the best option with who is missing, and the next one, or why no option fits. */
  text: string;
  /** Why the first option is first, or why no option fits, for readers who see the options. */
  reason: string;
}

/** Summarizes a ranking: the best option and why, or why no option fits. */
export function summarizeRanking(
  poll: Poll,
  ranking: Ranking<OptionTime, Named>,
  timeZone: string | null,
): RankingSummary {
  const describe = (ranked: Ranked) => `${format(ranked)}, ${describeVotes(ranked, ranking)}`;
  const format = ({ option }: Ranked) => formatOption(option, timeZone);
  const { text, reason } =
    ranking.best === null
      ? describeNoFit(ranking, describe)
      : describeBest(ranking, ranking.best, describe, format);
  return {
    text: joinSentences(
      // First, so that the best option is not mistaken for the picked one.
      describePickedTime(poll),
      poll.status === "scheduled" && "The ranking below uses votes only.",
      text,
      describeUnknown(ranking),
      statusTexts[poll.status],
    ),
    reason,
  };
}

const statusTexts: Partial<Record<Poll["status"], string>> = {
  closed: "The poll is closed.",
  canceled: "The poll was canceled.",
};

/** Maximum number of tied options in a sentence. The rest is counted. */
const maxTied = 4;

function describeBest(
  { options, required, winners }: Ranking<OptionTime, Named>,
  best: Ranked,
  describe: (ranked: Ranked) => string,
  format: (ranked: Ranked) => string,
): RankingSummary {
  const must = required.length === 0 ? "" : " All required people are among them.";
  const lead = `Best: ${describe(best)}.${must}`;
  const [, ...tied] = winners;
  if (tied.length > 0) {
    const reason = `tied with ${pluralize(tied.length, "other option")}; the earliest is listed first`;
    return { text: `${lead} Tied with ${cutList(tied.map(format), maxTied).join("; ")}.`, reason };
  }
  const runnerUp = options.find((ranked) => ranked !== best && ranked.obstacles.length === 0);
  if (runnerUp === undefined) return { text: `${lead} Nothing else fits.`, reason: "no other option fits" };
  const difference = explainDifference(best, runnerUp);
  return {
    text: `${lead} Next is ${format(runnerUp)}: ${difference}.`,
    reason: `at the next option, ${difference}`,
  };
}

/** `4 of 6 available; no or unanswered: "Ada"; only if need be: "Bob"`. */
function describeVotes(
  { available, byVote, differing }: Ranked,
  { people }: Ranking<OptionTime, Named>,
): string {
  const { noOrUnanswered, ifNeedBe } = byVote;
  const missing = noOrUnanswered.length > 0 ? `; no or unanswered: ${quoteNames(noOrUnanswered)}` : "";
  const only = ifNeedBe.length > 0 ? `; only if need be: ${quoteNames(ifNeedBe)}` : "";
  const twice = differing.length > 0 ? `; answered twice, not the same: ${quoteNames(differing)}` : "";
  return `${available} of ${people} available${missing}${only}${twice}`;
}

function describeNoFit(
  { options, people, excluded, unresolved, table }: Ranking<OptionTime, Named>,
  describe: (ranked: Ranked) => string,
): RankingSummary {
  const plain = (text: string) => ({ text, reason: text });
  if (people === 0)
    return plain(excluded.length > 0 ? "Everybody who answered is excluded." : "Nobody has answered yet.");
  const closest = options.find(({ past }) => !past);
  if (closest === undefined) return plain("Every option is in the past. Create a new poll.");
  if (closest.available === 0) return plain("Nobody is available for any option in the future.");
  const { requiredMissing, obstacles, available, yes } = closest;
  // By the name that the caller gave.
  const unanswered = unresolved
    .filter(({ list, kind }) => list === "required" && kind === "missing")
    .map(({ name, text }) => ({ name: name || text }));
  const reasons = [
    unanswered.length > 0 &&
      `${quoteNames(unanswered)} must attend and ${unanswered.length === 1 ? "has" : "have"} not answered`,
    requiredMissing.length > 0 && `${quoteNames(requiredMissing)} must attend and cannot`,
    obstacles.includes("too-few") &&
      `only ${available} of ${people} are available, minimum ${table.minAttendance}`,
    obstacles.includes("too-few-yes") && `only ${yes} voted yes, minimum ${table.minYes}`,
  ];
  const reason = reasons.filter(Boolean).join("; ");
  return {
    text: `No option fits: ${reason}. Closest: ${describe(closest)}.`,
    reason: `closest option: ${reason}`,
  };
}

/** What to do about names that fit no participant. */
function describeUnknown({ unresolved }: Ranking<OptionTime, Named>): string {
  const missing = unresolved.filter(({ kind }) => kind === "missing");
  if (missing.length === 0) return "";
  return missing.some(({ candidates }) => candidates.length > 0)
    ? "notAnswered has similar names: ask the person whether one of them is meant, and call again with the id."
    : "The people in notAnswered have not answered, or did so under another name.";
}
