import { isSameZone, normalizeTimeZone, resolveLocal, toOffsetDateTime } from "../../time/index.ts";
import { findProperty, type IcsComponent, IcsError, type IcsProperty, listProperties } from "./ics-parse.ts";
import { createRule, type ExpansionBudget, parseCompactTime, type Rule } from "./ics-recurrence.ts";
import { windowsZones } from "./windows-zones.ts";

/**
 * A time zone of an .ics text. A wall-clock time is given as the milliseconds since 1970 at which UTC shows it. Of a time that
 * the clock shows twice the first is meant, and a time that it skips is read with the offset before the change, both as RFC
 * 5545 says.
 */
export interface IcsZone {
  /** The instant of a wall-clock time, in milliseconds since 1970. */
  toInstant(wall: number): number;
  /** The wall-clock time at an instant. */
  toWall(instant: number): number;
}

const dayMs = 86_400_000;

/** UTC, and the zone of floating polls, whose times are compared as they are written. */
export const utcZone: IcsZone = { toInstant: (wall) => wall, toWall: (instant) => instant };

/** The zone of an IANA name. Most conversions use the offset of the day, because a text may have thousands of times. */
function createNamedZone(name: string): IcsZone {
  const toWall = (instant: number) =>
    Date.parse(`${toOffsetDateTime(new Date(instant).toISOString(), name).slice(0, 19)}Z`);
  const offsets = new Map<number, number>();
  const offsetOn = (day: number): number => {
    const offset = offsets.get(day) ?? toWall(day * dayMs) - day * dayMs;
    offsets.set(day, offset);
    return offset;
  };
  /** The offset around a time, if the clocks do not change on the days around it. */
  const findOffset = (time: number): number | undefined => {
    const day = Math.floor(time / dayMs);
    const offset = offsetOn(day);
    return [day - 1, day + 1, day + 2].every((other) => offsetOn(other) === offset) ? offset : undefined;
  };
  return {
    toInstant(wall) {
      const offset = findOffset(wall);
      if (offset !== undefined) return wall - offset;
      return Date.parse(resolveLocal(new Date(wall).toISOString().slice(0, 19), name).instant);
    },
    toWall: (instant) => {
      const offset = findOffset(instant);
      return offset === undefined ? toWall(instant) : instant + offset;
    },
  };
}

/** The zones of one calendar. */
export interface ZoneTable {
  /** The zone that a property names. Throws {@link IcsError} for an unknown one. */
  find(name: string, line: number): IcsZone;
  /** The zone of times without one. */
  getFloating(): IcsZone;
  /** The name of that zone, if the calendar gives it and a time without a zone was read. */
  getUsedName(): string | undefined;
}

/**
 * The zones of a calendar: IANA names, Windows names, and for other names the VTIMEZONE of the calendar. Times without a zone
 * are in its X-WR-TIMEZONE, or else in the given zone.
 */
export function createZoneTable(
  calendar: IcsComponent,
  pollZone: string | null,
  budget: ExpansionBudget,
): ZoneTable {
  const zones = new Map<string, IcsZone>();
  const find = (name: string, line: number): IcsZone => {
    const before = zones.get(name);
    if (before !== undefined) return before;
    const zone = createZone(name, line, calendar, budget);
    zones.set(name, zone);
    return zone;
  };
  const own = pollZone === null ? undefined : findProperty(calendar, "X-WR-TIMEZONE");
  let floating: IcsZone | undefined;
  return {
    find,
    getFloating() {
      const zone = pollZone === null ? utcZone : createNamedZone(pollZone);
      floating ??= own === undefined ? zone : find(own.value, own.line);
      return floating;
    },
    getUsedName: () => (own === undefined || floating === undefined ? undefined : findZoneName(own.value)),
  };
}

function createZone(name: string, line: number, calendar: IcsComponent, budget: ExpansionBudget): IcsZone {
  const known = findZoneName(name);
  if (known !== undefined && isSameZone(known, "UTC")) return utcZone;
  if (known !== undefined) return createNamedZone(known);
  const definition = calendar.components.find(
    (component) => component.name === "VTIMEZONE" && findProperty(component, "TZID")?.value === name,
  );
  if (definition !== undefined) return createDefinedZone(definition, budget);
  const shown = /^[A-Za-z0-9_+\-/.]{1,40}$/.test(name) ? ` ${JSON.stringify(name)}` : "";
  throw new IcsError(line, `has the unknown time zone${shown}, and the text has no VTIMEZONE for it`);
}

/** The IANA name of a TZID: itself, the end of a global id such as `/mozilla.org/20050126_1/Europe/Berlin`, or a Windows zone. */
function findZoneName(name: string): string | undefined {
  const parts = name.startsWith("/") ? name.split("/") : [];
  const ends = [3, 2].map((count) => parts.slice(-count).join("/"));
  for (const candidate of [name, ...ends]) {
    const known = normalizeTimeZone(candidate);
    if (known !== undefined) return known;
  }
  return Object.hasOwn(windowsZones, name) ? windowsZones[name] : undefined;
}

/** One STANDARD or DAYLIGHT of a VTIMEZONE. Offsets are in milliseconds. */
interface Observance {
  from: number;
  to: number;
  /** The first change and those listed, as wall-clock times with the offset `from`. */
  dates: readonly number[];
  /** The other changes, as `dates`. */
  rules: readonly Rule[];
}

/** Maximum number of listed changes of one zone. The zones in use have some hundred. */
const maxListedChanges = 1_000;

function createDefinedZone(definition: IcsComponent, budget: ExpansionBudget): IcsZone {
  const observances = definition.components
    .filter(({ name }) => name === "STANDARD" || name === "DAYLIGHT")
    .map((component) => toObservance(component, budget));
  if (observances.length === 0)
    throw new IcsError(definition.line, "is a VTIMEZONE without STANDARD or DAYLIGHT");
  const listed = observances
    .flatMap((observance) => observance.dates.map((wall) => toChange(wall, observance)))
    .sort(byTime);
  if (listed.length > maxListedChanges)
    throw new IcsError(definition.line, `is a VTIMEZONE with more than ${maxListedChanges} changes`);
  const years = new Map<number, Change[]>();
  const offsetAt = (instant: number): number => {
    const year = new Date(instant).getUTCFullYear();
    const changes = years.get(year) ?? listChanges(listed, observances, year);
    years.set(year, changes);
    const last = changes.findLast(({ at }) => at <= instant);
    return last?.to ?? listed[0]?.from ?? 0;
  };
  return {
    toWall: (instant) => instant + offsetAt(instant),
    toInstant(wall) {
      const [before, after] = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)];
      const meant = [wall - before, wall - after].filter((instant) => instant + offsetAt(instant) === wall);
      return meant.length > 0 ? Math.min(...meant) : wall - before;
    },
  };
}

interface Change {
  at: number;
  from: number;
  to: number;
}

const toChange = (wall: number, { from, to }: Observance): Change => ({ at: wall - from, from, to });
const byTime = (one: Change, other: Change) => one.at - other.at;

/** The changes from the last one before a year until its end, by time. Kept for each year, so none is kept without need. */
function listChanges(listed: readonly Change[], observances: readonly Observance[], year: number): Change[] {
  const [start, end] = [Date.UTC(year, 0, 1) - 2 * dayMs, Date.UTC(year + 1, 0, 1) + 2 * dayMs];
  const repeated = observances.flatMap((observance) =>
    observance.rules
      .flatMap((rule) => [rule.before(start) ?? [], rule.between(start, end)].flat())
      .map((wall) => toChange(wall, observance)),
  );
  const changes = [...listed.filter(({ at }) => at <= end), ...repeated].sort(byTime);
  return changes.slice(
    Math.max(
      0,
      changes.findLastIndex(({ at }) => at <= start),
    ),
  );
}

function toObservance(component: IcsComponent, budget: ExpansionBudget): Observance {
  const [from, to] = ["TZOFFSETFROM", "TZOFFSETTO"].map((name) => parseOffset(component, name)) as [
    number,
    number,
  ];
  const start = requireProperty(component, "DTSTART");
  const first = parseCompactTime(start.value);
  if (first === undefined) throw new IcsError(start.line, "DTSTART is not a date and time that exists");
  const rules = listProperties(component, "RRULE").map((rule) =>
    createRule(rule, { start: first, toWall: (instant) => instant + from, budget }),
  );
  const dates = listProperties(component, "RDATE").flatMap(({ value, line }) =>
    value.split(",").map((date) => {
      const wall = parseCompactTime(date);
      if (wall === undefined) throw new IcsError(line, "RDATE is not a date and time that exists");
      return wall;
    }),
  );
  return { from, to, dates: [first, ...dates], rules };
}

function requireProperty(component: IcsComponent, name: string): IcsProperty {
  const property = findProperty(component, name);
  if (property === undefined) throw new IcsError(component.line, `${component.name} has no ${name}`);
  return property;
}

function parseOffset(component: IcsComponent, name: string): number {
  const { value, line } = requireProperty(component, name);
  const [, sign, hours, minutes, seconds = "0"] = /^([+-])(\d\d)([0-5]\d)([0-5]\d)?$/.exec(value) ?? [];
  if (sign === undefined || Number(hours) > 23)
    throw new IcsError(line, `${name} is not a UTC offset such as +0100`);
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -size : size;
}
