import { expandGenerator, resolveLocal } from "../time/index.ts";
import type { SandboxContext } from "./context.ts";
import { type CreateBody, parseCreateBody, type TimePollBody } from "./create-poll-schema.ts";
import { ApiError, validationError } from "./errors.ts";
import {
  mapSettings,
  type Space,
  type StoredConferencing,
  type StoredOption,
  type StoredPoll,
} from "./model.ts";
import { createPollId, createRecordId } from "./store.ts";

/** A title, description or location with this text gets INAPPROPRIATE_CONTENT. */
export const inappropriateText = "sandbox:inappropriate";

/** Validates a create body, stores the poll and sends its webhook. Throws an ApiError before anything is stored. */
export function createPoll(context: SandboxContext, space: Space, input: unknown): StoredPoll {
  const body = parseCreateBody(input, context.providers);
  const options = expandOptions(body);
  const organizerId = findOrganizer(space, body);
  const conferencing = body.furtherCall ?? checkConferencing(space, body.conferencing ?? null);
  assertAppropriate(body);
  const now = context.clock.timestamp();
  const poll: StoredPoll = {
    sequence: context.store.nextSequence(),
    spaceId: space.id,
    id: createPollId(),
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
    ...mapSettings((setting) => body[setting]),
    options,
    participants: [],
  };
  context.store.put(poll);
  context.announce(space.id, "poll.created", { poll: { id: poll.id } });
  return poll;
}

function findOrganizer(space: Space, body: CreateBody): string {
  const email = body.organizer?.email.toLowerCase();
  if (email === undefined) return space.members[0].id;
  const organizer = space.members.find((member) => member.email === email);
  if (organizer === undefined) {
    throw new ApiError("ORGANIZER_NOT_MEMBER", "The organizer is not a member of this space.");
  }
  return organizer.id;
}

function checkConferencing(
  space: Space,
  requested: (CreateBody["conferencing"] & object) | null,
): StoredConferencing | null {
  if (requested === null) return null;
  if (requested.provider === "custom") {
    const { provider, label, uri } = requested;
    return uri === undefined ? { provider, label } : { provider, label, uri };
  }
  const state = space.conferencing[requested.provider];
  if (state === "unavailable") {
    throw new ApiError("CONFERENCING_UNAVAILABLE", `This space cannot use ${requested.provider}.`);
  }
  if (state === "not-connected") {
    throw new ApiError("CONFERENCING_NOT_CONNECTED", `${requested.provider} is not connected to this space.`);
  }
  return requested;
}

function assertAppropriate(body: CreateBody): void {
  const texts = [body.title, body.description, body.location];
  if (texts.some((text) => text?.includes(inappropriateText))) {
    throw new ApiError("INAPPROPRIATE_CONTENT", "The poll's text was found inappropriate.");
  }
}

const maxOptions = 100;

/** The options of a body in their order, generated ones last, without duplicates. Throws an ApiError above 100. */
function expandOptions(body: CreateBody): StoredOption[] {
  const options = new Map<string, StoredOption>();
  const add = (key: string, option: StoredOption) => {
    if (options.has(key)) return;
    // Stops at option 101, so that the work for a huge body is bounded.
    if (options.size === maxOptions) {
      throw new ApiError("TOO_MANY_OPTIONS", `A poll has at most ${maxOptions} options.`);
    }
    options.set(key, option);
  };
  if (body.kind === "date") {
    for (const { date } of body.options) add(date, { id: createRecordId(), date });
  } else {
    for (const slot of listSlots(body)) {
      add(`${slot.startTime} ${slot.duration}`, { id: createRecordId(), ...slot });
    }
  }
  return [...options.values()];
}

function* listSlots(body: TimePollBody): Generator<{ startTime: string; duration: number }> {
  const timeZone = body.timeZone ?? null;
  const defaultDuration = body.duration ?? 0;
  for (const { startTime, duration = defaultDuration } of body.options ?? []) {
    yield { startTime: toInstant(startTime, timeZone), duration };
  }
  for (const [index, { days, interval, ...generator }] of (body.generators ?? []).entries()) {
    const requested = { ...generator, ...(days && { days }), ...(interval !== undefined && { interval }) };
    for (const slot of expand(requested, index, timeZone, defaultDuration)) {
      yield { startTime: new Date(slot.startTime).toISOString(), duration: slot.duration };
    }
  }
}

function expand(
  generator: Parameters<typeof expandGenerator>[0],
  index: number,
  timeZone: string | null,
  duration: number,
) {
  try {
    return expandGenerator(generator, { timeZone, duration, gap: "forward", limit: maxOptions + 1 }).slots;
  } catch (problem) {
    // A valid window has no slot only when a DST change removes it.
    if (!(problem instanceof Error && "path" in problem)) throw problem;
    throw validationError([
      { path: `generators.${index}.${String(problem.path)}`, message: problem.message },
    ]);
  }
}

function toInstant(startTime: string, timeZone: string | null): string {
  const absolute = /(Z|[+-]\d{2}:\d{2})$/.test(startTime);
  if (absolute) return new Date(startTime).toISOString();
  if (timeZone === null) return new Date(`${startTime}Z`).toISOString();
  // The service resolves DST gaps inconsistently. The sandbox always moves forward.
  return new Date(resolveLocal(startTime, timeZone).instant).toISOString();
}
