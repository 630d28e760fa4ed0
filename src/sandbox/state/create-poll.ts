import { ApiError, validationError } from "../errors.ts";
import type { Space } from "./accounts.ts";
import type { CreateBody, TimePollBody } from "./create-poll-schema.ts";
import { defaultFields, editableFields, type StoredOption, type StoredPoll } from "./model.ts";
import { createPollId, createRecordId } from "./store.ts";
import { listWindowStarts, resolveWall } from "./window.ts";

/** A title, description or location with this text gets INAPPROPRIATE_CONTENT. */
export const inappropriateText = "sandbox:inappropriate";

/** Makes the poll of a valid body. Throws an ApiError for what the space does not allow. */
export function buildPoll(space: Space, body: CreateBody, sequence: number, now: string): StoredPoll {
  const options = expandOptions(body);
  const { organizer, conferencing = null } = body;
  const email = organizer?.email.toLowerCase() ?? space.members[0].email;
  const member = space.members.find((candidate) => candidate.email === email);
  if (member === undefined)
    throw new ApiError("ORGANIZER_NOT_MEMBER", "The organizer is not a member of this space.");
  const service = conferencing?.provider ?? "";
  if (space.conferencing[service] === "unavailable")
    throw new ApiError("CONFERENCING_UNAVAILABLE", `This space cannot use ${service}.`);
  if (space.conferencing[service] === "not-connected")
    throw new ApiError("CONFERENCING_NOT_CONNECTED", `${service} is not connected to this space.`);
  const texts = [body.title, body.description, body.location];
  if (texts.some((text) => text?.includes(inappropriateText)))
    throw new ApiError("INAPPROPRIATE_CONTENT", "The poll's text was found inappropriate.");
  return {
    sequence,
    spaceId: space.id,
    id: createPollId(),
    ...editableFields.strip().parse({ ...defaultFields, ...body }),
    conferencing,
    timeZone: body.kind === "time" ? (body.timeZone ?? null) : null,
    status: "open",
    kind: body.kind,
    createdAt: now,
    updatedAt: now,
    organizerId: member.id,
    options,
    participants: [],
  };
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
  for (const [index, window] of generators.entries()) {
    let count = 0;
    for (const startTime of listWindowStarts(window, timeZone ?? "UTC", defaultDuration)) {
      yield { startTime, duration: defaultDuration };
      count += 1;
    }
    // A valid window has no slot only when a clock change removes it.
    if (count === 0) throw validationError(`generators.${index}.to: The clock change leaves no slot`);
  }
}

function toInstant(startTime: string, timeZone: string | null): string {
  const isInstant = /(Z|[+-]\d{2}:\d{2})$/.test(startTime);
  return new Date(isInstant ? startTime : resolveWall(startTime, timeZone ?? "UTC")).toISOString();
}
