import { dayMs } from "../../src/time/days.ts";
import {
  type Component,
  type Length,
  listProperties,
  readDuration,
  readParameter,
  readTime,
  readTimes,
  textOf,
  type WrittenTime,
} from "./text.ts";

/** What the events of one VCALENDAR share. */
interface Calendar {
  number: number;
  /** The TZID of times without a zone; empty without one. */
  timeZone: string;
  /** The address of its owner, if it is named by it. */
  owner: string;
  isCanceled: boolean;
  /** The parts of the zones that it defines. */
  zones: Map<string, Component[]>;
}

/** An event, or a change of some dates of a series. */
export interface Event {
  calendar: Calendar;
  component: Component;
  /** Names it by its number and its day, not by its text. */
  label: string;
  uid: string | undefined;
  sequence: number;
  title: string | undefined;
  start: WrittenTime;
  end: WrittenTime | undefined;
  /** How long it lasts by the clocks that it shows. */
  length: Length;
  /** The date of the series that it replaces, and whether it replaces the later ones too. */
  changed: WrittenTime | undefined;
  isLasting: boolean;
  /** Dates that are left out or added. */
  left: WrittenTime[];
  added: WrittenTime[];
  periods: { start: WrittenTime; end: string }[];
  isCanceled: boolean;
  isDeclined: boolean;
  /** Whether it does not count: free, canceled or declined. */
  isFree: boolean;
  /** What the person should know of it, if it is near. */
  remarks: string[];
  /** Whether its day cannot be read: it counts nowhere. */
  isLost: boolean;
}

/** Reads the events of all calendars of a text, and the busy periods of free-busy lists. */
export function readEvents(components: readonly Component[]): Event[] {
  const calendars = new Map<Component, Calendar>();
  const findCalendar = ({ parent }: Component): Calendar | undefined =>
    parent && (calendars.get(parent) ?? findCalendar(parent));
  const events: Event[] = [];
  for (const component of components) {
    const { name, parent } = component;
    if (name === "VCALENDAR") calendars.set(component, readCalendar(component, calendars.size));
    const calendar = findCalendar(component);
    if (calendar === undefined) continue;
    if (name === "STANDARD" || name === "DAYLIGHT") {
      const id = parent ? textOf(parent, "TZID") : "";
      const parts = calendar.zones.get(id);
      if (parts === undefined) calendar.zones.set(id, [component]);
      else parts.push(component);
    } else if (name === "VEVENT" || name === "VFREEBUSY")
      events.push(readEvent(component, calendar, events.length + 1));
  }
  return events;
}

function readCalendar(component: Component, number: number): Calendar {
  const name = textOf(component, "X-WR-CALNAME").toLowerCase();
  return {
    number,
    timeZone: textOf(component, "X-WR-TIMEZONE"),
    owner: /^[^\s@]+@[^\s@]+$/.test(name) ? name : "",
    isCanceled: textOf(component, "METHOD").toUpperCase() === "CANCEL",
    zones: new Map(),
  };
}

/** Outlook's words for time in which somebody can be invited. */
const freeStatus = /^(?:FREE|WORKINGELSEWHERE)$/i;

function readEvent(component: Component, calendar: Calendar, number: number): Event {
  const text = (name: string) => textOf(component, name);
  const isDeclined =
    calendar.owner !== "" &&
    listProperties(component, "ATTENDEE").some(
      (attendee) =>
        attendee.value.trim().toLowerCase() === `mailto:${calendar.owner}` &&
        readParameter(attendee, "PARTSTAT")?.toUpperCase() === "DECLINED",
    );
  const isCanceled = calendar.isCanceled || text("STATUS").toUpperCase() === "CANCELLED";
  const isFree =
    isCanceled ||
    isDeclined ||
    text("TRANSP").toUpperCase() === "TRANSPARENT" ||
    freeStatus.test(text("X-MICROSOFT-CDO-BUSYSTATUS"));
  const [change] = listProperties(component, "RECURRENCE-ID");
  const dates = (name: string) =>
    listProperties(component, name).flatMap((property) =>
      isPeriod(property.value) ? [] : readTimes(property),
    );
  const lists = ["RDATE", "FREEBUSY"].flatMap((name) => listProperties(component, name));
  const title = text("SUMMARY").replace(/\\(.)/g, (_, letter) => (/n/i.test(letter) ? " " : letter));
  const day = /^\d{4}(?:-?\d\d){2}/.exec(text("DTSTART"))?.[0].replace(/^(\d{4})-?(\d\d)-?/, "$1-$2-");
  // The start and the end of a list of periods say what was asked for.
  const time = component.name === "VEVENT" ? readTimesOf(component) : { ...lost, isLost: false };
  return {
    ...{ calendar, component, isCanceled, isDeclined, isFree, ...time },
    label: `event ${number} of the .ics text${day ? ` (${day})` : ""}`,
    uid: text("UID") || undefined,
    sequence: Number(/^\d+$/.exec(text("SEQUENCE"))?.[0] ?? 0),
    title: title === "" ? undefined : title.slice(0, 200),
    changed: change && readTimes(change)[0],
    isLasting: change !== undefined && readParameter(change, "RANGE")?.toUpperCase() === "THISANDFUTURE",
    left: dates("EXDATE").filter((date) => date !== undefined),
    added: dates("RDATE").filter((date) => date !== undefined),
    periods: lists.flatMap((property) => {
      if (readParameter(property, "FBTYPE")?.toUpperCase() === "FREE") return [];
      return property.value.split(",").flatMap((period) => {
        const [from = "", end = ""] = period.split("/");
        const start = end === "" ? undefined : readTime(from, readParameter(property, "TZID"));
        return start ? [{ start, end }] : [];
      });
    }),
  };
}

const isPeriod = (value: string) => value.includes("/");

type Times = Pick<Event, "start" | "end" | "length" | "remarks" | "isLost">;

const lost: Times = {
  start: { wall: Number.NaN, isDate: true },
  ...{ end: undefined, length: { days: 0, ms: 0 } },
  ...{ remarks: ["has no start that can be read: it was ignored"], isLost: true },
};

/** When an event is. What cannot be read makes it whole days: those that it names. */
function readTimesOf(component: Component): Times {
  const [startProperty] = listProperties(component, "DTSTART");
  const [endProperty] = listProperties(component, "DTEND");
  const [durationProperty] = listProperties(component, "DURATION");
  const start = startProperty && readTimes(startProperty)[0];
  const end = endProperty && readTimes(endProperty)[0];
  const duration = durationProperty && readDuration(durationProperty.value);
  const known = { remarks: [], isLost: false };
  const isReadable =
    (endProperty === undefined || end !== undefined) && (endProperty || !durationProperty || duration);
  if (start !== undefined && isReadable && (end === undefined || end.isDate === start.isDate)) {
    const ms =
      end === undefined
        ? 0
        : end.zone === start.zone
          ? end.wall - start.wall
          : Math.max(1, end.wall - start.wall);
    // Outlook writes whole days as times from midnight to midnight.
    const isWholeDay =
      start.isDate ||
      (start.wall % dayMs === 0 && textOf(component, "X-MICROSOFT-CDO-ALLDAYEVENT").toUpperCase() === "TRUE");
    if (isWholeDay && ms >= 0) {
      const given = end === undefined ? (duration?.days ?? 0) : Math.round(ms / dayMs);
      const length = { days: Math.max(1, given), ms: 0 };
      return { ...known, start: { wall: start.wall, isDate: true }, end: undefined, length };
    }
    const length = end === undefined ? (duration ?? { days: 0, ms: 0 }) : { days: 0, ms };
    if (ms >= 0) return { ...known, start, end, length };
  }
  const [from, to] = [startProperty, endProperty].map((property) => findDays(property?.value ?? ""));
  if (from === undefined) return lost;
  const [first, last] = [
    Math.min(from.first, to?.first ?? from.first),
    Math.max(from.last, to?.last ?? from.last),
  ];
  const length = { days: (last - first) / dayMs + 1, ms: 0 };
  const remarks = ["has a start or an end that cannot be read: it counts as busy on the days that it names"];
  return { start: { wall: first, isDate: true }, end: undefined, length, remarks, isLost: false };
}

/** The days that a broken date or time names: 30 February is the last of February to the second of March. */
function findDays(text: string): { first: number; last: number } | undefined {
  const [, year, month, day] = /^\s*(\d{4})-?(0[1-9]|1[0-2])-?(\d\d)/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const month0 = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, 1);
  return {
    first: month0 + (Math.min(Number(day), 28) - 1) * dayMs,
    last: month0 + Math.max(0, Number(day) - 1) * dayMs,
  };
}

/** Takes the last version of each event, and counts those that do not count. */
export function takeVersions(events: readonly Event[]): { events: Event[]; free: number; declined: number } {
  const toDate = ({ component }: Event) => textOf(component, "RECURRENCE-ID");
  const groups = Map.groupBy(events, (event) =>
    event.uid === undefined ? event : `${toDate(event)} ${event.uid}`,
  );
  const last = [...groups.values()].flatMap((versions) => {
    const sequence = versions.reduce((most, each) => Math.max(most, each.sequence), 0);
    const newest = versions.filter((each) => each.sequence === sequence);
    const canceled = newest.find(({ isCanceled }) => isCanceled);
    return canceled ? [canceled] : newest;
  });
  // A canceled series takes its changed dates along.
  const canceled = new Map(
    last
      .filter((event) => event.isCanceled && toDate(event) === "")
      .map(({ uid, sequence }) => [uid, sequence]),
  );
  const taken = last.map((event) =>
    event.uid !== undefined && event.sequence <= (canceled.get(event.uid) ?? -1)
      ? { ...event, isCanceled: true, isFree: true }
      : event,
  );
  const ignored = taken.filter(({ isFree, component }) => isFree && component.name === "VEVENT");
  const declined = ignored.filter(({ isDeclined, isCanceled }) => isDeclined && !isCanceled).length;
  return { events: taken, free: ignored.length - declined, declined };
}
