import { commonFields } from "../../api/check/create-input.ts";
import { mapSettings } from "../../api/check/settings.ts";
import type { CommonPollInput } from "../../api/types/inputs.ts";
import type { Poll } from "../../api/web.ts";
import { listUnknown, throwIfAny } from "../../problem.ts";
import { quote } from "../../sanitize.ts";
import { dayMs } from "../../time/days.ts";
import { addDays, formatOption, isKnownTimeZone, type OptionTime } from "../../time/index.ts";
import { getOptionStart, getPastTime } from "../../time/option-times.ts";
import { askOtherTimeOrDay } from "../../time/resolve.ts";
import { isSlotMinutes, maxSlotMinutes, minSlotMinutes } from "../../time/slots.ts";
import { addMinutes, toOffsetDateTime } from "../../time/zones.ts";
import { checkLocalZone, checkOptions, choiceNames } from "./check-request.ts";
import { createPlan, Draft } from "./create-plan.ts";
import { resolveInstant } from "./parse-time.ts";
import type { ChoiceOptions, PollPlan, PollRequest, StartedRule } from "./poll-request.ts";

/** What a copy changes. A field that is left out keeps the value of the poll. Null removes it. */
export interface PollChanges extends Partial<Omit<CommonPollInput, "title">> {
  /** What the copy is about, 1 to 255 characters. Default: the poll's title. */
  title?: string | undefined;
}

/**
 * What to do when options of the copy are past: `refuse` the copy, `allow` them, `omit` them, or `repeat` the shift
 * until all options are ahead.
 */
export type PastRule = StartedRule | "repeat";

/** How to copy a poll. */
export interface CopyOptions extends Omit<ChoiceOptions, "past"> {
  /** Options of the copy that are past. */
  past: PastRule;
  /** Whole days that every option moves, negative for back, 0 for not at all. */
  shiftDays: number;
  /** Minutes that the clock time of every slot moves, negative for back. Default: 0. */
  shiftMinutes?: number | undefined;
  /** Days in the poll's zone on which no option of the copy starts: YYYY-MM-DD, or a range of them. */
  except?: readonly string[] | undefined;
}

/** A copy that is ready to be created. */
export interface PollCopy extends PollPlan {
  /** Days that the options moved: a multiple of `shiftDays` after `repeat`. */
  movedDays: number;
}

/** Maximum days of one shift: ten years. */
export const maxShiftDays = 3660;

const maxShiftMinutes = 1440;

const optionNames: Record<keyof CopyOptions, 0> = {
  ...choiceNames,
  ...{ shiftDays: 0, shiftMinutes: 0, except: 0 },
};

/**
 * Turns a poll into the body of createPoll for the same poll on other days. Clock times in the zone of the poll stay the
 * same when the clocks change. Days never pass through a zone. Floating polls stay floating. Throws PlanError with every
 * problem: `shiftDays` for options in the past, `options.0` for an option that cannot be moved or created.
 *
 * @example
 * planCopy(poll, { title: "Lunch, next week" }, { shiftDays: 7, past: "refuse" })
 */
export function planCopy(poll: Poll, changes: PollChanges, options: CopyOptions): PollCopy {
  throwIfAny([
    ...checkOptions(poll.options, "options"),
    ...listUnknown(changes, commonFields),
    ...listUnknown(options, optionNames),
  ]);
  const { shiftDays, shiftMinutes = 0, past, except, now = Date.now(), localZone } = options;
  const { timeZone } = poll;
  const draft = new Draft(except);
  checkMove(poll, shiftDays, shiftMinutes, draft);
  draft.problems.push(...checkLocalZone(localZone));
  if (poll.organizer === null && changes.organizer === undefined)
    draft.note("organizer", "the poll has none, so the owner of the space organizes the copy");
  let movedDays = shiftDays;
  if (draft.problems.length === 0) {
    const isLate = (option: OptionTime) => {
      const clock = moveClock(option, timeZone, movedDays, shiftMinutes);
      return getPastTime(clock, null, timeZone ?? localZone) <= now;
    };
    if (past === "repeat" && shiftDays > 0) {
      // At once to three days before: the clocks of two zones and shiftMinutes make less.
      const behind = (now - Math.min(...poll.options.map(getOptionStart))) / dayMs - 3;
      movedDays += Math.max(0, Math.floor(behind / shiftDays) - 1) * shiftDays;
      while (poll.options.some(isLate)) movedDays += shiftDays;
    }
    draft.add("options", moveOptions(poll, movedDays, shiftMinutes, draft));
  }
  const reason = `since options would still be in the past after ${movedDays - shiftDays}`;
  if (movedDays !== shiftDays) draft.note("shiftDays", `moved by ${movedDays} days, ${reason}`);
  const request = { ...toCopyRequest(poll, changes), timeZone };
  const rules = { ...options, now, past: past === "repeat" ? "refuse" : past, movedDays };
  return { ...createPlan(request, draft, rules), movedDays };
}

/** The request for a poll with the same texts and settings, without options. */
export function toCopyRequest(poll: Poll, changes: PollChanges): PollRequest {
  const { title, kind, description, location, organizer } = poll;
  // Responses may have more fields, which the service refuses.
  const { provider, label, uri } = poll.conferencing ?? {};
  const call = provider ? { provider, ...(provider === "custom" && { label, uri }) } : undefined;
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return {
    ...mapSettings((name) => poll[name]),
    ...{ title, kind, description, location, conferencing: call },
    organizer: organizer && { email: organizer.email },
    ...Object.fromEntries(given),
  };
}

function checkMove({ kind, timeZone, options }: Poll, days: number, minutes: number, draft: Draft): void {
  const shifts = [
    ["Days", days, maxShiftDays],
    ["Minutes", minutes, maxShiftMinutes],
  ] as const;
  for (const [unit, shift, most] of shifts) {
    const message = `must be a whole number of ${unit.toLowerCase()}, at most ${most}`;
    draft.refuseIf(!Number.isInteger(shift) || Math.abs(shift) > most, `shift${unit}`, message);
  }
  const isMisplaced = kind === "date" && minutes !== 0;
  draft.refuseIf(isMisplaced, "shiftMinutes", "whole days move by days only: leave it out");
  draft.refuseIf(options.length === 0, "options", "the poll has no options");
  if (timeZone !== null && !isKnownTimeZone(timeZone)) {
    const message = `${quote(timeZone)} is a time zone that is not known here`;
    draft.refuse("timeZone", { message, ask: "for the times in another time zone" });
  }
}

/** An option after the move, as clocks show it: a slot is that of a floating poll. */
function moveClock(option: OptionTime, timeZone: string | null, days: number, minutes: number): OptionTime {
  if ("date" in option) return { date: addDays(option.date, days) };
  const [clock = ""] = toOffsetDateTime(option.startTime, timeZone ?? "UTC").split(/[+-]\d\d:\d\d$/);
  return { startTime: addMinutes(`${clock}Z`, days * 1440 + minutes), duration: option.duration };
}

function moveOptions({ options, timeZone }: Poll, days: number, minutes: number, draft: Draft) {
  return options.flatMap((option: OptionTime, index): OptionTime[] => {
    const moved = moveClock(option, timeZone, days, minutes);
    if ("date" in option || "date" in moved) return [moved];
    // Without a move the instant stays, also in an hour that the clock shows twice.
    const start = days === 0 && minutes === 0 ? option.startTime : moved.startTime.slice(0, -1);
    const { duration } = option;
    const found = isSlotMinutes(duration)
      ? resolveInstant(start, timeZone, { overlaps: "earlier", anyZone: true })
      : { problem: explainDuration(duration), local: start };
    const path = `options.${index}`;
    if ("note" in found && found.note) draft.notes.push({ path, ...found.note });
    if ("instant" in found) return [{ startTime: found.instant, duration }];
    const message = `${formatOption(option, timeZone)} cannot be copied: ${found.problem.message}`;
    const ask = isSlotMinutes(duration) ? askOtherTimeOrDay : askLength;
    draft.refuseStart(path, { message, ask }, found.local);
    return [];
  });
}

const askLength = "how long the options of the copy should last";

const explainDuration = (duration: number) => ({
  message: `it lasts ${duration} minutes, and only slots of ${minSlotMinutes} to ${maxSlotMinutes} minutes can be created`,
});
