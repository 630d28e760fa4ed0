import { maxPageSize } from "../../../src/api/send/operations.ts";
import type { CreatePollInput, Poll } from "../../../src/api/web.ts";
import { foldText } from "../../../src/fold-text.ts";
import { getPollZone } from "../../output/display.ts";
import { pluralize } from "../../output/format.ts";
import { type FoundPoll, listAlsoMatched, toPollDetails } from "../../output/poll-output.ts";
import { choose, hasChosen } from "../../view/draft.ts";
import type { ToolContext } from "../tool.ts";
import { describePoll, type PlanSource, toPlanMeta } from "./result.ts";

/** For how long a poll of the same title may be the result of the same call. */
const recentMs = 3_600_000;

/**
 * The newest poll of this title, if it is so young that a host may have repeated the call, or a model called again. The poll that is
 * copied does not count, unless it was chosen as the newest of its title: then it may be the copy of the first call.
 */
export async function findRecent(
  title: string,
  source: FoundPoll | undefined,
  { client, signal, now }: ToolContext,
) {
  const fold = (text: string) => foldText(text) || text;
  const since = now().getTime() - recentMs;
  const isChosen = source?.others?.some((other) => fold(other.title) === fold(source.title));
  const { data } = await client.listPolls({ limit: maxPageSize }, { signal });
  return data.find(
    (poll) =>
      fold(poll.title) === fold(title) &&
      Date.parse(poll.createdAt) > since &&
      (isChosen || poll.id !== source?.id),
  );
}

/** Why a poll may be the one that a call is about. */
export function describeRecent(poll: Poll, { now, plan, copied }: PlanSource): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(poll.createdAt)) / 60_000));
  const age = pluralize(minutes, "minute");
  // The options of this call are then those of a copy of the copy.
  if (copied?.id === poll.id)
    return `copyFrom is the title of poll ${poll.id} too, which is ${age} old: perhaps the copy that is wanted`;
  const same = hasChosen(poll.options, choose(plan.options)) ? "the same" : "other";
  const status = poll.status === "open" ? "" : `, is ${poll.status},`;
  const others = listDifferences(poll, plan.body);
  const but = others.length > 0 ? `, but not the same ${others.join(", ")}` : "";
  return `poll ${poll.id} of the same title is ${age} old${status} and has ${same} options${but}`;
}

/** The texts and settings in which a poll differs from one that is planned, whose organizer may be unknown. */
function listDifferences(poll: Poll, body: CreatePollInput): string[] {
  const [made, planned] = [poll, body].map((each): Record<string, unknown> => {
    const { organizer } = each;
    const shown = body.organizer && organizer ? { name: organizer.email.toLowerCase() } : null;
    return toPollDetails({ ...each, organizer: shown, options: [] }, null);
  });
  return Object.keys({ ...made, ...planned }).filter(
    (name) => JSON.stringify(made?.[name]) !== JSON.stringify(planned?.[name]),
  );
}

/** The result of a call that created nothing, because its poll may exist. */
export function reportRecent(poll: Poll, found: string, about: PlanSource) {
  const { copied } = about;
  const timeZone = getPollZone(poll);
  const shown = { ...about, timeZone, clockZone: timeZone ?? about.clockZone };
  const isCopied = copied?.id === poll.id;
  const which = isCopied ? " and the id of the poll to copy as copyFrom" : "";
  return {
    text: `Nothing was created: ${found}. Tell the person that it exists. Only if they want another poll beside it, call again with again: true${which}.`,
    data: {
      created: false,
      existing: true,
      ...describePoll(poll, shown),
      ...(isCopied && listAlsoMatched(copied)),
    },
    meta: toPlanMeta(poll, "exists", shown),
  };
}
