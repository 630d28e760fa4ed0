import ICAL from "ical.js";
import { findIana } from "windows-iana";
import { PlanError } from "../../src/scheduling/index.ts";
import { normalizeTimeZone, resolveLocal } from "../../src/time/index.ts";
import { isSameZone } from "../../src/time/zones.ts";

/** The error for busy times. It repeats no text of a calendar but a plain zone name. */
export const refuseBusy = (message: string): PlanError => new PlanError([{ path: "busy", message }]);

/** Seconds since 1970. */
export interface Range {
  from: number;
  to: number;
}

/** A calendar that is read. */
export interface Reading {
  calendar: ICAL.Component;
  /** The zones of the TZIDs that were read. */
  zones: Map<string, ICAL.Timezone>;
  /** The zone of the options; null for floating ones. */
  timeZone: string | null;
  /** The time of the options, with a margin for zones. */
  near: Range;
  /** What the person should know. */
  notes: Set<string>;
  /** How many steps the rules of all events may still take. */
  budget: { steps: number };
}

/** Reads a property of an event, and names the event and the property in errors. */
export function readProperty<Value>({ name, parent }: ICAL.Property, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const [known] = error instanceof PlanError ? error.problems : [];
    // The errors of ical.js have text of the calendar.
    const problem = `: ${name.toUpperCase()} is not a date or a time that exists`;
    throw refuseBusy(`${nameEvent(parent)}${known ? ` ${known.message}` : problem}`);
  }
}

/** Names an event by its number and its day, not by its text. */
export function nameEvent(component: ICAL.Component): string {
  const number = component.parent.getAllSubcomponents("vevent").indexOf(component) + 1;
  const [date] = /^\d{4}-\d\d-\d\d/.exec(String(component.getFirstProperty("dtstart")?.toJSON()[3])) ?? [];
  return `${number > 0 ? `event ${number}` : "a period"} of the .ics text${date === undefined ? "" : ` (${date})`}`;
}

/** The dates and times of the properties with a name, in their zones. */
export function readTimes(component: ICAL.Component, name: string, reading: Reading): ICAL.Time[] {
  const properties = component.getAllProperties(name).filter(({ type }) => type !== "period");
  return properties.flatMap((property) =>
    readProperty(property, () => {
      const times: ICAL.Time[] = property.getValues();
      for (const [index, time] of times.entries()) {
        checkTime(time, property.toJSON()[3 + index]);
        if (property.type === "date") time.isDate = true;
        if (!time.isDate) time.zone = chooseZone(time, property.getFirstParameter("tzid"), reading);
      }
      return times;
    }),
  );
}

/** Refuses what is not a date or time, and 30 February, which ical.js moves to March. */
export function checkTime(value: unknown, written: unknown): void {
  const isTime = value instanceof ICAL.Time && value.toString().slice(0, 19) === String(written).slice(0, 19);
  if (!isTime) throw new RangeError("not a date or a time");
}

/** A date or a time as one of a series: a date is at the time of day of the series. */
export function alignTime(date: ICAL.Time, start: ICAL.Time): ICAL.Time {
  if (date.isDate === start.isDate) return date;
  const aligned = start.clone();
  [aligned.year, aligned.month, aligned.day] = [date.year, date.month, date.day];
  return aligned;
}

function chooseZone(
  { zone }: ICAL.Time,
  tzid: string | undefined,
  { calendar, timeZone, zones, notes }: Reading,
): ICAL.Timezone {
  const isUtc = zone === ICAL.Timezone.utcTimezone;
  if (timeZone === null && (isUtc || tzid !== undefined))
    throw refuseBusy("has a time zone, but the poll is floating: they cannot be compared");
  if (isUtc || timeZone === null) return zone;
  const own = textOf(calendar, "x-wr-timezone");
  const named = findZoneName(own ?? "");
  if (tzid === undefined && own !== undefined && !isSameZone(named ?? own, timeZone))
    notes.add(`times without a time zone were read in ${named ? `${named}, ` : ""}the zone of the calendar`);
  const id = tzid ?? own ?? timeZone;
  const found = zones.get(id) ?? findZone(id, calendar);
  zones.set(id, found);
  return found;
}

class IanaZone extends ICAL.Timezone {
  override utcOffset(time: ICAL.Time): number {
    const clock = time.toString().slice(0, 19);
    return (Date.parse(`${clock}Z`) - Date.parse(resolveLocal(clock, this.tzid).instant)) / 1000;
  }
}

/** The zone of a TZID. A name that is not known is looked up in the calendar itself. */
function findZone(tzid: string, calendar: ICAL.Component): ICAL.Timezone {
  const name = findZoneName(tzid);
  if (name !== undefined) return new IanaZone({ tzid: name });
  const zone = calendar.getTimeZoneByID(tzid);
  const shown = /^[\w+\-/.]{1,40}$/.test(tzid) ? ` "${tzid}"` : "";
  if (zone === null) throw refuseBusy(`has the unknown time zone${shown}, which the text does not define`);
  // ical.js takes an incomplete zone for UTC, and could take minutes to expand other rules than yearly ones.
  const observances = zone.component.getAllSubcomponents();
  const isReadable = (observance: ICAL.Component) =>
    ["dtstart", "tzoffsetfrom", "tzoffsetto"].every((each) => observance.hasProperty(each)) &&
    /^(?:undefined|FREQ=YEARLY(?!.*BY(?!MONTH|DAY)).*)$/.test(`${textOf(observance, "rrule")}`);
  if (observances.length === 0 || !observances.every(isReadable))
    throw refuseBusy("has a time zone whose VTIMEZONE is not valid or not supported");
  return zone;
}

/** The IANA name of a TZID: itself, the end of an id such as `/mozilla.org/20050126_1/Europe/Berlin`, or a Windows zone. */
function findZoneName(tzid: string): string | undefined {
  const ends = tzid.startsWith("/") ? [3, 2].map((count) => tzid.split("/").slice(-count).join("/")) : [];
  return [tzid, ...ends, ...findIana(tzid)].map(normalizeTimeZone).find((known) => known !== undefined);
}

export const textOf = (component: ICAL.Component, name: string): string | undefined =>
  component.getFirstPropertyValue(name)?.toString();
