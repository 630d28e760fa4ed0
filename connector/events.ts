/** Events (SEP-3415, final in October 2026): what a host can subscribe to, what it is then told, and why not. */
import * as z from "zod";
import { poll } from "../mcp/tools/fields.ts";
import type { Participant, WebhookEvent } from "../src/api/web.ts";
import { redactKeys } from "../src/redact.ts";
import { findPeople } from "../src/scheduling/index.ts";
import { groupResponses } from "../src/scheduling/people/identity.ts";

const text = { type: "string" } as const;
const onePoll = z.strictObject({
  poll: poll
    .refine((id) => /^[\w-]+$/.test(id) && redactKeys(id) === id, { error: "Must be the poll's id or link" })
    .optional()
    .describe("Id of the poll. Left out: every poll of the space"),
});
const count = "Must be a whole number from 1 to 1000";
const answered = onePoll.extend({
  after: z
    .int(count)
    .min(1, count)
    .max(1000, count)
    .optional()
    .describe("With poll: once, when this many people have answered"),
  people: z
    .array(z.string().min(1).max(300))
    .min(1)
    .max(200)
    .optional()
    .describe("With poll: once, when all of these people have answered, by name or address"),
});

/** The arguments of a subscription. */
export type EventArguments = z.output<typeof answered>;

export const definitions = [
  {
    name: "time_picked",
    description:
      "The organizer has picked the time of a poll. `end` is exclusive; a whole day begins at 00:00Z.",
    input: onePoll,
    data: { start: text, end: text, allDay: { type: "boolean" } },
  },
  {
    name: "answered",
    description:
      "Somebody has answered a poll, or changed or removed an answer. To be woken only when everybody has answered, pass after or people.",
    input: answered.refine(
      ({ poll: id, after, people }) => !(after && people) && (id !== undefined || !(after || people)),
      { error: "Pass after or people, not both, and with poll" },
    ),
    data: { participant: text, change: { enum: ["added", "changed", "removed"] } },
  },
  { name: "closed", description: "A poll takes no more answers.", input: onePoll, data: { reason: text } },
  { name: "deleted", description: "A poll was deleted.", input: onePoll, data: {} },
];

/** Whether a subscription with arguments is complete: as many people, or all who are listed, have answered. */
export function isComplete(
  { after, people = [] }: EventArguments,
  participants: readonly Participant[],
): boolean {
  if (after !== undefined) return groupResponses(participants).length >= after;
  return findPeople(people, participants).every(({ kind }) => kind === "found");
}

/** A delivery of Rallly as an event for hosts, or undefined for one that they are not told. */
export function toHostEvent({ type, data }: WebhookEvent) {
  switch (type) {
    case "poll.scheduled": {
      const { start, end, allDay } = data.event;
      return { name: "time_picked", data: { poll: data.poll.id, start, end, allDay } };
    }
    case "poll.closed":
      return { name: "closed", data: { poll: data.poll.id, reason: data.reason } };
    case "poll.deleted":
      return { name: "deleted", data: { poll: data.poll.id } };
    case "poll.participant.created":
    case "poll.participant.updated":
    case "poll.participant.deleted": {
      const participant = data.participant.id;
      return { name: "answered", data: { poll: data.poll.id, participant, change: changes[type] } };
    }
    default:
      return undefined;
  }
}

const changes = {
  "poll.participant.created": "added",
  "poll.participant.updated": "changed",
  "poll.participant.deleted": "removed",
};

/** The events, as `events/list` shows them. */
export const events = definitions.map(({ input, data, ...texts }) => ({
  ...texts,
  delivery: ["webhook"],
  inputSchema: z.toJSONSchema(input, { io: "input" }),
  payloadSchema: {
    type: "object",
    properties: { poll: text, ...data },
    required: ["poll", ...Object.keys(data)],
  },
}));

/** The numbers of errors, as hosts in use know them. */
const codes = {
  invalid: -32602,
  notFound: -32011,
  forbidden: -32012,
  exhausted: -32013,
  unsupported: -32014,
  callback: -32015,
};

/** Why a host gets no subscription: an error of MCP, as the object of a webhook can return it. */
export type Refusal = ReturnType<typeof refuse>;

export const refuse = (
  kind: keyof typeof codes,
  message: string,
  data?: Record<string, string | number>,
) => ({ code: codes[kind], message, data });
