import type { SandboxContext } from "./context.ts";
import type { StoredPoll } from "./model.ts";
import { lastOptionEnd } from "./views.ts";

/** Closes every open poll whose options have all passed, as of the moment the last one ended. */
export function closePastPolls(context: SandboxContext): void {
  const now = context.clock.now();
  for (const poll of context.store.all()) {
    if (poll.status === "open" && lastOptionEnd(poll) <= now) autoClose(context, poll);
  }
}

/** The current poll: closed first when all its options have passed. */
export function closeIfPast(context: SandboxContext, poll: StoredPoll): StoredPoll {
  const due = poll.status === "open" && lastOptionEnd(poll) <= context.clock.now();
  return due ? autoClose(context, poll) : poll;
}

function autoClose(context: SandboxContext, poll: StoredPoll): StoredPoll {
  // A poll created with only past options closes at its creation.
  const moment = new Date(Math.max(lastOptionEnd(poll), Date.parse(poll.createdAt))).toISOString();
  const closed: StoredPoll = { ...poll, status: "closed", updatedAt: moment };
  context.store.put(closed);
  context.announce(poll.spaceId, "poll.closed", { poll: { id: poll.id }, reason: "auto" }, moment);
  return closed;
}
