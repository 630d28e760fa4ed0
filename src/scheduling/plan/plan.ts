import { type CommonPollInput, type CreatePollInput, checkCommonInput } from "../../api/web.ts";
import type { Problem } from "../../problem.ts";
import {
  addDays,
  compareOptionTimes,
  daysBetween,
  expandGenerator,
  isCalendarDate,
  maxSlotMinutes,
  minSlotMinutes,
  normalizeTimeZone,
  notSlotMinutes,
  type OptionTime,
  type Slot,
  SlotError,
  toLocal,
  validateGenerator,
  weekdayOf,
  weekdays,
} from "../../time/index.ts";
import { extractAddress } from "../people/mailboxes.ts";
import { chooseOptions, describeNoDate } from "./choose-options.ts";
import { PlanError, quote } from "./errors.ts";
import { askOtherDay, askOtherTime, isImpossibleDay, resolveInstant } from "./parse-time.ts";
import type { PlanOptions, PollPlan, PollRequest, PollWindow } from "./poll-request.ts";

/**
 * Turns a request into the body of createPoll. Throws PlanError naming every problem at once.
 *
 * @example
 * planPoll({ title: "Sync", timeZone: "Europe/Berlin", duration: 30, times: [{ start: "2027-03-01 09:00" }] },
 *   { offsets: "must-match", now: Date.now() }).body.options // [{ startTime: "2027-03-01T08:00:00Z" }]
 */
export function planPoll(request: PollRequest, options: PlanOptions): PollPlan {
  const { fields, problems } = checkCommonFields(request);
  const kind = request.kind ?? inferKind(request);
  const timeZone = kind === "time" && request.timeZone ? normalizeTimeZone(request.timeZone) : undefined;
  const misplaced = kind === "date" ? checkDays(request) : checkTimes(request);
  problems.push(...misplaced);
  const isReadable = misplaced.every(({ path }) => path !== "timeZone");
  const requested = isReadable ? listOptions(request, kind, timeZone, options) : undefined;
  problems.push(...(requested?.problems ?? []));
  if (fields === undefined || requested === undefined || problems.length > 0) throw new PlanError(problems);
  const path = request.windows?.length ? "windows" : kind === "date" ? "dates" : "times";
  const candidates = { ...requested, timeZone: timeZone ?? null, except: request.except, path };
  const chosen = chooseOptions(candidates, { ...options, past: options.past ?? "allow" });
  const notes = [...requested.notes, ...chosen.notes];
  if (kind === "date" && request.timeZone !== undefined)
    notes.push({ path: "timeZone", message: "is ignored, because whole days have no time zone" });
  return {
    ...chosen,
    notes,
    body: toBody(fields, chosen.options, { timeZone, duration: request.duration }),
  };
}

/** Whether a window is a range of whole days. */
const isWholeDays = ({ from, to, interval }: PollWindow): boolean =>
  from === undefined && to === undefined && interval === undefined;

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

/** Validates the fields that both kinds of poll have, with the schema of the API. */
export function checkCommonFields(request: PollRequest) {
  const { kind: _, dates, timeZone, duration, times, windows, except, ...common } = request;
  const given = Object.fromEntries(Object.entries(common).filter(([, value]) => value != null));
  // Calendars and emails write `Name <address>`. The service accepts the address alone.
  const email = request.organizer?.email;
  const organizer = email === undefined ? {} : { organizer: { email: extractAddress(email) } };
  const { data, problems } = checkCommonInput({ ...given, ...organizer });
  return { fields: data, problems };
}

/** What is wrong with a request about whole days as a whole. */
function checkDays({ dates = [], times = [], windows = [], duration }: PollRequest): Problem[] {
  const message = "belongs to a poll about times of day, not to one about whole days";
  const misplaced = windows.flatMap((window, index) => (isWholeDays(window) ? [] : [`windows.${index}`]));
  if (duration !== undefined) misplaced.unshift("duration");
  if (times.length > 0) misplaced.unshift("times");
  if (misplaced.length > 0) return misplaced.map((path) => ({ path, message }));
  return dates.length + windows.length > 0 ? [] : [{ path: "dates", message: "needs at least one date" }];
}

/** What is wrong with a request about times of day as a whole. */
function checkTimes({ dates = [], timeZone, duration, times = [], windows = [] }: PollRequest): Problem[] {
  const problems: Problem[] = [];
  const refuse = (path: string, message: string) => problems.push({ path, message });
  if (dates.length > 0) refuse("dates", "belongs to a poll about whole days, not to one about times of day");
  if (timeZone !== undefined && normalizeTimeZone(timeZone) === undefined)
    refuse("timeZone", explainZone(timeZone));
  if (times.length + windows.length === 0)
    refuse("times", "needs at least one time, or one window in windows");
  const without = times.flatMap((time, index) => (time.duration === undefined ? [index] : []));
  if (duration !== undefined) {
    if (!isSlotDuration(duration)) refuse("duration", notSlotMinutes);
  } else if (windows.length > 0 || (without.length === times.length && times.length > 0))
    problems.push({
      path: "duration",
      message: "is needed: how many minutes each slot lasts",
      ask: "how long the meeting lasts, unless they said it",
    });
  else
    for (const index of without)
      refuse(
        `times.${index}.duration`,
        "is needed, since there is no shared duration: how many minutes this slot lasts",
      );
  return problems;
}

function explainZone(timeZone: string): string {
  if (/^[A-Za-z]{2,5}(\d[A-Za-z]{3})?$/.test(timeZone))
    return `${quote(timeZone)} is an abbreviation, not an IANA time zone: write a place, such as America/New_York`;
  return `${quote(timeZone)} is not an IANA time zone: write a place, such as Europe/Berlin`;
}

export const isSlotDuration = (duration: number | undefined): duration is number =>
  Number.isInteger(duration) && Number(duration) >= minSlotMinutes && Number(duration) <= maxSlotMinutes;

/** The options that were asked for, before any is left out. They are valid only if there are no problems. */
interface Requested {
  options: OptionTime[];
  notes: Problem[];
  problems: Problem[];
  /** Whether there are more than these. */
  more: boolean;
}

/** Maximum number of options that are expanded. Higher than a poll's maximum, so that the message can give the count. */
const maxExpanded = 5_000;

/** The options of dates, times and windows, each once, by start. Days never pass through a time zone. */
function listOptions(
  { dates = [], times = [], windows = [], duration }: PollRequest,
  kind: "date" | "time",
  timeZone: string | undefined,
  options: PlanOptions,
): Requested {
  const problems: Problem[] = [];
  const notes: Problem[] = [];
  const seen = new Map<string, { option: OptionTime; path: string }>();
  /** Adds an option, unless it was asked for before: then where. */
  const add = (option: OptionTime, path: string): string | undefined => {
    const key = Object.values(option).join(" ");
    const before = seen.get(key)?.path;
    if (before === undefined) seen.set(key, { option, path });
    return before;
  };
  const addOne = (option: OptionTime, path: string) => {
    const before = add(option, path);
    const thing = "date" in option ? "day" : "slot";
    if (before !== undefined)
      notes.push({ path, message: `is the same ${thing} as ${before}, so it was left out` });
  };
  if (kind === "date")
    for (const [index, date] of dates.entries()) {
      const path = `dates.${index}`;
      if (isCalendarDate(date)) addOne({ date }, path);
      else problems.push({ path, ...describeNoDate(date) });
    }
  // A missing or wrong shared duration is reported once. Any valid one lets the other fields be checked.
  const shared = isSlotDuration(duration) ? duration : minSlotMinutes;
  for (const [index, { start, duration = shared }] of times.entries()) {
    const path = `times.${index}`;
    if (!isSlotDuration(duration)) problems.push({ path: `${path}.duration`, message: notSlotMinutes });
    const found = resolveInstant(start, timeZone, options);
    if ("problem" in found) problems.push({ path: `${path}.start`, ...found.problem });
    else {
      if (found.note !== undefined) notes.push({ path: `${path}.start`, message: found.note });
      addOne({ startTime: found.instant, duration }, path);
    }
  }
  for (const [index, window] of windows.entries()) {
    const path = `windows.${index}`;
    const context = { timeZone: timeZone ?? null, duration: shared, limit: maxExpanded - seen.size };
    const found = kind === "date" ? expandDays(window) : expandWindow(window, context);
    problems.push(...found.problems.map((problem) => ({ ...problem, path: `${path}.${problem.path}` })));
    notes.push(...found.notes.map((note) => ({ ...note, path: `${path}.${note.path}` })));
    const repeated = found.options.filter((option) => add(option, path) !== undefined).length;
    if (repeated > 0) notes.push({ path, message: describeRepeated(repeated, kind) });
    if (seen.size >= maxExpanded) break;
  }
  const listed = [...seen.values()].map(({ option }) => option).sort(compareOptionTimes);
  return { options: listed, notes, problems, more: seen.size >= maxExpanded };
}

function describeRepeated(count: number, kind: "date" | "time"): string {
  const thing = kind === "date" ? "day" : "slot";
  if (count === 1) return `1 ${thing} was asked for before, so it was left out`;
  return `${count} ${thing}s were asked for before, so they were left out`;
}

/** The days of a window: slots of 24 hours in UTC. */
function expandDays(window: PollWindow) {
  const context = { timeZone: null, duration: maxSlotMinutes, limit: maxExpanded };
  const { options, ...found } = expandWindow({ ...window, from: "00:00", to: "24:00" }, context);
  return { ...found, options: options.map(({ startTime }) => ({ date: startTime.slice(0, 10) })) };
}

const maxWeeks = 52;

/** The slots of a window and notes about them, or its problems. A null zone is that of floating times. */
function expandWindow(
  { everyWeeks = 1, from = "", to = "", ...range }: PollWindow,
  context: { timeZone: string | null; duration: number; limit: number },
) {
  const generator = { ...range, from, to };
  const options = { ...context, endOfDay: true, gap: "refuse" } as const;
  const problems: Problem[] = validateGenerator(generator, options).map((problem) =>
    (problem.path === "startDate" || problem.path === "endDate") && isImpossibleDay(generator[problem.path])
      ? { ...problem, ask: askOtherDay }
      : problem,
  );
  if (!Number.isInteger(everyWeeks) || everyWeeks < 1 || everyWeeks > maxWeeks)
    problems.push({ path: "everyWeeks", message: `must be a whole number from 1 to ${maxWeeks}` });
  if (problems.length > 0) return { options: [], notes: [], problems };
  const firstMonday = addDays(range.startDate, -weekdays.indexOf(weekdayOf(range.startDate)));
  const isInWeek = ({ startTime }: Slot) => {
    const { date } = toLocal(startTime, context.timeZone ?? "UTC");
    return Math.floor(daysBetween(firstMonday, date) / 7) % everyWeeks === 0;
  };
  try {
    const { slots, notes } = expandGenerator(generator, options);
    return { options: everyWeeks === 1 ? slots : slots.filter(isInWeek), notes, problems };
  } catch (error) {
    if (!(error instanceof SlotError)) throw error;
    // The clocks change on that day.
    return {
      options: [],
      notes: [],
      problems: [{ path: error.path, message: error.message, ask: askOtherTime }],
    };
  }
}
