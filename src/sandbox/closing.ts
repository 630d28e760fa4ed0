import type { StoredPoll } from "./model.ts";
import { endOf } from "./options-in-time.ts";
import type { World } from "./world.ts";

/** Closes every open poll whose options have all passed, as of the moment the last one ended. */
export function closePassedPolls(world: World): void {
  const now = world.clock.now();
  for (const poll of world.store.all()) {
    if (poll.status === "open" && endOf(poll) <= now) closeByItself(world, poll);
  }
}

/** The poll as it stands now: closed when its time has come. */
export function settle(world: World, poll: StoredPoll): StoredPoll {
  const due = poll.status === "open" && endOf(poll) <= world.clock.now();
  return due ? closeByItself(world, poll) : poll;
}

function closeByItself(world: World, poll: StoredPoll): StoredPoll {
  // A poll created with nothing but past options closes the moment it exists, not before.
  const moment = new Date(Math.max(endOf(poll), Date.parse(poll.createdAt))).toISOString();
  const closed: StoredPoll = { ...poll, status: "closed", updatedAt: moment };
  world.store.put(closed);
  world.announce(poll.spaceId, "poll.closed", { poll: { id: poll.id }, reason: "auto" }, moment);
  return closed;
}
