import { expandGenerator, resolveLocal, SlotError } from "../time/index.ts";
import type { CreateBody, TimePollBody } from "./create-poll-schema.ts";
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

/** Makes the poll of a valid body. Throws an ApiError for what the space does not allow. */
export function buildPoll(space: Space, body: CreateBody, sequence: number, now: string): StoredPoll {
  const options = expandOptions(body);
  const organizerId = findOrganizer(space, body);
  const conferencing = checkConferencing(space, body.conferencing ?? null);
  const texts = [body.title, body.description, body.location];
  if (texts.some((text) => text?.includes(inappropriateText)))
    throw new ApiError("INAPPROPRIATE_CONTENT", "The poll's text was found inappropriate.");
  return {
    sequence,
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
}

function findOrganizer({ members }: Space, { organizer }: CreateBody): string {
  if (!organizer) return members[0].id;
  const found = members.find(({ email }) => email === organizer.email.toLowerCase());
  if (found === undefined)
    throw new ApiError("ORGANIZER_NOT_MEMBER", "The organizer is not a member of this space.");
  return found.id;
}

function checkConferencing(space: Space, requested: StoredConferencing | null): StoredConferencing | null {
  const state = requested && space.conferencing[requested.provider];
  if (state === "unavailable")
    throw new ApiError("CONFERENCING_UNAVAILABLE", `This space cannot use ${requested?.provider}.`);
  if (state === "not-connected")
    throw new ApiError(
      "CONFERENCING_NOT_CONNECTED",
      `${requested?.provider} is not connected to this space.`,
    );
  return requested;
}

const maxOptions = 100;

/** The options of a body in their order, generated ones last, without duplicates. Throws an ApiError above 100. */
function expandOptions(body: CreateBody): StoredOption[] {
  const options = new Map<string, StoredOption>();
  for (const time of body.kind === "date" ? body.options : listSlots(body)) {
    const key = JSON.stringify(time);
    if (!options.has(key)) options.set(key, { id: createRecordId(), ...time });
    // Stops here, so that the work for a huge body is bounded.
    if (options.size > maxOptions)
      throw new ApiError("TOO_MANY_OPTIONS", `A poll has at most ${maxOptions} options.`);
  }
  return [...options.values()];
}

function* listSlots(body: TimePollBody): Generator<{ startTime: string; duration: number }> {
  const { timeZone = null, duration: defaultDuration = 0, options = [], generators = [] } = body;
  for (const { startTime, duration = defaultDuration } of options)
    yield { startTime: toInstant(startTime, timeZone), duration };
  for (const [index, generator] of generators.entries()) {
    try {
      const context = { timeZone, duration: defaultDuration, gap: "forward", limit: maxOptions + 1 } as const;
      for (const { startTime, duration } of expandGenerator(generator, context).slots)
        yield { startTime: new Date(startTime).toISOString(), duration };
    } catch (error) {
      // A valid window has no slot only when a clock change removes it.
      if (!(error instanceof SlotError)) throw error;
      throw validationError([{ path: `generators.${index}.${error.path}`, message: error.message }]);
    }
  }
}

function toInstant(startTime: string, timeZone: string | null): string {
  if (/(Z|[+-]\d{2}:\d{2})$/.test(startTime)) return new Date(startTime).toISOString();
  // The service resolves skipped times inconsistently. The sandbox always moves them forward.
  return new Date(resolveLocal(startTime, timeZone ?? "UTC").instant).toISOString();
}
