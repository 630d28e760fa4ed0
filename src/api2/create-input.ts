import * as z from "zod/mini";
import type { Problem } from "../problem.ts";
import {
  expandGenerator,
  isCalendarDate,
  isClockTime,
  isKnownTimeZone,
  maxSlotMinutes,
  minSlotMinutes,
  resolveLocal,
  SlotError,
  validateGenerator,
  weekdays,
} from "../time/index.ts";
import { type Checked, check } from "./problems.ts";
import { optionalSettings } from "./schemas.ts";

/** Maximum number of options of a poll. */
export const maxOptions = 100;

/** Maximum lengths of the texts of a poll, in characters. */
export const maxLengths = { title: 255, description: 1000, location: 255, callLabel: 100, callProvider: 100 };

const requiredText = (maximum: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maximum));

/** Providers whose calls have neither a label nor a link of their own. */
const plainProviders = ["zoom", "meet", "teams"];

const conferencing = z
  .strictObject({
    /** `zoom`, `meet`, `teams`, or `custom` for any other call. An open set: the service refuses what it does not know. */
    provider: requiredText(maxLengths.callProvider),
    /** The name of a custom call, 1 to 100 characters. */
    label: z.optional(requiredText(maxLengths.callLabel)),
    // A link with another scheme, such as javascript:, must not reach the invited people.
    /** The link of a custom call. */
    uri: z.optional(z.url({ protocol: /^https?$/ })),
  })
  .check(
    z.check(({ value: { provider, label, uri }, issues }) => {
      const refuse = (field: string, message: string) =>
        issues.push({ code: "custom", path: [field], message, input: provider });
      if (provider === "custom" && label === undefined) refuse("label", 'required for provider "custom"');
      // What an unknown provider takes is left to the service.
      if (!plainProviders.includes(provider)) return;
      if (label !== undefined) refuse("label", 'belongs to provider "custom" only');
      if (uri !== undefined) refuse("uri", 'belongs to provider "custom" only');
    }),
  );

const organizer = z.strictObject({
  /** The email address of a member of the space. */
  email: z.email(),
});

// Null means "not given" where a response may have it, so that a poll from a response can be created again.
const commonFields = {
  /** What the poll is about, 1 to 255 characters. White space around it is removed. */
  title: requiredText(maxLengths.title),
  /** Details for the invitees, at most 1,000 characters. */
  description: z.nullish(z.string().check(z.maxLength(maxLengths.description))),
  /** Where people meet, at most 255 characters. */
  location: z.nullish(z.string().check(z.maxLength(maxLengths.location))),
  /** The video call. */
  conferencing: z.nullish(conferencing),
  ...optionalSettings,
  /** Who organizes the poll. Default: the space's owner. */
  organizer: z.nullish(organizer),
};

const commonInput = z.strictObject(commonFields);

/** The fields that both kinds of poll have. */
export interface CommonPollInput extends z.infer<typeof commonInput> {}

/** Checks the fields that both kinds of poll have. Other fields are unknown ones. */
export const checkCommonInput = (fields: unknown): Checked<CommonPollInput> =>
  check(commonInput, fields, "input");

const calendarDate = z.string().check(z.refine(isCalendarDate, "must be a calendar date (YYYY-MM-DD)"));
const clockTime = z.string().check(z.refine(isClockTime, "must be a time of day (HH:mm, 00:00 to 23:59)"));
const minutes = z.int().check(z.gte(minSlotMinutes), z.lte(maxSlotMinutes));

const dateInput = z.strictObject({
  /** The day, YYYY-MM-DD. It has no time zone. */
  date: calendarDate,
});

const dateOptions = z.readonly(z.array(dateInput).check(z.minLength(1)));

const datePollInput = z.strictObject({
  ...commonFields,
  /** `date`: the options are whole days. */
  kind: z.literal("date"),
  /** The days to vote on, 1 to 100. */
  options: dateOptions,
});

/** The body of a poll about whole days. */
export interface CreateDatePollInput extends z.infer<typeof datePollInput> {}

const timeInput = z.strictObject({
  /** ISO 8601. With `Z` or an offset an instant; without, wall-clock time in `timeZone`, or floating. */
  startTime: z
    .string()
    // The service requires seconds before an offset (RFC 3339).
    .check(
      z.overwrite((value) => value.replace(/(T\d\d:\d\d)(Z|[+-]\d\d:\d\d)$/, "$1:00$2")),
      z.regex(z.regexes.datetime({ local: true, offset: true }), "must be an ISO 8601 date and time"),
    ),
  /** How long the slot lasts: whole minutes, 15 to 1,440. Default: the poll's `duration`. */
  duration: z.optional(minutes),
});

const generator = z.strictObject({
  /** First day, YYYY-MM-DD. */
  startDate: calendarDate,
  /** Last day, included; the range is shorter than 366 days. */
  endDate: calendarDate,
  /** Days of the week to use. Default: all seven. */
  days: z.optional(z.readonly(z.array(z.enum(weekdays)).check(z.minLength(1)))),
  /** Wall-clock start of the window, HH:mm. */
  from: clockTime,
  /** Wall-clock end of the window, HH:mm; the last slot ends at or before it. */
  to: clockTime,
  /** Minutes between starts, 15 to 1,440. Default: the duration. */
  interval: z.optional(minutes),
});

/** The fields of a generator without the refusal of others, for the rules that span fields. */
const window = z.object(generator.shape);

const slotFields = {
  /** The IANA time zone of wall-clock times, such as `Europe/London`. Without one they float. */
  timeZone: z.nullish(
    z
      .string()
      .check(
        z.refine(isKnownTimeZone, "must be an IANA time zone that this machine knows, such as Europe/London"),
      ),
  ),
  /** How long a slot lasts: whole minutes, 15 to 1,440. Needed by generators and by options without their own. */
  duration: z.optional(minutes),
  /** Single slots. Give options, generators or both: at most 100 slots in all. */
  options: z.optional(z.readonly(z.array(timeInput).check(z.minLength(1)))),
  /** Windows of time which the service cuts into slots. */
  generators: z.optional(z.readonly(z.array(generator).check(z.minLength(1)))),
};

const timePollInput = z.strictObject({
  ...commonFields,
  /** `time`: the options are slots. */
  kind: z.literal("time"),
  ...slotFields,
});

/** The body of a poll about times of day. */
export interface CreateTimePollInput extends z.infer<typeof timePollInput> {}

/** The body of createPoll: a poll of either kind. */
export type CreatePollInput = CreateDatePollInput | CreateTimePollInput;

/** The schema of the body, without the rules that span fields: {@link checkCreatePoll} has them too. */
export const createPollInput = z.discriminatedUnion("kind", [datePollInput, timePollInput]);

// Without a valid kind: the common fields, and fields that neither kind has.
const kindlessInput = z.strictObject({
  ...z.partial(z.strictObject({ ...slotFields, options: z.any(), generators: z.any() })).shape,
  ...commonFields,
  kind: z.enum(["date", "time"]),
});

/** Checks a body of createPoll as a whole, so that no problem hides another. */
export function checkCreatePoll(body: unknown): Checked<CreatePollInput> {
  const { kind } = Object(body);
  const { data, problems } =
    kind === "date"
      ? check(datePollInput, body, "input")
      : kind === "time"
        ? check(timePollInput, body, "input")
        : { data: undefined, problems: check(kindlessInput, body, "input").problems };
  const all = [
    ...problems,
    ...(kind === "date" ? checkDates(body) : kind === "time" ? checkSlots(body) : []),
  ];
  return data !== undefined && all.length === 0 ? { data, problems: [] } : { data: undefined, problems: all };
}

const tooManyOptions: Problem = {
  path: "options",
  message: `more than ${maxOptions} options once generators are expanded and duplicates removed`,
};

const slotList = z.object(slotFields);

/** The problems that span fields. A field that is wrong by itself is left to the schema. */
function checkDates(body: unknown): Problem[] {
  const dates = dateOptions.safeParse(Object(body).options).data ?? [];
  return new Set(dates.map(({ date }) => date)).size > maxOptions ? [tooManyOptions] : [];
}

function checkSlots(body: unknown): Problem[] {
  const { options, generators, duration, timeZone } = Object(body);
  const problems: Problem[] = [];
  if (options === undefined && generators === undefined)
    problems.push({ path: "options", message: "give options, generators or both" });
  const without = Array.isArray(options)
    ? options.findIndex((option) => Object(option).duration === undefined)
    : -1;
  if (duration === undefined && (generators !== undefined || without >= 0)) {
    const reason = generators === undefined ? `options.${without} has no duration` : "generators need it";
    problems.push({ path: "duration", message: `required: ${reason}` });
  }
  for (const [index, given] of (Array.isArray(generators) ? generators : []).entries()) {
    const { data } = window.safeParse(given);
    const length = minutes.safeParse(duration).data ?? minSlotMinutes;
    for (const { path, message } of data ? validateGenerator(data, { timeZone: null, duration: length }) : [])
      problems.push({ path: `generators.${index}.${path}`, message });
  }
  const { data } = slotList.safeParse({ options, generators, duration, timeZone });
  return data === undefined || problems.length > 0 ? problems : checkCount(data);
}

function checkCount(input: z.infer<typeof slotList>): Problem[] {
  try {
    return new Set(listSlots(input, maxOptions + 1)).size > maxOptions ? [tooManyOptions] : [];
  } catch (error) {
    // The generators are valid, so only a clock change can make the windows of one too short for a slot.
    if (error instanceof SlotError) return [{ path: `generators.${error.path}`, message: error.message }];
    throw error;
  }
}

/**
 * The slots of a body as texts of start and length, generators expanded, equal for equal slots. `limit` bounds the slots of each
 * generator. Throws SlotError.
 */
export function listSlots(
  { options = [], generators = [], duration = 0, timeZone = null }: z.infer<typeof slotList>,
  limit?: number,
): string[] {
  const single = options.map((option) => ({
    at: toInstantMs(option.startTime, timeZone ?? null),
    duration: option.duration ?? duration,
  }));
  // One slot above the limit is enough: a year of quarter hours would be thousands.
  const settings = { timeZone: timeZone ?? null, duration, gap: "forward", ...(limit && { limit }) } as const;
  const generated = generators.flatMap((each) =>
    expandGenerator(each, settings).slots.map((slot) => ({
      at: Date.parse(slot.startTime),
      duration: slot.duration,
    })),
  );
  return [...single, ...generated].map((slot) => `${slot.at} ${slot.duration}`);
}

/** The instant of a startTime in milliseconds since 1970: absolute, in the zone, or floating (as UTC). */
function toInstantMs(startTime: string, timeZone: string | null): number {
  if (/(Z|[+-]\d\d:\d\d)$/.test(startTime)) return Date.parse(startTime);
  return Date.parse(timeZone === null ? `${startTime}Z` : resolveLocal(startTime, timeZone).instant);
}
