/** What the compiler does not see of the arguments of planPoll and others: other names in a variable, and values. */
import { describeUnexpected, maxItems } from "../../api/check/problems.ts";
import { listUnknown, type Problem, throwIfAny } from "../../problem.ts";
import { quote } from "../../sanitize.ts";
import { isInstant } from "../../time/days.ts";
import { isCalendarDate, isKnownTimeZone, type OptionTime } from "../../time/index.ts";
import { getOptionEnd } from "../../time/option-times.ts";
import type { PlanOptions, PollRequest, PollWindow, RequestedTime } from "./poll-request.ts";

const timeNames: Record<keyof RequestedTime, 0> = { start: 0, end: 0, duration: 0 };
const windowNames: Record<keyof PollWindow, 0> = {
  ...{ startDate: 0, endDate: 0, days: 0, from: 0, to: 0, interval: 0, everyWeeks: 0 },
};
/** The options that planPoll and planCopy share. */
export const choiceNames = { now: 0, localZone: 0, busy: 0, past: 0 } as const;
const planNames: Record<keyof PlanOptions, 0> = { ...choiceNames, offsets: 0, overlaps: 0 };

/** Whether the day of an option exists, or its slot is one of instants. */
const isOption = (option: OptionTime): boolean =>
  "date" in option
    ? isCalendarDate(option.date)
    : isInstant(option.startTime) && !Number.isNaN(new Date(getOptionEnd(option)).getTime());

/** The problems of a list of options. */
export const checkOptions = (options: readonly OptionTime[], path: string): Problem[] =>
  options.flatMap((option, index) =>
    isOption(option)
      ? []
      : { path: `${path}.${index}`, message: "must be {date}, or {startTime, duration} with Z or an offset" },
  );

/** The problem of the zone in which days and floating times start, if it has one. */
export function checkLocalZone(localZone: string | undefined): Problem[] {
  if (localZone === undefined || isKnownTimeZone(localZone)) return [];
  return [
    { path: "localZone", message: `${quote(localZone)} is not an IANA time zone such as Europe/Berlin` },
  ];
}

/** The problem of a list that is none, or endless. */
function checkList(list: readonly unknown[], path: string): Problem[] {
  if (!Array.isArray(list)) return [{ path, message: "must be a list" }];
  return list.length > maxItems ? [{ path, message: `must have at most ${maxItems} items` }] : [];
}

const checkText = (value: unknown, path: string): Problem[] =>
  typeof value === "string" ? [] : [{ path, message: "must be a text" }];

/** Throws PlanError if the arguments of planPoll have an unknown kind, unknown fields or endless lists. The texts and settings have a check of their own. */
export function checkRequest(
  { kind, dates = [], times = [], windows = [], except = [] }: PollRequest,
  options: PlanOptions,
): void {
  throwIfAny(
    Object.entries({ dates, times, windows, except }).flatMap(([path, list]) => checkList(list, path)),
  );
  const isKind = kind == null || kind === "date" || kind === "time";
  throwIfAny([
    ...(isKind ? [] : [{ path: "kind", message: describeUnexpected('"date" or "time"', kind, true) }]),
    ...times.flatMap((time, index) => listUnknown(time, timeNames, `times.${index}.`)),
    ...windows.flatMap((window, index) => listUnknown(window, windowNames, `windows.${index}.`)),
    ...listUnknown(options, planNames),
  ]);
  throwIfAny([
    ...dates.flatMap((date, index) => checkText(date, `dates.${index}`)),
    ...times.flatMap(({ start, end = "" }, index) => [
      ...checkText(Object(start).local ?? start, `times.${index}.start`),
      ...checkText(Object(end).local ?? end, `times.${index}.end`),
    ]),
    ...except.flatMap((days, index) => checkText(days, `except.${index}`)),
  ]);
}
