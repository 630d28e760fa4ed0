import { expandGenerator, findSlotProblems, type SlotGenerator, SlotProblem } from "../time/index.ts";
import type { PlannedOptions } from "./planned-options.ts";
import type { SlotCollection } from "./slot-collection.ts";

/** Expanding goes on past the hundred allowed, so that the message can say how many there would be, up to here. */
const mostSlots = 5_000;

/** In which zone (null: floating) to expand, with which duration, and what to leave out. */
interface WindowContext {
  timeZone: string | null;
  duration: number;
  /** Milliseconds since the epoch: slots that start earlier are left out. */
  notBefore?: number | undefined;
}

/** Expands windows into a collection. Answers whether it stopped early because there were far too many slots. */
export function planWindows(
  windows: readonly SlotGenerator[],
  { timeZone, duration, notBefore = Number.NEGATIVE_INFINITY }: WindowContext,
  collection: SlotCollection,
  planned: Pick<PlannedOptions<never>, "notes" | "problems">,
): boolean {
  let left = mostSlots;
  for (const [index, window] of windows.entries()) {
    const path = `windows.${index}`;
    const context = { timeZone, duration, endOfDay: true };
    const problems = findSlotProblems(window, context);
    for (const { field, message } of problems) planned.problems.push({ path: `${path}.${field}`, message });
    if (problems.length > 0 || left <= 0) continue;
    try {
      const { slots, notes, truncated } = expandGenerator(window, { ...context, gap: "refuse", limit: left });
      const ahead = slots.filter(({ startTime }) => Date.parse(startTime) >= notBefore);
      if (ahead.length === 0)
        planned.problems.push({ path: `${path}.startDate`, message: "all of its slots are in the past" });
      else if (ahead.length < slots.length)
        planned.notes.push({ path: `${path}.startDate`, message: describeOver(slots.length - ahead.length) });
      for (const note of notes) planned.notes.push({ path: `${path}.${note.field}`, message: note.message });
      const repeated = ahead.filter((slot) => collection.add(slot, path) !== undefined).length;
      if (repeated > 0) planned.notes.push({ path, message: describeRepeated(repeated) });
      left = truncated ? 0 : left - slots.length;
    } catch (error) {
      if (!(error instanceof SlotProblem)) throw error;
      planned.problems.push({ path: `${path}.${error.field}`, message: error.message });
    }
  }
  return left <= 0;
}

function describeOver(count: number): string {
  return count === 1
    ? "1 slot was left out, since its start is in the past"
    : `${count} slots were left out, since their start is in the past`;
}

function describeRepeated(count: number): string {
  return count === 1
    ? "1 of its slots was asked for before, so it was left out"
    : `${count} of its slots were asked for before, so they were left out`;
}
