/** A vote for one option. */
export type VoteType = "yes" | "ifNeedBe" | "no";

/** The four states of a poll; a closed set. */
export type StoredPollStatus = "open" | "closed" | "scheduled" | "canceled";

/** A person who belongs to a space. */
export interface Member {
  id: string;
  name: string;
  email: string;
  image: string | null;
}

/** The video services that a space can connect. */
export type ConferencingService = "zoom" | "meet" | "teams";

/** Whether a space may use a video service, and whether its owner has connected it. */
export type ConferencingState = "connected" | "not-connected" | "unavailable";

/** A space: the owner is its first member. */
export interface Space {
  id: string;
  name: string;
  pro: boolean;
  members: readonly [Member, ...Member[]];
  conferencing: Record<ConferencingService, ConferencingState>;
}

/** A key as the service keeps it: all but `active` get 401. */
export interface ApiKey {
  secret: string;
  spaceId: string;
  state: "active" | "revoked" | "expired" | "banned-owner";
}

/** Where a meeting will be held, as a poll stores it. */
export type StoredConferencing =
  | { provider: ConferencingService }
  | { provider: "custom"; label: string; uri?: string };

/** A floating day. */
export interface StoredDateOption {
  id: string;
  date: string;
}

/** An instant and a length in minutes. */
export interface StoredTimeOption {
  id: string;
  startTime: string;
  duration: number;
}

/** One thing participants vote on. */
export type StoredOption = StoredDateOption | StoredTimeOption;

/** A participant; an option absent from `votes` has no vote. */
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

/** A poll as it is kept, with everything that belongs to it; `sequence` is its place in the order of creation. */
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
}
