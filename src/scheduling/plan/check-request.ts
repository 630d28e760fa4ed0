/** The shapes of what planPoll and planCopy take. What the values must be is checked where they are used. */
import * as z from "zod/mini";
import { commonFields } from "../../api/check/create-input.ts";
import { check, maxItems } from "../../api/check/problems.ts";
import { PlanError, type Problem } from "../../problem.ts";
import { quote } from "../../sanitize.ts";
import { isInstant } from "../../time/days.ts";
import { isCalendarDate, isKnownTimeZone } from "../../time/index.ts";
import { getOptionEnd } from "../../time/option-times.ts";

const listOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.refine(({ length }) => length <= maxItems, `must have at most ${maxItems} items`));

const text = z.optional(z.string());
const number = z.optional(z.number());

const moments = z.union([z.string(), z.strictObject({ local: z.string(), offset: text })]);
const moment = z.custom(
  (value) => moments.safeParse(value).success,
  "must be a date and time as text, such as 2027-03-01T09:00",
);

const time = z.strictObject({ start: moment, end: z.optional(moment), duration: number });

const window = z.strictObject({
  ...{ startDate: z.string(), endDate: z.string(), days: z.optional(z.array(z.string())) },
  ...{ from: text, to: text, interval: number, everyWeeks: number },
});

// The texts and settings of a request have a check of their own, which knows the names of all fields.
const request = z.object({
  kind: z.optional(z.literal(["date", "time"])),
  dates: z.optional(listOf(z.string())),
  timeZone: z.nullish(z.string()),
  duration: number,
  times: z.optional(listOf(time)),
  windows: z.optional(listOf(window)),
  except: z.optional(listOf(z.string())),
  organizer: z.nullish(z.object({ email: z.string() })),
});

const choice = {
  now: number,
  localZone: text,
  busy: z.optional(z.custom((value) => typeof value === "function", "must be what createBusyCheck returns")),
};
const planOptions = z.strictObject({
  ...choice,
  past: z.optional(z.literal(["refuse", "allow", "omit"])),
  offsets: z.optional(z.literal(["must-match", "absolute"])),
  overlaps: z.optional(z.literal(["earlier", "refuse"])),
});
const copyOptions = z.strictObject({
  ...choice,
  past: z.literal(["refuse", "allow", "omit", "repeat"]),
  ...{ shiftDays: z.number(), shiftMinutes: number, except: z.optional(z.array(z.string())) },
});

function isOption(value: unknown): boolean {
  const { date, startTime, duration } = Object(value);
  if (date !== undefined) return typeof date === "string" && isCalendarDate(date);
  const isSlot = typeof startTime === "string" && isInstant(startTime) && typeof duration === "number";
  return isSlot && !Number.isNaN(new Date(getOptionEnd({ startTime, duration })).getTime());
}

/** An option of a poll. */
export const option = z.custom(isOption, "must be {date}, or {startTime, duration} with Z or an offset");

const poll = z.object({
  ...{ title: z.string(), kind: z.literal(["date", "time"]), timeZone: z.nullable(z.string()) },
  ...{ options: z.array(option), organizer: z.nullish(z.object({ email: z.string() })) },
});

// The days and times of a copy come from the poll: except is one of the options.
const anything = z.optional(z.unknown());
const copyChanges = z.strictObject({
  ...Object.fromEntries(Object.keys(commonFields).map((field) => [field, anything])),
  organizer: request.shape.organizer,
});

/** The problem of the zone in which days and floating times start, if it has one. */
export function checkLocalZone(localZone: string | undefined): Problem[] {
  if (localZone === undefined || isKnownTimeZone(localZone)) return [];
  return [
    { path: "localZone", message: `${quote(localZone)} is not an IANA time zone such as Europe/Berlin` },
  ];
}

/** Throws PlanError if the arguments of planPoll have another shape. */
export const checkRequest = (given: unknown, options: unknown): void =>
  throwIfAny([
    ...check(request, given, "request").problems,
    ...check(planOptions, options, "options").problems,
  ]);

/** Throws PlanError if the arguments of planCopy have another shape. */
export const checkCopy = (given: unknown, changes: unknown, options: unknown): void =>
  throwIfAny([
    ...check(poll, given, "poll").problems,
    ...check(copyChanges, changes, "changes").problems,
    ...check(copyOptions, options, "options").problems,
  ]);

function throwIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new PlanError(problems);
}
