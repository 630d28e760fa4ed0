import { dropBusy, type ListedTime } from "../../src/scheduling/calendar/busy.ts";
import { type BusyCheck, type BusyTime, PlanError } from "../../src/scheduling/index.ts";
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
    const near = {
      timeZone,
      areDays: options.some((option) => "date" in option),
      from: Math.min(...options.map(getOptionStart)),
      to: Math.max(...options.map(getOptionEnd)),
    };
    const notes: ReturnType<BusyCheck>["notes"] = [];
    const times = given.flatMap((each, index): ListedTime[] => {
      const path = `busy.${index}`;
      if (typeof each !== "string") return [{ path, busy: each }];
      try {
        const read = ics?.readIcs(each, near);
        notes.push(...(read?.notes ?? []));
        return read?.busy.map((time) => ({ busy: time })) ?? [];
      } catch (error) {
        if (!(error instanceof PlanError)) throw error;
        throw new PlanError(error.problems.map((problem) => ({ ...problem, path })));
      }
    });
    const result = dropBusy(options, timeZone, times);
    return { ...result, notes: [...notes, ...result.notes] };
  };
}
