import type { OptionTime } from "../time/index.ts";

/** A vote for one option. */
export type VoteType = "yes" | "ifNeedBe" | "no";

/** The states of a poll. */
export type StoredPollStatus = "open" | "closed" | "scheduled" | "canceled";

/** A member of a space. */
export interface Member {
  id: string;
  name: string;
  email: string;
  image: string | null;
}

/** Whether a space can use a video service, and whether its owner has connected it. */
export type ConferencingState = "connected" | "not-connected" | "unavailable";

/** A space. Its owner is the first member. */
export interface Space {
  id: string;
  name: string;
  pro: boolean;
  members: readonly [Member, ...Member[]];
  /** By the name of the service. A service of the option `providers` is missing here: every space can use it. */
  conferencing: Readonly<Record<string, ConferencingState>>;
}

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

/** The settings of a poll, and what a create that leaves one out gets. Schemas and responses derive from this list. */
export const defaultSettings = {
  requireEmail: false,
  hideParticipants: false,
  hideScores: false,
  disableComments: true,
  allowTentativeVotes: true,
};

/** The settings as a poll stores them. */
export type StoredSettings = typeof defaultSettings;

/** An object with one value for each setting. */
export function mapSettings<Value>(
  toValue: (setting: keyof StoredSettings) => Value,
): Record<keyof StoredSettings, Value> {
  const names = Object.keys(defaultSettings) as (keyof StoredSettings)[];
  return Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<
    keyof StoredSettings,
    Value
  >;
}

/** A stored poll with its options and participants. `sequence` is its number in order of creation. */
export interface StoredPoll extends StoredSettings {
  sequence: number;
  spaceId: string;
  id: string;
  title: string;
  description: string | null;
  location: string | null;
  conferencing: StoredConferencing | null;
  timeZone: string | null;
  status: StoredPollStatus;
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
