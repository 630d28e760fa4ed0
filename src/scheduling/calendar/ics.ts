import ICAL from "ical.js";
import { findIana } from "windows-iana";
import { isSameZone, normalizeTimeZone, resolveLocal } from "../../time/index.ts";
import type { BusyTime } from "./busy.ts";

/** Thrown for a calendar that cannot be understood. The message repeats no text of the calendar but a plain zone name. */
export class IcsError extends Error {
  override readonly name = "IcsError";
}

/** The options that a calendar is compared with. */
export interface ComparedOptions {
  /** The zone of the options; null for floating ones. */
  timeZone: string | null;
  /** Start of the first option and end of the last one, in milliseconds since 1970. */
  from: number;
  to: number;
}

// jCal (RFC 7265), the form in which ical.js gives a text.
type Property = [name: string, params: Record<string, string>, type: string, ...values: unknown[]];
type Component = [name: string, properties: Property[], components: Component[]];

/** The instant of a wall-clock time. The latter is the milliseconds since 1970 at which UTC shows it. */
type Zone = (wall: number) => number;

/** A time, or midnight of a date: then without a zone. */
interface Moment {
  wall: number;
  zone: Zone | null;
}

/** A busy time: days of the calendar, and then milliseconds. */
interface Span {
  start: Moment;
  days: number;
  ms: number;
}

/** An RRULE in jCal. */
interface Rule {
  freq: string;
  count?: number;
  until?: string;
  bysetpos?: number[];
}

/** An event of the text. The label names it in notes and errors. */
interface Event extends Span {
  component: Component;
  label: string;
}

/** A changed date of a series, or the first of all later ones. */
interface Change {
  event: Event;
  original: Moment;
  isLasting: boolean;
}

const dayMs = 86_400_000;

/** Steps for the rules of all events. A daily event with COUNT since 1970 takes 21,000. */
const maxSteps = 30_000;

/** UTC, and the zone of floating polls, whose times are compared as they are written. */
const utc: Zone = (wall) => wall;

/**
 * The busy times of an .ics text (RFC 5545) near some options, and notes for the person. Free and canceled events do not count.
 * What cannot be read exactly counts as busy for the longer reading, with a note. Throws {@link IcsError}.
 */
export function readIcs(text: string, options: ComparedOptions): { busy: BusyTime[]; notes: string[] } {
  // ical.js drops the offset of a time, which would change the instant.
  if (/^(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)\b.*\d{8}T\d{6}[+-]\d{4}/im.test(text))
    throw new IcsError("the .ics text has a time with an offset: write it in UTC with Z, or with a TZID");
  const notes = new Set<string>();
  const budget = { steps: maxSteps };
  const busy = parse(text).flatMap((calendar) => readCalendar(calendar, options, notes, budget));
  return { busy, notes: [...notes] };
}

function parse(text: string): Component[] {
  let parsed: unknown[] = [];
  try {
    parsed = ICAL.parse(text);
  } catch {
    throw new IcsError("is not the text of an .ics file: a line is not iCalendar, or the text is cut off");
  }
  const calendars = (typeof parsed[0] === "string" ? [parsed] : parsed) as Component[];
  if (calendars.length > 0 && calendars.every(([name]) => name === "vcalendar")) return calendars;
  throw new IcsError("is not the text of an .ics file, which begins with BEGIN:VCALENDAR");
}

function readCalendar(
  calendar: Component,
  { timeZone, from, to }: ComparedOptions,
  notes: Set<string>,
  budget: { steps: number },
): BusyTime[] {
  const [, , components] = calendar;
  const root = new ICAL.Component(calendar as unknown[]);
  const zones = new Map<string, Zone>();

  function getZone(tzid: string, label: string): Zone {
    const zone = zones.get(tzid) ?? findZone(tzid, root);
    if (zone === undefined) {
      const shown = /^[\w+\-/.]{1,40}$/.test(tzid) ? ` "${tzid}"` : "";
      throw new IcsError(`${label} has the unknown time zone${shown}, which the text does not define`);
    }
    zones.set(tzid, zone);
    return zone;
  }

  function toMoment(value: unknown, [property, { tzid }]: Property, label: string): Moment {
    const [, date = "", clock = "::", z] =
      /^((?:1[6-9]|[2-9]\d)\d\d-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d|::)(Z?))?$/.exec(String(value)) ?? [];
    const isDate = clock === "::";
    const wall = Date.parse(`${date}T${isDate ? "00:00:00" : clock}Z`);
    if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(date))
      throw new IcsError(`${label}: ${property.toUpperCase()} is not a date or a time that exists`);
    if (isDate) return { wall, zone: null };
    if (timeZone === null && (z || tzid) && property !== "rrule")
      throw new IcsError(`${label} has a time zone, but the poll is floating: they cannot be compared`);
    if (z || timeZone === null) return { wall, zone: utc };
    const own = textOf(calendar, "x-wr-timezone");
    if (tzid === undefined && own !== undefined && !isSameZone(findZoneName(own) ?? own, timeZone))
      notes.add(`times without a time zone were read in ${findZoneName(own)}, the zone of the calendar`);
    return { wall, zone: getZone(tzid ?? own ?? timeZone, label) };
  }

  /** The dates and times of a property. A period is a list of its start and its end or duration. */
  const listSpans = (component: Component, name: string, label: string): Span[] =>
    listOf(component, name).flatMap((property) =>
      property.slice(3).map((value) => {
        const [first, end] = [value].flat();
        return toSpan(toMoment(first, property, label), end, property, label);
      }),
    );

  function toSpan(start: Moment, end: unknown, property: Property | undefined, label: string): Span {
    if (end === undefined || property === undefined) return { start, days: 0, ms: 0 };
    if (/^\+?P(?=\d|T\d)/.test(String(end))) {
      const { weeks, days, hours, minutes, seconds } = ICAL.Duration.fromString(String(end));
      return { start, days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
    }
    const moment = toMoment(end, property, label);
    const ms = toInstant(moment) - toInstant(start);
    if (ms >= 0 && (moment.zone === null) === (start.zone === null)) return { start, days: 0, ms };
    throw new IcsError(`${label} has an end that does not fit its start`);
  }

  function toEvent(component: Component, index: number): Event {
    const [date] = /^\d{4}-\d\d-\d\d/.exec(textOf(component, "dtstart") ?? "") ?? [];
    const label = `event ${index + 1} of the .ics text${date === undefined ? "" : ` (${date})`}`;
    const [at] = listSpans(component, "dtstart", label);
    if (at === undefined) throw new IcsError(`${label} has no DTSTART`);
    const [end] = [...listOf(component, "dtend"), ...listOf(component, "duration")];
    const { start, days, ms } = toSpan(at.start, end?.[3], end, label);
    // Outlook writes whole days as times from midnight to midnight.
    const isAllDay = textOf(component, "x-microsoft-cdo-alldayevent") === "TRUE" && start.wall % dayMs === 0;
    if (start.zone !== null && !isAllDay) return { component, label, start, days, ms };
    // A day of a clock change has 23 or 25 hours, and some calendars write no end, or the same day.
    const length = Math.max(1, days + Math.round(ms / dayMs));
    return { component, label, start: { ...start, zone: null }, days: length, ms: 0 };
  }

  function toBusy({ start, days, ms }: Span, component: Component): BusyTime[] {
    const last = start.wall + days * dayMs;
    if (!isBusy(component) || start.wall > to + 2 * dayMs || last + ms < from - 2 * dayMs) return [];
    const [first, end] = [toInstant(start), toInstant({ ...start, wall: last }) + ms];
    const isDay = start.zone === null;
    const toText = (time: number) => new Date(time).toISOString().slice(0, isDay ? 10 : undefined);
    const title = textOf(component, "summary");
    return first === end ? [] : [{ start: toText(first), end: toText(end), title }];
  }

  /** The busy times of a series near the options, all in wall-clock times of its start. */
  function readSeries(event: Event, changes: readonly Change[]): BusyTime[] {
    const { component, label, start, days, ms } = event;
    const toWall = (moment: Moment) => alignWall(moment, start);
    const lasting = changes
      .filter(({ isLasting }) => isLasting)
      .map((change) => ({ ...change, from: toWall(change.original), to: toWall(change.event.start) }))
      .sort((one, other) => one.from - other.from);
    const margin = Math.max(0, ...lasting.map((change) => Math.abs(change.to - change.from))) + 2 * dayMs;
    const near = { from: from - margin - days * dayMs - ms, to: to + margin };
    const walls = listOf(component, "rrule").flatMap((property) => {
      const rule = property[3] as Rule;
      const until = rule.until === undefined ? near.to : toWall(toMoment(rule.until, property, label));
      if (rule.bysetpos !== undefined && rule.freq !== "MONTHLY")
        notes.add(`${label} has a BYSETPOS that is not read: it counts as busy for the longer reading`);
      try {
        return listRuleDates(rule, start.wall, { ...near, to: Math.min(near.to, until) }, budget);
      } catch (error) {
        const reason =
          error instanceof IcsError ? error.message : "has a rule for repeating that is not valid";
        throw new IcsError(`${label} ${reason}`);
      }
    });
    if (listOf(component, "exrule").length > 0)
      notes.add(`${label} has an EXRULE, which is not read: it counts as busy for the longer reading`);
    const added = listSpans(component, "rdate", label);
    const left = [
      ...listSpans(component, "exdate", label).map((span) => span.start),
      ...changes.map((change) => change.original),
    ];
    const excluded = new Set(left.map(toWall));
    const moments = added.filter((span) => span.ms + span.days === 0).map((span) => span.start);
    const dates = new Set(
      [start.wall, ...walls, ...moments.map(toWall)].filter((wall) => !excluded.has(wall)),
    );
    return [
      ...[...dates].flatMap((wall) => {
        const change = lasting.findLast((each) => each.from <= wall);
        if (change === undefined) return toBusy({ start: { ...start, wall }, days, ms }, component);
        const moved = { ...start, wall: wall + change.to - change.from };
        return toBusy({ ...change.event, start: moved }, change.event.component);
      }),
      ...added.flatMap((span) => toBusy(span, component)),
    ];
  }

  if (/^cancel$/i.test(textOf(calendar, "method") ?? "")) return [];
  const events = components.filter(([name]) => name === "vevent").map(toEvent);
  const free = events.filter(({ component }) => !isBusy(component)).length;
  if (free > 0) notes.add(`${free} free or canceled ${free === 1 ? "event was" : "events were"} ignored`);
  const groups = Map.groupBy(events, (event) => textOf(event.component, "uid") ?? event);
  const busy = [...groups.values()].flatMap((group) => {
    const changes = group.flatMap((event) => {
      const isLasting = listOf(event.component, "recurrence-id")[0]?.[1]["range"] === "THISANDFUTURE";
      const originals = listSpans(event.component, "recurrence-id", event.label);
      return originals.map(({ start }) => ({ event, original: start, isLasting }));
    });
    return group.flatMap((event) =>
      changes.some((change) => change.event === event)
        ? toBusy(event, event.component)
        : readSeries(event, changes),
    );
  });
  const freeBusy = components
    .filter(([name]) => name === "vfreebusy")
    .flatMap(([name, properties]): Span[] => {
      const component: Component = [name, properties.filter(([, { fbtype }]) => fbtype !== "FREE"), []];
      return listSpans(component, "freebusy", "a free-busy time of the .ics text");
    });
  return [...busy, ...freeBusy.flatMap((span) => toBusy(span, calendar))];
}

const listOf = ([, properties]: Component, name: string): Property[] =>
  properties.filter((property) => property[0] === name);

function textOf(component: Component, name: string): string | undefined {
  const value = listOf(component, name)[0]?.[3];
  return value === undefined ? undefined : String(value);
}

const isBusy = (component: Component): boolean =>
  textOf(component, "status") !== "CANCELLED" &&
  textOf(component, "transp") !== "TRANSPARENT" &&
  textOf(component, "x-microsoft-cdo-busystatus") !== "FREE";

const toInstant = ({ wall, zone }: Moment): number => (zone === null ? wall : zone(wall));

/** The wall-clock time of a moment in the zone of a series. A date is at the time of day of the series. */
function alignWall(moment: Moment, start: Moment): number {
  const timeOfDay = start.wall % dayMs;
  if (moment.zone === null || start.zone === null) return moment.wall - (moment.wall % dayMs) + timeOfDay;
  if (moment.zone === start.zone) return moment.wall;
  const instant = toInstant(moment);
  const guess = 2 * instant - start.zone(instant);
  return instant + guess - start.zone(guess);
}

/** The IANA name of a TZID: itself, the end of an id such as `/mozilla.org/20050126_1/Europe/Berlin`, or a Windows zone. */
function findZoneName(tzid: string): string | undefined {
  const ends = tzid.startsWith("/") ? [3, 2].map((count) => tzid.split("/").slice(-count).join("/")) : [];
  return [tzid, ...ends, ...findIana(tzid)].map(normalizeTimeZone).find((known) => known !== undefined);
}

/** The zone of a TZID. A name that is not known is looked up in the calendar itself. */
function findZone(tzid: string, calendar: ICAL.Component): Zone | undefined {
  const name = findZoneName(tzid);
  if (name !== undefined)
    return (wall) => Date.parse(resolveLocal(new Date(wall).toISOString().slice(0, 19), name).instant);
  const zone = calendar.getTimeZoneByID(tzid);
  if (zone === null) return undefined;
  const observances = zone.component.getAllSubcomponents();
  const isComplete = observances.every((each) =>
    ["dtstart", "tzoffsetfrom", "tzoffsetto"].every((property) => each.hasProperty(property)),
  );
  // ical.js could take minutes to expand other rules.
  const isYearly = observances
    .flatMap((each) => each.getAllProperties("rrule"))
    .every((property) => /^FREQ=YEARLY(?!.*BY(?!MONTH|DAY))/.test(String(property.getFirstValue())));
  if (observances.length === 0 || !isComplete || !isYearly)
    throw new IcsError("the .ics text has a VTIMEZONE that is not valid or not supported");
  return (wall) => {
    const time = toTime(wall);
    time.zone = zone;
    return time.toUnixTime() * 1000;
  };
}

const toTime = (wall: number) => ICAL.Time.fromDateTimeString(new Date(wall).toISOString().slice(0, 19));

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/**
 * The wall-clock times of a rule near the options. ical.js gives candidates. Parts that only leave dates out are checked here:
 * ical.js searches without end where they match nothing.
 */
function listRuleDates(
  data: Rule,
  start: number,
  near: { from: number; to: number },
  budget: { steps: number },
) {
  const { freq, count, bysetpos } = data;
  const rule = ICAL.Recur.fromData({ ...data, count: undefined, until: undefined });
  const { BYMONTH, BYMONTHDAY, BYDAY, BYYEARDAY } = rule.parts;
  if (!/^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(freq) || "byweekno" in data)
    throw new IcsError("repeats in a way that is not supported: pass the busy times as a list");
  // The rule may begin later than the series, so what it takes from its start is written out.
  if (/^(?:MONTHLY|YEARLY)$/.test(freq) && !BYMONTHDAY && !BYDAY && !BYYEARDAY) {
    rule.parts.BYMONTHDAY = [toTime(start).day];
    if (freq === "YEARLY" && !BYMONTH) rule.parts.BYMONTH = [toTime(start).month];
  }
  if (freq !== "YEARLY") delete rule.parts.BYMONTH;
  if (freq === "DAILY" || (freq === "MONTHLY" && BYDAY)) delete rule.parts.BYMONTHDAY;
  if (freq === "DAILY") delete rule.parts.BYDAY;
  const matches = (time: ICAL.Time) =>
    (BYMONTH?.includes(time.month) ?? true) &&
    (BYMONTHDAY?.some(
      (day) => day === time.day || day === time.day - 1 - ICAL.Time.daysInMonth(time.month, time.year),
    ) ??
      true) &&
    (BYDAY?.some((day) => day.endsWith(weekdays[time.dayOfWeek() - 1] ?? "")) ?? true);
  // A BYSETPOS that is not read leaves no date out, so the count would end too early.
  let left = count === undefined || (bysetpos !== undefined && freq !== "MONTHLY") ? Infinity : count;
  rule.until = toTime(near.to);
  const walls: number[] = [];
  const iterator = rule.iterator(toTime(left === Infinity ? skip(rule, start, near.from) : start));
  for (let time = iterator.next(); time !== null && left > 0; time = iterator.next()) {
    // ical.js needs much longer for a month.
    budget.steps -= freq === "MONTHLY" ? 20 : 1;
    if (budget.steps < 0)
      throw new IcsError(
        "repeats too often since it began: pass the part of the calendar around the poll's dates",
      );
    const wall = Date.parse(`${time.toString()}Z`);
    if (wall < start || !matches(time)) continue;
    left--;
    if (wall >= near.from && wall <= near.to) walls.push(wall);
  }
  return walls;
}

/** A later start of the same rule, before the options: a calendar may have a daily event since 1970. */
function skip({ freq, interval }: ICAL.Recur, start: number, from: number): number {
  const days = { DAILY: interval, WEEKLY: 7 * interval }[String(freq)];
  if (days !== undefined)
    return start + Math.max(0, Math.floor((from - start) / (days * dayMs))) * days * dayMs;
  const [first, last] = [new Date(start), new Date(from)];
  const step = freq === "YEARLY" ? 12 * interval : interval;
  const years = last.getUTCFullYear() - first.getUTCFullYear();
  const months = 12 * years + last.getUTCMonth() - first.getUTCMonth();
  // ical.js does not check BYSETPOS on its first date, which must be before the options.
  const steps = Math.floor(months / step) - 1;
  if (steps <= 0) return start;
  return first.setUTCMonth(freq === "YEARLY" ? 12 * steps * interval : first.getUTCMonth() + steps * step, 1);
}
