import { type Poll, type PollSettingsInput, settingNames } from "../../api/web.ts";
import type { Problem } from "../../problem.ts";
import {
  addDays,
  compareOptionTimes,
  describeGap,
  describeOverlap,
  formatOption,
  getOptionInterval,
  getOptionStart,
  isCalendarDate,
  isKnownTimeZone,
  maxSlotMinutes,
  minSlotMinutes,
  type OptionTime,
  resolveLocal,
  toInstant,
  toOffsetDateTime,
} from "../../time/index.ts";
import { checkEntries, chooseOptions } from "./choose-options.ts";
import { PlanError, quote } from "./errors.ts";
import { checkCommonFields, toBody } from "./plan.ts";
import type { ChoiceOptions, Conferencing, PollPlan, PollRequest } from "./poll-request.ts";

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
 * What to do when options of the copy have started: `refuse` the copy, `allow` them, `omit` them, or `repeat` the shift
 * until all options are ahead.
 */
export type PastRule = "refuse" | "allow" | "omit" | "repeat";

/** How to copy a poll. */
export interface CopyOptions extends ChoiceOptions<PastRule> {
  /** Whole days that every option moves, negative for back, 0 for not at all. */
  shiftDays: number;
  /** Minutes that the clock time of every slot moves, negative for back. Default: 0. */
  shiftMinutes?: number | undefined;
  /** Days, YYYY-MM-DD in the poll's zone, on which no option of the copy starts. */
  except?: readonly string[] | undefined;
}

/** A copy that is ready to be created. */
export interface PollCopy extends PollPlan {
  /** Days that the options moved: a multiple of `shiftDays` after `repeat`. */
  movedDays: number;
}

/** Maximum days of one shift: ten years. */
export const maxShiftDays = 3660;

/** Maximum minutes of one shift. */
const maxShiftMinutes = 1440;

const dayMs = 86_400_000;

/**
 * Turns a poll into the body of createPoll for the same poll on other days. Clock times in the zone of the poll stay the
 * same when the clocks change. Days never pass through a zone. Floating polls stay floating. Throws PlanError with every
 * problem: `shiftDays` for options in the past, `options.0` for an option that cannot be moved or created.
 *
 * @example
 * planCopy(poll, { title: "Lunch, next week" }, { shiftDays: 7, past: "refuse", now: Date.now() })
 */
export function planCopy(poll: Poll, changes: PollChanges, options: CopyOptions): PollCopy {
  const { shiftDays, shiftMinutes = 0, past, now, localZone } = options;
  const { fields, problems: common } = checkCommonFields(toCopyRequest(poll, changes));
  const problems = [...common, ...checkPoll(poll, shiftDays, shiftMinutes)];
  if (problems.length > 0 || fields === undefined) throw new PlanError(problems);
  const isPast = (option: OptionTime) => getOptionInterval(option, poll.timeZone, localZone).start <= now;
  const move = (days: number) => moveOptions(poll, days, shiftMinutes);
  let movedDays = shiftDays;
  if (past === "repeat" && shiftDays > 0) {
    const earliest = Math.min(...poll.options.map(getOptionStart));
    movedDays = shiftDays * Math.max(1, Math.floor((now - earliest) / (shiftDays * dayMs)) - 1);
    while (move(movedDays).options.some(isPast)) movedDays += shiftDays;
  }
  const moved = move(movedDays);
  if (moved.problems.length > 0) throw new PlanError(moved.problems);
  const candidates = {
    options: moved.options,
    timeZone: poll.timeZone,
    except: options.except,
    path: "options",
    pastProblem: {
      path: "shiftDays",
      ask: "by how many days to move the options",
      lead: `after ${movedDays} days, `,
    },
  };
  const chosen = chooseOptions(candidates, { ...options, past: past === "repeat" ? "refuse" : past });
  const notes: Problem[] = [];
  if (poll.organizer === null && changes.organizer === undefined)
    notes.push({
      path: "organizer",
      message: "the poll has none, so the owner of the space organizes the copy",
    });
  if (movedDays !== shiftDays)
    notes.push({
      path: "shiftDays",
      message: `moved by ${movedDays} days, since options would still be in the past after ${movedDays - shiftDays}`,
    });
  return {
    ...chosen,
    body: toBody(fields, chosen.options, { timeZone: poll.timeZone ?? undefined }),
    notes: [...notes, ...moved.notes, ...chosen.notes],
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

const keep = <Value>(change: Value | null | undefined, value: Value | null): Value | undefined =>
  (change === undefined ? value : change) ?? undefined;

/** The request for a video call. Responses may have more fields, which the service refuses. */
function toRequested({ provider, label, uri }: NonNullable<Poll["conferencing"]>): Conferencing {
  const call = provider === "custom" ? { provider, label, ...(uri !== undefined && { uri }) } : { provider };
  return call as Conferencing;
}

function checkPoll(poll: Poll, shiftDays: number, shiftMinutes: number): Problem[] {
  if (!Number.isInteger(shiftDays) || Math.abs(shiftDays) > maxShiftDays)
    return [{ path: "shiftDays", message: `must be a whole number of days, at most ${maxShiftDays}` }];
  if (!Number.isInteger(shiftMinutes) || Math.abs(shiftMinutes) > maxShiftMinutes)
    return [
      { path: "shiftMinutes", message: `must be a whole number of minutes, at most ${maxShiftMinutes}` },
    ];
  if (poll.kind === "date" && shiftMinutes !== 0)
    return [{ path: "shiftMinutes", message: "whole days move by days only: leave it out" }];
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
  notes: Problem[];
  problems: Problem[];
}

/** All options of a poll after the move: by start, without duplicates. */
function moveOptions(poll: Poll, days: number, minutes: number): MovedOptions {
  const moved: MovedOptions = { options: [], notes: [], problems: [] };
  const unique = new Map<string, OptionTime>();
  const options: readonly OptionTime[] = poll.options;
  for (const [index, option] of options.entries()) {
    const path = `options.${index}`;
    const result = moveOption(option, poll.timeZone, days, minutes);
    if ("problem" in result) {
      const message = `${formatOption(option, poll.timeZone)} cannot be moved by ${days} days: ${result.problem}`;
      moved.problems.push({ path, message, ask: "by how many days to move the options instead" });
      continue;
    }
    if (result.note !== undefined) moved.notes.push({ path, message: result.note });
    const key = JSON.stringify(result.option);
    if (unique.has(key))
      moved.notes.push({ path, message: "is the same as another option after the move, so it was left out" });
    unique.set(key, result.option);
  }
  moved.options = [...unique.values()].sort(compareOptionTimes);
  return moved;
}

function moveOption(
  option: OptionTime,
  timeZone: string | null,
  days: number,
  minutes: number,
): { option: OptionTime; note?: string } | { problem: string } {
  const outOfCalendar = { problem: "its year has more than four digits" };
  if ("date" in option) {
    const date = addDays(option.date, days);
    return isCalendarDate(date) ? { option: { date } } : outOfCalendar;
  }
  const { duration } = option;
  // Without a move the instant stays, also in an hour that the clock shows twice.
  if (days === 0 && minutes === 0) return { option: { startTime: toInstant(option.startTime), duration } };
  const [clock = ""] = toOffsetDateTime(option.startTime, timeZone ?? "UTC").split(/[+-]\d\d:\d\d$/);
  const wall = new Date(Date.parse(`${clock}Z`) + days * dayMs + minutes * 60_000);
  if (wall.getUTCFullYear() > 9999) return outOfCalendar;
  const local = wall.toISOString().replace(/(?::00)?\.000Z$/, "");
  const found = resolveLocal(local, timeZone ?? "UTC");
  if (timeZone !== null && found.kind === "gap") return { problem: describeGap(local, timeZone, found) };
  const slot = { startTime: found.instant, duration };
  if (timeZone === null || found.kind !== "overlap") return { option: slot };
  return { option: slot, note: describeOverlap(local, timeZone, found) };
}
