import type { Slot } from "../time/index.ts";
import { sortSlots } from "./planned-options.ts";

/** Slots without duplicates, each remembered with the place in the wishes where it first came from. */
export interface SlotCollection {
  /** Takes a slot and answers undefined, or the place of the same slot (start and duration) taken before. */
  add(slot: Slot, path: string): string | undefined;
  /** How many different slots there are. */
  count(): number;
  /** All of them by start. */
  list(): Slot[];
}

/** An empty collection. */
export function collectSlots(): SlotCollection {
  const slots = new Map<string, { slot: Slot; path: string }>();
  return {
    add(slot, path) {
      const key = `${slot.startTime} ${slot.duration}`;
      const before = slots.get(key);
      if (!before) slots.set(key, { slot, path });
      return before?.path;
    },
    count: () => slots.size,
    list: () => sortSlots([...slots.values()].map(({ slot }) => slot)),
  };
}
