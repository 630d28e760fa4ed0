import { isSameZone } from "../../time/index.ts";
import type { BusyTime } from "./busy-time.ts";
import { isAllDayEvent, listOccurrences, type Occurrence } from "./ics-events.ts";
import { findProperty, getWord, type IcsComponent, IcsError, listProperties, parseIcs } from "./ics-parse.ts";
import { ExpansionBudget } from "./ics-recurrence.ts";
import { addDuration, dayMs, getInstant, parsePeriod } from "./ics-times.ts";
import { createZoneTable } from "./ics-zones.ts";

export { IcsError };

/** The poll whose options are compared with a calendar. */
export interface ComparedPoll {
  kind: "date" | "time";
  /** The IANA zone of its times. Null for floating times; not used for dates. */
  timeZone: string | null;
  /** Start of the first option and end of the last one, in milliseconds since 1970; of dates, as days in UTC. */
  from: number;
  to: number;
}

/** When a person is busy, by start, and notes for the person. */
export interface BusyCalendar {
  busy: BusyTime[];
  notes: string[];
}

/** The components that make a person busy, and those that never do. */
const known = /^(?:VEVENT|VFREEBUSY|VTIMEZONE|VTODO|VJOURNAL|VALARM|X-.*)$/;

/**
 * When a person is busy by an .ics text, near the options of a poll. Events that are free (transparent) or canceled do not count.
 * Whole days have no zone; times without a zone are in the calendar's X-WR-TIMEZONE or else in the poll's zone. Of a poll about
 * dates, times of day are not compared. Throws {@link IcsError} for what cannot be understood.
 */
export function readIcsBusy(text: string, poll: ComparedPoll): BusyCalendar {
  const budget = new ExpansionBudget();
  const calendars = parseIcs(text).map((calendar) => readCalendar(calendar, poll, budget));
  const skipped = calendars.reduce((sum, calendar) => sum + calendar.skipped, 0);
  const zones = new Set(calendars.flatMap(({ floatingZone }) => floatingZone ?? []));
  const notes = [...zones]
    .filter((zone) => poll.timeZone === null || !isSameZone(zone, poll.timeZone))
    .map((zone) => `times without a time zone were read in ${zone}, the zone of the calendar`);
  if (skipped > 0)
    notes.push(
      `${skipped} ${skipped === 1 ? "event" : "events"} with a time of day were not compared: they do not block a whole day`,
    );
  return {
    busy: calendars.flatMap(({ busy }) => busy).sort((one, other) => startOf(one) - startOf(other)),
    notes,
  };
}

const startOf = (busy: BusyTime): number => ("start" in busy ? busy.start : Date.parse(busy.firstDay));

interface ReadCalendar {
  busy: BusyTime[];
  /** Number of events that were not compared. */
  skipped: number;
  /** The zone in which times without one were read, if the calendar gives it. */
  floatingZone: string | undefined;
}

function readCalendar(calendar: IcsComponent, poll: ComparedPoll, budget: ExpansionBudget): ReadCalendar {
  const dates = poll.kind === "date";
  const zones = createZoneTable(calendar, dates ? "UTC" : poll.timeZone, budget);
  const context = { ...poll, zones, budget, floating: !dates && poll.timeZone === null };
  const canceled = getWord(calendar, "METHOD") === "CANCEL";
  const groups = groupEvents(calendar.components.filter(({ name }) => name === "VEVENT"));
  const compared = groups.filter((events) => !dates || events.some(isWholeDays));
  const occurrences = compared.flatMap((events) => guard(events[0], () => listOccurrences(events, context)));
  const blocking = canceled ? [] : occurrences.filter(({ event }) => blocks(event));
  const busy = blocking.filter(({ allDay }) => allDay || !dates).map(toBusyTime);
  const freeBusy = calendar.components.filter(({ name }) => name === "VFREEBUSY");
  if (!dates) busy.push(...freeBusy.flatMap((component) => guard(component, () => readFreeBusy(component))));
  const unknown = calendar.components.find(({ name }) => !known.test(name));
  if (unknown !== undefined)
    throw new IcsError(
      unknown.line,
      "is a component that is not supported: pass the busy times as intervals",
    );
  const near = busy.filter((each) => {
    const [start, end] =
      "start" in each ? [each.start, each.end] : [each.firstDay, each.endDay].map(Date.parse);
    return Number(start) < poll.to + dayMs && Number(end) > poll.from - dayMs;
  });
  const skipped = groups
    .filter((events) => !compared.includes(events))
    .flat()
    .filter(blocks);
  return {
    busy: near,
    skipped: skipped.length + (dates ? freeBusy.length : 0),
    floatingZone: dates ? undefined : zones.getUsedName(),
  };

  function readFreeBusy(component: IcsComponent): BusyTime[] {
    return listProperties(component, "FREEBUSY")
      .filter(({ params }) => String(params["fbtype"] ?? "BUSY").toUpperCase() !== "FREE")
      .flatMap((property) =>
        property.value.split(",").map((text) => {
          const { start, duration } = parsePeriod(text, property, context);
          return { start: getInstant(start), end: addDuration(start, duration) };
        }),
      );
  }
}

/** Events by UID, in the order of the text. An event without a UID is on its own. */
function groupEvents(events: readonly IcsComponent[]): IcsComponent[][] {
  const groups = new Map<string | IcsComponent, IcsComponent[]>();
  for (const event of events) {
    const key = findProperty(event, "UID")?.value ?? event;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  return [...groups.values()];
}

const isWholeDays = (event: IcsComponent): boolean =>
  isAllDayEvent(event) || /^\d{8}$/.test(findProperty(event, "DTSTART")?.value ?? "");

function blocks(event: IcsComponent): boolean {
  return (
    getWord(event, "STATUS") !== "CANCELLED" &&
    getWord(event, "TRANSP") !== "TRANSPARENT" &&
    getWord(event, "X-MICROSOFT-CDO-BUSYSTATUS") !== "FREE"
  );
}

function toBusyTime({ event, allDay, start, end }: Occurrence): BusyTime {
  const summary = findProperty(event, "SUMMARY")?.value;
  const title = summary?.replace(/\\([nN,;\\])/g, (_, escaped: string) =>
    /n/i.test(escaped) ? "\n" : escaped,
  );
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return allDay ? { firstDay: day(start), endDay: day(end), title } : { start, end, title };
}

/** Runs a conversion. A date beyond the calendar of JavaScript is the event's mistake. */
function guard<Result>(component: IcsComponent | undefined, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new IcsError(component?.line ?? 1, "has a date that is too far away");
  }
}
