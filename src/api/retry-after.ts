/**
 * How long an answer asks to wait: its Retry-After header, in whole seconds or as an HTTP date, read strictly. In
 * milliseconds; 0 for a date that has passed. Undefined for anything else (negative, fractional, hexadecimal, empty),
 * as if the header were not there. A date is meant by the service's own clock, which the answer's Date header shows.
 */
export function readRetryAfter(headers: Record<string, string>, now: number): number | undefined {
  const value = headers["retry-after"]?.trim() ?? "";
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
  const moment = readHttpDate(value);
  if (moment === undefined) return undefined;
  return Math.max(0, moment - (readHttpDate(headers["date"] ?? "") ?? now));
}

/** An HTTP date in milliseconds since 1970; undefined unless it is written as HTTP wants and is a real moment. */
export function readHttpDate(text: string): number | undefined {
  const moment = Date.parse(text);
  // Parsing takes other forms too, and mends a wrong weekday and 31 February; writing it again shows that: what comes
  // out is the one form that HTTP lets servers send (RFC 9110, 5.6.7).
  return !Number.isNaN(moment) && new Date(moment).toUTCString() === text ? moment : undefined;
}
