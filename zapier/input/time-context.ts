import type { WallClock } from "../../src/scheduling/index.ts";
import { resolveLocal, toLocal } from "../../src/time/index.ts";
import type { Cursor } from "./time-tokens.ts";

/** The current time, and the zone of times without an offset. */
export interface TimeContext {
  /** Milliseconds since the epoch. */
  now: number;
  /** IANA zone, or null for a floating poll. */
  timeZone: string | null;
  /** IANA zone that says which day "today" is, where `timeZone` is null. */
  accountZone?: string | null;
}

/** No slot is meant to start in the current minute; Zapier replaces unreadable text with the current time. */
const nearNowMs = 60_000;

/** Later dates come from digits that were mistaken for a timestamp. */
const maxAheadMs = 10 * 366 * 86_400_000;

const tooFar = "is more than ten years ahead. Correct the date.";

/** A floating clock time is past only when it has passed in the last time zone of the world. */
export const maxOffsetMs = 12 * 3_600_000;

/** The instant of a clock time in milliseconds; without an offset it is meant in `timeZone`, or floats (null). */
export function toEpoch({ local, offset }: WallClock, timeZone: string | null): number {
  if (offset !== undefined) return Date.parse(`${local}${offset}`);
  return Date.parse(timeZone === null ? `${local}Z` : resolveLocal(local, timeZone).instant);
}

/** Why a slot cannot start at a moment: it is the current time, or it has passed. `undefined` when it can. */
export function pastOrTooFar(epoch: number, { now, timeZone }: TimeContext, floats = timeZone === null) {
  if (Math.abs(epoch - now) < nearNowMs) return "is the current time. Enter a later one.";
  if (epoch - now > maxAheadMs) return tooFar;
  return epoch + (floats ? maxOffsetMs : 0) < now ? "is in the past. Enter a later one." : undefined;
}

/** Why a day cannot be an option: it has passed everywhere, or is too far ahead. `undefined` when it can. */
export function findDayProblem(date: string, now: number): string | undefined {
  if (Date.parse(date) - now > maxAheadMs) return tooFar;
  return date < toLocal(new Date(now).toISOString(), "Etc/GMT+12").date
    ? "is in the past. Enter a later one."
    : undefined;
}

/** The calendar day that it is now in the poll's zone or the account's; `undefined` without both. */
export function findToday({ now, timeZone, accountZone = null }: TimeContext): string | undefined {
  const zone = timeZone ?? accountZone;
  return zone === null ? undefined : toLocal(new Date(now).toISOString(), zone).date;
}

/** Abbreviations of time zones. None of them is an IANA name, and many belong to several zones. */
const abbreviations = new Set(
  (
    "acdt acst act adt aedt aest akdt akst art ast awst bst brt cat cdt cest cet clst clt cot cst ct eat edt eest eet " +
    "est et gst hdt hkt hst idt ist jst kst mdt mest met msd msk mst mt myt ndt npt nst nzdt nzst pdt pet pht pkt pst " +
    "pt sast sgt sst uyt wat west wet wib wit wita"
  ).split(" "),
);

/** First words of the names that Windows, browsers and people in America give to time zones. */
const regions = new Set([
  "alaskan",
  "alaska",
  "atlantic",
  "central",
  "eastern",
  "hawaii",
  "mountain",
  "pacific",
]);
const kinds = new Set(["standard", "daylight", "summer"]);

/** The longest name has five words: "New Zealand Daylight Saving Time". */
const maxWords = 5;

/**
 * Parses `EST` or `Eastern Standard Time` and gives it as it is named in messages. Inside of brackets a place may follow
 * (`Eastern Time - New York`).
 */
export function parseZoneName(cursor: Cursor): string | undefined {
  return takeBracketed(cursor, parsePlain) ?? parsePlain(cursor);
}

/** Parses what stands in round or square brackets; anything else in them is passed over up to the closing one. */
function takeBracketed(cursor: Cursor, parse: (cursor: Cursor) => string | undefined): string | undefined {
  return cursor.attempt(() => {
    if (cursor.take("(", "[") === undefined) return undefined;
    const name = parse(cursor);
    if (name === undefined) return undefined;
    while (cursor.peek()?.kind === "word" || cursor.peek()?.kind === "dash") cursor.at++;
    return cursor.take(")", "]") && name;
  });
}

function parsePlain(cursor: Cursor): string | undefined {
  const first = cursor.peek();
  if (first?.kind !== "word") return undefined;
  if (abbreviations.has(first.text)) {
    cursor.at++;
    return first.text.toUpperCase();
  }
  return cursor.attempt(() => parseLongName(cursor));
}

function parseLongName(cursor: Cursor): string | undefined {
  const words: string[] = [];
  while (words.length < maxWords && words.at(-1) !== "time") {
    const token = cursor.peek();
    if (token?.kind !== "word") return undefined;
    cursor.at++;
    words.push(token.text);
  }
  const known = regions.has(words[0] ?? "") || words.slice(1).some((word) => kinds.has(word));
  if (words.at(-1) !== "time" || words.length < 2 || !known) return undefined;
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}
