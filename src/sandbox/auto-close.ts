import type { SandboxContext } from "./context.ts";
import type { StoredPoll } from "./model.ts";
import { lastOptionEnd } from "./views.ts";

/** Closes every open poll whose options have all passed, as of the moment the last one ended. */
export function closePastPolls(world: SandboxContext): void {
  const now = world.clock.now();
  for (const poll of world.store.all()) {
    if (poll.status === "open" && lastOptionEnd(poll) <= now) autoClose(world, poll);
  }
}

/** The current poll, closed if its time has passed. */
export function closeIfPast(world: SandboxContext, poll: StoredPoll): StoredPoll {
  const due = poll.status === "open" && lastOptionEnd(poll) <= world.clock.now();
  return due ? autoClose(world, poll) : poll;
}

function autoClose(world: SandboxContext, poll: StoredPoll): StoredPoll {
  // A poll created with nothing but past options closes the moment it exists, not before.
  const moment = new Date(Math.max(lastOptionEnd(poll), Date.parse(poll.createdAt))).toISOString();
  const closed: StoredPoll = { ...poll, status: "closed", updatedAt: moment };
  world.store.put(closed);
  world.announce(poll.spaceId, "poll.closed", { poll: { id: poll.id }, reason: "auto" }, moment);
  return closed;
}
