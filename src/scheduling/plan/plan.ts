import { type CommonPollInput, type CreatePollInput, checkCommonInput, maxOptions } from "../../api/web.ts";
import type { Problem } from "../../problem.ts";
import {
  compareOptionTimes,
  isCalendarDate,
  maxSlotMinutes,
  minSlotMinutes,
  normalizeTimeZone,
  notSlotMinutes,
  type OptionTime,
  type Slot,
} from "../../time/index.ts";
import { extractAddress } from "../people/mailboxes.ts";
import { checkEntries, chooseOptions, describeNoDate } from "./choose-options.ts";
import { PlanError, quote } from "./errors.ts";
import { resolveInstant } from "./parse-time.ts";
import type { PlanOptions, PollPlan, PollRequest } from "./poll-request.ts";
import { isWholeDays, listDays, listSlots, maxWindows } from "./windows.ts";

/** The options that were asked for, before any is left out. They are valid only if there are no problems. */
interface Requested {
  options: OptionTime[];
  notes: Problem[];
  problems: Problem[];
  /** Whether there are more than these. */
  more?: boolean;
}

/**
 * Turns a request into the body of createPoll. Throws PlanError naming every problem at once.
 *
 * @example
 * planPoll({ title: "Sync", timeZone: "Europe/Berlin", duration: 30, times: [{ start: "2027-03-01 09:00" }] },
 *   { offsets: "must-match", now: Date.now() }).body.options // [{ startTime: "2027-03-01T08:00:00Z" }]
 */
export function planPoll(request: PollRequest, options: PlanOptions): PollPlan {
  const common = checkCommonFields(request);
  const kind = request.kind ?? inferKind(request);
  const requested = kind === "date" ? listDates(request) : listTimes(request, options);
  const problems = [...common.problems, ...requested.problems];
  if (!common.fields || problems.length > 0) throw new PlanError(problems);
  const timeZone = kind === "time" && request.timeZone ? normalizeTimeZone(request.timeZone) : undefined;
  const candidates = {
    options: requested.options,
    timeZone: timeZone ?? null,
    except: request.except,
    path: request.windows?.length ? "windows" : kind === "date" ? "dates" : "times",
    more: requested.more ?? false,
  };
  const chosen = chooseOptions(candidates, { ...options, past: options.past ?? "allow" });
  const notes = [...requested.notes, ...chosen.notes];
  return {
    ...chosen,
    notes,
    body: toBody(common.fields, chosen.options, { timeZone, duration: request.duration }),
  };
}

const inferKind = ({ times = [], windows = [] }: PollRequest) =>
  times.length > 0 || windows.some((window) => !isWholeDays(window)) ? "time" : "date";

/** The body of createPoll. Slots of the shared duration do not repeat it. */
export function toBody(
  fields: CommonPollInput,
  options: readonly OptionTime[],
  { timeZone, duration }: { timeZone?: string | undefined; duration?: number | undefined },
): CreatePollInput {
  const dates = options.flatMap((option) => ("date" in option ? [option] : []));
  if (dates.length > 0) return { ...fields, kind: "date", options: dates };
  const slots = options.flatMap((option) => ("date" in option ? [] : [option]));
  return {
    ...fields,
    kind: "time",
    ...(timeZone !== undefined && { timeZone }),
    ...(duration !== undefined && { duration }),
    options: slots.map((slot) => (slot.duration === duration ? { startTime: slot.startTime } : { ...slot })),
  };
}

/** The days of a poll about whole days. No time zone is ever involved. */
function listDates({ dates = [], windows = [], times, duration, timeZone }: PollRequest): Requested {
  const requested: Requested = { options: [], notes: [], problems: [] };
  const misplaced = "belongs to a poll about times of day, not to one about whole days";
  if (times !== undefined && times.length > 0) requested.problems.push({ path: "times", message: misplaced });
  if (duration !== undefined) requested.problems.push({ path: "duration", message: misplaced });
  if (timeZone !== undefined)
    requested.notes.push({ path: "timeZone", message: "is ignored, because whole days have no time zone" });
  if (dates.length + windows.length === 0)
    requested.problems.push({ path: "dates", message: "needs at least one date" });
  const tooMany = [...checkEntries("dates", dates.length), ...checkWindows(windows.length)];
  if (tooMany.length > 0) return { ...requested, problems: [...requested.problems, ...tooMany] };
  const seen = new Map<string, string>();
  const add = (date: string, path: string) => {
    const first = seen.get(date);
    if (first === undefined) seen.set(date, path);
    else
      requested.notes.push({ path, message: `${date} is the same day as in ${first}, so it was left out` });
  };
  for (const [index, date] of dates.entries()) {
    const path = `dates.${index}`;
    if (isCalendarDate(date)) add(date, path);
    else requested.problems.push({ path, ...describeNoDate(date) });
  }
  for (const [index, window] of windows.entries()) {
    const path = `windows.${index}`;
    const found = isWholeDays(window) ? listDays(window, path) : { problems: [{ path, message: misplaced }] };
    if ("problems" in found) requested.problems.push(...found.problems);
    else for (const date of found.days) add(date, path);
  }
  requested.options = [...seen.keys()].sort().map((date) => ({ date }));
  return requested;
}

/** Maximum number of slots that are expanded. Higher than a poll's maximum, so that the message can give the count. */
const maxSlots = 5_000;

/** The slots of times and windows, each once, by start. */
function listTimes(request: PollRequest, options: PlanOptions): Requested {
  const { times = [], windows = [] } = request;
  const problems = checkTimes(request);
  const notes: Problem[] = [];
  if (problems.some(({ path }) => path === "timeZone" || path === "times" || path === "windows"))
    return { options: [], notes, problems };
  const timeZone = request.timeZone === undefined ? undefined : normalizeTimeZone(request.timeZone);
  const slots = new Map<string, { slot: Slot; path: string }>();
  const add = (slot: Slot, path: string): string | undefined => {
    const key = `${slot.startTime} ${slot.duration}`;
    const before = slots.get(key)?.path;
    if (before === undefined) slots.set(key, { slot, path });
    return before;
  };
  // A missing or wrong shared duration is reported once. Any valid one lets the other fields be checked.
  const shared = isSlotDuration(request.duration) ? request.duration : minSlotMinutes;
  for (const [index, { start, duration = shared }] of times.entries()) {
    const path = `times.${index}`;
    if (!isSlotDuration(duration)) problems.push({ path: `${path}.duration`, message: notSlotMinutes });
    const found = resolveInstant(start, timeZone, options);
    if ("problem" in found) {
      problems.push({ path: `${path}.start`, ...found.problem });
      continue;
    }
    if (found.note !== undefined) notes.push({ path: `${path}.start`, message: found.note });
    const before = add({ startTime: found.instant, duration }, path);
    if (before !== undefined)
      notes.push({ path, message: `is the same slot as ${before}, so it was left out` });
  }
  let limit = maxSlots;
  for (const [index, window] of windows.entries()) {
    if (limit <= 0) break;
    const path = `windows.${index}`;
    const found = listSlots(window, path, { timeZone: timeZone ?? null, duration: shared, limit });
    if ("problems" in found) {
      problems.push(...found.problems);
      continue;
    }
    notes.push(...found.notes);
    const repeated = found.slots.filter((slot) => add(slot, path) !== undefined).length;
    const message =
      repeated === 1
        ? "1 slot was asked for before, so it was left out"
        : `${repeated} slots were asked for before, so they were left out`;
    if (repeated > 0) notes.push({ path, message });
    limit = found.truncated ? 0 : limit - found.slots.length;
  }
  const listed = [...slots.values()].map(({ slot }) => slot).sort(compareOptionTimes);
  return { options: listed, notes, problems, more: limit <= 0 };
}

function checkTimes({ dates, timeZone, duration, times = [], windows = [] }: PollRequest): Problem[] {
  const problems: Problem[] = [];
  if (dates !== undefined && dates.length > 0)
    problems.push({
      path: "dates",
      message: "belongs to a poll about whole days, not to one about times of day",
    });
  if (timeZone !== undefined && normalizeTimeZone(timeZone) === undefined)
    problems.push({ path: "timeZone", message: explainZone(timeZone) });
  if (times.length + windows.length === 0)
    problems.push({ path: "times", message: "needs at least one time, or one window in windows" });
  problems.push(...checkEntries("times", times.length), ...checkWindows(windows.length));
  if (duration !== undefined)
    return isSlotDuration(duration) ? problems : [...problems, { path: "duration", message: notSlotMinutes }];
  const without = times.flatMap((time, index) => (time.duration === undefined ? [index] : []));
  if (windows.length > 0 || (without.length === times.length && times.length > 0))
    return [
      ...problems,
      {
        path: "duration",
        message: "is needed: how many minutes each slot lasts",
        ask: "how long the meeting lasts, unless they said it",
      },
    ];
  const message = "is needed, since there is no shared duration: how many minutes this slot lasts";
  return [...problems, ...without.map((index) => ({ path: `times.${index}.duration`, message }))];
}

function checkWindows(count: number): Problem[] {
  const message = `has ${count} entries; a poll takes at most ${maxOptions} options`;
  return count <= maxWindows ? [] : [{ path: "windows", message, ask: "which options to leave out" }];
}

const isSlotDuration = (duration: number | undefined): duration is number =>
  Number.isInteger(duration) && Number(duration) >= minSlotMinutes && Number(duration) <= maxSlotMinutes;

function explainZone(timeZone: string): string {
  if (/^[A-Za-z]{2,5}(\d[A-Za-z]{3})?$/.test(timeZone))
    return `${quote(timeZone)} is an abbreviation, not an IANA time zone: write a place, such as America/New_York`;
  return `${quote(timeZone)} is not an IANA time zone: write a place, such as Europe/Berlin`;
}

/** Validates the fields that both kinds of poll have, with the schema of the API. */
export function checkCommonFields(request: PollRequest) {
  const { kind: _, dates, timeZone, duration, times, windows, except, ...common } = request;
  const given = Object.fromEntries(Object.entries(common).filter(([, value]) => value !== undefined));
  // Calendars and emails write `Name <address>`. The service accepts the address alone.
  const email = request.organizer?.email;
  const organizer =
    typeof email === "string" ? { ...request.organizer, email: extractAddress(email) } : undefined;
  const { data, problems } = checkCommonInput({ ...given, ...(organizer && { organizer }) });
  return { fields: data, problems };
}
