import { isRealOffset, normalizeTimeZone } from "../../src/time/index.ts";

/** A text without what may stand behind a date or time, and what that says. */
export interface Suffix {
  text: string;
  timeZone?: string;
  offset?: string;
  /** The offset at the end of a range over a clock change. */
  endOffset?: string;
  /** Days to count on from the date. */
  days?: number;
}

const counted = /^(.*[a-z\d]) ?([+-]) ?(\d{1,3}) ?(d|w|days?|weeks?)$/i;
const offset = "UTC([+-]\\d\\d:\\d\\d)";
const offsetBehindSeconds = /:\d\d(?:\.\d+)? ?(?:GMT|UTC)?[+-]\d{4}$/;
const isComment = /^[\p{L}\p{M} .,'\u2019-]+$/u;
const described = new RegExp(`^(?:([A-Za-z0-9_+/-]+), )?${offset}(?: to ${offset})?$`);

/** Takes a time zone, in brackets or behind a space, or a count such as `+7d` off the end of a text. */
export function splitSuffix(text: string): Suffix {
  const [, before, sign, number, unit = ""] = counted.exec(text) ?? [];
  if (before !== undefined) {
    const days = (sign === "-" ? -1 : 1) * Number(number) * (/^w/i.test(unit) ? 7 : 1);
    return { text: before, days };
  }
  const bracket = Math.max(text.lastIndexOf("("), text.lastIndexOf("["));
  if (bracket > 0 && /[)\]]$/.test(text))
    return describeSuffix(text.slice(0, bracket).trimEnd(), text.slice(bracket + 1, -1)) ?? { text };
  const space = text.lastIndexOf(" ");
  const last = text.slice(space + 1);
  if (space < 0 || !/^[A-Za-z_]+\/[A-Za-z0-9_+/-]+$/.test(last)) return { text };
  const timeZone = normalizeTimeZone(last);
  return timeZone === undefined ? { text } : { text: text.slice(0, space), timeZone };
}

function describeSuffix(text: string, inner: string): Suffix | undefined {
  const described = /[/\d]/.test(inner) ? describeZone(text, inner) : undefined;
  // JavaScript and mail programs name the zone behind its offset, in the language of the machine.
  if (described === undefined && isComment.test(inner) && offsetBehindSeconds.test(text)) return { text };
  return described ?? describeZone(text, inner);
}

/** The time zone as the app writes it behind an option: `America/New_York, UTC-05:00 to UTC-04:00`. */
function describeZone(text: string, inner: string): Suffix | undefined {
  const [, name, start, end = start] = described.exec(inner) ?? [];
  if (start === undefined || end === undefined) {
    const timeZone = normalizeTimeZone(inner);
    return timeZone === undefined ? undefined : { text, timeZone };
  }
  if (!isRealOffset(start) || !isRealOffset(end)) return undefined;
  const timeZone = name === undefined ? undefined : normalizeTimeZone(name);
  return { text, offset: start, endOffset: end, ...(timeZone !== undefined && { timeZone }) };
}
