import ICAL from "ical.js";
import { isSameZone } from "../../time/index.ts";
import type { BusyTime } from "./busy.ts";
import { IcsError, listRuleDates } from "./ics-rules.ts";
import { findZone, findZoneName, utc, type Zone } from "./ics-zones.ts";

export { IcsError };

/** The options that a calendar is compared with. */
export interface ComparedOptions {
  /** Of days, only whole days are compared. */
  kind: "date" | "time";
  /** The zone of the times; null for floating ones and for days. */
  timeZone: string | null;
  /** Start of the first option and end of the last one, in milliseconds since 1970; a day is read in UTC. */
  from: number;
  to: number;
}

/** A time, or midnight of a day: then without a zone. `wall` is in milliseconds since 1970, as UTC shows it. */
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

/** An event of the text. The label names it in notes and errors. */
interface Event extends Span {
  component: Component;
  label: string;
}

// jCal (RFC 7265), the form in which ical.js gives a text.
type Property = [name: string, params: Record<string, string>, type: string, ...values: unknown[]];
type Component = [name: string, properties: Property[], components: Component[]];

const dayMs = 86_400_000;

/** Steps for the rules of all events. A daily event with COUNT since 1970 takes 21,000. */
const maxSteps = 30_000;

/**
 * The busy times of an .ics text (RFC 5545) near some options, and notes for the person. Free and canceled events do not count.
 * What cannot be read exactly counts as busy for the longer reading, with a note. Throws {@link IcsError}.
 */
export function readIcs(text: string, options: ComparedOptions): { busy: BusyTime[]; notes: string[] } {
  // ical.js drops the offset of a time, which would change the instant.
  if (/^(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)\b.*\d{8}T\d{6}[+-]\d{4}/im.test(text))
    throw new IcsError("the .ics text has a time with an offset: write it in UTC with Z, or with a TZID");
  const notes = new Set<string>();
  const budget = { left: maxSteps };
  const busy = parse(text).flatMap((calendar) => readCalendar(calendar, options, notes, budget));
  return {
    busy: busy.sort((one, other) => Date.parse(one.start) - Date.parse(other.start)),
    notes: [...notes],
  };
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
  { kind, timeZone, from, to }: ComparedOptions,
  notes: Set<string>,
  budget: { left: number },
): BusyTime[] {
  const root = new ICAL.Component(calendar as unknown[]);
  const zones = new Map<string, Zone>();
  const isFloating = kind === "time" && timeZone === null;

  function getZone(name: string, label: string): Zone {
    const zone = zones.get(name) ?? findZone(name, root);
    if (zone === undefined) {
      const shown = /^[\w+\-/.]{1,40}$/.test(name) ? ` "${name}"` : "";
      throw new IcsError(`${label} has the unknown time zone${shown}, which the text does not define`);
    }
    zones.set(name, zone);
    return zone;
  }

  function getFloatingZone(label: string): Zone {
    const name = textOf(calendar, "x-wr-timezone");
    if (timeZone === null) return utc;
    if (name === undefined) return getZone(timeZone, label);
    const known = findZoneName(name) ?? "its own zone";
    if (!isSameZone(known, timeZone))
      notes.add(`times without a time zone were read in ${known}, the zone of the calendar`);
    return getZone(name, label);
  }

  function toMoment(value: unknown, [property, { tzid }]: Property, label: string): Moment {
    const name = property.toUpperCase();
    const [, date = "", clock, z] =
      /^((?:1[6-9]|[2-9]\d)\d\d-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d|::)(Z?))?$/.exec(String(value)) ?? [];
    const isDay = clock === undefined || clock === "::";
    const wall = Date.parse(`${date}T${isDay ? "00:00:00" : clock}Z`);
    if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(date))
      throw new IcsError(`${label}: ${name} is not a date or a time that exists`);
    if (isDay) return { wall, zone: null };
    const named = tzid === undefined ? undefined : getZone(tzid, label);
    if (isFloating && property !== "until" && (z || named))
      throw new IcsError(`${label} has a time zone, but the poll is floating: they cannot be compared`);
    if (z && named && named.toInstant(wall) !== wall)
      throw new IcsError(`${label}: ${name} has a time zone and ends in Z, which means UTC`);
    return { wall, zone: z ? utc : (named ?? getFloatingZone(label)) };
  }

  const listMoments = (component: Component, name: string, label: string): Moment[] =>
    list(component, name).flatMap((property) =>
      property.slice(3).map((value) => toMoment(value, property, label)),
    );

  function toSpan(start: Moment, end: unknown, property: Property, label: string): Span {
    if (/^\+?P(?=\d|T\d)/.test(String(end))) {
      const { weeks, days, hours, minutes, seconds } = ICAL.Duration.fromString(String(end));
      return { start, days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
    }
    const moment = toMoment(end, property, label);
    if ((moment.zone === null) !== (start.zone === null))
      throw new IcsError(`${label}: start and end must both be dates, or both times`);
    const ms = toInstant(moment) - toInstant(start);
    if (ms < 0) throw new IcsError(`${label} ends before it starts`);
    return { start, days: 0, ms };
  }

  function toEvent(component: Component, index: number): Event {
    const [date] = /^\d{4}-\d\d-\d\d/.exec(textOf(component, "dtstart") ?? "") ?? [];
    const label = `event ${index + 1} of the .ics text${date === undefined ? "" : ` (${date})`}`;
    const [start] = listMoments(component, "dtstart", label);
    if (start === undefined) throw new IcsError(`${label} has no DTSTART`);
    const [end] = [...list(component, "dtend"), ...list(component, "duration")];
    const span = end === undefined ? { start, days: 0, ms: 0 } : toSpan(start, end[3], end, label);
    // Outlook writes whole days as times from midnight to midnight.
    const isAllDay = textOf(component, "x-microsoft-cdo-alldayevent") === "TRUE" && start.wall % dayMs === 0;
    if (start.zone !== null && !isAllDay) return { component, label, ...span };
    // A day of a clock change has 23 or 25 hours, and some calendars write no end, or the same day.
    const days = Math.max(1, span.days + Math.round(span.ms / dayMs));
    return { component, label, start: { ...start, zone: null }, days, ms: 0 };
  }

  function toBusy({ start, days, ms }: Span, component: Component): BusyTime[] {
    const isDay = start.zone === null;
    if (!isBusy(component) || (kind === "date" && !isDay)) return [];
    const last = start.wall + days * dayMs;
    if (start.wall > to + 2 * dayMs || last + ms < from - 2 * dayMs) return [];
    const [first, end] = [toInstant(start), toInstant({ ...start, wall: last }) + ms];
    const toText = (time: number) => new Date(time).toISOString().slice(0, isDay ? 10 : undefined);
    return first === end
      ? []
      : [{ start: toText(first), end: toText(end), title: textOf(component, "summary") }];
  }

  /** The busy times of all events with one UID: single events, or a series with its changed dates. */
  function readEvents(events: readonly Event[]): BusyTime[] {
    const changes = events.flatMap((event) => {
      const [original] = listMoments(event.component, "recurrence-id", event.label);
      const range = list(event.component, "recurrence-id")[0]?.[1]["range"];
      if (range !== undefined && range !== "THISANDFUTURE")
        throw new IcsError(`${event.label} has a RANGE that is not supported`);
      return original === undefined ? [] : [{ event, original, isLasting: range !== undefined }];
    });
    const series = events.filter((event) => changes.every((change) => change.event !== event));
    const lasting = changes
      .filter(({ isLasting }) => isLasting)
      .sort((one, other) => toInstant(one.original) - toInstant(other.original));
    if (series.length === 0 && lasting[0] !== undefined)
      throw new IcsError(
        `${lasting[0].event.label} changes the later dates of a series that is not in the text`,
      );
    const originals = changes.map(({ original }) => original);
    const repeated = series.flatMap((event) => {
      const excluded = listMoments(event.component, "exdate", event.label);
      const isLeftOut = createMatcher([...originals, ...excluded], event.start.zone === null);
      const moves = lasting.map(({ event: { start }, original }) => Math.abs(start.wall - original.wall));
      const dates = listDates(event, Math.max(0, ...moves)).filter(({ start }) => !isLeftOut(start));
      return dates.flatMap((span) => {
        const change = lasting.findLast(({ original }) => toInstant(original) <= toInstant(span.start));
        if (change === undefined) return toBusy(span, event.component);
        const { event: later, original } = change;
        return toBusy({ ...later, start: moveDate(span.start, later.start, original) }, later.component);
      });
    });
    return [...repeated, ...changes.flatMap(({ event }) => toBusy(event, event.component))];
  }

  /** The dates of a series near the options: its start, those of its rules, and added ones. */
  function listDates(event: Event, move: number): Span[] {
    const { component, label, start, days, ms } = event;
    const margin = move + 2 * dayMs;
    const window = { from: from - margin - days * dayMs - ms, to: to + margin, budget, label };
    const walls = new Set([start.wall]);
    for (const [, , , data] of list(component, "rrule")) {
      const rule = data as Record<string, unknown>;
      const until = rule["until"] === undefined ? null : toMoment(rule["until"], ["until", {}, ""], label);
      const found = listRuleDates(rule, {
        start: start.wall,
        until: toLastWall(until, start),
        ...window,
      });
      for (const wall of found.walls) walls.add(wall);
      for (const note of found.notes) notes.add(`${label} ${note}: it counts as busy for the longer reading`);
    }
    if (list(component, "exrule").length > 0)
      notes.add(`${label} has an EXRULE, which is not read: it counts as busy for the longer reading`);
    const added = list(component, "rdate").flatMap((property) =>
      property.slice(3).map((value) => {
        const [first, end] = [value].flat();
        const start = toMoment(first, property, label);
        return end === undefined ? { start, days, ms } : toSpan(start, end, property, label);
      }),
    );
    return [...[...walls].map((wall) => ({ start: { ...start, wall }, days, ms })), ...added];
  }

  const [, , components] = calendar;
  if (/^cancel$/i.test(textOf(calendar, "method") ?? "")) return [];
  if (components.some(([name]) => !/^(?:vevent|vfreebusy|vtimezone|vtodo|vjournal|x-.*)$/.test(name)))
    throw new IcsError("the .ics text has a component that is not supported: pass the busy times as a list");
  const events = components.filter(([name]) => name === "vevent").map(toEvent);
  const groups = Map.groupBy(events, (event) => textOf(event.component, "uid") ?? event);
  const freeBusy = components
    .filter(([name]) => name === "vfreebusy")
    .flatMap((component) => list(component, "freebusy").filter(([, { fbtype }]) => fbtype !== "FREE"))
    .flatMap((property) =>
      property.slice(3).flatMap((period) => {
        const [first, end] = period as unknown[];
        const label = "a free-busy time of the .ics text";
        return toBusy(toSpan(toMoment(first, property, label), end, property, label), calendar);
      }),
    );
  const free = events.filter(({ component }) => !isBusy(component)).length;
  if (free > 0) notes.add(`${free} free or canceled ${free === 1 ? "event was" : "events were"} ignored`);
  const timed =
    kind === "time" ? [] : events.filter(({ start, component }) => start.zone && isBusy(component));
  if (timed.length > 0)
    notes.add(`${timed.length} with a time of day did not count: only whole days block a day`);
  return [...[...groups.values()].flatMap(readEvents), ...freeBusy];
}

const list = ([, properties]: Component, name: string): Property[] =>
  properties.filter((property) => property[0] === name);

function textOf(component: Component, name: string): string | undefined {
  const value = list(component, name)[0]?.[3];
  return value === undefined ? undefined : String(value);
}

const isBusy = (component: Component): boolean =>
  textOf(component, "status") !== "CANCELLED" &&
  textOf(component, "transp") !== "TRANSPARENT" &&
  textOf(component, "x-microsoft-cdo-busystatus") !== "FREE";

const toInstant = ({ wall, zone }: Moment): number => (zone === null ? wall : zone.toInstant(wall));

/** The last wall-clock time of UNTIL in the zone of a series. A date includes the whole day. */
function toLastWall(until: Moment | null, start: Moment): number {
  if (until === null) return Infinity;
  if (until.zone === null) return until.wall + dayMs - 1;
  return start.zone === null ? until.wall : start.zone.toWall(toInstant(until));
}

/** Whether a moment is one of a list. A date in the list means every time of its day; for whole days, so does a time. */
function createMatcher(moments: readonly Moment[], wholeDays: boolean): (moment: Moment) => boolean {
  const dayOf = ({ wall }: Moment) => Math.floor(wall / dayMs);
  const days = new Set(moments.filter(({ zone }) => wholeDays || zone === null).map(dayOf));
  const times = moments.filter(({ zone }) => !wholeDays && zone !== null);
  // Finding the offset of a zone takes longest, and it is less than a day.
  return (moment) =>
    days.has(dayOf(moment)) ||
    times.some(
      (time) => Math.abs(time.wall - moment.wall) < 2 * dayMs && toInstant(time) === toInstant(moment),
    );
}

/** Moves a date of a series as a change moved its first one, on the clock of the changed event. */
function moveDate(date: Moment, start: Moment, original: Moment): Moment {
  const { zone } = start;
  if (date.zone === null || zone === null) return { zone, wall: date.wall + start.wall - original.wall };
  return { zone, wall: zone.toWall(toInstant(date)) + start.wall - zone.toWall(toInstant(original)) };
}
