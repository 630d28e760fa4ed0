import ICAL from "ical.js";
import type { Problem } from "../../src/problem.ts";
import { type BusyTime, PlanError } from "../../src/scheduling/index.ts";
import { maxIcsLength } from "./argument.ts";
import {
  alignTime,
  checkTime,
  nameEvent,
  type Range,
  type Reading,
  readProperty,
  readTimes,
  refuseBusy,
  textOf,
} from "./ics-times.ts";

const daySeconds = 86_400;

/** Maximum length of an event: 10,000 years. ical.js adds days one month after the other. */
const maxSeconds = 3_652_500 * daySeconds;

/** Steps for the rules of all events. A daily event with COUNT since 1970 takes 21,000. */
const maxSteps = 40_000;

/**
 * The busy times of an .ics text (RFC 5545) near some options, and notes for the person. Free and canceled events do not count.
 * What cannot be read exactly counts as busy for the longer reading, with a note. `from` is the start of the first option and
 * `to` the end of the last one, in milliseconds since 1970. Throws PlanError with the `path` of the text.
 */
export function readIcs(text: string, { path, ...options }: IcsOptions & { path: string }): IcsTimes {
  try {
    return readText(text, options);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new PlanError(error.problems.map((problem) => ({ ...problem, path })));
  }
}

type IcsOptions = Range & { timeZone: string | null };
type IcsTimes = { busy: BusyTime[]; notes: Problem[] };

function readText(text: string, { timeZone, from, to }: IcsOptions): IcsTimes {
  checkText(text);
  // ical.js drops the offset of a time, which would change the instant.
  if (/^(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)\b.*\d{8}T\d{6}[+-]\d{4}/im.test(text))
    throw refuseBusy("the .ics text has a time with an offset: write it in UTC with Z, or with a TZID");
  const near = { from: from / 1000 - 2 * daySeconds, to: to / 1000 + 2 * daySeconds };
  const shared = { timeZone, near, notes: new Set<string>(), budget: { steps: maxSteps } };
  const busy = parse(text).flatMap((calendar) => readCalendar({ ...shared, calendar, zones: new Map() }));
  return { busy, notes: Array.from(shared.notes, (message) => ({ path: "busy", message })) };
}

function checkText(text: string): void {
  if (/^\s*\S+:\/\//.test(text))
    throw refuseBusy(
      "is a URL, and nothing is fetched: pass the text of the .ics file, or a list of busy times",
    );
  if (text.length > maxIcsLength)
    throw refuseBusy(
      `has more than ${maxIcsLength} characters: pass the part of the calendar around the poll's dates, or a list of busy times`,
    );
}

function parse(text: string): ICAL.Component[] {
  let parsed: unknown[] = [];
  try {
    // Many calendars write dates without VALUE=DATE.
    ICAL.design.strict = false;
    // Windows writes a byte order mark before the text.
    parsed = ICAL.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw refuseBusy("is not the text of an .ics file: a line is not iCalendar, or the text is cut off");
  }
  const roots = (typeof parsed[0] === "string" ? [parsed] : parsed) as unknown[][];
  const calendars = roots.map((root) => new ICAL.Component(root));
  if (calendars.length > 0 && calendars.every(({ name }) => name === "vcalendar")) return calendars;
  throw refuseBusy("is not the text of an .ics file, which begins with BEGIN:VCALENDAR");
}

function readCalendar(reading: Reading): BusyTime[] {
  const { calendar, notes } = reading;
  if (/^cancel$/i.test(textOf(calendar, "method") ?? "")) return [];
  const components = [...calendar.getAllSubcomponents("vevent"), ...listPeriods(calendar)];
  const events = components.map((component) => readEvent(component, reading));
  const free = events.filter(({ component }) => !isBusy(component)).length;
  if (free > 0) notes.add(`${free} free or canceled ${free === 1 ? "event was" : "events were"} ignored`);
  const groups = Map.groupBy(events, (event) => event.uid ?? event);
  return [...groups.values()].flatMap((group) => {
    const changes = group.filter((event) => event.isRecurrenceException());
    const series = group.filter((event) => !event.isRecurrenceException());
    return [
      ...changes.flatMap((event) => toBusy(event, event.startDate, reading)),
      ...series.flatMap((event) => readSeries(event, changes, reading)),
    ];
  });
}

/** The periods of free-busy lists and of RDATE, each as an event. */
function listPeriods(calendar: ICAL.Component): ICAL.Component[] {
  const properties = calendar.getAllSubcomponents().flatMap((component) => component.getAllProperties());
  const periods = properties.filter(({ type }) => type === "period");
  const busy = periods.filter((property) => !/^free$/i.test(property.getFirstParameter("fbtype") ?? ""));
  return busy.flatMap((property) => {
    const [, parameters, , ...values] = property.toJSON();
    const texts = property.parent
      .toJSON()[1]
      .filter(([name]: string[]) => /^(?:summary|transp|status)$/.test(`${name}`));
    return values.map(([start, end]: [string, string]) => {
      const isDuration = end.startsWith("P");
      const last = isDuration ? ["duration", {}, "duration", end] : ["dtend", parameters, "date-time", end];
      const first = ["dtstart", parameters, "date-time", start];
      return new ICAL.Component(["vevent", [...texts, first, last], []], calendar);
    });
  });
}

const freeWords = { status: "CANCELLED", transp: "TRANSPARENT", "x-microsoft-cdo-busystatus": "FREE" };

const isBusy = (component: ICAL.Component): boolean =>
  Object.entries(freeWords).every(([name, word]) => textOf(component, name)?.toUpperCase() !== word);

/** An event whose times exist and are in their zones. Whole days are dates with a duration in days. */
function readEvent(component: ICAL.Component, reading: Reading): ICAL.Event {
  const event = new ICAL.Event(component, { exceptions: [] });
  const [start] = readTimes(component, "dtstart", reading);
  if (start === undefined) throw refuseBusy(`${nameEvent(component)} has no DTSTART`);
  const [end] = readTimes(component, "dtend", reading);
  readTimes(component, "recurrence-id", reading);
  const length = component.getFirstProperty("duration");
  const measure = () => event.duration.toSeconds();
  const seconds = length === null ? measure() : readProperty(length, measure);
  if ((end && end.isDate !== start.isDate) || seconds < 0 || seconds > maxSeconds)
    throw refuseBusy(`${nameEvent(component)} has an end that does not fit its start`);
  // Outlook writes whole days as times from midnight to midnight.
  const isWholeDay = /^true$/i.test(textOf(component, "x-microsoft-cdo-alldayevent") ?? "");
  if (start.isDate || (isWholeDay && start.toString().includes("T00:00:00"))) {
    event.startDate = ICAL.Time.fromDateString(start.toString().slice(0, 10));
    // A day of a clock change has 23 or 25 hours, and some calendars write no end, or the same day.
    event.duration = new ICAL.Duration({ days: Math.max(1, Math.round(seconds / daySeconds)) });
  }
  return event;
}

/** The busy time of an event on one of its dates. */
function toBusy({ component, duration }: ICAL.Event, start: ICAL.Time, { near }: Reading): BusyTime[] {
  // A DTEND gives the length in hours, a DURATION the days of the calendar.
  const days = component.hasProperty("dtend") ? 0 : duration.weeks * 7 + duration.days;
  const end = start.clone();
  end.day += days;
  const [first, last] = [start.toUnixTime(), end.toUnixTime() + duration.toSeconds() - days * daySeconds];
  if (!isBusy(component) || first === last || first > near.to || last < near.from) return [];
  const toText = (time: number) =>
    new Date(time * 1000).toISOString().slice(0, start.isDate ? 10 : undefined);
  return [{ start: toText(first), end: toText(last), title: textOf(component, "summary") }];
}

/** The busy times of a series without its changed dates. */
function readSeries(event: ICAL.Event, changes: readonly ICAL.Event[], reading: Reading): BusyTime[] {
  const { component, startDate: start, duration } = event;
  const left = [...readTimes(component, "exdate", reading), ...changes.map((change) => change.recurrenceId)];
  const added = readTimes(component, "rdate", reading);
  let reach = 0;
  for (const change of changes.filter((each) => each.modifiesFuture())) {
    spend(1, reading);
    // ical.js moves the later dates by the clock.
    change.recurrenceId = alignTime(change.recurrenceId, start).convertToZone(start.zone);
    change.startDate = change.startDate.convertToZone(start.zone);
    event.relateException(change);
    reach += Math.abs(change.startDate.toUnixTime() - change.recurrenceId.toUnixTime());
  }
  const near = { from: reading.near.from - reach - duration.toSeconds(), to: reading.near.to + reach };
  const rules = component.getAllProperties("rrule");
  const given = rules.flatMap((rule) => readProperty(rule, () => listRuleDates(rule, start, near, reading)));
  if (component.hasProperty("exrule")) noteUnread("an EXRULE", component, reading);
  const all = [start, ...given, ...added].map((date) => alignTime(date, start));
  const isNear = (date: ICAL.Time) => date.toUnixTime() >= near.from && date.toUnixTime() <= near.to;
  const dates = new Map(all.filter(isNear).map((date) => [date.toUnixTime(), date]));
  for (const date of left) dates.delete(alignTime(date, start).toUnixTime());
  return [...dates.values()].flatMap((date) => {
    const { item, startDate } = event.getOccurrenceDetails(date);
    return toBusy(item, startDate, reading);
  });
}

function spend(steps: number, { budget }: Reading): void {
  budget.steps -= steps;
  if (budget.steps < 0)
    throw refuseBusy(
      "repeats too often since it began: pass the part of the calendar around the poll's dates",
    );
}

function noteUnread(what: string, component: ICAL.Component, { notes }: Reading): void {
  notes.add(`${nameEvent(component)} has ${what} that is not read: it counts as busy for the longer reading`);
}

/** The days of a period of a rule. */
const periodDays: Partial<Record<string, number>> = { DAILY: 1, WEEKLY: 7, MONTHLY: 30, YEARLY: 365 };

const readParts =
  /^(?:freq|interval|wkst|count|until|by(?:second|minute|hour|day|monthday|yearday|month|setpos))$/;

/** The dates of a rule in a range. */
function listRuleDates(
  property: ICAL.Property,
  start: ICAL.Time,
  near: Range,
  reading: Reading,
): ICAL.Time[] {
  const written = property.toJSON()[3];
  const rule = ICAL.Recur.fromData({ ...written });
  const { interval, count, until, parts } = rule;
  const { BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS } = parts;
  let years = 1;
  if (rule.freq === "YEARLY" && BYMONTHDAY && !BYDAY) {
    // Each year on days of months is each month on these days, which ical.js reads better.
    years = interval;
    [rule.freq, rule.interval] = ["MONTHLY", 1];
  }
  const { freq } = rule;
  const days = periodDays[freq];
  // Of the 20th Monday of a year, ical.js reads the last digit.
  const isFarDay = BYDAY?.some((day) => /\d\d/.test(day));
  if (days === undefined || interval > 1000 || parts.BYWEEKNO || isFarDay)
    throw refuseBusy("repeats in a way that is not supported: pass the busy times as a list");
  const isKnown = Object.keys(written).every((part) => readParts.test(part));
  const isOneMonth = freq === "MONTHLY" || (freq === "YEARLY" && BYMONTH?.length === 1);
  const isSetRead = !BYSETPOS || (isOneMonth && BYDAY && !BYMONTHDAY);
  if (!isKnown) noteUnread("a part of a rule", property.parent, reading);
  if (!isSetRead) noteUnread("a BYSETPOS", property.parent, reading);
  if (!isSetRead) delete parts.BYSETPOS;
  // ical.js searches without end where parts that only leave dates out match nothing: they are checked here.
  if (freq !== "YEARLY") delete parts.BYMONTH;
  if (freq === "DAILY" || BYDAY) delete parts.BYMONTHDAY;
  if (freq === "DAILY") delete parts.BYDAY;
  // It moves a day that a month does not have to the next month.
  const startDays = days > 7 && !BYDAY && !parts.BYYEARDAY ? [start.day] : undefined;
  const monthDays = BYMONTHDAY ?? startDays;
  const isGiven = (date: ICAL.Time) => {
    const fromEnd = date.day - 1 - ICAL.Time.daysInMonth(date.month, date.year);
    const weekday = ICAL.Recur.numericDayToIcalDay(date.dayOfWeek());
    return (
      (BYMONTH?.includes(date.month) ?? true) &&
      (date.year - start.year) % years === 0 &&
      (monthDays?.some((day) => day === date.day || day === fromEnd) ?? true) &&
      (BYDAY?.some((day) => day.endsWith(weekday)) ?? true)
    );
  };
  let left = isKnown && isSetRead && count !== null ? count : Infinity;
  const begin = start.clone();
  begin.zone = ICAL.Timezone.localTimezone;
  if (left === Infinity) {
    // A calendar may have a daily event since 1970. ical.js does not check BYSETPOS on the first date.
    const passed = (near.from - start.toUnixTime()) / daySeconds - (BYSETPOS ? 31 : 0);
    const skip = (period: number) => Math.max(0, Math.floor(passed / period / interval)) * interval;
    const leap = start.month === 2 && start.day === 29 ? 4 : 1;
    if (days <= 7) begin.adjust(skip(days) * days, 0, 0, 0);
    else begin.year += skip(366 * leap) * leap;
  }
  if (until !== null) checkTime(until, written.until);
  if (until?.zone === ICAL.Timezone.localTimezone) until.zone = start.zone;
  const last = until && alignTime(until, start);
  const end = Math.min(near.to, last ? last.toUnixTime() + daySeconds : near.to);
  rule.count = null;
  rule.until = ICAL.Time.fromJSDate(new Date(end * 1000), true);
  const dates: ICAL.Time[] = [];
  const iterator = rule.iterator(begin);
  for (let next = iterator.next(); next !== null && left > 0; next = iterator.next()) {
    // ical.js needs much longer for the weekdays of a month.
    spend(freq === "MONTHLY" && BYDAY ? 20 : 1, reading);
    if (!isGiven(next)) continue;
    left--;
    const date = next.clone();
    date.zone = start.zone;
    if (next.toUnixTime() >= near.from && (last === null || date.compare(last) <= 0)) dates.push(date);
  }
  return dates;
}
