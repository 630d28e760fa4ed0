import { dropBusy } from "../../src/scheduling/calendar/busy.ts";
import type { BusyCheck, BusyTime } from "../../src/scheduling/index.ts";
import { getOptionEnd, getOptionStart } from "../../src/time/option-times.ts";

/** What the rules of all texts may cost, in days. A daily event with COUNT since 1970 costs 21,000. */
const maxCost = 600_000;

/** Prepares the check for busy times and for texts of .ics files. Each text is read near the options alone. */
export async function loadBusyCheck(given: readonly (string | BusyTime)[]): Promise<BusyCheck> {
  // Loaded here, because few calls need it.
  const ics = given.some((each) => typeof each === "string") ? await import("./ics.ts") : undefined;
  return (options, timeZone) => {
    const near = {
      timeZone,
      areDays: options.some((option) => "date" in option),
      from: Math.min(...options.map(getOptionStart)),
      to: Math.max(...options.map(getOptionEnd)),
      budget: { left: maxCost },
    };
    const listed = new Map<string, BusyTime>();
    const read = given.flatMap((each, index) => {
      const path = `busy.${index}`;
      if (typeof each === "string") return ics?.readIcs(each, path, near) ?? [];
      listed.set(path, each);
      return [];
    });
    const intervals = read.flatMap((each) => each.intervals);
    return dropBusy(options, timeZone, listed, { intervals, notes: read.flatMap(({ notes }) => notes) });
  };
}
