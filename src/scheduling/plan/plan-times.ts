import { maxOptions } from "../../api/core.ts";
import type { Problem } from "../../problem.ts";
import {
  compareOptionTimes,
  expandGenerator,
  maxSlotMinutes,
  minSlotMinutes,
  normalizeTimeZone,
  notSlotMinutes,
  type Slot,
  SlotError,
  type SlotGenerator,
  validateGenerator,
} from "../../time/index.ts";
import { type PlanNote, quote } from "./errors.ts";
import { findFittingChanges } from "./fewer-options.ts";
import { checkEntries, validateCount } from "./option-count.ts";
import { askOtherTime, type ParsedInstant, resolveInstant } from "./parse-time.ts";
import type { OptionFilter, PlanOptions, PollRequest, RequestedTime } from "./poll-request.ts";

// Each window gives at least one option.
const maxWindows = maxOptions;

/** Plans the slots of a time poll from times and windows. All starts are UTC instants. */
export function planTimes(request: PollRequest, planning: PlanOptions): PlannedOptions<Slot> {
  const { times = [], windows = [] } = request;
  const notes: PlanNote[] = [];
  const problems = checkShape(request, times, windows);
  if (problems.some(({ path }) => path === "timeZone" || path === "times" || path === "windows")) {
    return { options: [], notes, problems };
  }
  const timeZone = request.timeZone === undefined ? undefined : normalizeTimeZone(request.timeZone);
  const collection = createSlotCollection();
  for (const [index, time] of times.entries()) {
    planTime(time, `times.${index}`, request.duration, collection, { notes, problems }, (start) =>
      resolveInstant(start, timeZone, planning),
    );
  }
  // A missing or wrong shared duration is reported once. Any valid one lets the windows' own fields be checked.
  const duration = isSlotDuration(request.duration) ? request.duration : minSlotMinutes;
  const { notBefore, filter } = planning;
  const context = { timeZone: timeZone ?? null, duration, notBefore, filter };
  const single = collection.list();
  const before = problems.length;
  const stopped = planWindows(windows, context, collection, { notes, problems });
  const options = applyFilter(collection.list(), problems.length > 0 ? {} : context);
  if (request.duration === duration || windows.length === 0) {
    const isValid = windows.length > 0 && problems.length === before;
    problems.push(
      ...validateCount(options.length, windows.length > 0 ? "windows" : "times", {
        more: stopped,
        findChanges: () => (isValid ? findWindowChanges(windows, context, single) : []),
      }),
    );
  }
  return { options, notes, problems };
}

function applyFilter(
  slots: Slot[],
  { filter, timeZone = null }: Partial<Pick<WindowContext, "filter" | "timeZone">>,
): Slot[] {
  return filter === undefined ? slots : filter(slots, timeZone);
}

function checkShape(
  request: PollRequest,
  times: readonly RequestedTime[],
  windows: readonly SlotGenerator[],
): Problem[] {
  const problems: Problem[] = [];
  const { timeZone, duration } = request;
  if (request.dates !== undefined) {
    problems.push({
      path: "dates",
      message: "belongs to a poll of kind date, not to one about times of day",
    });
  }
  if (timeZone !== undefined && normalizeTimeZone(timeZone) === undefined) {
    problems.push({ path: "timeZone", message: explainZone(timeZone) });
  }
  if (times.length === 0 && windows.length === 0) {
    problems.push({ path: "times", message: "needs at least one time, or one window in windows" });
  }
  problems.push(...checkEntries("times", times.length));
  problems.push(...checkEntries("windows", windows.length, maxWindows));
  if (duration === undefined) return [...problems, ...findMissingDurations(times, windows)];
  if (!isSlotDuration(duration)) {
    problems.push({ path: "duration", message: notSlotMinutes });
  }
  return problems;
}

function findMissingDurations(times: readonly RequestedTime[], windows: readonly SlotGenerator[]): Problem[] {
  const without = [...times.keys()].filter((index) => times[index]?.duration === undefined);
  const shared = windows.length > 0 || (without.length === times.length && without.length > 0);
  if (shared) return [{ path: "duration", message: "is needed: how many minutes each slot lasts" }];
  return without.map((index) => ({
    path: `times.${index}.duration`,
    message: "is needed, since there is no shared duration: how many minutes this slot lasts",
  }));
}

/** Maximum number of described problems; the others get a short message. Describing takes longer than checking. */
const maxDescribed = 20;
const notDescribed = `is not a valid time; only the first ${maxDescribed} problems are described`;

function planTime(
  time: RequestedTime,
  path: string,
  shared: number | undefined,
  collection: SlotCollection,
  { notes, problems }: Pick<PlannedOptions<never>, "notes" | "problems">,
  find: (start: RequestedTime["start"]) => ParsedInstant,
): void {
  const found = find(time.start);
  const duration = time.duration ?? shared ?? 15;
  if (time.duration !== undefined && !isSlotDuration(duration)) {
    problems.push({ path: `${path}.duration`, message: notSlotMinutes });
  }
  if ("describeProblem" in found) {
    const problem = problems.length < maxDescribed ? found.describeProblem() : { message: notDescribed };
    problems.push({ path: `${path}.start`, ...problem });
    return;
  }
  if (found.note !== undefined) notes.push({ path: `${path}.start`, message: found.note });
  const before = collection.add({ startTime: found.instant, duration }, path);
  if (before !== undefined)
    notes.push({ path, message: `is the same slot as ${before}, so it was left out` });
}

function isSlotDuration(duration: number | undefined): duration is number {
  return (
    Number.isInteger(duration) && Number(duration) >= minSlotMinutes && Number(duration) <= maxSlotMinutes
  );
}

function explainZone(timeZone: string): string {
  if (/^[A-Za-z]{2,5}(\d[A-Za-z]{3})?$/.test(timeZone)) {
    return `${quote(timeZone)} is an abbreviation, not an IANA time zone: write a place, such as America/New_York`;
  }
  return `${quote(timeZone)} is not an IANA time zone: write a place, such as Europe/Berlin`;
}

/** Slots without duplicates, each with the field of the request that it came from. */
export interface SlotCollection {
  /** Adds a slot. Returns the field of an equal slot (start and duration) that was added before, or undefined. */
  add(slot: Slot, path: string): string | undefined;
  /** Number of different slots. */
  count(): number;
  /** All slots by start. */
  list(): Slot[];
}

function createSlotCollection(): SlotCollection {
  const slots = new Map<string, { slot: Slot; path: string }>();
  return {
    add(slot, path) {
      const key = `${slot.startTime} ${slot.duration}`;
      const before = slots.get(key);
      if (!before) slots.set(key, { slot, path });
      return before?.path;
    },
    count: () => slots.size,
    list: () => [...slots.values()].map(({ slot }) => slot).sort(compareOptionTimes),
  };
}

/** Maximum number of slots that are expanded. Higher than a poll's maximum, so that the message can give the count. */
const maxSlots = 5_000;

/** How to expand windows. A null zone means floating. */
interface WindowContext {
  timeZone: string | null;
  duration: number;
  /** Slots that start earlier are left out. In milliseconds since 1970. */
  notBefore?: number | undefined;
  filter?: OptionFilter | undefined;
}

/** Expands windows into a collection. Returns whether it stopped at the limit. */
function planWindows(
  windows: readonly SlotGenerator[],
  { timeZone, duration, notBefore = Number.NEGATIVE_INFINITY }: WindowContext,
  collection: SlotCollection,
  planned: Pick<PlannedOptions<never>, "notes" | "problems">,
  limit: number = maxSlots,
): boolean {
  let left = limit;
  for (const [index, window] of windows.entries()) {
    const path = `windows.${index}`;
    const context = { timeZone, duration, endOfDay: true };
    const problems = validateGenerator(window, context);
    for (const { path: field, message } of problems)
      planned.problems.push({ path: `${path}.${field}`, message });
    if (problems.length > 0 || left <= 0) continue;
    try {
      const { slots, notes, truncated } = expandGenerator(window, { ...context, gap: "refuse", limit: left });
      const ahead = slots.filter(({ startTime }) => Date.parse(startTime) >= notBefore);
      if (ahead.length === 0)
        planned.problems.push({
          path: `${path}.startDate`,
          message: "all of its slots are in the past",
          ask: "which dates they mean",
        });
      else if (ahead.length < slots.length)
        planned.notes.push({ path: `${path}.startDate`, message: describePast(slots.length - ahead.length) });
      for (const note of notes) planned.notes.push({ path: `${path}.${note.path}`, message: note.message });
      const repeated = ahead.filter((slot) => collection.add(slot, path) !== undefined).length;
      if (repeated > 0) planned.notes.push({ path, message: describeRepeated(repeated) });
      left = truncated ? 0 : left - slots.length;
    } catch (error) {
      if (!(error instanceof SlotError)) throw error;
      // The clocks change on that day.
      planned.problems.push({ path: `${path}.${error.path}`, message: error.message, ask: askOtherTime });
    }
  }
  return left <= 0;
}

function describePast(count: number): string {
  return count === 1
    ? "1 slot was left out, since its start is in the past"
    : `${count} slots were left out, since their start is in the past`;
}

function describeRepeated(count: number): string {
  return count === 1
    ? "1 of its slots was asked for before, so it was left out"
    : `${count} of its slots were asked for before, so they were left out`;
}

/** The planned options, sorted and without duplicates, or the problems. */
export interface PlannedOptions<Option> {
  /** The options by start, without duplicates. */
  options: Option[];
  /** Notes for the person, such as slots that were left out. */
  notes: PlanNote[];
  /** All problems. The options are valid only if there are none. */
  problems: Problem[];
}

/** Maximum number of slots of windows that are expanded to try a change. Slots may be asked for twice. */
const maxTrialSlots = 3 * maxOptions;

/** Changes of windows that make all options fit, with the single slots that were asked for. */
function findWindowChanges(
  windows: readonly SlotGenerator[],
  context: WindowContext,
  single: readonly Slot[],
): string[] {
  const count = (changed: readonly SlotGenerator[]): number | undefined => {
    const collection = createSlotCollection();
    for (const slot of single) collection.add(slot, "times");
    const problems: Problem[] = [];
    const stopped = planWindows(changed, context, collection, { notes: [], problems }, maxTrialSlots);
    return stopped || problems.length > 0 ? undefined : applyFilter(collection.list(), context).length;
  };
  return findFittingChanges({ windows, duration: context.duration, count });
}
