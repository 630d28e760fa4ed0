/**
 * The calendar once more, by other means: Intl.DateTimeFormat and arithmetic on numbers, sharing no code and no library
 * with src/time. Slow and simple, to be compared with.
 */
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Wall-clock times are numbers here: what Date.UTC makes of the digits that the clock shows. */
export type Wall = number;

/** The digits "YYYY-MM-DDTHH:mm" as a number. */
export function parseWall(text: string): Wall {
  return Date.parse(`${text}:00Z`);
}

/** A number as the digits "YYYY-MM-DDTHH:mm". */
export function writeWall(wall: Wall): string {
  return new Date(wall).toISOString().slice(0, 16);
}

/** What the clock in a zone shows at an instant. */
export function toWall(instant: number, timeZone: string): Wall {
  let format = formats.get(timeZone);
  if (!format) {
    const numeric = "numeric";
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0, seconds = 0] = [
    "year" as const,
    "month" as const,
    "day" as const,
    "hour" as const,
    "minute" as const,
    "second" as const,
  ].map((type) => parts.get(type));
  return Date.UTC(year, month - 1, date, hours, minutes, seconds);
}

/** Every instant at which the clock in a zone shows a time, earliest first; none in a gap. */
export function findInstants(wall: Wall, timeZone: string): number[] {
  return offsetsAround(wall, timeZone)
    .map((offset) => wall - offset)
    .filter((instant) => toWall(instant, timeZone) === wall)
    .sort((one, other) => one - other);
}

/** A wall-clock time in a gap: the edges that the clock jumps between, and the time shifted forward by the jump. */
export function measureGap(wall: Wall, timeZone: string): { before: Wall; after: Wall; instant: number } {
  const offsets = offsetsAround(wall, timeZone);
  // Read with the later, greater offset the time lies before the change; with the earlier, smaller one after it.
  let low = wall - Math.max(...offsets);
  let high = wall - Math.min(...offsets);
  const [offsetBefore, offsetAfter] = [toWall(low, timeZone) - low, toWall(high, timeZone) - high];
  const instant = wall - offsetBefore;
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (toWall(middle, timeZone) - middle === offsetBefore) low = middle;
    else high = middle;
  }
  return { before: high + offsetBefore, after: high + offsetAfter, instant };
}

function offsetsAround(wall: Wall, timeZone: string): number[] {
  const offsets = new Set<number>();
  for (let instant = wall - 26 * hour; instant <= wall + 26 * hour; instant += hour) {
    offsets.add(toWall(instant, timeZone) - instant);
  }
  return [...offsets];
}

/** The wall clock just before every change of a zone's clocks in a year. */
export function findChanges(year: number, timeZone: string): Wall[] {
  const changes: Wall[] = [];
  for (let start = Date.UTC(year, 0, 1); start < Date.UTC(year + 1, 0, 1); start += day) {
    const offset = toWall(start, timeZone) - start;
    const next = start + day;
    if (toWall(next, timeZone) - next === offset) continue;
    let at = start;
    while (toWall(at, timeZone) - at === offset) at += 30 * minute;
    changes.push(at + offset);
  }
  return changes;
}

/** The start of every slot of a generator, or the field of the first window edge that falls into a gap. */
export function listSlots(
  generator: {
    startDate: string;
    endDate: string;
    days: readonly string[];
    from: string;
    to: string;
    interval: number;
  },
  timeZone: string,
  duration: number,
): number[] | "from" | "to" {
  const slots: number[] = [];
  const last = parseWall(`${generator.endDate}T00:00`);
  for (let midnight = parseWall(`${generator.startDate}T00:00`); midnight <= last; midnight += day) {
    const name = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][new Date(midnight).getUTCDay()] ?? "";
    if (!generator.days.includes(name)) continue;
    const date = writeWall(midnight).slice(0, 10);
    const [start] = findInstants(parseWall(`${date}T${generator.from}`), timeZone);
    if (start === undefined) return "from";
    const [end] = findInstants(parseWall(`${date}T${generator.to}`), timeZone);
    if (end === undefined) return "to";
    for (let count = 0; start + (count * generator.interval + duration) * minute <= end; count++) {
      slots.push(start + count * generator.interval * minute);
    }
  }
  return slots;
}
