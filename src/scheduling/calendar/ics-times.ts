import { findProperty, type IcsComponent, IcsError, type IcsProperty, listProperties } from "./ics-parse.ts";
import { parseCompactTime } from "./ics-recurrence.ts";
import { type IcsZone, utcZone, type ZoneTable } from "./ics-zones.ts";

/** A date or a time of an .ics text. `wall` is the wall-clock time, or midnight of the date, in milliseconds since 1970 in UTC. */
export interface IcsTime {
  /** Whether it is a date without a time of day. */
  allDay: boolean;
  wall: number;
  /** The zone of a time. A date has none; its zone is UTC. */
  zone: IcsZone;
}

/** How long something lasts. Days are counted on the calendar, milliseconds on a clock. */
export interface IcsDuration {
  days: number;
  ms: number;
}

/** How to interpret the times of one calendar. */
export interface IcsContext {
  zones: ZoneTable;
  /** Whether the poll is floating. Then times with a zone cannot be compared with its times. */
  floating: boolean;
}

/** Parses a property with one time. */
export function parseTime(property: IcsProperty, context: IcsContext): IcsTime {
  return parseTimeText(property.value, property, context);
}

/** Parses a property with a list of times. */
export function parseTimes(property: IcsProperty, context: IcsContext): IcsTime[] {
  return property.value.split(",").map((text) => parseTimeText(text, property, context));
}

function parseTimeText(
  text: string,
  { name, params, type, line }: IcsProperty,
  context: IcsContext,
): IcsTime {
  const date = /^\d{8}$/.test(text) && type !== "date-time" ? parseCompactTime(`${text}T000000`) : undefined;
  if (date !== undefined) return { allDay: true, wall: date, zone: utcZone };
  const utc = /Z$/i.test(text);
  const wall = type === "date" ? undefined : parseCompactTime(utc ? text.slice(0, -1) : text);
  if (wall === undefined) throw new IcsError(line, `${name} is not a date or a time that exists`);
  const named = typeof params["tzid"] === "string" ? context.zones.find(params["tzid"], line) : undefined;
  if (utc && named !== undefined && named !== utcZone)
    throw new IcsError(line, `${name} has a time zone and ends in Z, which means UTC: one of them is wrong`);
  if (context.floating && (utc || named !== undefined))
    throw new IcsError(
      line,
      `${name} has a time zone, but the times of the poll are floating, so they cannot be compared`,
    );
  return { allDay: false, wall, zone: utc ? utcZone : (named ?? context.zones.getFloating()) };
}

/** The instant of a time, in milliseconds since 1970. */
export function getInstant({ wall, zone }: Pick<IcsTime, "wall" | "zone">): number {
  return zone.toInstant(wall);
}

/** The instant when something ends that starts at a time. */
export function addDuration(
  { wall, zone }: Pick<IcsTime, "wall" | "zone">,
  { days, ms }: IcsDuration,
): number {
  return zone.toInstant(wall + days * dayMs) + ms;
}

/** Milliseconds of a calendar day. */
export const dayMs = 86_400_000;

/**
 * How long an event lasts. Without an end, a date lasts one day and a time no time, as RFC 5545 says. The length of an event with
 * DTEND is the same on every date, also when the clocks change.
 */
export function getDuration(event: IcsComponent, start: IcsTime, context: IcsContext): IcsDuration {
  const [end, duration] = [findProperty(event, "DTEND"), findProperty(event, "DURATION")];
  if (end === undefined && duration === undefined) return { days: start.allDay ? 1 : 0, ms: 0 };
  if (end === undefined && duration !== undefined)
    return parseDuration(duration.value, duration, start.allDay);
  const property = end as IcsProperty;
  const time = parseTime(property, context);
  if (time.allDay !== start.allDay)
    throw new IcsError(property.line, "DTSTART and DTEND must both be dates, or both times");
  const ms = getInstant(time) - getInstant(start);
  if (ms < 0) throw new IcsError(property.line, "DTEND is before DTSTART");
  // Some calendars write the same day twice for one day.
  return start.allDay ? { days: Math.max(1, ms / dayMs), ms: 0 } : { days: 0, ms };
}

/** Parses `PT1H30M`, `P2D` or `P1W`. */
function parseDuration(text: string, { name, line }: IcsProperty, allDay = false): IcsDuration {
  const pattern = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8})S)?)?$/i;
  const [whole, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = pattern.exec(text) ?? [];
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  if (whole === undefined || !/\d[WDHMS]$/i.test(whole) || (allDay && ms % dayMs !== 0))
    throw new IcsError(line, `${name} is not a duration such as PT30M`);
  const all = Number(weeks) * 7 + Number(days);
  return allDay ? { days: Math.max(1, all + ms / dayMs), ms: 0 } : { days: all, ms };
}

/** A period such as `20270301T090000Z/PT1H` or `20270301T090000Z/20270301T100000Z`: its start, and how long it lasts. */
export function parsePeriod(
  text: string,
  property: IcsProperty,
  context: IcsContext,
): { start: IcsTime; duration: IcsDuration } {
  const [from = "", to = ""] = text.split("/");
  const plain = { ...property, type: "unknown" };
  const start = parseTimeText(from, plain, context);
  if (/^\+?P/i.test(to)) return { start, duration: parseDuration(to, property) };
  const ms = getInstant(parseTimeText(to, plain, context)) - getInstant(start);
  if (ms < 0) throw new IcsError(property.line, `${property.name} has a period that ends before it starts`);
  return { start, duration: { days: 0, ms } };
}

/** All times of a property that may be given several times. */
export function listTimes(event: IcsComponent, name: string, context: IcsContext): IcsTime[] {
  return listProperties(event, name).flatMap((property) => parseTimes(property, context));
}
