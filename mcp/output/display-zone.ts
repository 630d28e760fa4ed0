import type { Poll } from "../../src/api/schemas.ts";
import { displayTimeZone, normalizeTimeZone } from "../../src/time/index.ts";
import { formatNow } from "./format.ts";

/** The zone to show a poll's times in, and the current time there. */
export interface DisplayZone {
  /** `null` for whole days and floating times, which no zone applies to. */
  timeZone: string | null;
  /** For the answer: the zone when it is not the poll's, and the time it is there. */
  shown: { shownIn?: string; now?: string };
}

/** The poll's own zone unless another was asked for; never the server's. */
export function chooseDisplayZone(poll: Poll, asked: string | undefined, now: Date): DisplayZone {
  if (poll.kind === "date") return { timeZone: null, shown: {} };
  if (poll.timeZone === null)
    return { timeZone: null, shown: { shownIn: "floating: the same clock time everywhere" } };
  // A poll may have been made in an abbreviation that IANA keeps, such as EST: then that is its zone.
  const timeZone = normalizeTimeZone(asked ?? poll.timeZone) ?? displayTimeZone(poll.timeZone);
  const shownIn = timeZone === poll.timeZone ? {} : { shownIn: timeZone };
  return { timeZone, shown: { ...shownIn, now: formatNow(now, timeZone) } };
}
