import { isRealOffset } from "../../src/time/index.ts";
import { parseZoneName } from "./time-context.ts";
import type { Cursor, Token } from "./time-tokens.ts";
import { type ClockTime, parseClock } from "./time-tokens.ts";
import { listPossibleZones } from "./time-zone.ts";

/** An offset that was written behind a time of day. */
export interface WrittenOffset {
  /** Such as "+05:30". */
  offset: string;
  /** `name` is Z, UTC or GMT; `shift` is such a name with a number (`GMT-5`); `digits` is a number (`-05:00`). */
  form: "name" | "shift" | "digits";
  /** The same digits as a time of day, when they could as well be the end of a range. */
  asEnd?: ClockTime;
  /** Why the time cannot be used with it. */
  problem?: string;
}

/**
 * Parses what stands behind a time of day: `Z`, `UTC`, `GMT-5`, `+01:00`, `-0500`, or the name of a time zone, which
 * gives a problem. A minus without a name counts only behind seconds or behind the T of ISO 8601 (`joined`), and only
 * with an offset that exists: otherwise it begins the end of a range.
 */
export function parseOffset(cursor: Cursor, clock: ClockTime, joined: boolean): WrittenOffset | undefined {
  const written =
    parseBracketedName(cursor) ??
    parseNamed(cursor) ??
    cursor.attempt(() => parseDigits(cursor, clock, joined));
  if (written === undefined) {
    const zone = parseZoneName(cursor);
    return zone === undefined
      ? undefined
      : { offset: "+00:00", form: "name", problem: explainZoneName(zone) };
  }
  // Programs name the zone once more behind its offset: -0500 (EST).
  if (written.form !== "name" && written.asEnd === undefined && parseZoneName(cursor) === undefined)
    if (written.offset === "+00:00") cursor.take("utc", "gmt");
  return written;
}

function explainZoneName(zone: string): string {
  const [first = "a name such as America/New_York", ...others] = listPossibleZones(zone);
  const names = [first, ...others].join(" or ");
  return `has the time zone ${zone}, which is ambiguous. Write ${names}, or remove it and fill in Time Zone.`;
}

const misplacedOffset =
  "has an offset that is not directly after the time. Write it as 2027-03-01T14:00:00-05:00.";

const twoOffsets = "has a second offset after Z. Write one of them, or a range with Z after both times.";

const explainUnreal = (offset: string): string =>
  `has an offset (${offset}) that does not exist. Correct it.`;

function parseBracketedName(cursor: Cursor): WrittenOffset | undefined {
  return cursor.attempt(() => {
    const written = cursor.take("(") && parseNamed(cursor);
    return written && cursor.take(")") && written;
  });
}

/** `Z`, `UTC`, and `GMT-5`, `UTC +05:30`, `GMT-0500`. */
function parseNamed(cursor: Cursor): WrittenOffset | undefined {
  const name = takeName(cursor);
  if (name === undefined) return undefined;
  const shift = isEndWithName(cursor) ? undefined : cursor.attempt(() => parseShift(cursor));
  if (shift === undefined) return { offset: "+00:00", form: "name" };
  return name.text === "z" ? { ...shift, problem: twoOffsets } : shift;
}

const takeName = (cursor: Cursor): Token | undefined => cursor.take("z", "utc", "gmt");

/** Whether the end of a range with a name of its own follows: `09:00 UTC-11:00 UTC`. */
function isEndWithName(cursor: Cursor): boolean {
  const { at, problem } = cursor;
  const found = takeSign(cursor) && parseClock(cursor) && takeName(cursor);
  Object.assign(cursor, { at, problem });
  return found !== undefined;
}

/** The number behind UTC or GMT. A dash with a space behind it is left: it could begin the end of a range. */
function parseShift(cursor: Cursor): WrittenOffset | undefined {
  const sign = takeSign(cursor);
  if (sign === undefined || (sign.text !== "+" && cursor.peek()?.spaced)) return undefined;
  const digits = cursor.takeNumber(1, 4);
  if (digits === undefined) return undefined;
  const minutes = digits.length > 2 ? digits.slice(-2) : (takeMinutes(cursor) ?? "00");
  const hours = digits.length > 2 ? digits.slice(0, -2) : digits;
  if (isClockGoingOn(cursor)) return undefined;
  const offset = writeOffset(sign, `${hours.padStart(2, "0")}:${minutes}`);
  if (isRealOffset(offset)) return { offset, form: "shift" };
  return { offset: "+00:00", form: "shift", problem: explainUnreal(offset) };
}

function parseDigits(cursor: Cursor, clock: ClockTime, joined: boolean): WrittenOffset | undefined {
  const sign = takeSign(cursor);
  if (sign === undefined || cursor.peek()?.spaced) return undefined;
  const plus = sign.text === "+";
  if (!plus && !joined && !clock.precise) return undefined;
  const digits = cursor.takeNumber(2, 4);
  if (digits === undefined || digits.length === 3) return undefined;
  const minutes = digits.length === 4 ? digits.slice(2) : takeMinutes(cursor);
  if (isClockGoingOn(cursor)) return undefined;
  const offset = writeOffset(sign, `${digits.slice(0, 2)}:${minutes ?? "00"}`);
  const form = "digits" as const;
  if (!isRealOffset(offset))
    return plus ? { offset: "+00:00", form, problem: explainUnreal(offset) } : undefined;
  const four = digits.length === 4;
  const misplaced = sign.spaced && !clock.precise ? { problem: misplacedOffset } : {};
  if (plus || (clock.precise && four)) return { offset, form, ...misplaced };
  if (sign.spaced && minutes === undefined) return undefined;
  // Exactly ISO 8601 (T09:00:00-05:00), or as PostgreSQL writes it (09:00:00-05).
  const certain =
    clock.precise && !sign.spaced && (joined || (minutes === undefined && digits.startsWith("0")));
  if (certain && !isLongDash(sign)) return { offset, form };
  const asEnd = { hour: Number(digits.slice(0, 2)), minute: Number(minutes ?? 0), second: 0 };
  return { offset, form, asEnd: { ...asEnd, bare: false, precise: false }, ...misplaced };
}

/** A plus, or any dash that a program or a keyboard makes of a minus. */
function takeSign(cursor: Cursor): Token | undefined {
  return cursor.take(
    "+",
    "-",
    "\u2010",
    "\u2011",
    "\u2012",
    "\u2013",
    "\u2014",
    "\u2212",
    "\uff0d",
    "\ufe63",
  );
}

/** Between two times such a dash is the usual sign of a range. */
const isLongDash = ({ text }: Token): boolean => text === "\u2012" || text === "\u2013" || text === "\u2014";

const writeOffset = (sign: Token, digits: string): string =>
  `${sign.text === "+" ? "+" : "-"}${digits}`.replace("-00:00", "+00:00");

function takeMinutes(cursor: Cursor): string | undefined {
  return cursor.attempt(() => {
    const colon = cursor.peek()?.spaced ? undefined : cursor.take(":");
    return colon && cursor.takeNumber(2, 2, "adjacent");
  });
}

/** Seconds, or am and pm, show that the digits are a time of day. */
function isClockGoingOn(cursor: Cursor): boolean {
  const [token, next] = [cursor.peek(), cursor.peek(1)];
  if (token === undefined) return false;
  if (token.kind === "number") return !token.spaced;
  if (token.text === ":" || token.text === ".") return !token.spaced && next?.kind === "number";
  return ["am", "pm", "a", "p", "h"].includes(token.text);
}
