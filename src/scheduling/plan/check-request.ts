/** The shapes of what planPoll and planCopy take. What the values must be is checked where they are used. */
import * as is from "../../api/check/checks.ts";
import type { Problem } from "../../problem.ts";
import { PlanError } from "./errors.ts";

const text = is.optional(is.string);
const minutes = is.optional(is.number);
const texts = is.optional(is.list(is.string));
const organizer = is.nullish(is.object({ email: is.string }));

const moment = is.anyOf(
  "a text or an object with date and clock",
  is.string,
  is.strictObject({ local: is.string, offset: text }),
  is.strictObject({ date: is.string, clock: is.string, offset: text, zone: text }),
);

const time = is.strictObject({ start: moment, end: is.optional(moment), duration: minutes });

const window = is.strictObject({
  ...{ startDate: is.string, endDate: is.string, days: texts },
  ...{ from: text, to: text, interval: minutes, everyWeeks: minutes },
});

// The texts and settings of a request have a check of their own, which knows the names of all fields.
const request = is.object({
  kind: is.optional(is.oneOf("date", "time")),
  dates: texts,
  timeZone: is.nullish(is.string),
  duration: minutes,
  times: is.optional(is.list(time)),
  windows: is.optional(is.list(window)),
  except: texts,
  organizer,
});

const choice = {
  now: minutes,
  localZone: text,
  busy: is.optional(is.that((value) => typeof value === "function", "must be a function")),
};
const planOptions = is.strictObject({
  ...choice,
  past: is.optional(is.oneOf("refuse", "allow", "omit")),
  offsets: is.optional(is.oneOf("must-match", "absolute")),
  overlaps: is.optional(is.oneOf("earlier", "refuse")),
});
const copyOptions = is.strictObject({
  ...choice,
  past: is.oneOf("refuse", "allow", "omit", "repeat"),
  ...{ shiftDays: is.number, shiftMinutes: minutes, except: texts },
});

const option = is.anyOf(
  "an object with date, or with startTime and duration",
  is.object({ date: is.string }),
  is.object({ startTime: is.string, duration: is.number }),
);
const poll = is.object({
  ...{ title: is.string, kind: is.oneOf("date", "time"), timeZone: is.nullable(is.string) },
  ...{ options: is.list(option), organizer },
});

/** Throws PlanError if the arguments of planPoll have another shape. */
export const checkRequest = (given: unknown, options: unknown): void =>
  throwIfAny([
    ...is.findProblems(request, given, "request"),
    ...is.findProblems(planOptions, options, "options"),
  ]);

/** Throws PlanError if the arguments of planCopy have another shape. */
export const checkCopy = (given: unknown, changes: unknown, options: unknown): void =>
  throwIfAny([
    ...is.findProblems(poll, given, "poll"),
    ...is.findProblems(is.object({ organizer }), changes, "changes"),
    ...is.findProblems(copyOptions, options, "options"),
  ]);

function throwIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new PlanError(problems);
}
