import * as z from "zod";
import { isKnownTimeZone } from "../../time/index.ts";
import type { VoteType } from "../types.ts";

const voteType = z.enum(["yes", "ifNeedBe", "no"]) satisfies z.ZodType<VoteType>;

const timestamp = z.iso.datetime();
const id = z.string().min(1);

const storedParticipant = z.strictObject({
  id,
  name: z.string(),
  email: z.string().nullable(),
  createdAt: timestamp,
  /** By the ids of options. One that is missing has no vote. */
  votes: z.record(z.string(), voteType),
});
/** A participant. */
export type StoredParticipant = z.output<typeof storedParticipant>;

const days = z.array(z.strictObject({ id, date: z.iso.date() }));
const slots = z.array(z.strictObject({ id, startTime: timestamp, duration: z.int().min(1) }));

/** The fields of a poll that its owner can change. */
export const editableFields = z.strictObject({
  title: z.string().trim().min(1).max(255),
  description: z.string().max(1000).nullable(),
  location: z.string().max(255).nullable(),
  requireEmail: z.boolean(),
  hideParticipants: z.boolean(),
  hideScores: z.boolean(),
  disableComments: z.boolean(),
  allowTentativeVotes: z.boolean(),
});

/** What a create body that leaves a field out gets. */
export const defaultFields = {
  description: null,
  location: null,
  requireEmail: false,
  hideParticipants: false,
  hideScores: false,
  disableComments: true,
  allowTentativeVotes: true,
};

/** A stored poll with its options and participants. */
export const storedPoll = editableFields
  .extend({
    /** Its number in the order of creation. */
    sequence: z.int().min(1),
    spaceId: z.string(),
    id,
    /** A provider without a label is a video service. */
    conferencing: z
      .strictObject({ provider: z.string(), label: z.string().optional(), uri: z.string().optional() })
      .nullable(),
    timeZone: z.string().refine(isKnownTimeZone, "Invalid IANA time zone").nullable(),
    status: z.enum(["open", "closed", "scheduled", "canceled"]),
    kind: z.enum(["date", "time"]),
    createdAt: timestamp,
    updatedAt: timestamp,
    organizerId: z.string().nullable(),
    options: z.union([days.min(1), slots.min(1)]),
    /** Oldest first. */
    participants: z.array(storedParticipant),
    /** The option that the organizer picked, by its id. No response of the API contains it. */
    pickedOptionId: z.string().optional(),
  })
  .refine(({ kind, options }) => options.every((option) => (kind === "date") === "date" in option), {
    path: ["kind"],
    error: "Not that of the options",
  });

/** An option of a poll: a date without a time zone, or an instant with a duration in minutes. */
export type StoredOption = z.output<typeof days | typeof slots>[number];
export type StoredPoll = Omit<z.output<typeof storedPoll>, "options"> & { options: StoredOption[] };
