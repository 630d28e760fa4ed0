import { displayTimeZone, formatDate, isKnownTimeZone, isSameZone, toLocal } from "../../time/index.ts";
import type { StoredOption, StoredPoll } from "../model.ts";
import { toSpan } from "../views.ts";

/** The time zones that a page shows a poll's options in. */
export interface ShownZones {
  /** The poll's zone. Null for dates and for floating times. */
  poll: string | null;
  /** The reader's zone. Null when it is the poll's, and for dates and floating times. */
  reader: string | null;
  /** The zone that the address of the page names. */
  requested: string | undefined;
}

/** The zones of a poll for a reader. Without a known zone in the address, the reader's is this machine's. */
export function findZones(poll: StoredPoll, given = ""): ShownZones {
  const requested = isKnownTimeZone(given) ? given : undefined;
  if (poll.kind === "date" || poll.timeZone === null) return { poll: null, reader: null, requested };
  // The pages are served on loopback only.
  const reader = requested ?? displayTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
  return {
    poll: displayTimeZone(poll.timeZone),
    reader: isSameZone(reader, poll.timeZone) ? null : reader,
    requested,
  };
}

/** Every zone to choose from: those of this machine, UTC, and the current one, which may be another name of a listed one. */
export function listZones(current: string): string[] {
  return [...new Set(["UTC", current, ...Intl.supportedValuesOf("timeZone")])].sort();
}

/** An option's day, time and UTC offset in one zone. */
export interface OptionTexts {
  /** `Monday, 1 March 2027` */
  day: string;
  /** `18:00–18:30`, with the day of its end if that is another one. Empty for dates. */
  time: string;
  /** `UTC+01:00`, or both if the clocks change in between. Empty for dates and for floating times. */
  offset: string;
}

/** Describes an option in a zone. Dates never pass through it; null stands for floating times. */
export function describeOption(option: StoredOption, zone: string | null): OptionTexts {
  if ("date" in option) return { day: formatDate(option.date), time: "", offset: "" };
  const span = toSpan(option);
  const [from, to] = [toLocal(span.start, zone ?? "UTC"), toLocal(span.end, zone ?? "UTC")];
  const endDay = from.date === to.date ? "" : ` (${formatDate(to.date)})`;
  const offsets = new Set([`UTC${from.offset}`, `UTC${to.offset}`]);
  return {
    day: formatDate(from.date),
    time: `${from.time}–${to.time}${endDay}`,
    offset: zone === null || zone === "UTC" ? "" : [...offsets].join(" to "),
  };
}
