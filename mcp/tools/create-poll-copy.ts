import { type Poll, type PollOption, RalllyError } from "../../src/api/web.ts";
import { sameTitle } from "../../src/sanitize.ts";
import { rankOptions } from "../../src/scheduling/index.ts";
import { ArgumentError, ToolError } from "../errors.ts";
import { loadPollByText } from "../polls/load-poll.ts";
import type { ToolContext } from "../tool.ts";
import type { CreatePollArguments } from "./create-poll-input.ts";

/** The poll to copy, with the options that are copied. */
export interface CopySource {
  poll: Poll;
  /** What was left out, for the person. */
  notes: string[];
}

/** Reads the poll of copyFrom. Undefined without copyFrom. */
export async function loadCopySource(
  { copyFrom, minAvailable, title }: CreatePollArguments,
  context: ToolContext,
): Promise<CopySource | undefined> {
  if (copyFrom === undefined) return undefined;
  const poll = await loadPollByText(copyFrom, "copyFrom", context);
  const source =
    minAvailable === undefined ? { poll, notes: [] } : await keepAvailable(poll, minAvailable, context);
  if (title !== undefined && !sameTitle(title, poll.title)) return source;
  const note = "title: the copy has the title of its original, so name both by id from now on";
  return { ...source, notes: [...source.notes, note] };
}

/** Keeps the options that at least this number of people can make: they voted yes or if need be. */
async function keepAvailable(poll: Poll, minAvailable: number, context: ToolContext): Promise<CopySource> {
  const { client, signal, now } = context;
  const { data: participants } = await client.listParticipants({ pollId: poll.id }, { signal });
  const options: PollOption[] = poll.options;
  const ranked = rankOptions({
    poll: { options, timeZone: poll.timeZone },
    participants,
    now: now().getTime(),
  }).options;
  const kept = new Set(
    ranked.filter(({ available }) => available >= minAvailable).map(({ option }) => option),
  );
  if (kept.size === 0) {
    const most = Math.max(0, ...ranked.map(({ available }) => available));
    const message = `no option of the poll has that number of people who can make it; the most is ${most}`;
    throw new ArgumentError([{ path: "minAvailable", message, ask: "how many people are enough" }]);
  }
  return {
    poll: { ...poll, options: options.filter((option) => kept.has(option)) } as Poll,
    notes: [
      `minAvailable: ${kept.size} of ${options.length} options are copied: those that at least ${minAvailable} can make (yes or if need be)`,
    ],
  };
}

/**
 * The error of a copy whose organizer has left the space: the organizer of the copied poll, whom no argument names. Other errors
 * are returned unchanged.
 */
export function toCopyError(error: unknown, { copyFrom, organizerEmail }: CreatePollArguments): unknown {
  const isCopied = copyFrom !== undefined && organizerEmail === undefined;
  if (!isCopied || !(error instanceof RalllyError) || error.code !== "ORGANIZER_NOT_MEMBER") return error;
  return new ToolError(
    "The organizer of the copied poll is no longer a member of this space, so no poll was created. Ask the person which member organizes the copy, and call again with their address as organizerEmail.",
  );
}
