import { maxPageSize } from "../../../src/api/send/operations.ts";
import type { CreatePollInput, Poll } from "../../../src/api/web.ts";
import { foldText } from "../../../src/fold-text.ts";
import { type FailureText, ToolError } from "../../failure.ts";
import { getPollZone } from "../../output/display.ts";
import { joinSentences, pluralize } from "../../output/format.ts";
import { toPollDetails, toPollRow } from "../../output/poll-output.ts";
import { choose, hasChosen } from "../../view/draft.ts";
import { recentMs } from "../../view/plan.ts";
import type { ToolContext } from "../tool.ts";
import { type PlanSource, toResult } from "./result.ts";

/** A poll that may be the one that a call is about, and in what it differs. */
interface Recent {
  poll: Poll;
  minutes: number;
  /** The next poll of its title, if copyFrom is that title: a repeated call means this one, and another call the next copy. */
  original: Poll | undefined;
  sameOptions: boolean;
  /** The texts and settings that are not the same. */
  differs: string[];
}

export const foldTitle = (title: string) => foldText(title) || title;

/** The newest poll of this title, if it is so young that a host may have repeated the call, or a model called again. */
export async function findRecent(
  { plan, copied }: Pick<PlanSource, "plan" | "copied">,
  { client, signal }: ToolContext,
): Promise<Recent | undefined> {
  const title = foldTitle(plan.body.title);
  // A poll that an id names has no others: it is meant, and may be copied itself.
  const other = copied?.others?.find((each) => foldTitle(each.title) === foldTitle(copied.title));
  const { data } = await client.listPolls({ limit: maxPageSize }, { signal });
  // By the clock of the service, which stamps the polls.
  const getAge = ({ createdAt }: Poll) => client.now() - Date.parse(createdAt);
  const poll = data.find(
    (each) => foldTitle(each.title) === title && getAge(each) < recentMs && (other || each.id !== copied?.id),
  );
  if (poll === undefined) return undefined;
  return {
    poll,
    minutes: Math.max(0, Math.floor(getAge(poll) / 60_000)),
    original: poll.id === copied?.id ? other : undefined,
    sameOptions: hasChosen(poll.options, choose(plan.options)),
    differs: listDifferences(poll, plan.body),
  };
}

export function describeRecent({ poll, minutes, original, sameOptions, differs }: Recent): string {
  const status = poll.status === "open" ? "" : `, is ${poll.status},`;
  const but = differs.length > 0 ? `, but not the same ${differs.join(", ")}` : "";
  const options = sameOptions ? "the same options" : "other options";
  const too = original && !sameOptions ? `, and copyFrom names it as well as poll ${original.id}` : "";
  return `poll ${poll.id} of the same title is ${pluralize(minutes, "minute")} old${status} and has ${options}${but}${too}`;
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

/** The result of a call that created nothing, because its poll exists. Throws the question about one with other options. */
export function reportRecent(recent: Recent, about: PlanSource) {
  const { poll, original, sameOptions, differs } = recent;
  const found = `Nothing was created: ${describeRecent(recent)}.`;
  const answers = poll.participantCount > 0 ? `, with its ${pluralize(poll.participantCount, "answer")}` : "";
  const replace = `A poll cannot be edited: to correct it, the person deletes it at adminUrl${answers}, and you call again. With their consent delete_poll deletes it, too.`;
  if (!sameOptions) {
    const { inviteUrl, adminUrl } = poll;
    const ask: FailureText = original
      ? "Ask the person whether that is the copy they want, or which of the two to copy: then call again with its id as copyFrom and again: true."
      : `Ask the person whether this call corrects it, or is about another poll. ${replace} For another poll beside it, call again with again: true.`;
    throw new ToolError(
      `${found} ${ask}`,
      { existing: { ...toPollRow(poll), inviteUrl, adminUrl } },
      { kind: "exists", inviteUrl, adminUrl },
    );
  }
  const text = joinSentences(
    found,
    "Tell the person that it exists.",
    differs.length > 0 && replace,
    `Only if they want another poll beside it, call again with again: true.`,
  );
  return showRecent(recent, about, text);
}

/** The poll that exists, as a result. */
export function showRecent({ poll, sameOptions, differs }: Recent, about: PlanSource, text = "") {
  const timeZone = getPollZone(poll);
  const shown = { ...about, timeZone, clockZone: timeZone ?? about.clockZone };
  return toResult(text, poll, shown, "exists", {
    ...{ existing: true, sameOptions },
    differs: differs.length > 0 ? differs : undefined,
  });
}
