import { type Poll, type PollSettingsInput, settingNames } from "../../api/web.ts";
import type { Problem } from "../../problem.ts";
import {
  addDays,
  compareOptionTimes,
  describeGap,
  describeOverlap,
  formatOption,
  getOptionStart,
  isCalendarDate,
  isKnownTimeZone,
  maxSlotMinutes,
  minSlotMinutes,
  type OptionTime,
  resolveLocal,
  type Slot,
  toInstant,
  toLocal,
  toOffsetDateTime,
} from "../../time/index.ts";
import { PlanError, type PlanNote, quote } from "./errors.ts";
import { checkEntries, validateCount } from "./option-count.ts";
import { checkCommonFields, type PollPlan } from "./plan.ts";
import type { Conferencing, OptionFilter, PollRequest } from "./poll-request.ts";

/** What a copy changes. A field that is left out keeps the value of the poll. Null removes it. */
export interface PollChanges extends PollSettingsInput {
  /** The title of the copy. */
  title?: string | undefined;
  /** Details for the invitees. */
  description?: string | null | undefined;
  /** Where people meet. */
  location?: string | null | undefined;
  /** The video call. */
  conferencing?: Conferencing | null | undefined;
  /** Who organizes the copy. Null: the owner of the space. */
  organizer?: { email: string } | null | undefined;
}

/**
 * What to do when options of the copy are in the past: `refuse` the copy, `allow` them, `omit` them, or `repeat` the shift
 * until all options are ahead.
 */
export type PastRule = "refuse" | "allow" | "omit" | "repeat";

/** How to copy a poll. */
export interface CopyOptions {
  /** Whole days that every option moves, negative for back, 0 for not at all. */
  shiftDays: number;
  /** What to do when options of the copy are in the past. */
  past: PastRule;
  /** The current time, in milliseconds since 1970. */
  now: number;
  /** Leaves out options after the move. */
  filter?: OptionFilter | undefined;
}

/** A copy that is ready to be created. */
export interface PollCopy extends PollPlan {
  /** Days that the options moved: a multiple of `shiftDays` after `repeat`. */
  movedDays: number;
}

/** Maximum days of one shift: ten years. */
export const maxShiftDays = 3660;

const dayMs = 86_400_000;

// No time zone is further behind UTC.
const lastZone = "Etc/GMT+12";
const lastZoneMs = 12 * 3_600_000;

/**
 * Turns a poll into the body of createPoll for the same poll on other days. Clock times in the zone of the poll stay the
 * same when the clocks change. Days never pass through a zone. Floating polls stay floating. Throws PlanError with every
 * problem: `shiftDays` for options in the past, `options.0` for an option that cannot be moved or created.
 *
 * @example
 * planCopy(poll, { title: "Lunch, next week" }, { shiftDays: 7, past: "refuse", now: Date.now() })
 */
export function planCopy(
  poll: Poll,
  changes: PollChanges,
  { shiftDays, past, now, filter }: CopyOptions,
): PollCopy {
  const notes: PlanNote[] = [];
  const common = copyCommonFields(poll, changes, notes);
  const problems = [...common.problems, ...checkPoll(poll, shiftDays)];
  if (problems.length > 0 || common.fields === undefined) throw new PlanError(problems);
  const isPast = (option: OptionTime) => hasPassed(option, poll.timeZone, now);
  const movedDays = past === "repeat" ? findShift(poll, shiftDays, now, isPast) : shiftDays;
  const moved = moveOptions(poll, movedDays);
  const ahead = moved.options.filter((option) => !isPast(option));
  const over = moved.options.filter(isPast);
  const [first] = over;
  problems.push(...moved.problems);
  if (first !== undefined && past !== "allow" && (past !== "omit" || ahead.length === 0))
    problems.push({
      path: "shiftDays",
      message: describePast(poll, over.length, first, movedDays),
      ask: "by how many days to move the options",
    });
  const kept = past === "omit" ? ahead : moved.options;
  const isFiltered = filter !== undefined && problems.length === 0;
  const options = isFiltered ? filter(kept, poll.kind === "date" ? null : poll.timeZone) : kept;
  problems.push(...validateCount(options.length, "options"));
  if (problems.length > 0) throw new PlanError(problems);
  if (movedDays !== shiftDays)
    notes.push({
      path: "shiftDays",
      message: `moved by ${movedDays} days, since options would still be in the past after ${movedDays - shiftDays}`,
    });
  if (first !== undefined && past === "omit")
    notes.push({
      path: "options",
      message: `${over.length} of ${moved.options.length} options were left out, since they are in the past`,
    });
  const { timeZone } = poll;
  const fields = common.fields;
  return {
    body:
      poll.kind === "date"
        ? { ...fields, kind: "date", options: options as { date: string }[] }
        : { ...fields, kind: "time", ...(timeZone !== null && { timeZone }), options: options as Slot[] },
    slots: options,
    notes: [...notes, ...moved.notes],
    movedDays,
  };
}

/** The request for a poll with the same texts and settings, without options. */
export function toCopyRequest(poll: Poll, changes: PollChanges): PollRequest {
  const { conferencing, organizer } = poll;
  const settings = settingNames.map((name) => [name, changes[name] ?? poll[name]]);
  return {
    title: changes.title ?? poll.title,
    kind: poll.kind,
    description: keep(changes.description, poll.description),
    location: keep(changes.location, poll.location),
    conferencing: keep(changes.conferencing, conferencing && toRequested(conferencing)),
    organizer: keep(changes.organizer, organizer && { email: organizer.email }),
    ...Object.fromEntries(settings),
  };
}

function copyCommonFields(poll: Poll, changes: PollChanges, notes: PlanNote[]) {
  if (poll.organizer === null && changes.organizer === undefined)
    notes.push({
      path: "organizer",
      message: "the poll has none, so the owner of the space organizes the copy",
    });
  return checkCommonFields(toCopyRequest(poll, changes));
}

const keep = <Value>(change: Value | null | undefined, value: Value | null): Value | undefined =>
  (change === undefined ? value : change) ?? undefined;

/** The request for a video call. Responses may have more fields, which the service refuses. */
function toRequested({ provider, label, uri }: NonNullable<Poll["conferencing"]>): Conferencing {
  const call = provider === "custom" ? { provider, label, ...(uri !== undefined && { uri }) } : { provider };
  return call as Conferencing;
}

function checkPoll(poll: Poll, shiftDays: number): Problem[] {
  if (!Number.isInteger(shiftDays) || Math.abs(shiftDays) > maxShiftDays)
    return [{ path: "shiftDays", message: `must be a whole number of days, at most ${maxShiftDays}` }];
  if (poll.options.length === 0) return [{ path: "options", message: "the poll has no options" }];
  const tooMany = checkEntries("options", poll.options.length);
  if (tooMany.length > 0 || poll.kind === "date") return tooMany;
  if (poll.timeZone !== null && !isKnownTimeZone(poll.timeZone))
    return [
      {
        path: "timeZone",
        message: `${quote(poll.timeZone)} is a time zone that is not known here`,
        ask: "for the times in another time zone",
      },
    ];
  return poll.options.flatMap(({ startTime, duration }, index) => {
    if (Number.isInteger(duration) && duration >= minSlotMinutes && duration <= maxSlotMinutes) return [];
    const message = `${formatOption({ startTime, duration }, poll.timeZone)} lasts ${duration} minutes; only slots of ${minSlotMinutes} to ${maxSlotMinutes} minutes can be created`;
    return [{ path: `options.${index}`, message, ask: "how long the options of the copy should last" }];
  });
}

interface MovedOptions {
  options: OptionTime[];
  notes: PlanNote[];
  problems: Problem[];
}

/** All options of a poll moved by days: by start, without duplicates. */
function moveOptions(poll: Poll, days: number): MovedOptions {
  const moved: MovedOptions = { options: [], notes: [], problems: [] };
  const unique = new Map<string, OptionTime>();
  const options: readonly Poll["options"][number][] = poll.options;
  for (const [index, option] of options.entries()) {
    const path = `options.${index}`;
    const result = moveOption(option, poll.timeZone, days);
    if ("problem" in result) {
      const message = `${formatOption(option, poll.timeZone)} cannot be moved by ${days} days: ${result.problem}`;
      moved.problems.push({ path, message, ask: "by how many days to move the options instead" });
      continue;
    }
    if (result.note !== undefined) moved.notes.push({ path, message: result.note });
    const key = JSON.stringify(result.option);
    if (unique.has(key))
      moved.notes.push({ path, message: `is the same as another option after the move, so it was left out` });
    unique.set(key, result.option);
  }
  moved.options = [...unique.values()].sort(compareOptionTimes);
  return moved;
}

function moveOption(
  option: OptionTime,
  timeZone: string | null,
  days: number,
): { option: OptionTime; note?: string } | { problem: string } {
  if ("date" in option) {
    const date = addDays(option.date, days);
    return isCalendarDate(date) ? { option: { date } } : { problem: outOfCalendar };
  }
  const { duration } = option;
  // Without a move the instant stays, also in an hour that the clock shows twice.
  if (days === 0) return { option: { startTime: toInstant(option.startTime), duration } };
  const [date = "", clock = ""] = toOffsetDateTime(option.startTime, timeZone ?? "UTC").split(
    /T|[+-]\d\d:\d\d$/,
  );
  const movedDate = isCalendarDate(date) ? addDays(date, days) : date;
  if (!isCalendarDate(movedDate)) return { problem: outOfCalendar };
  const found = resolveLocal(`${movedDate}T${clock}`, timeZone ?? "UTC");
  const local = `${movedDate}T${clock.replace(/:00$/, "")}`;
  if (timeZone !== null && found.kind === "gap") return { problem: describeGap(local, timeZone, found) };
  const slot = { startTime: found.instant, duration };
  if (timeZone === null || found.kind !== "overlap") return { option: slot };
  return { option: slot, note: describeOverlap(local, timeZone, found) };
}

const outOfCalendar = "its year has more than four digits";

/** Whether an option has started in its zone. A day and a floating time have passed once that is so everywhere. */
function hasPassed(option: OptionTime, timeZone: string | null, now: number): boolean {
  if ("date" in option) return option.date < toLocal(new Date(now).toISOString(), lastZone).date;
  return getOptionStart(option) + (timeZone === null ? lastZoneMs : 0) <= now;
}

/** The smallest multiple of the shift after which no option is in the past. A shift that does not go forward stays. */
function findShift(
  poll: Poll,
  shiftDays: number,
  now: number,
  isPast: (option: OptionTime) => boolean,
): number {
  if (shiftDays <= 0) return shiftDays;
  const options: readonly OptionTime[] = poll.options;
  const earliest = Math.min(...options.map(getOptionStart));
  const steps = Math.floor((now - earliest) / (shiftDays * dayMs)) - 1;
  let days = shiftDays * Math.max(1, steps);
  while (moveOptions(poll, days).options.some(isPast)) days += shiftDays;
  return days;
}

function describePast(poll: Poll, count: number, first: OptionTime, days: number): string {
  const verb = count === 1 ? "is" : "are";
  const shown = formatOption(first, poll.timeZone);
  return `after ${days} days, ${count} of ${poll.options.length} options ${verb} in the past, the first is ${shown}`;
}
