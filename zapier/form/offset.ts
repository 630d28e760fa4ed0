import { isRealOffset } from "../../src/time/index.ts";
import type { Cursor } from "./time-tokens.ts";

/** An offset that was written, and whether it could as well be the end of a range. */
export interface WrittenOffset {
  offset: string;
  /** Digits that follow a minus read as a time of day, in minutes; undefined when they cannot be one. */
  asClock?: number;
  /** White space stands before a plus: such an offset is recognized, and not taken. */
  spaced?: boolean;
}

/**
 * Parses an offset directly behind a time of day: `Z`, `+01:00`, `-0500`, `-05`. A minus counts only where
 * `minus` allows it, and only with an offset that exists: anything else behind a dash is the end of a range.
 */
export function parseOffset(cursor: Cursor, minus: boolean): WrittenOffset | undefined {
  if (cursor.take("z", "utc") !== undefined) return { offset: "+00:00" };
  return cursor.attempt(() => {
    const sign = cursor.take("+", "-", "\u2212");
    if (sign === undefined || (sign.text !== "+" && (!minus || sign.spaced))) return undefined;
    const digits = takeDigits(cursor);
    if (digits === undefined || isClockGoingOn(cursor)) return undefined;
    const offset = `${sign.text === "+" ? "+" : "-"}${digits}`.replace("-00:00", "+00:00");
    if (isRealOffset(offset))
      return sign.text === "+" ? { offset, spaced: sign.spaced } : { offset, asClock: toClock(digits) };
    if (sign.text !== "+") return undefined;
    cursor.refuse(`has an offset (${offset}) that no place on earth has.`);
    return { offset: "+00:00" };
  });
}

function takeDigits(cursor: Cursor): string | undefined {
  const digits = cursor.takeNumber(2, 4, "adjacent");
  if (digits === undefined || digits.length === 3) return undefined;
  if (digits.length === 4) return `${digits.slice(0, 2)}:${digits.slice(2)}`;
  const minutes = cursor.attempt(() => {
    const colon = cursor.peek()?.spaced ? undefined : cursor.take(":");
    return colon && cursor.takeNumber(2, 2, "adjacent");
  });
  return `${digits}:${minutes ?? "00"}`;
}

/** Seconds, or am and pm, show that the digits are a time of day. */
function isClockGoingOn(cursor: Cursor): boolean {
  const token = cursor.peek();
  if (token === undefined) return false;
  if (token.text === ":" || token.text === "." || token.kind === "number") return !token.spaced;
  return ["am", "pm", "a", "p", "h"].includes(token.text);
}

const toClock = (digits: string): number => Number(digits.slice(0, 2)) * 60 + Number(digits.slice(3));
