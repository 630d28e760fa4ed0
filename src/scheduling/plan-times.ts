import { findTimeZone, type Slot, type SlotGenerator } from "../time/index.ts";
import type { PlanOptions } from "./plan.ts";
import { type PlanNote, quote, type WishProblem } from "./plan-error.ts";
import { planWindows } from "./plan-windows.ts";
import { checkCount, checkEntries, maximumOptions, type PlannedOptions } from "./planned-options.ts";
import { collectSlots, type SlotCollection } from "./slot-collection.ts";
import type { PollWishes, WishedTime } from "./wishes.ts";
import { readTime } from "./written-time.ts";

// Each window makes at least one option.
const maxWindows = maximumOptions;

/** Plans the slots of a time poll: explicit times and windows together, every one a UTC instant. */
export function planTimes(wishes: PollWishes, { offsets, notBefore }: PlanOptions): PlannedOptions<Slot> {
  const { times = [], windows = [] } = wishes;
  const notes: PlanNote[] = [];
  const problems = checkShape(wishes, times, windows);
  if (problems.some(({ path }) => path === "timeZone" || path === "times" || path === "windows")) {
    return { options: [], notes, problems };
  }
  const timeZone = wishes.timeZone === undefined ? undefined : findTimeZone(wishes.timeZone);
  const collection = collectSlots();
  for (const [index, time] of times.entries()) {
    planTime(time, `times.${index}`, wishes.duration, collection, { notes, problems }, (text) =>
      readTime(text, timeZone, offsets),
    );
  }
  // A shared duration that is missing or wrong is named once, by itself; any other lets the windows' own fields be checked.
  const duration = isSlotDuration(wishes.duration) ? wishes.duration : 15;
  const context = { timeZone: timeZone ?? null, duration, notBefore };
  const stopped = planWindows(windows, context, collection, { notes, problems });
  if (wishes.duration === duration || windows.length === 0) {
    problems.push(...checkCount(collection.count(), windows.length > 0 ? "windows" : "times", stopped));
  }
  return { options: collection.list(), notes, problems };
}

function checkShape(
  wishes: PollWishes,
  times: readonly WishedTime[],
  windows: readonly SlotGenerator[],
): WishProblem[] {
  const problems: WishProblem[] = [];
  const { timeZone, duration } = wishes;
  if (wishes.dates !== undefined) {
    problems.push({
      path: "dates",
      message: "belongs to a poll of kind date, not to one about times of day",
    });
  }
  if (timeZone !== undefined && findTimeZone(timeZone) === undefined) {
    problems.push({ path: "timeZone", message: explainZone(timeZone) });
  }
  if (times.length === 0 && windows.length === 0) {
    problems.push({ path: "times", message: "needs at least one time, or one window in windows" });
  }
  problems.push(...checkEntries("times", times.length));
  problems.push(...checkEntries("windows", windows.length, maxWindows));
  if (duration === undefined) return [...problems, ...findMissingDurations(times, windows)];
  if (!isSlotDuration(duration)) {
    problems.push({ path: "duration", message: notSlotDuration });
  }
  return problems;
}

function findMissingDurations(
  times: readonly WishedTime[],
  windows: readonly SlotGenerator[],
): WishProblem[] {
  const without = [...times.keys()].filter((index) => times[index]?.duration === undefined);
  const shared = windows.length > 0 || (without.length === times.length && without.length > 0);
  if (shared) return [{ path: "duration", message: "is needed: how many minutes each slot lasts" }];
  return without.map((index) => ({
    path: `times.${index}.duration`,
    message: "is needed, since there is no shared duration: how many minutes this slot lasts",
  }));
}

function planTime(
  time: WishedTime,
  path: string,
  shared: number | undefined,
  collection: SlotCollection,
  { notes, problems }: Pick<PlannedOptions<never>, "notes" | "problems">,
  read: (text: string) => ReturnType<typeof readTime>,
): void {
  const reading = read(time.start);
  const duration = time.duration ?? shared ?? 15;
  if (time.duration !== undefined && !isSlotDuration(duration)) {
    problems.push({ path: `${path}.duration`, message: notSlotDuration });
  }
  if ("problem" in reading) {
    problems.push({ path: `${path}.start`, message: reading.problem });
    return;
  }
  if (reading.note !== undefined) notes.push({ path: `${path}.start`, message: reading.note });
  const before = collection.add({ startTime: reading.instant, duration }, path);
  if (before !== undefined)
    notes.push({ path, message: `is the same slot as ${before}, so it was left out` });
}

const notSlotDuration = "must be a whole number of minutes from 15 to 1440";

function isSlotDuration(duration: number | undefined): duration is number {
  return Number.isInteger(duration) && Number(duration) >= 15 && Number(duration) <= 1440;
}

function explainZone(timeZone: string): string {
  if (/^[A-Za-z]{2,5}(\d[A-Za-z]{3})?$/.test(timeZone)) {
    return `${quote(timeZone)} is an abbreviation, not an IANA time zone: write a place, such as America/New_York`;
  }
  return `${quote(timeZone)} is not an IANA time zone: write a place, such as Europe/Berlin`;
}
