/**
 * Reads a Retry-After header: whole seconds or an HTTP date, strictly. Milliseconds from `now`; 0 for a date that has
 * passed. Undefined for anything else (negative, fractional, hexadecimal, empty), as if the header were not there.
 */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  const value = text?.trim() ?? "";
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1000;
  if (!httpDate.test(value)) return undefined;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}

// The one form of date that HTTP lets servers send (RFC 9110, 5.6.7).
const httpDate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
