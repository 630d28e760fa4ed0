import type { PollKind } from "../../api/web.ts";
import { describeProblem, PlanError, type ProblemText } from "../../problem.ts";
import { isClockTime } from "../../time/days.ts";
import {
  expandGenerator,
  isCalendarDate,
  isKnownTimeZone,
  normalizeTimeZone,
  type Timestamp,
} from "../../time/index.ts";
import { explainZone } from "../../time/resolve.ts";
import { isSlotMinutes, maxSlotMinutes, minSlotMinutes, notSlotMinutes } from "../../time/slots.ts";
import { addMinutes } from "../../time/zones.ts";
import { checkLocalZone, checkRequest } from "./check-request.ts";
import { createPlan, Draft, maxExpanded } from "./create-plan.ts";
import { askOtherDay, doubtTime, explainNoDay, type ParsedInstant, resolveInstant } from "./parse-time.ts";
import type { PlanOptions, PollPlan, PollRequest, PollWindow, RequestedTime } from "./poll-request.ts";

/**
 * Turns a request into the body of createPoll. Throws PlanError naming every problem at once.
 *
 * @example
 * planPoll({ title: "Sync", timeZone: "Europe/Berlin", duration: 30, times: [{ start: "2027-03-01 09:00" }] })
 *   .body.options // [{ startTime: "2027-03-01T08:00:00Z" }]
 */
export function planPoll<Kind extends PollKind>(
  request: PollRequest<Kind>,
  options: PlanOptions = {},
): PollPlan<Kind> {
  checkRequest(request, options);
  const draft = new Draft(request.except);
  const { times = [], windows = [] } = request;
  const isTimed = times.length > 0 || windows.some((window) => !isWholeDays(window));
  const kind: PollKind = request.kind ?? (isTimed ? "time" : "date");
  checkParts(request, kind, draft);
  draft.problems.push(...checkLocalZone(options.localZone));
  const known = { ...request, kind, timeZone: kind === "time" ? readZone(request.timeZone) : undefined };
  addOptions(known, options, draft);
  return createPlan(known, draft, options) as PollPlan<Kind>;
}

/** The zone of a request. One that is wrong is refused already: with any, the times show what else is wrong. */
const readZone = (name: string | null | undefined) =>
  typeof name !== "string" ? name : (normalizeTimeZone(name) ?? (isKnownTimeZone(name) ? name : "UTC"));

/** The question about the hours of a window. */
const askHours = "from when to when on each day";

const noHours: ProblemText = describeProblem(
  "no-hours",
  "is missing, as is {windows.0.to}: with {duration} the options are times",
  {},
  `${askHours}, unless they said it, or whether they mean whole days`,
);

/** What to write for a missing edge of a window. One slot a day ends when it has lasted its minutes. */
function explainMissing(field: string, from: string, duration: number): ProblemText {
  const message = "is missing: a window of times has {from} and {to}";
  if (field !== "to" || !isClockTime(from)) return describeProblem("missing", message, {}, askHours);
  const end = addMinutes(`2027-01-01T${from}Z`, duration);
  const last = end.startsWith("2027-01-01") ? end.slice(11, 16) : "24:00";
  const text = `${message}. For one slot a day write {last}`;
  return describeProblem("missing", text, { last }, "until when on each day, unless it is one slot");
}

const isWholeDays = ({ from, to, interval }: PollWindow): boolean =>
  from === undefined && to === undefined && interval === undefined;

/** Checks which parts a request has: only those of its kind, and all that it needs. */
function checkParts(
  { dates = [], times = [], windows = [], duration, timeZone }: PollRequest,
  kind: "date" | "time",
  draft: Draft,
): void {
  const isDays = kind === "date";
  const [own, other] = isDays ? ["whole days", "times of day"] : ["times of day", "whole days"];
  const misplaced = `belongs to a poll about ${other}, not to one about ${own}`;
  draft.refuseIf(!isDays && dates.length > 0, "dates", misplaced);
  draft.refuseIf(isDays && times.length > 0, "times", misplaced);
  if (isDays && duration !== undefined) {
    if (windows.length > 0 && dates.length === 0) draft.refuse("windows.0.from", noHours);
    else draft.refuse("duration", { message: misplaced });
  }
  for (const [index, window] of windows.entries())
    draft.refuseIf(isDays && !isWholeDays(window), `windows.${index}`, misplaced);
  const isEmpty = dates.length + times.length + windows.length === 0;
  draft.refuseIf(isEmpty, `${kind}s`, `needs at least one ${kind}, or one window in windows`);
  if (isDays) {
    if (typeof timeZone === "string")
      draft.note("timeZone", "is not part of the poll, because whole days have no time zone");
    return;
  }
  if (typeof timeZone === "string" && !isKnownTimeZone(timeZone))
    draft.refuse("timeZone", explainZone(timeZone));
  draft.refuseIf(duration !== undefined && !isSlotMinutes(duration), "duration", notSlotMinutes);
  if (
    duration === undefined &&
    (windows.length > 0 || times.some(({ duration, end }) => (duration ?? end) === undefined))
  )
    draft.refuse("duration", {
      message: "is needed: how many minutes each slot lasts",
      ask: "how long the meeting lasts, unless they said it",
    });
}

/** Adds the options of dates, times and windows. Days never pass through a time zone. */
function addOptions(
  { kind, timeZone, dates = [], times = [], windows = [], duration }: PollRequest,
  rules: PlanOptions,
  draft: Draft,
): void {
  for (const [index, date] of dates.entries()) {
    const path = `dates.${index}`;
    if (isCalendarDate(date)) draft.add(path, [{ date }]);
    else draft.refuse(path, explainNoDay(date));
  }
  // A missing or wrong shared duration is reported once. Any valid one lets the other fields be checked.
  const shared = duration !== undefined && isSlotMinutes(duration) ? duration : minSlotMinutes;
  for (const [index, time] of times.entries())
    addTime(time, `times.${index}`, { timeZone, duration: shared }, rules, draft);
  for (const [index, window] of windows.entries()) {
    if (draft.isFull) break;
    addWindow(window, `windows.${index}`, { kind, timeZone, duration: shared }, rules, draft);
  }
}

/** Adds the slot of a time. An end decides how long it lasts. */
function addTime(
  { start, end, duration: own }: RequestedTime,
  path: string,
  { timeZone, duration: shared = minSlotMinutes }: Pick<PollRequest, "timeZone" | "duration">,
  rules: PlanOptions,
  draft: Draft,
): void {
  const resolve = (time: string | Timestamp, field: string, isEnd = false): ParsedInstant => {
    const text = typeof time === "string" ? time : time.local;
    const doubt = doubtTime(text, timeZone);
    return doubt
      ? { problem: doubt }
      : resolveInstant(time, timeZone, { ...rules, isEnd }, `${path}.${field}`);
  };
  const found = resolve(start, "start");
  const last = end === undefined ? undefined : resolve(end, "end", true);
  if (last && "problem" in last) draft.refuseStart(`${path}.end`, last.problem, last.local);
  const length =
    last && "instant" in last && "instant" in found
      ? (Date.parse(last.instant) - Date.parse(found.instant)) / 60_000
      : undefined;
  const duration = length ?? own ?? shared;
  if (length !== undefined && length <= 0)
    draft.refuse(`${path}.end`, { message: "does not end after its start" });
  else if (length !== undefined && own !== undefined && own !== length)
    draft.refuse(`${path}.end`, {
      message: `ends ${length} minutes after its start, but its duration is ${own}`,
      ask: `whether it lasts ${length} or ${own} minutes`,
    });
  else if (length !== undefined && !isSlotMinutes(length))
    draft.refuse(`${path}.end`, {
      message: `ends ${length} minutes after its start, and a slot lasts from 15 minutes to 24 hours`,
    });
  else draft.refuseIf(!isSlotMinutes(duration), `${path}.duration`, notSlotMinutes);
  if ("problem" in found) draft.refuseStart(`${path}.start`, found.problem, found.local);
  else draft.add(path, [{ startTime: found.instant, duration }]);
  if ("note" in found && found.note) draft.notes.push({ path: `${path}.start`, ...found.note });
}

/** Adds the slots of a window, or its days: slots of 24 hours in UTC. */
function addWindow(
  { everyWeeks, from = "", to = "", ...range }: PollWindow,
  path: string,
  { kind, timeZone, duration = minSlotMinutes }: Pick<PollRequest, "kind" | "timeZone" | "duration">,
  { overlaps = "refuse" }: PlanOptions,
  draft: Draft,
): void {
  const areDays = kind === "date";
  const end = to === "00:00" ? "24:00" : to;
  const generator = { ...range, ...(areDays ? { from: "00:00", to: "24:00" } : { from, to: end }) };
  const zone = areDays ? null : (timeZone ?? null);
  const context = { timeZone: zone, duration: areDays ? maxSlotMinutes : duration };
  const except = draft.exceptDays;
  const options = { ...context, everyWeeks, except, overlaps, limit: maxExpanded };
  try {
    const { slots, notes, skipped } = expandGenerator(generator, options);
    for (const local of skipped) draft.skip(local);
    for (const note of notes) draft.notes.push({ ...note, path: `${path}.${note.path}` });
    draft.add(path, areDays ? slots.map((slot) => ({ date: slot.startTime.slice(0, 10) })) : slots);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    for (const { path: field, ...problem } of error.problems) {
      if (field === "timeZone") {
        draft.refuse(field, { ...problem, path: field });
        continue;
      }
      const value = String(generator[field as keyof typeof generator]);
      if (value === "") {
        draft.refuse(`${path}.${field}`, explainMissing(field, from, duration));
        continue;
      }
      if (problem.code === "window-order" && to < from) {
        const text = `is on the next day: give slots over midnight in {times}, each with its start and its duration`;
        draft.refuse(`${path}.${field}`, describeProblem("midnight", text));
        continue;
      }
      const ask = field === "to" && isClockTime(value) ? { ask: askHours } : askOtherDay(value);
      draft.refuse(`${path}.${field}`, { ...ask, ...problem });
    }
  }
}
