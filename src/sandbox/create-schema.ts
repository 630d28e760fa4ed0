import * as z from "zod";
import { isIanaZone } from "../time/index.ts";

// null stands for "not given" wherever a poll read back may hold it, since a poll can be created again from a GET.
const common = {
  title: z.string().trim().min(1).max(255).meta({ description: "What the poll is about." }),
  description: z.string().max(1000).nullish(),
  location: z.string().max(255).nullish(),
  conferencing: z
    .discriminatedUnion("provider", [
      z.strictObject({ provider: z.enum(["zoom", "meet", "teams"]) }),
      z.strictObject({
        provider: z.literal("custom"),
        label: z.string().trim().min(1).max(100),
        uri: z.url().optional(),
      }),
    ])
    .nullish(),
  requireEmail: z.boolean().default(false),
  hideParticipants: z.boolean().default(false),
  hideScores: z.boolean().default(false),
  disableComments: z.boolean().default(true),
  allowTentativeVotes: z.boolean().default(true),
  organizer: z
    .strictObject({ email: z.email() })
    .nullish()
    .meta({ description: "A member of the space; the space's owner when left out." }),
};

/** The body of a poll about whole days. */
export const datePollBody = z
  .strictObject({
    ...common,
    kind: z.literal("date"),
    options: z.array(z.strictObject({ date: z.iso.date() })).min(1),
  })
  .meta({ id: "CreateDatePoll" });

const minutes = z.int().min(15).max(1440);
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Invalid time of day, expected HH:mm");

// Seconds may be left out of a wall-clock time, never beside an offset: RFC 3339, and what zod takes it to say.
const startTime = z.iso
  .datetime({ local: true, offset: true })
  .meta({ description: "With an offset or Z an instant; without, wall-clock time in timeZone." });

const generator = z.strictObject({
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  days: z
    .array(z.enum(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]))
    .min(1)
    .optional(),
  from: clockTime,
  to: clockTime,
  interval: minutes.optional(),
});

/** The body of a poll about times of day. What spans several fields is in slot-rules.ts. */
export const timePollBody = z
  .strictObject({
    ...common,
    kind: z.literal("time"),
    timeZone: z
      .string()
      .refine(isIanaZone, "Invalid IANA time zone")
      .nullish()
      .meta({ description: "An IANA name; without one the times float." }),
    duration: minutes.optional(),
    options: z
      .array(z.strictObject({ startTime, duration: minutes.optional() }))
      .min(1)
      .optional(),
    generators: z.array(generator).min(1).optional(),
  })
  .meta({ id: "CreateTimePoll" });

/** What is left to check when nobody can say which of the two bodies is meant. */
export const unclearBody = z.looseObject({ ...common, kind: z.enum(["date", "time"]) });

/** The fields that at least one of the two bodies has. */
export const knownFields: readonly string[] = [
  ...new Set([...Object.keys(datePollBody.shape), ...Object.keys(timePollBody.shape)]),
];

export type DatePollBody = z.infer<typeof datePollBody>;
export type TimePollBody = z.infer<typeof timePollBody>;
