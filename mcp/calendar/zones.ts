import { findIana } from "windows-iana";
import { dayMs } from "../../src/time/days.ts";
import { normalizeTimeZone, resolveLocal } from "../../src/time/index.ts";
import { type Budget, listStarts, readRule, type Span } from "./rule.ts";
import { type Component, listProperties, listValues, readTime, textOf } from "./text.ts";

/** The instant of what a clock shows: of two the first, and of none that at the offset before. Both in milliseconds. */
export type Zone = (wall: number) => number;

/** Some days, and what they may cost. */
type Near = Span & { budget: Budget };

/** A zone that is looked up costs as much as that many days of a rule. */
const zoneCost = 200;

/** What a clock shows at an instant. */
export function toWall(zone: Zone, instant: number): number {
  const wall = 2 * instant - zone(instant);
  return wall + instant - zone(wall);
}

/**
 * Finds the zone of a TZID or of `Z`. A name that is not known is looked up in the calendar itself, near some days. Undefined for
 * what is not known there either, or cannot be read.
 */
export function findZone(id: string, observances: readonly Component[], near: Near): Zone | undefined {
  if (id === "Z") return (wall) => wall;
  near.budget.left -= zoneCost;
  if (near.budget.left < 0) return undefined;
  const name = findZoneName(id);
  if (name === undefined) return readObservances(observances, near);
  return (wall) => Date.parse(resolveLocal(new Date(wall).toISOString().slice(0, -5), name).instant);
}

/**
 * The IANA name of a TZID: itself, the end of `/mozilla.org/20050126_1/Europe/Berlin` or `tzone://Microsoft/Utc`, or of a Windows
 * zone.
 */
function findZoneName(id: string): string | undefined {
  const ends = /^\/|:/.test(id) ? [3, 2, 1].map((count) => id.split("/").slice(-count).join("/")) : [];
  return [id, ...ends, ...findIana(id)].map(normalizeTimeZone).find((known) => known !== undefined);
}

/** An offset in milliseconds. */
function readOffset(text: string): number | undefined {
  const [, sign, hours, minutes, seconds = "0"] = /^([+-])(\d\d)([0-5]\d)([0-5]\d)?$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  return Number(`${sign}1`) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

/** Reads the changes of a VTIMEZONE near some days. Undefined for what is broken. */
function readObservances(observances: readonly Component[], near: Near): Zone | undefined {
  const changes: { wall: number; from: number; to: number }[] = [];
  for (const observance of observances) {
    const to = readOffset(textOf(observance, "TZOFFSETTO"));
    const from = readOffset(textOf(observance, "TZOFFSETFROM")) ?? to;
    const walls = listValues(observance, "DTSTART", "RDATE").map((each) => readTime(each)?.wall);
    const [start] = walls;
    if (start === undefined || to === undefined || from === undefined) return undefined;
    for (const { value } of listProperties(observance, "RRULE")) {
      const rule = readRule(value);
      // Of a rule that has ended the last date counts.
      const end = Math.min(near.to, rule?.until ? rule.until.wall + dayMs : near.to);
      const span = { from: Math.min(near.from, end) - 2 * 366 * dayMs, to: end };
      const starts = rule?.isRead ? listStarts(rule, start, span, near.budget) : undefined;
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
