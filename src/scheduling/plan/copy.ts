import { type CommonPollInput, type Poll, settingNames } from "../../api/web.ts";
import type { Problem } from "../../problem.ts";
import {
  addDays,
  addMinutes,
  compareOptionTimes,
  formatOption,
  getOptionInterval,
  getOptionStart,
  isKnownTimeZone,
  maxSlotMinutes,
  minSlotMinutes,
  type OptionTime,
  toInstant,
  toOffsetDateTime,
} from "../../time/index.ts";
import { chooseOptions } from "./choose-options.ts";
import { PlanError, quote } from "./errors.ts";
import { resolveInstant } from "./parse-time.ts";
import { checkCommonFields, isSlotDuration, toBody } from "./plan.ts";
import type { ChoiceOptions, PollPlan, PollRequest } from "./poll-request.ts";

/** What a copy changes. A field that is left out keeps the value of the poll. Null removes it. */
export type PollChanges = Partial<Omit<CommonPollInput, "title">> & { title?: string | undefined };

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
  const { title, kind, description, location, organizer } = poll;
  // Responses may have more fields, which the service refuses.
  const { provider, label, uri } = poll.conferencing ?? {};
  const call = provider ? { provider, ...(provider === "custom" && { label, uri }) } : undefined;
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(settingNames.map((name) => [name, poll[name]])),
    ...{ title, kind, description, location, conferencing: call },
    organizer: organizer && { email: organizer.email },
    ...Object.fromEntries(given),
  };
}

function checkPoll(poll: Poll, shiftDays: number, shiftMinutes: number): Problem[] {
  if (!Number.isInteger(shiftDays) || Math.abs(shiftDays) > maxShiftDays)
    return [{ path: "shiftDays", message: `must be a whole number of days, at most ${maxShiftDays}` }];
  if (!Number.isInteger(shiftMinutes) || Math.abs(shiftMinutes) > maxShiftMinutes) {
    const message = `must be a whole number of minutes, at most ${maxShiftMinutes}`;
    return [{ path: "shiftMinutes", message }];
  }
  if (poll.kind === "date" && shiftMinutes !== 0)
    return [{ path: "shiftMinutes", message: "whole days move by days only: leave it out" }];
  if (poll.options.length === 0) return [{ path: "options", message: "the poll has no options" }];
  if (poll.kind === "date") return [];
  if (poll.timeZone !== null && !isKnownTimeZone(poll.timeZone)) {
    const message = `${quote(poll.timeZone)} is a time zone that is not known here`;
    return [{ path: "timeZone", message, ask: "for the times in another time zone" }];
  }
  return poll.options.flatMap(({ startTime, duration }, index) => {
    if (isSlotDuration(duration)) return [];
    const message = `${formatOption({ startTime, duration }, poll.timeZone)} lasts ${duration} minutes; only slots of ${minSlotMinutes} to ${maxSlotMinutes} minutes can be created`;
    return [{ path: `options.${index}`, message, ask: "how long the options of the copy should last" }];
  });
}

/** All options of a poll after the move: by start, without duplicates. */
function moveOptions(poll: Poll, days: number, minutes: number) {
  const notes: Problem[] = [];
  const problems: Problem[] = [];
  const unique = new Map<string, OptionTime>();
  for (const [index, option] of (poll.options as readonly OptionTime[]).entries()) {
    const path = `options.${index}`;
    const result = moveOption(option, poll.timeZone, days, minutes);
    if ("problem" in result) {
      const message = `${formatOption(option, poll.timeZone)} cannot be moved by ${days} days: ${result.problem}`;
      problems.push({ path, message, ask: "by how many days to move the options instead" });
      continue;
    }
    if (result.note !== undefined) notes.push({ path, message: result.note });
    const key = JSON.stringify(result.option);
    if (unique.has(key))
      notes.push({ path, message: "is the same as another option after the move, so it was left out" });
    unique.set(key, result.option);
  }
  return { options: [...unique.values()].sort(compareOptionTimes), notes, problems };
}

function moveOption(
  option: OptionTime,
  timeZone: string | null,
  days: number,
  minutes: number,
): { option: OptionTime; note?: string } | { problem: string } {
  if ("date" in option) return { option: { date: addDays(option.date, days) } };
  const { duration } = option;
  // Without a move the instant stays, also in an hour that the clock shows twice.
  if (days === 0 && minutes === 0) return { option: { startTime: toInstant(option.startTime), duration } };
  const [clock = ""] = toOffsetDateTime(option.startTime, timeZone ?? "UTC").split(/[+-]\d\d:\d\d$/);
  const moved = addMinutes(`${clock}Z`, days * 1440 + minutes);
  const found = resolveInstant(moved.replace(/(?::00)?Z$/, ""), timeZone ?? undefined, {
    offsets: "absolute",
  });
  if ("problem" in found) return { problem: found.problem.message };
  const { instant, ...note } = found;
  return { option: { startTime: instant, duration }, ...note };
}
