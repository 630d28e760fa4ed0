import { maxPageSize } from "../../../src/api/send/operations.ts";
import type { CreatePollInput, Poll } from "../../../src/api/web.ts";
import { foldText } from "../../../src/fold-text.ts";
import { ToolError } from "../../failure.ts";
import { getPollZone } from "../../output/display.ts";
import { joinSentences, pluralize } from "../../output/format.ts";
import { listAlsoMatched, toPollDetails, toPollRow } from "../../output/poll-output.ts";
import { choose, hasChosen } from "../../view/draft.ts";
import type { ToolContext } from "../tool.ts";
import { type PlanSource, toResult } from "./result.ts";

/** For how long a poll of the same title may be the result of the same call. */
const recentMs = 3_600_000;

/** A poll that may be the one that a call is about, and in what it differs. */
interface Recent {
  poll: Poll;
  minutes: number;
  /** Whether it was copied as the newest poll of its title: then it may be the copy of the first call. */
  isCopied: boolean;
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
  // A poll that an id names is meant, and may be copied itself.
  const isChosen = copied?.others?.some((other) => foldTitle(other.title) === foldTitle(copied.title));
  const { data } = await client.listPolls({ limit: maxPageSize }, { signal });
  // By the clock of the service, which stamps the polls.
  const getAge = ({ createdAt }: Poll) => client.now() - Date.parse(createdAt);
  const poll = data.find(
    (each) =>
      foldTitle(each.title) === title && getAge(each) < recentMs && (isChosen || each.id !== copied?.id),
  );
  return (
    poll && {
      poll,
      minutes: Math.max(0, Math.floor(getAge(poll) / 60_000)),
      isCopied: poll.id === copied?.id,
      sameOptions: hasChosen(poll.options, choose(plan.options)),
      differs: listDifferences(poll, plan.body),
    }
  );
}

export function describeRecent({ poll, minutes, isCopied, sameOptions, differs }: Recent): string {
  const age = pluralize(minutes, "minute");
  // The options of this call are then those of a copy of the copy.
  if (isCopied)
    return `copyFrom is the title of poll ${poll.id} too, which is ${age} old: perhaps the copy that is wanted`;
  const status = poll.status === "open" ? "" : `, is ${poll.status},`;
  const but = differs.length > 0 ? `, but not the same ${differs.join(", ")}` : "";
  return `poll ${poll.id} of the same title is ${age} old${status} and has ${sameOptions ? "the same" : "other"} options${but}`;
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
  const { poll, isCopied, sameOptions, differs } = recent;
  const found = `Nothing was created: ${describeRecent(recent)}.`;
  const answers = poll.participantCount > 0 ? `, with its ${pluralize(poll.participantCount, "answer")}` : "";
  const replace = `A poll cannot be edited: to correct it, the person deletes it at adminUrl${answers}, and you call again. With their consent delete_poll deletes it, too.`;
  const which = isCopied ? " and the id of the poll to copy as copyFrom" : "";
  if (!(sameOptions || isCopied)) {
    const { inviteUrl, adminUrl } = poll;
    throw new ToolError(
      `${found} Ask the person whether this call corrects it, or is about another poll. ${replace} For another poll beside it, call again with again: true.`,
      { existing: { ...toPollRow(poll), inviteUrl, adminUrl } },
      { kind: "exists", inviteUrl, adminUrl },
    );
  }
  const text = joinSentences(
    found,
    "Tell the person that it exists.",
    differs.length > 0 && !isCopied && replace,
    `Only if they want another poll beside it, call again with again: true${which}.`,
  );
  return showRecent(recent, about, text);
}

/** The poll that exists, as a result. */
export function showRecent({ poll, isCopied, sameOptions, differs }: Recent, about: PlanSource, text = "") {
  const timeZone = getPollZone(poll);
  const shown = { ...about, timeZone, clockZone: timeZone ?? about.clockZone };
  const others = isCopied && listAlsoMatched(about.copied ?? poll);
  const same = !isCopied && { sameOptions, ...(differs.length > 0 && { differs }) };
  return toResult(text, poll, shown, "exists", { existing: true, ...others, ...same });
}
