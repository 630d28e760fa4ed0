import { dayMs } from "../../src/time/days.ts";
import {
  type Component,
  listProperties,
  listValues,
  type Property,
  parseComponents,
  readDuration,
  readParameter,
  readTime,
  textOf,
  type WrittenTime,
} from "./text.ts";
import type { Zone } from "./zones.ts";

/** A date of an event. */
export interface EventDate {
  start: WrittenTime;
  end: WrittenTime;
  /** Whether its length is in hours, minutes and seconds. Days and ends are of the clock. */
  isExact?: boolean;
  /** What the person should know of it. */
  remark?: string;
}

/** What the events of one VCALENDAR share. */
export interface Calendar {
  /** The TZID of times without a zone; empty without one. */
  timeZone: string;
  /** The address of its owner, if it is named by it. */
  owner: string;
  isCanceled: boolean;
  /** Empty for a message to people: one may change the event of another one. Exports of several people stand alone. */
  key: string;
  /** The parts of the zones that it defines. */
  observances: Map<string, Component[]>;
  /** The zones that were found. */
  zones: Map<string, Zone | undefined>;
}

/** Reads the events of all calendars of a text, and the busy periods of free-busy lists. */
export function readEvents(text: string, path: string): Event[] {
  let number = 0;
  const calendars = Map.groupBy(parseComponents(text, path), ({ calendar }) => calendar);
  return [...calendars].flatMap(([component, components]) => {
    const list = (...names: string[]) => components.filter(({ name }) => names.includes(name));
    const name = textOf(component, "X-WR-CALNAME").toLowerCase();
    const method = textOf(component, "METHOD").toUpperCase();
    const calendar: Calendar = {
      timeZone: textOf(component, "X-WR-TIMEZONE"),
      owner: name.includes("@") ? name : "",
      isCanceled: method === "CANCEL",
      key: /^(?:PUBLISH)?$/.test(method) ? `${number}` : "",
      observances: Map.groupBy(list("STANDARD", "DAYLIGHT"), ({ parent }) => textOf(parent, "TZID")),
      zones: new Map(),
    };
    return list("VEVENT", "VFREEBUSY").flatMap((each) => {
      number += 1;
      // Who answers without busy periods is free.
      if (each.name === "VFREEBUSY" && listBusy(each).length === 0) return [];
      return readEvent(each, calendar, number);
    });
  });
}

export type Event = ReturnType<typeof readEvent>;

/** Reads an event, a change of one date of a series, or a list of busy periods. */
function readEvent(component: Component, calendar: Calendar, number: number) {
  const title = textOf(component, "SUMMARY").replace(/\\(.)/g, (_, letter) =>
    /n/i.test(letter) ? " " : letter,
  );
  const [change] = listProperties(component, "RECURRENCE-ID");
  const [start = change] = listProperties(component, "DTSTART");
  const day = start && findDays(start.value)?.first;
  const dates =
    component.name === "VEVENT" ? readDates(component, start) : listBusy(component).map(readPeriod);
  return {
    ...{ calendar, component },
    /** Names it by its number and its day, not by its text. */
    label: `event ${number} of the .ics text${day === undefined ? "" : ` (${new Date(day).toISOString().slice(0, 10)})`}`,
    key: textOf(component, "UID") && `${calendar.key} ${textOf(component, "UID")}`,
    sequence: Number(/^\d+$/.exec(textOf(component, "SEQUENCE"))?.[0] ?? 0),
    title: title.slice(0, 200) || undefined,
    status: readStatus(component, calendar),
    /** Its own date first, then those that are added. Empty if no start can be read. */
    dates: dates.filter((date) => date !== undefined),
    /** Whether it has a date that cannot be read. */
    hasUnread: dates.includes(undefined),
    /** How long before each date somebody is on the way, as Apple's calendar shows it, in milliseconds. */
    travel: readDuration(textOf(component, "X-APPLE-TRAVEL-DURATION")) ?? 0,
    /** Dates that are left out. */
    left: listValues(component, "EXDATE").flatMap((each) => readTime(each) ?? []),
    /** The date of the series that it replaces, and whether it does so for all later ones. */
    changed: change && readTime(change),
    isLasting: change && readParameter(change, "RANGE")?.toUpperCase() === "THISANDFUTURE",
  };
}

function readStatus(component: Component, { isCanceled, owner }: Calendar) {
  const textIn = (name: string) => textOf(component, name).toUpperCase();
  if (isCanceled || /^CANCELL?ED$/.test(textIn("STATUS"))) return "canceled";
  const isDeclined = listProperties(component, "ATTENDEE").some(
    (attendee) =>
      owner !== "" &&
      attendee.value.trim().toLowerCase() === `mailto:${owner}` &&
      readParameter(attendee, "PARTSTAT")?.toUpperCase() === "DECLINED",
  );
  if (isDeclined) return "declined";
  // Outlook has words of its own for time in which somebody can be invited.
  const isFree = /^(?:FREE|WORKINGELSEWHERE)$/.test(textIn("X-MICROSOFT-CDO-BUSYSTATUS"));
  return isFree || textIn("TRANSP") === "TRANSPARENT" ? "free" : "busy";
}

/**
 * The busy periods of an answer, as they are written. Its start and end say what was asked for, unless it has a type of its own, as
 * some programs write one period.
 */
function listBusy(component: Component): Property[] {
  const type = textOf(component, "FBTYPE").toUpperCase();
  const periods = listValues(component, "FREEBUSY");
  const [[start], [end]] = [
    listProperties(component, "DTSTART"),
    listProperties(component, "DTEND", "DURATION"),
  ];
  if (periods.length === 0 && start && end && type !== "" && type !== "FREE")
    return [{ parameters: start.parameters, value: `${start.value}/${end.value}` }];
  return periods.filter((period) => readParameter(period, "FBTYPE")?.toUpperCase() !== "FREE");
}

/** A start with an end or a duration behind a slash. */
function readPeriod({ parameters, value }: Property): EventDate | undefined {
  const [start = "", end = ""] = value.split("/");
  return readDate({ parameters, value: start }, { parameters, value: end });
}

/** The date of an event, and those that are added. */
function readDates(component: Component, start: Property | undefined): (EventDate | undefined)[] {
  const [end] = listProperties(component, "DTEND", "DURATION");
  const own = start && readDate(start, end);
  if (own === undefined) return [undefined];
  const added = listValues(component, "RDATE").map((each) => {
    const time = readTime(each);
    if (time?.isDate !== own.start.isDate) return readPeriod(each);
    return moveDate(own, { ...time, zone: time.zone ?? own.start.zone });
  });
  return [own, ...added];
}

/** The date of a series that has another start. Its end is as far from it on the clock. */
export const moveDate = (date: EventDate, start: WrittenTime): EventDate => ({
  ...date,
  start,
  end: {
    ...date.end,
    wall: date.end.wall + start.wall - date.start.wall,
    zone: date.end.zone === date.start.zone ? start.zone : date.end.zone,
  },
});

/** A changed date without an end is as long as its series, and without that it takes its day. */
export function giveLength(event: Event, series: Event | undefined): Event {
  const [[own], [first]] = [event.dates, series?.dates ?? []];
  const isGiven = own?.remark ?? listProperties(event.component, "DTEND", "DURATION")[0];
  if (own === undefined || event.changed === undefined || isGiven) return event;
  const isLike = first?.start.isDate === own.start.isDate;
  return { ...event, dates: [isLike ? moveDate(first, own.start) : coverDays([own.start.wall])] };
}

/** Reads when an event is. What cannot be read makes it the whole days that it names. Undefined if it names none. */
function readDate(startText: Property, endText?: Property): EventDate | undefined {
  const start = readTime(startText);
  const duration = readDuration(endText?.value ?? "PT0S");
  const end =
    duration === undefined
      ? endText && readTime(endText)
      : start && { ...start, wall: start.wall + duration };
  // The clocks of two zones do not tell whether one is before the other.
  const slack = end?.zone === start?.zone ? 0 : 2 * dayMs;
  if (start && end?.isDate === start.isDate && end.wall >= start.wall - slack) {
    if (start.isDate) end.wall = Math.max(end.wall, start.wall + dayMs);
    return { start, end, isExact: /^\s*\+?PT/i.test(endText?.value ?? "") };
  }
  const from = findDays(startText.value);
  if (from === undefined) return undefined;
  const to = findDays(endText?.value ?? "") ?? from;
  return coverDays([from.first, from.last, to.first, to.last]);
}

/** The whole days of some walls, of which one cannot be right. */
export const coverDays = (walls: readonly number[]): EventDate => ({
  start: { wall: Math.floor(Math.min(...walls) / dayMs) * dayMs, isDate: true },
  end: { wall: Math.floor(Math.max(...walls) / dayMs + 1) * dayMs, isDate: true },
  remark: "has a start or an end that cannot be read: it counts as busy on the days that it names",
});

/** The days that a broken date or time names: 30 February is the last of February to the second of March. */
function findDays(text: string): { first: number; last: number } | undefined {
  const [, year, month, day] = /^\s*(\d{4})-?(0[1-9]|1[0-2])-?(\d\d)/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const last = Date.UTC(Number(year), Number(month) - 1, Math.max(1, Number(day)));
  const isReal = new Date(last).getUTCMonth() === Number(month) - 1;
  return { first: isReal ? last : Date.UTC(Number(year), Number(month) - 1, 28), last };
}

/** Takes the last versions of the events of one UID: a CANCEL wins, and a canceled series takes its changed dates along. */
export function takeVersions(group: readonly Event[], toInstant: (event: Event) => unknown): Event[] {
  const dateOf = (event: Event) => toInstant(event) ?? textOf(event.component, "RECURRENCE-ID");
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
