import { findIana } from "windows-iana";
import { dayMs } from "../../src/time/days.ts";
import { normalizeTimeZone, resolveLocal } from "../../src/time/index.ts";
import { listStarts, readRule } from "./rule.ts";
import { type Component, listProperties, readTime, readTimes, textOf } from "./text.ts";

/** A zone of a calendar. */
export interface Zone {
  /** Its IANA name, if it has one. */
  name?: string | undefined;
  /** The instant of what a clock shows: of two the first, and of none that at the offset before. Both in milliseconds. */
  toInstant: (wall: number) => number;
}

export interface Span {
  from: number;
  to: number;
}

/** Makes a zone of a function that is slow. Most days have one offset. */
function createZone(resolve: (wall: number) => number, name?: string): Zone {
  const offsets = new Map<number, number>();
  return {
    name,
    toInstant: (wall) => {
      const day = Math.floor(wall / dayMs);
      let offset = offsets.get(day);
      if (offset === undefined) {
        const [before = 0, after = 0] = [day - 1, day + 2].map(
          (each) => each * dayMs - resolve(each * dayMs),
        );
        offset = before === after ? before : Number.NaN;
        offsets.set(day, offset);
      }
      return Number.isNaN(offset) ? resolve(wall) : wall - offset;
    },
  };
}

const toIana = (name: string) =>
  createZone(
    (wall) => Date.parse(resolveLocal(new Date(wall).toISOString().slice(0, -5), name).instant),
    name,
  );

/**
 * Finds the zone of a TZID, of `Z` or of an offset. A name that is not known is looked up in the calendar itself, near some days.
 * Undefined for what is not known there either, or cannot be read.
 */
export function findZone(
  id: string,
  definition: readonly Component[] | undefined,
  near: Span,
  spend: (steps: number) => void,
): Zone | undefined {
  const offset = id === "Z" ? 0 : readOffset(id);
  if (offset !== undefined) return { toInstant: (wall) => wall - offset };
  const name = findZoneName(id);
  if (name !== undefined) return toIana(name);
  const resolve = definition && readDefinition(definition, near, spend);
  return resolve && createZone(resolve);
}

/** The IANA name of a TZID: itself, the end of an id such as `/mozilla.org/20050126_1/Europe/Berlin`, or a Windows zone. */
export function findZoneName(id: string): string | undefined {
  const ends = id.startsWith("/") ? [3, 2].map((count) => id.split("/").slice(-count).join("/")) : [];
  return [id, ...ends, ...findIana(id)].map(normalizeTimeZone).find((known) => known !== undefined);
}

/** An offset in milliseconds. */
function readOffset(text: string): number | undefined {
  const [, sign, hours, minutes, seconds = "0"] = /^([+-])(\d\d)([0-5]\d)([0-5]\d)?$/.exec(text.trim()) ?? [];
  if (sign === undefined) return undefined;
  return Number(`${sign}1`) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

/** Reads the changes of a VTIMEZONE near some days. Undefined for what is broken, or changes by other rules than yearly ones. */
function readDefinition(
  observances: readonly Component[],
  near: Span,
  spend: (steps: number) => void,
): Zone["toInstant"] | undefined {
  const changes: { wall: number; from: number; to: number }[] = [];
  for (const observance of observances) {
    const start = readTime(textOf(observance, "DTSTART"))?.wall;
    const to = readOffset(textOf(observance, "TZOFFSETTO"));
    const isAlone = observances.length === 1 && textOf(observance, "TZOFFSETFROM") === "";
    const from = isAlone ? to : readOffset(textOf(observance, "TZOFFSETFROM"));
    const rules = listProperties(observance, "RRULE").map(({ value }) => readRule(value));
    const dates = listProperties(observance, "RDATE").flatMap(readTimes);
    if (start === undefined || to === undefined || from === undefined) return undefined;
    const walls = [start, ...dates.map((date) => date?.wall ?? start)];
    for (const rule of rules) {
      if (rule === undefined) continue;
      if (rule.frequency !== "YEARLY" || rule.unread || rule.count !== undefined) return undefined;
      // Of a rule that has ended the last date counts.
      const end = Math.min(near.to, rule.until ? rule.until.wall + dayMs : near.to);
      const years = (rule.interval + 1) * 366 * dayMs;
      walls.push(...listStarts(rule, start, { from: Math.min(near.from, end) - years, to: end }, spend));
    }
    changes.push(...walls.map((wall) => ({ wall, from, to })));
  }
  changes.sort((one, other) => one.wall - other.wall);
  const [first] = changes;
  if (first === undefined) return undefined;
  // A clock that goes forward skips the times until the change is over.
  const isOver = (wall: number) => (change: typeof first) =>
    change.wall + Math.max(0, change.to - change.from) <= wall;
  return (wall) => wall - (changes.findLast(isOver(wall))?.to ?? first.from);
}
