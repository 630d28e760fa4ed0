import { dropBusy, type ListedTime } from "../../src/scheduling/calendar/busy.ts";
import type { BusyCheck, BusyTime } from "../../src/scheduling/index.ts";
import { getOptionEnd, getOptionStart } from "../../src/time/options.ts";

/**
 * Prepares the check for busy times, for texts of .ics files, or for both in one list. Each text is read near the options alone.
 */
export async function loadBusyCheck(busy: string | readonly (string | BusyTime)[]): Promise<BusyCheck> {
  const given = typeof busy === "string" ? [busy] : busy;
  // Loaded here, because few calls need it.
  const ics = given.some((each) => typeof each === "string") ? await import("./ics.ts") : undefined;
  return (options, timeZone) => {
    // Nothing is near no options.
    if (options.length === 0) return { free: [], dropped: [], busyTimes: 0, notes: [] };
    const areDays = options.some((option) => "date" in option);
    const near = {
      timeZone: areDays ? "UTC" : timeZone,
      from: Math.min(...options.map(getOptionStart)),
      to: Math.max(...options.map(getOptionEnd)),
    };
    const notes: FreeNotes = [];
    const times = given.flatMap((each, index): ListedTime[] => {
      const path = `busy.${index}`;
      if (typeof each !== "string") return [{ path, busy: each }];
      const read = ics?.readIcs(each, { path, ...near });
      notes.push(...(read?.notes ?? []));
      return (read?.busy ?? []).map((time) => ({ busy: time }));
    });
    const result = dropBusy(options, timeZone, times);
    return { ...result, notes: [...notes, ...result.notes] };
  };
}

type FreeNotes = ReturnType<BusyCheck>["notes"];
