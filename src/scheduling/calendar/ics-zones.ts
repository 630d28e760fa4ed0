import ICAL from "ical.js";
import { findIana } from "windows-iana";
import { isSameZone, normalizeTimeZone, resolveLocal, toLocal } from "../../time/index.ts";
import { IcsError, toTime, toWall } from "./ics-rules.ts";

/**
 * A time zone. Wall-clock times are the milliseconds since 1970 at which UTC shows them. Of a time that the clock shows twice
 * the first is meant, and a time that it skips has the offset before the change, as RFC 5545 says.
 */
export interface Zone {
  toInstant(wall: number): number;
  toWall(instant: number): number;
}

/** UTC, and the zone of floating polls, whose times are compared as they are written. */
export const utc: Zone = { toInstant: (wall) => wall, toWall: (instant) => instant };

/** The IANA name of a TZID: itself, the end of an id such as `/mozilla.org/20050126_1/Europe/Berlin`, or a Windows zone. */
export function findZoneName(name: string): string | undefined {
  const ends = name.startsWith("/") ? [3, 2].map((count) => name.split("/").slice(-count).join("/")) : [];
  return [name, ...ends, ...findIana(name)].map(normalizeTimeZone).find((known) => known !== undefined);
}

/** The zone of a TZID, or undefined. A name that is not known is looked up in the calendar itself. */
export function findZone(tzid: string, calendar: ICAL.Component): Zone | undefined {
  const name = findZoneName(tzid);
  if (name !== undefined && isSameZone(name, "UTC")) return utc;
  const zone = name === undefined ? calendar.getTimeZoneByID(tzid) : null;
  if (zone !== null) return createPrivateZone(zone);
  if (name === undefined) return undefined;
  return {
    toInstant: (wall) => Date.parse(resolveLocal(new Date(wall).toISOString().slice(0, 19), name).instant),
    toWall(instant) {
      const { date, time } = toLocal(new Date(instant).toISOString(), name);
      return Date.parse(`${date}T${time}Z`) + (instant % 60_000);
    },
  };
}

function createPrivateZone(zone: ICAL.Timezone): Zone {
  const observances = zone.component.getAllSubcomponents();
  const isComplete = observances.every((each) =>
    ["dtstart", "tzoffsetfrom", "tzoffsetto"].every((name) => each.hasProperty(name)),
  );
  const rules = observances.flatMap((each) => each.getAllProperties("rrule"));
  // Others could take ical.js minutes to expand.
  const isYearly = rules
    .map((property) => property.getFirstValue() as ICAL.Recur)
    .every(
      ({ freq, parts }) =>
        freq === "YEARLY" && !Object.keys(parts).some((part) => /^BY(?!MONTH|DAY)/.test(part)),
    );
  if (observances.length === 0 || !isComplete || !isYearly)
    throw new IcsError("the .ics text has a VTIMEZONE that is not valid or not supported");
  return {
    toInstant(wall) {
      const time = toTime(wall);
      time.zone = zone;
      return time.toUnixTime() * 1000;
    },
    toWall: (instant) => toWall(ICAL.Time.fromJSDate(new Date(instant), true).convertToZone(zone)),
  };
}
