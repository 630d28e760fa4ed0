import { maxOptions } from "../../api/web.ts";
import type { Problem } from "../../problem.ts";
import {
  addDays,
  daysBetween,
  expandGenerator,
  minSlotMinutes,
  type Slot,
  SlotError,
  type SlotGenerator,
  toLocal,
  validateGenerator,
  weekdayOf,
  weekdays,
} from "../../time/index.ts";
import { askOtherDay, askOtherTime, isImpossibleDay } from "./parse-time.ts";
import type { PollWindow } from "./poll-request.ts";

/** Each window gives at least one option. */
export const maxWindows = maxOptions;

const maxWeeks = 52;

/** Whether a window is a range of whole days. */
export const isWholeDays = ({ from, to, interval }: PollWindow): boolean =>
  from === undefined && to === undefined && interval === undefined;

/** The days of a window, or its problems. */
export function listDays(window: PollWindow, path: string): { days: string[] } | { problems: Problem[] } {
  const problems = validate({ ...window, from: "00:00", to: "24:00" }, path, {
    timeZone: null,
    duration: minSlotMinutes,
  });
  if (problems.length > 0) return { problems };
  const { startDate, endDate, days = weekdays } = window;
  const range = Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, day) =>
    addDays(startDate, day),
  );
  return { days: range.filter((date) => days.includes(weekdayOf(date)) && isInWeek(date, window)) };
}

/** The slots of a window and notes about them, or its problems. A null zone is that of floating times. */
export function listSlots(
  window: PollWindow,
  path: string,
  context: { timeZone: string | null; duration: number; limit: number },
): { slots: Slot[]; notes: Problem[]; truncated: boolean } | { problems: Problem[] } {
  const missing = (["from", "to"] as const).filter((field) => window[field] === undefined);
  if (missing.length > 0)
    return {
      problems: missing.map((field) => ({ path: `${path}.${field}`, message: "is missing, written HH:mm" })),
    };
  const { everyWeeks: _, from = "", to = "", ...rest } = window;
  const generator = { ...rest, from, to };
  const problems = validate({ ...window, from, to }, path, context);
  if (problems.length > 0) return { problems };
  try {
    const { slots, notes, truncated } = expandGenerator(generator, {
      ...context,
      endOfDay: true,
      gap: "refuse",
    });
    const isMeant = ({ startTime }: Slot) =>
      isInWeek(toLocal(startTime, context.timeZone ?? "UTC").date, window);
    return {
      slots: (window.everyWeeks ?? 1) > 1 ? slots.filter(isMeant) : slots,
      notes: notes.map((note) => ({ path: `${path}.${note.path}`, message: note.message })),
      truncated,
    };
  } catch (error) {
    if (!(error instanceof SlotError)) throw error;
    // The clocks change on that day.
    return { problems: [{ path: `${path}.${error.path}`, message: error.message, ask: askOtherTime }] };
  }
}

function validate(
  { everyWeeks = 1, ...generator }: PollWindow & SlotGenerator,
  path: string,
  context: { timeZone: string | null; duration: number },
): Problem[] {
  const isValid = Number.isInteger(everyWeeks) && everyWeeks >= 1 && everyWeeks <= maxWeeks;
  const found = validateGenerator(generator, { ...context, endOfDay: true }).map((problem) =>
    (problem.path === "startDate" || problem.path === "endDate") && isImpossibleDay(generator[problem.path])
      ? { ...problem, ask: askOtherDay }
      : problem,
  );
  const message = `must be a whole number from 1 to ${maxWeeks}`;
  const problems: Problem[] = isValid ? found : [...found, { path: "everyWeeks", message }];
  return problems.map((problem) => ({ ...problem, path: `${path}.${problem.path}` }));
}

/** Whether a day is in one of the weeks of a window. */
function isInWeek(date: string, { startDate, everyWeeks = 1 }: PollWindow): boolean {
  const monday = addDays(startDate, -weekdays.indexOf(weekdayOf(startDate)));
  return Math.floor(daysBetween(monday, date) / 7) % everyWeeks === 0;
}
