import * as z from "zod";
import type { Poll } from "../../src/api/web.ts";
import type { RankedVotes } from "../../src/scheduling/index.ts";
import { compareFit } from "../../src/scheduling/rank/ranking.ts";
import type { OptionFormat } from "./display.ts";

/** The output fields of an option with its votes, in every tool that ranks. Its result has those of {@link toOptionOutput}. */
export const rankedOption = z.looseObject({
  number: z.int().describe("Its place in the poll"),
  when: z.string(),
  yes: z.int(),
});

/** An option with its votes. The votes of people who did not answer an option are not told apart from a no. */
export function toOptionOutput(
  { options, allowTentativeVotes }: Poll,
  { number, tied, past, yes, available }: Omit<RankedVotes<unknown>, "byVote">,
  { responses, format }: { responses: number; format: OptionFormat },
) {
  const option = options[number - 1];
  const [note] = option === undefined ? [] : format.listClockChanges([option]);
  return {
    number,
    when: option === undefined ? "" : format.format(option),
    note,
    past: past || undefined,
    tied: tied || undefined,
    yes,
    ifNeedBe: allowTentativeVotes || available > yes ? available - yes : undefined,
    noOrUnanswered: Math.max(0, responses - available),
  };
}

/** The first options of a ranking, of which each is as good as the others. */
export const listTied = <Option extends RankedVotes<unknown>>(ranked: readonly Option[]): Option[] =>
  ranked.filter((option) => ranked[0] && compareFit(option, ranked[0]) === 0);
