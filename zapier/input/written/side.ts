/** Reads one side of a range, or a time alone: a day, a time of day with its offset, or both. */
import { mayBeRange } from "../../../src/scheduling/minutes.ts";
import { isRealOffset } from "../../../src/time/zones.ts";
import type { Groups, Scanner } from "./compile.ts";
import { type DateRules, decideDay } from "./day.ts";
import { Refused } from "./problem.ts";
import { readZone } from "./zones.ts";

export const dayMinutes = 1440;

/** What stands behind a time of day. */
export interface Zoned {
  offset?: string | undefined;
  zone?: string | undefined;
  /** The letters or the English name of a zone's time, such as "est". */
  zoneName?: string | undefined;
  /** The same beside an offset. */
  offsetName?: string | undefined;
  /** Days to add to the time as the zone of the poll shows it. */
  move?: number | undefined;
}

/** What is read of a start or an end. Each part may stand on the other side. */
export interface Side extends Zoned {
  date?: string | undefined;
  /** Since midnight. */
  minutes?: number | undefined;
  /** With its fraction if that is not zero: "30", "00.123". */
  second?: string | undefined;
  /** `a` or `p`. */
  half?: string | undefined;
  /** The hour has two digits, so the clock has 24 hours. */
  isTwoDigit?: boolean;
  /** With Z or +00:00, as programs write an instant. */
  isProgram?: boolean;
  /** With UTC, which counts for both sides of a range. */
  isTrailing?: boolean;
}

/** Takes a day, a time of day, or both. */
export function takeSide(scan: Scanner, rules: DateRules, isEnd = false): Side | undefined {
  const day = scan.take("day");
  const clock = scan.take(day ? "joined" : "clock");
  if (day === undefined && clock === undefined) return undefined;
  const side = clock ? takeClock(scan, clock, isEnd) : {};
  const year = day?.["year"] ?? (day && clock && scan.take("lateYear")?.["year"]);
  // The day with which spreadsheets write a cell that has only a time of day.
  if (year !== "1899") return day ? { ...side, date: decideDay(day, year, rules) } : side;
  if (side.offset === undefined) return side;
  throw new Refused(
    "sheet-time",
    "is the time of a sheet in UTC, which is another one in the sheet",
    "Map the cell as text, or format it as text.",
  );
}

function takeClock(scan: Scanner, clock: Groups, isEnd: boolean): Side {
  const { hour = "", minute = "00", half, fraction = "0" } = clock;
  const second = Number(fraction) === 0 ? clock["second"] : `${clock["second"]}.${fraction}`;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "p" ? 12 : 0);
  const minutes = hours * 60 + Number(minute);
  const isReal = half === undefined ? minutes <= dayMinutes : /^(?:0?[1-9]|1[0-2])$/.test(hour);
  if (!isReal || Number(minute) > 59 || Number(clock["second"] ?? 0) > 59)
    throw new Refused("wrong-clock", "has a time of day that does not exist");
  return { minutes, second, half, isTwoDigit: hour.length === 2, ...takeOffset(scan, clock, minutes, isEnd) };
}

/** Takes the offset behind a clock. A minus can as well begin the end of a range: `09:00-10:30`, `09:00 -10:30`. */
function takeOffset(scan: Scanner, clock: Groups, minutes: number, isEnd: boolean): Side | undefined {
  const { at } = scan;
  const found = scan.take("offset");
  if (found === undefined) {
    if (clock["fraction"]?.length !== 7) return undefined;
    throw new Refused(
      "utc-digits",
      "has no offset, and Microsoft writes times in UTC with seven digits after the second",
      "Add Z if it is UTC, or leave the digits out.",
    );
  }
  const { text, sign, hh = "", mm = "00", gmt, abbreviation, comment, letters, any, t } = found;
  if (letters !== undefined) return { zoneName: letters };
  const offset = Number(hh + mm) === 0 ? "+00:00" : `${sign}${hh.padStart(2, "0")}:${mm}`;
  const isReal = isRealOffset(offset);
  const [hasSeconds, isBehindT] = [clock["second"] !== undefined, clock.text.startsWith("t")];
  const counts = isEnd || hasSeconds || any !== undefined || (t !== undefined && (isBehindT || sign === "+"));
  const maybeEnd = sign === "-" && gmt === undefined && !isEnd;
  if (!counts || (maybeEnd && !hasSeconds && !isReal)) {
    if (maybeEnd && isReal && text.startsWith(" ")) throw unclear();
    scan.at = at;
    return undefined;
  }
  // An end is written as its start is: with seconds, and with am or pm.
  const isSure = text.includes(":")
    ? hasSeconds && (isBehindT || text.startsWith(" "))
    : hasSeconds || clock["half"] !== undefined;
  if (maybeEnd && !isSure && mayBeRange(minutes, Number(hh) * 60 + Number(mm))) throw unclear();
  if (!isReal) throw new Refused("offset", `has an offset (${offset}) that does not exist`);
  return {
    offset,
    isProgram: offset === "+00:00" && !/utc|gmt/.test(text),
    isTrailing: text === " utc",
    zone: comment?.includes("/") ? readZone(comment) : undefined,
    offsetName: abbreviation ?? comment,
  };
}

const unclear = () =>
  new Refused(
    "range-or-offset",
    "could be a range or a time with an offset",
    "Write the range with spaces, or the offset after T and seconds: 2027-03-01T14:00:00-05:00.",
  );
