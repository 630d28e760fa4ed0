import { displayTimeZone, formatDate, isKnownTimeZone, isSameZone, toLocal } from "../../time/index.ts";
import type { StoredOption, StoredPoll } from "../model.ts";
import { getOptionSpan } from "../views.ts";

/** The time zones that a page shows a poll's options in. */
export interface ShownZones {
  /** The poll's zone. Null for dates and for floating times. */
  poll: string | null;
  /** The UTC offset of every option in the poll's zone. Null when the clocks change between them, and without a zone. */
  sharedOffset: string | null;
  /** The reader's zone. Null when it is the poll's, and for dates and floating times. */
  reader: string | null;
  /** The zone that the address of the page names. Null without one. */
  requested: string | null;
}

/** The zones of a poll for a reader. Without a known zone in the address, the reader's is this machine's. */
export function findZones(poll: StoredPoll, query: URLSearchParams): ShownZones {
  const given = query.get("zone") ?? "";
  const requested = isKnownTimeZone(given) ? given : null;
  if (poll.kind === "date" || poll.timeZone === null)
    return { poll: null, sharedOffset: null, reader: null, requested };
  const reader = requested ?? machineZone();
  const zone = displayTimeZone(poll.timeZone);
  return {
    poll: zone,
    sharedOffset: findSharedOffset(poll, zone),
    reader: isSameZone(reader, poll.timeZone) ? null : reader,
    requested,
  };
}

/** The time zone of this machine, which is the reader's: the pages are served on loopback only. */
function machineZone(): string {
  return displayTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** Every zone to choose from: those of this machine, UTC, and the current one, which may be another name of a listed one. */
export function listZones(current: string): string[] {
  return [...new Set(["UTC", current, ...Intl.supportedValuesOf("timeZone")])].sort();
}

/** An option's day, time and UTC offset in one zone. */
export interface OptionTexts {
  /** YYYY-MM-DD */
  date: string;
  /** `Monday, 1 March 2027` */
  day: string;
  /** `18:00–18:30`, with the day of its end if that is another one. Empty for dates. */
  time: string;
  /** `UTC+01:00`, or both if the clocks change in between. Empty for dates and for floating times. */
  offset: string;
}

/** Describes an option in a zone. Dates never pass through it; null stands for floating times. */
export function describeOption(option: StoredOption, zone: string | null): OptionTexts {
  if ("date" in option) return { date: option.date, day: formatDate(option.date), time: "", offset: "" };
  const { start, end } = getOptionSpan(option);
  const [from, to] = [start, end].map((time) => toLocal(new Date(time).toISOString(), zone ?? "UTC")) as [
    ReturnType<typeof toLocal>,
    ReturnType<typeof toLocal>,
  ];
  const endDay = from.date === to.date ? "" : ` (${formatDate(to.date)})`;
  const offsets = [...new Set([from.offset, to.offset])].map((offset) => `UTC${offset}`);
  return {
    date: from.date,
    day: formatDate(from.date),
    time: `${from.time}–${to.time}${endDay}`,
    offset: zone === null ? "" : offsets.join(" to "),
  };
}

/** Whether to show the UTC offset beside each option, because the options do not share one. */
export function hasOwnOffsets({ poll, sharedOffset }: ShownZones): boolean {
  return poll !== null && sharedOffset === null;
}

/** A zone with its UTC offset. UTC needs none. */
export function formatZone(zone: string, offset: string): string {
  return zone === "UTC" ? zone : `${zone}, ${offset}`;
}

function findSharedOffset({ options }: StoredPoll, zone: string): string | null {
  const offsets = new Set(options.map((option) => describeOption(option, zone).offset));
  const [first = ""] = offsets;
  return offsets.size === 1 && !first.includes(" to ") ? first : null;
}
