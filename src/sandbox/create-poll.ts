import * as z from "zod";
import { expandGenerator, resolveLocal } from "../time/index.ts";
import { type ClockInput, isClockInput } from "./clock.ts";
import type { SandboxContext } from "./context.ts";
import { type CreateBody, parseCreateBody, type TimePollBody } from "./create-poll-schema.ts";
import { ApiError, milliseconds, validate, validationError } from "./errors.ts";
import { type FaultPlan, faultPlan } from "./faults.ts";
import type { Space, StoredConferencing, StoredOption, StoredPoll } from "./model.ts";
import { limitsSchema, type RateLimits } from "./rate-limiter.ts";
import { createPollId, createRecordId } from "./store.ts";
import { webhookInput } from "./webhook-endpoints.ts";
import type { WebhookOptions } from "./webhooks.ts";

/** The text that, in a title, description or location, makes the sandbox respond with INAPPROPRIATE_CONTENT. */
export const inappropriateText = "sandbox:inappropriate";

/** Validates a create body, stores the poll and sends its webhook. Throws an ApiError, then nothing is stored. */
export function createPoll(context: SandboxContext, space: Space, input: unknown): StoredPoll {
  const body = parseCreateBody(input);
  const options = expandOptions(body);
  const organizerId = findOrganizer(space, body);
  const conferencing = checkConferencing(space, body.conferencing ?? null);
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
    requireEmail: body.requireEmail,
    hideParticipants: body.hideParticipants,
    hideScores: body.hideScores,
    disableComments: body.disableComments,
    allowTentativeVotes: body.allowTentativeVotes,
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

/** The options a body asks for: in the order given, generated ones after them, each once. Throws above 100. */
function expandOptions(body: CreateBody): StoredOption[] {
  const options = new Map<string, StoredOption>();
  const add = (key: string, option: StoredOption) => {
    if (options.has(key)) return;
    // Thrown at option 101, so that a huge body costs no more than a large one.
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
  const standard = body.duration ?? 0;
  for (const { startTime, duration = standard } of body.options ?? []) {
    yield { startTime: toInstant(startTime, timeZone), duration };
  }
  for (const [index, { days, interval, ...generator }] of (body.generators ?? []).entries()) {
    const requested = { ...generator, ...(days && { days }), ...(interval !== undefined && { interval }) };
    for (const slot of expand(requested, index, timeZone, standard)) {
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
    // Only a DST change can leave a valid window without a slot.
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
  // The service resolves DST gaps inconsistently; the sandbox always moves forward.
  return new Date(resolveLocal(startTime, timeZone).instant).toISOString();
}

/** How to start a sandbox; everything may be left out. */
export interface SandboxOptions {
  /** The port to listen on, on loopback only; 0, the default, takes a free one. */
  port?: number | undefined;
  /** A regular file that keeps the polls across restarts, for one sandbox at a time; in memory when left out. */
  data?: string | undefined;
  /** The clock: a function that returns the time, or a time that stands still. Default: the machine's clock. */
  now?: ClockInput | undefined;
  /** Requests a space may make. Default: the service's limits, or `"none"` when `now` is given. */
  limits?: RateLimits | undefined;
  /** The first polls: realistic ones (`demo`, the default) or none. Ignored when the data file exists. */
  seed?: "demo" | "empty" | undefined;
  /** Webhook endpoints to begin with, and their pace. */
  webhooks?: WebhookOptions | undefined;
  /** Faults to begin with; see FaultRule. */
  faults?: FaultPlan | undefined;
  /** Lets webhooks go to other machines, by https. Default: to this machine only. */
  allowExternalWebhooks?: boolean | undefined;
  /** Receives each internal error and each warning about the data file as one line. Default: writes to stderr. */
  report?: ((message: string) => void) | undefined;
}

const sandboxOptions = z.strictObject({
  port: z.int().min(0).max(65535).default(0),
  data: z
    .string()
    .min(1, "Must name a file")
    .refine((path) => !path.includes("\0"), "Must not contain a NUL character")
    .optional(),
  now: z
    .custom<ClockInput>(isClockInput, "Not a moment in time, and not a function that returns one")
    .optional(),
  limits: limitsSchema.optional(),
  seed: z.enum(["demo", "empty"]).default("demo"),
  webhooks: z
    .strictObject({
      endpoints: z.array(webhookInput).default([]),
      retryScale: z.number().min(0).default(1),
      timeoutMs: milliseconds.default(10000),
    })
    .optional(),
  faults: faultPlan.default({ rules: [] }),
  allowExternalWebhooks: z.boolean().default(false),
  report: z
    .custom<(message: string) => void>((value) => typeof value === "function", "Must be a function")
    .default(() => writeToStderr),
});
function writeToStderr(message: string): void {
  process.stderr.write(`rallly-sandbox: ${message}\n`);
}

/** Validates the options of `startSandbox`. Throws a RangeError that names every invalid field. */
export const validateOptions = (options: SandboxOptions): z.output<typeof sandboxOptions> =>
  validate(sandboxOptions, options, "options");
