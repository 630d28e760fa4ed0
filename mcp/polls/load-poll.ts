import { type Poll, RalllyError } from "../../src/api/web.ts";
import type { ToolContext } from "../tool.ts";
import { findPoll } from "./search-polls.ts";

/** The arguments that name a poll. One of them is present. */
export interface PollArguments {
  pollId?: string | undefined;
  title?: string | undefined;
}

/** Reads the poll with this id, or the only one that matches the title. Throws when none or several match. */
export async function loadPoll({ pollId, title = "" }: PollArguments, context: ToolContext): Promise<Poll> {
  if (pollId === undefined) return findPoll(title, context);
  const { data } = await context.client.getPoll({ pollId }, { signal: context.signal });
  return data;
}

/** Reads a poll and more about it, such as its participants: both at the same time when the id is known. */
export async function loadPollWith<Data>(
  input: PollArguments,
  context: ToolContext,
  read: (pollId: string) => Promise<{ data: Data }>,
): Promise<{ poll: Poll; data: Data }> {
  if (input.pollId !== undefined) {
    const [poll, { data }] = await Promise.all([loadPoll(input, context), read(input.pollId)]);
    return { poll, data };
  }
  const poll = await loadPoll(input, context);
  const { data } = await read(poll.id);
  return { poll, data };
}

/** Reads the poll of an argument that is its id or its title. */
export async function loadPollByText(text: string, argument: string, context: ToolContext): Promise<Poll> {
  // No id has a space.
  if (/\s/.test(text)) return findPoll(text, context, argument);
  try {
    return await loadPoll({ pollId: text }, context);
  } catch (error) {
    const isNotFound = error instanceof RalllyError && error.code === "POLL_NOT_FOUND";
    // A text such as ".." can only be a title.
    if (!isNotFound && !(error instanceof RalllyError && error.code === "INVALID_INPUT")) throw error;
    return findPoll(text, context, argument);
  }
}
