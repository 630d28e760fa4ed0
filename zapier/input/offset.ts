import { isRealOffset } from "../../src/time/index.ts";
import type { Cursor } from "./time-tokens.ts";

/** An offset that was written, and whether it could as well be the end of a range. */
export interface WrittenOffset {
  offset: string;
  /** Digits that follow a minus read as a time of day, in minutes; undefined when they cannot be one. */
  asClock?: number;
  /** It stands behind a space or a name: such an offset is recognized, and not taken. */
  misplaced?: boolean;
}

/**
 * Parses an offset directly behind a time of day: `Z`, `+01:00`, `-0500`, `-05`. A minus counts only where
 * `minus` allows it, and only with an offset that exists: anything else behind a dash is the end of a range.
 */
export function parseOffset(cursor: Cursor, minus: boolean): WrittenOffset | undefined {
  const name = cursor.take("z", "utc", "gmt");
  if (name !== undefined)
    return (name.text === "z" ? undefined : parseSigned(cursor)) ?? { offset: "+00:00" };
  return cursor.attempt(() => {
    const sign = cursor.take("+", "-", "\u2212");
    if (sign === undefined || (sign.text !== "+" && (!minus || sign.spaced))) return undefined;
    const digits = takeDigits(cursor);
    if (digits === undefined || isClockGoingOn(cursor)) return undefined;
    const offset = `${sign.text === "+" ? "+" : "-"}${digits}`.replace("-00:00", "+00:00");
    if (isRealOffset(offset))
      return sign.text === "+" ? { offset, misplaced: sign.spaced } : { offset, asClock: toClock(digits) };
    if (sign.text !== "+") return undefined;
    cursor.refuse(`has an offset (${offset}) that no place on earth has.`);
    return { offset: "+00:00" };
  });
}

/** Four digits behind UTC or GMT, as JavaScript writes them: `GMT-0500`. With a colon they could end a range. */
function parseSigned(cursor: Cursor): WrittenOffset | undefined {
  return cursor.attempt(() => {
    const sign = cursor.peek()?.spaced ? undefined : cursor.take("+", "-");
    if (sign === undefined) return undefined;
    const digits = cursor.takeNumber(4, 4, "adjacent") ?? "";
    const offset = `${sign.text}${digits.slice(0, 2)}:${digits.slice(2)}`.replace("-00:00", "+00:00");
    if (isRealOffset(offset)) return { offset };
    return takeDigits(cursor) === undefined ? undefined : { offset: "+00:00", misplaced: true };
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
