import { type CreateBody, readCreateBody } from "./create-body.ts";
import { makePollId } from "./ids.ts";
import type { Conferencing, Space, StoredPoll } from "./model.ts";
import { expandOptions } from "./poll-options.ts";
import { Problem } from "./problem.ts";
import type { World } from "./world.ts";

/** The text that, in a title, description or location, makes the sandbox answer INAPPROPRIATE_CONTENT. */
export const inappropriateText = "sandbox:inappropriate";

/** Checks a create body, keeps the poll and announces it. Throws the contract's problems; then nothing is kept. */
export function createPoll(world: World, space: Space, input: unknown): StoredPoll {
  const body = readCreateBody(input);
  const options = expandOptions(body);
  const organizerId = findOrganizer(space, body);
  const conferencing = checkConferencing(space, body.conferencing ?? null);
  refuseInappropriate(body);
  const now = world.clock.timestamp();
  const poll: StoredPoll = {
    sequence: world.store.nextSequence(),
    spaceId: space.id,
    id: makePollId(),
    title: body.title,
    description: body.description ?? null,
    location: body.location ?? null,
    conferencing,
    timeZone: body.kind === "time" ? (body.timeZone ?? null) : null,
    status: "open",
    kind: body.kind,
    createdAt: now,
    updatedAt: now,
    organizerId,
    requireEmail: body.requireEmail,
    hideParticipants: body.hideParticipants,
    hideScores: body.hideScores,
    disableComments: body.disableComments,
    allowTentativeVotes: body.allowTentativeVotes,
    options,
    participants: [],
  };
  world.store.put(poll);
  world.announce(space.id, "poll.created", { poll: { id: poll.id } });
  return poll;
}

function findOrganizer(space: Space, body: CreateBody): string {
  const email = body.organizer?.email.toLowerCase();
  if (email === undefined) return space.members[0].id;
  const organizer = space.members.find((member) => member.email === email);
  if (organizer === undefined) {
    throw new Problem("ORGANIZER_NOT_MEMBER", "The organizer is not a member of this space.");
  }
  return organizer.id;
}

function checkConferencing(
  space: Space,
  wished: (CreateBody["conferencing"] & object) | null,
): Conferencing | null {
  if (wished === null) return null;
  if (wished.provider === "custom") {
    const { provider, label, uri } = wished;
    return uri === undefined ? { provider, label } : { provider, label, uri };
  }
  const state = space.conferencing[wished.provider];
  if (state === "unavailable") {
    throw new Problem("CONFERENCING_UNAVAILABLE", `This space cannot use ${wished.provider}.`);
  }
  if (state === "not-connected") {
    throw new Problem("CONFERENCING_NOT_CONNECTED", `Nobody has connected ${wished.provider} to this space.`);
  }
  return wished;
}

function refuseInappropriate(body: CreateBody): void {
  const texts = [body.title, body.description, body.location];
  if (texts.some((text) => text?.includes(inappropriateText))) {
    throw new Problem("INAPPROPRIATE_CONTENT", "The poll's text was found inappropriate.");
  }
}
