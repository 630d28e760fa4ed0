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

/** The video services that a space can connect. */
export type ConferencingService = "zoom" | "meet" | "teams";

/** Whether a space can use a video service, and whether its owner has connected it. */
export type ConferencingState = "connected" | "not-connected" | "unavailable";

/** A space. Its owner is the first member. */
export interface Space {
  id: string;
  name: string;
  pro: boolean;
  members: readonly [Member, ...Member[]];
  conferencing: Record<ConferencingService, ConferencingState>;
}

/** A stored API key. Every key that is not `active` gets 401. */
export interface ApiKey {
  secret: string;
  spaceId: string;
  state: "active" | "revoked" | "expired" | "banned-owner";
}

/** The video conferencing of a poll. A provider without a label is a video service. */
export type StoredConferencing =
  | { provider: string; label?: undefined }
  | { provider: "custom"; label: string; uri?: string };

/** A date option, without a time zone. */
export interface StoredDateOption {
  id: string;
  date: string;
}

/** A time option: an instant, and a duration in minutes. */
export interface StoredTimeOption {
  id: string;
  startTime: string;
  duration: number;
}

/** An option of a poll. */
export type StoredOption = StoredDateOption | StoredTimeOption;

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
  participants: StoredParticipant[];
  /** The option that the organizer picked, by its id. No response of the API contains it. */
  pickedOptionId?: string | undefined;
}
