import { dayMs } from "../../src/time/days.ts";
import {
  type Component,
  findComponents,
  type Length,
  listProperties,
  type Property,
  parseCalendars,
  readDuration,
  readParameter,
  readTime,
  splitValues,
  textOf,
  type WrittenTime,
} from "./text.ts";
import type { Zone } from "./zones.ts";

/** A date of an event. */
export interface EventDate {
  start: WrittenTime;
  /** How long it lasts by the clocks that it shows. */
  length: Length;
  /** The times whose distance is the length, if it is in hours. */
  hours?: [WrittenTime, WrittenTime];
  /** What the person should know of it. */
  remark?: string;
}

/** Reads the events of all calendars of a text, and the busy periods of free-busy lists. */
export function readEvents(text: string, path: string): Event[] {
  let number = 0;
  return parseCalendars(text, path).flatMap((component) => {
    const calendar = readCalendar(component);
    return findComponents(component, "VEVENT", "VFREEBUSY").map((each) => {
      number += 1;
      return readEvent(each, calendar, number);
    });
  });
}

export type Calendar = ReturnType<typeof readCalendar>;

/** What the events of one VCALENDAR share. */
function readCalendar(component: Component) {
  const name = textOf(component, "X-WR-CALNAME").toLowerCase();
  const zones = findComponents(component, "VTIMEZONE");
  return {
    /** The TZID of times without a zone; empty without one. */
    timeZone: textOf(component, "X-WR-TIMEZONE"),
    /** The address of its owner, if it is named by it. */
    owner: /^[^\s@]+@[^\s@]+$/.test(name) ? name : "",
    isCanceled: textOf(component, "METHOD").toUpperCase() === "CANCEL",
    /** The parts of the zones that it defines. */
    observances: new Map(
      zones.map((zone) => [textOf(zone, "TZID"), findComponents(zone, "STANDARD", "DAYLIGHT")]),
    ),
    /** The zones that were found. */
    zones: new Map<string, Zone | undefined>(),
  };
}

/** Outlook's words for time in which somebody can be invited. */
const freeStatus = /^(?:FREE|WORKINGELSEWHERE)$/i;

function readStatus(component: Component, { isCanceled, owner }: Calendar) {
  const is = (name: string, value: string) => textOf(component, name).toUpperCase() === value;
  if (isCanceled || is("STATUS", "CANCELLED")) return "canceled";
  const isDeclined = listProperties(component, "ATTENDEE").some(
    (attendee) =>
      attendee.value.trim().toLowerCase() === `mailto:${owner}` &&
      readParameter(attendee, "PARTSTAT")?.toUpperCase() === "DECLINED",
  );
  if (isDeclined) return "declined";
  if (freeStatus.test(textOf(component, "X-MICROSOFT-CDO-BUSYSTATUS"))) return "free";
  return is("TRANSP", "TRANSPARENT") ? "free" : "busy";
}

export type Event = ReturnType<typeof readEvent>;

/** Reads an event, a change of some dates of a series, or a list of busy periods. */
function readEvent(component: Component, calendar: Calendar, number: number) {
  const title = textOf(component, "SUMMARY").replace(/\\(.)/g, (_, letter) =>
    /n/i.test(letter) ? " " : letter,
  );
  const [change] = listProperties(component, "RECURRENCE-ID");
  const [start = change] = listProperties(component, "DTSTART");
  const day = /^\d{4}(?:-?\d\d){2}/.exec(start?.value ?? "")?.[0].replace(/^(\d{4})-?(\d\d)-?/, "$1-$2-");
  const isLasting = change && readParameter(change, "RANGE")?.toUpperCase() === "THISANDFUTURE";
  return {
    ...{ calendar, component, isLasting },
    /** Names it by its number and its day, not by its text. */
    label: `event ${number} of the .ics text${day ? ` (${day})` : ""}`,
    uid: textOf(component, "UID") || undefined,
    sequence: Number(/^\d+$/.exec(textOf(component, "SEQUENCE"))?.[0] ?? 0),
    title: title.slice(0, 200) || undefined,
    status: readStatus(component, calendar),
    /** Its own date first, then those that are added. Empty if no start can be read. */
    dates: component.name === "VEVENT" ? readDates(component, start) : readFreeBusy(component),
    /** Dates that are left out. */
    left: listProperties(component, "EXDATE")
      .flatMap(splitValues)
      .flatMap((each) => readTime(each) ?? []),
    /** The date of the series that it replaces. */
    changed: change && readTime(change),
  };
}

/** The busy periods of a list. Its start and end say what was asked for. */
const readFreeBusy = (component: Component): EventDate[] =>
  listProperties(component, "FREEBUSY")
    .filter((property) => readParameter(property, "FBTYPE")?.toUpperCase() !== "FREE")
    .flatMap(splitValues)
    .flatMap((period) => readPeriod(period) ?? []);

/** A start with an end or a duration behind a slash. */
function readPeriod({ parameters, value }: Property): EventDate | undefined {
  const [start = "", end = ""] = value.split("/");
  return readDate({ parameters, value: start }, { parameters, value: end });
}

/** The date of an event, and those that are added. */
function readDates(component: Component, start: Property | undefined): EventDate[] {
  const end = ["DTEND", "DURATION"].flatMap((name) => listProperties(component, name))[0];
  const isAllDay = textOf(component, "X-MICROSOFT-CDO-ALLDAYEVENT").toUpperCase() === "TRUE";
  const own = start && readDate(start, end, isAllDay);
  if (own === undefined) return [];
  const clock = own.start.wall - Math.floor(own.start.wall / dayMs) * dayMs;
  const added = listProperties(component, "RDATE")
    .flatMap(splitValues)
    .map((each) => {
      const time = readTime(each);
      if (time === undefined) return readPeriod(each);
      if (time.isDate && !own.start.isDate)
        return { ...own, start: { ...own.start, wall: time.wall + clock } };
      return { ...own, start: { ...time, zone: time.zone ?? own.start.zone } };
    });
  return [own, ...added.filter((each) => each !== undefined)];
}

/** Reads when an event is. What cannot be read makes it the whole days that it names. Undefined if it names none. */
function readDate(startText: Property, endText?: Property, isAllDay = false): EventDate | undefined {
  const start = readTime(startText);
  const duration = endText && readDuration(endText.value);
  const end = endText && (duration ? start : readTime(endText));
  if (start !== undefined && (endText === undefined || end?.isDate === start.isDate)) {
    const given = (end ?? start).wall - start.wall;
    // The clocks of two zones do not tell how long it is.
    const ms = end === undefined || end.zone === start.zone ? given : Math.max(1, given);
    // Outlook writes whole days as times from midnight to midnight.
    if (ms >= 0 && (start.isDate || (isAllDay && start.wall % dayMs === 0))) {
      const days = Math.max(1, duration?.days ?? Math.round(ms / dayMs));
      return { start: { wall: start.wall, isDate: true }, length: { days, ms: 0 } };
    }
    if (ms >= 0 && (duration || end === undefined)) return { start, length: duration ?? { days: 0, ms } };
    if (ms >= 0 && end) return { start, length: { days: 0, ms }, hours: [start, end] };
  }
  const from = findDays(startText.value);
  if (from === undefined) return undefined;
  const to = findDays(endText?.value ?? "") ?? from;
  const first = Math.min(from.first, to.first);
  const days = (Math.max(from.last, to.last) - first) / dayMs + 1;
  const remark = "has a start or an end that cannot be read: it counts as busy on the days that it names";
  return { start: { wall: first, isDate: true }, length: { days, ms: 0 }, remark };
}

/** The days that a broken date or time names: 30 February is the last of February to the second of March. */
function findDays(text: string): { first: number; last: number } | undefined {
  const [, year, month, day] = /^\s*(\d{4})-?(0[1-9]|1[0-2])-?(\d\d)/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const before = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, 0);
  return {
    first: before + Math.min(Number(day), 28) * dayMs,
    last: before + Math.max(1, Number(day)) * dayMs,
  };
}

/** Takes the last versions of the events of one UID: a CANCEL wins, and a canceled series takes its changed dates along. */
export function takeVersions(group: readonly Event[]): Event[] {
  const dateOf = ({ component }: Event) => textOf(component, "RECURRENCE-ID");
  const last = [...Map.groupBy(group, dateOf).values()].flatMap((versions) => {
    const sequence = versions.reduce((most, each) => Math.max(most, each.sequence), 0);
    const newest = versions.filter((each) => each.sequence === sequence);
    const canceled = newest.find(({ status }) => status === "canceled");
    return canceled ? [canceled] : newest;
  });
  const series = last.find((event) => event.status === "canceled" && dateOf(event) === "");
  return last.map((event) =>
    series && event.sequence <= series.sequence ? { ...event, status: "canceled" } : event,
  );
}
