import { findIana } from "windows-iana";
import { dayMs } from "../../src/time/days.ts";
import { normalizeTimeZone, resolveLocal } from "../../src/time/index.ts";
import { type Budget, listStarts, readRule, type Span } from "./rule.ts";
import { type Component, listProperties, readTime, splitValues, textOf } from "./text.ts";

/** A zone of a calendar. */
export interface Zone {
  /** Its IANA name, if it has one. */
  name?: string;
  /** The instant of what a clock shows: of two the first, and of none that at the offset before. Both in milliseconds. */
  toInstant: (wall: number) => number;
}

/** Some days, and what they may cost. */
type Near = Span & { budget: Budget };

/** What a clock shows at an instant. */
export function toWall({ toInstant }: Zone, instant: number): number {
  const wall = 2 * instant - toInstant(instant);
  return wall + instant - toInstant(wall);
}

/** Makes a zone of a function that is slow. Most days have one offset. */
function createZone(resolve: (wall: number) => number): Zone {
  const offsets = new Map<number, number | undefined>();
  return {
    toInstant: (wall) => {
      const day = Math.floor(wall / dayMs);
      if (!offsets.has(day)) {
        const [before, after] = [day - 1, day + 2].map((each) => each * dayMs - resolve(each * dayMs));
        offsets.set(day, before === after ? before : undefined);
      }
      const offset = offsets.get(day);
      return offset === undefined ? resolve(wall) : wall - offset;
    },
  };
}

/**
 * Finds the zone of a TZID, of `Z` or of an offset. A name that is not known is looked up in the calendar itself, near some days.
 * Undefined for what is not known there either, or cannot be read.
 */
export function findZone(
  id: string,
  observances: readonly Component[] | undefined,
  near: Near,
): Zone | undefined {
  if (near.budget.left < 0) return undefined;
  const offset = id === "Z" ? 0 : readOffset(id);
  if (offset !== undefined) return { toInstant: (wall) => wall - offset };
  const name = findZoneName(id);
  if (name === undefined) {
    const resolve = observances && readObservances(observances, near);
    return resolve && createZone(resolve);
  }
  const resolve = (wall: number) =>
    Date.parse(resolveLocal(new Date(wall).toISOString().slice(0, -5), name).instant);
  return { ...createZone(resolve), name };
}

/** The IANA name of a TZID: itself, the end of an id such as `/mozilla.org/20050126_1/Europe/Berlin`, or a Windows zone. */
function findZoneName(id: string): string | undefined {
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
function readObservances(observances: readonly Component[], near: Near): Zone["toInstant"] | undefined {
  const changes: { wall: number; from: number; to: number }[] = [];
  for (const observance of observances) {
    const list = (name: string) => listProperties(observance, name);
    const to = readOffset(textOf(observance, "TZOFFSETTO"));
    const from = readOffset(textOf(observance, "TZOFFSETFROM")) ?? to;
    const walls = [...list("DTSTART"), ...list("RDATE").flatMap(splitValues)].map(
      (each) => readTime(each)?.wall,
    );
    const [start] = walls;
    if (start === undefined || to === undefined || from === undefined) return undefined;
    for (const { value } of list("RRULE")) {
      const rule = readRule(value);
      if (rule?.frequency !== "YEARLY" || rule.unread || rule.count !== Infinity) return undefined;
      // Of a rule that has ended the last date counts.
      const end = Math.min(near.to, rule.until ? rule.until.wall + dayMs : near.to);
      const years = (rule.interval + 1) * 366 * dayMs;
      const starts = listStarts(
        rule,
        start,
        { from: Math.min(near.from, end) - years, to: end },
        near.budget,
      );
      if (starts === undefined) return undefined;
      walls.push(...starts);
    }
    for (const wall of walls) if (wall !== undefined) changes.push({ wall, from, to });
  }
  changes.sort((one, other) => one.wall - other.wall);
  const [first] = changes;
  if (first === undefined) return undefined;
  // A clock that goes forward skips the times until the change is over.
  return (wall) =>
    wall -
    (changes.findLast((each) => each.wall + Math.max(0, each.to - each.from) <= wall)?.to ?? first.from);
}
