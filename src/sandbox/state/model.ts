import * as z from "zod";
import type { Day, Slot } from "../../time/index.ts";
import type { VoteType } from "../types.ts";

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

/** A participant. */
export interface StoredParticipant {
  id: string;
  name: string;
  email: string | null;
  createdAt: string;
  /** By the ids of options. One that is missing has no vote. */
  votes: Record<string, VoteType>;
}

/** An option of a poll: a date without a time zone, or an instant with a duration in minutes. */
export type StoredOption = (Day | Slot) & { id: string };

/** A stored poll with its options and participants. */
export interface StoredPoll extends z.output<typeof editableFields> {
  /** Its number in the order of creation. */
  sequence: number;
  spaceId: string;
  id: string;
  /** A provider without a label is a video service. */
  conferencing: { provider: string; label?: string | undefined; uri?: string | undefined } | null;
  timeZone: string | null;
  status: "open" | "closed" | "scheduled" | "canceled";
  kind: "date" | "time";
  createdAt: string;
  updatedAt: string;
  organizerId: string | null;
  options: StoredOption[];
  /** Oldest first. */
  participants: StoredParticipant[];
  /** The option that the organizer picked, by its id. No response of the API contains it. */
  pickedOptionId?: string | undefined;
}
