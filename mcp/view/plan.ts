import type { PollSetting } from "../../src/api/check/settings.ts";
import type { OptionTime } from "../../src/time/option-times.ts";

/** The key of the plan in the `_meta` of create_poll's results, which the model does not see. */
export const planKey = "rallly-connect/plan";

/** For how long a poll of the same title may be the result of the same call, in milliseconds. */
export const recentMs = 3_600_000;

/** An option that is not in the plan, or a clock time that is none. Busy and excluded ones can be taken in. */
export type DroppedPlace =
  | { reason: "busy" | "excluded"; option: OptionTime; text?: string | undefined }
  | { reason: "skipped"; day: string; time?: string; text?: string | undefined };

/** The pages of a poll, once it exists. */
export interface PollLinks {
  inviteUrl?: string | undefined;
  /** For the organizer. */
  adminUrl?: string | undefined;
}

/** What the page of create_poll shows, with the links of a poll that exists. Text of other people in it is sanitized and bounded. */
export interface Plan extends PollLinks {
  version: 3;
  /** `exists`: nothing was created, because a young poll has the title. */
  state: "preview" | "created" | "exists";
  kind: "date" | "time";
  /** Null for floating times and days. */
  timeZone: string | null;
  /** The zones in which the caller wants to see the times too. */
  secondTimeZones?: string[] | undefined;
  maxOptions: number;
  poll: {
    title: string;
    /** When the server said this, as the model reads it. */
    now: string;
    description?: string | undefined;
    location?: string | undefined;
    conferencing?: string | undefined;
    organizer?: string | undefined;
  };
  /** The names of the settings that differ from the usual ones. */
  settings: PollSetting[];
  /** By start. */
  options: readonly OptionTime[];
  dropped: DroppedPlace[];
  /** The arguments that create the poll once options are added. Of a preview only. */
  create?: Record<string, unknown> | undefined;
  /** When the server said this, in milliseconds since 1970. */
  madeAt: number;
  /** A young poll of the title of a preview: the call would return it if it has the same options, else ask about it. */
  existing?: Plan | undefined;
}
