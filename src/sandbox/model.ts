import * as z from "zod";
import type { OptionTime } from "../time/index.ts";

/** A vote for one option. */
export type VoteType = "yes" | "ifNeedBe" | "no";

/** The conferencing of a poll. A provider without a label is a video service. */
export interface StoredConferencing {
  provider: string;
  label?: string | undefined;
  uri?: string | undefined;
}

/** An option of a poll: a date without a time zone, or an instant with a duration in minutes. */
export type StoredOption = OptionTime & { id: string };

/** A participant. An option that is not in `votes` has no vote. */
export interface StoredParticipant {
  id: string;
  name: string;
  email: string | null;
  createdAt: string;
  votes: Record<string, VoteType>;
}

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

/** A stored poll with its options and participants. `sequence` is its number in order of creation. */
export interface StoredPoll extends z.output<typeof editableFields> {
  sequence: number;
  spaceId: string;
  id: string;
  conferencing: StoredConferencing | null;
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
