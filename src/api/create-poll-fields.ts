import * as z from "zod";
import {
  isCalendarDate,
  isClockTime,
  isKnownTimeZone,
  maxSlotMinutes,
  minSlotMinutes,
  weekdays,
} from "../time/index.ts";
import type { ConferencingInput } from "./inputs.ts";
import { maxLengths } from "./poll-limits.ts";
import { mapSettings } from "./poll-settings.ts";

// Providers are an open set: the service may know more than this version, and refuses the others itself.
/** Providers whose calls have neither a label nor a link of their own. */
const plainProviders: ReadonlySet<string> = new Set(["zoom", "meet", "teams"]);

const conferencing = z
  .strictObject({
    // Aborts, because the other fields depend on it.
    provider: z.string().trim().min(1, { abort: true }).max(maxLengths.callProvider, { abort: true }),
    label: z.string().trim().min(1).max(maxLengths.callLabel).optional(),
    // A link with another scheme, such as javascript:, must not reach the invited people.
    uri: z
      .url({ protocol: /^https?$/, error: "Must be a link that starts with https:// or http://" })
      .optional(),
  })
  .superRefine(({ provider, label, uri }, { addIssue }) => {
    const refuse = (part: string, message: string) => addIssue({ code: "custom", path: [part], message });
    if (provider === "custom" && label === undefined) refuse("label", 'Required for provider "custom"');
    // What an unknown provider takes is left to the service.
    if (!plainProviders.has(provider)) return;
    if (label !== undefined) refuse("label", 'Belongs to provider "custom" only');
    if (uri !== undefined) refuse("uri", 'Belongs to provider "custom" only');
  }) as z.ZodType<ConferencingInput, ConferencingInput>;

/**
 * The fields that createPoll takes for either kind of poll. Null means "not given" where a response may have it, so that a
 * poll from a response can be created again.
 */
export const createCommonInput = {
  title: z.string().trim().min(1).max(maxLengths.title),
  description: z.string().max(maxLengths.description).nullish(),
  location: z.string().max(maxLengths.location).nullish(),
  conferencing: conferencing.nullish(),
  ...mapSettings(() => z.boolean().optional()),
  organizer: z.strictObject({ email: z.email() }).nullish(),
};

/** A calendar date, YYYY-MM-DD. */
const calendarDate = z
  .string()
  .refine(isCalendarDate, "Must be a calendar date (YYYY-MM-DD)")
  .meta({ format: "date" });

/** The body of a poll about whole days. */
export const createDatePollInput = z.strictObject({
  ...createCommonInput,
  kind: z.literal("date"),
  options: z.array(z.strictObject({ date: calendarDate })).min(1),
});

const clockTime = z
  .string()
  .refine(isClockTime, "Must be a time of day (HH:mm, 00:00 to 23:59)")
  .meta({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" });
const minutes = z.int().min(minSlotMinutes).max(maxSlotMinutes);
const startTime = z
  .string()
  // The service requires seconds before an offset (RFC 3339).
  .transform((value) => value.replace(/(T\d\d:\d\d)(Z|[+-]\d\d:\d\d)$/, "$1:00$2"))
  .pipe(z.iso.datetime({ local: true, offset: true, error: "Must be an ISO 8601 date and time" }));

/** A window of time that the service cuts into slots. create-poll-input.ts checks the rules that span its fields. */
export const slotGenerator = z.strictObject({
  startDate: calendarDate,
  endDate: calendarDate,
  days: z.array(z.enum(weekdays)).min(1).optional(),
  from: clockTime,
  to: clockTime,
  interval: minutes.optional(),
});

/** A single slot. Responses may have shorter ones, which the service refuses to create. */
export const timeOptionInput = z.strictObject({ startTime, duration: minutes.optional() });

/** The body of a poll about times of day. create-poll-input.ts checks the rules that span its fields. */
export const createTimePollInput = z.strictObject({
  ...createCommonInput,
  kind: z.literal("time"),
  timeZone: z
    .string()
    .refine(isKnownTimeZone, "Must be an IANA time zone that this machine knows, such as Europe/London")
    .nullish(),
  duration: minutes.optional(),
  options: z.array(timeOptionInput).min(1).optional(),
  generators: z.array(slotGenerator).min(1).optional(),
});
