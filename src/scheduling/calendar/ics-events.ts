import { findProperty, getWord, type IcsComponent, IcsError, listProperties } from "./ics-parse.ts";
import { createRule, type ExpansionBudget } from "./ics-recurrence.ts";
import {
  addDuration,
  dayMs,
  getDuration,
  getInstant,
  type IcsContext,
  type IcsDuration,
  type IcsTime,
  listTimes,
  parsePeriod,
  parseTime,
  parseTimes,
} from "./ics-times.ts";

/** One time at which an event happens. Of a whole-day event, both are midnights in UTC. */
export interface Occurrence {
  event: IcsComponent;
  allDay: boolean;
  start: number;
  end: number;
}

/** Which dates of events are listed, and with which work. */
export interface ExpansionContext extends IcsContext {
  /** Instants in milliseconds since 1970. */
  from: number;
  to: number;
  budget: ExpansionBudget;
}

/**
 * The times of events with one UID, from about a day before `from` to a day after `to`: a series with its changed and
 * excluded dates, or single events. Events that do not block are included.
 */
export function listOccurrences(events: readonly IcsComponent[], context: ExpansionContext): Occurrence[] {
  const changed = events.filter((event) => findProperty(event, "RECURRENCE-ID") !== undefined);
  const series = events.filter((event) => findProperty(event, "RECURRENCE-ID") === undefined);
  const changes = changed.map((event) => toChange(event, context));
  const orphan = series.length === 0 ? changes.find(({ future }) => future) : undefined;
  if (orphan !== undefined)
    throw new IcsError(orphan.event.line, "changes all later dates of a series that is not in the text");
  const single = changes.map(({ event, start, duration }) => toOccurrence(event, start, duration));
  const prepared = prepareChanges(changes);
  return [...series.flatMap((event) => listSeries(event, prepared, context)), ...single];
}

/** A date of a series that was changed, or from which the series was changed. */
interface Change {
  event: IcsComponent;
  /** The date before the change. */
  original: IcsTime;
  start: IcsTime;
  duration: IcsDuration;
  /** Whether all later dates are changed too. */
  future: boolean;
}

function toChange(event: IcsComponent, context: ExpansionContext): Change {
  const { start, duration } = parseEvent(event, context);
  const id = listProperties(event, "RECURRENCE-ID")[0];
  if (id === undefined) throw new IcsError(event.line, "has no RECURRENCE-ID");
  const range = id.params["range"];
  if (range !== undefined && range !== "THISANDFUTURE")
    throw new IcsError(id.line, "RECURRENCE-ID has a RANGE that is not supported");
  for (const name of ["RRULE", "RDATE"])
    if (findProperty(event, name) !== undefined)
      throw new IcsError(event.line, "changes a date of a series and repeats itself, which is not supported");
  return { event, original: parseTime(id, context), start, duration, future: range === "THISANDFUTURE" };
}

function parseEvent(
  event: IcsComponent,
  context: ExpansionContext,
): { start: IcsTime; duration: IcsDuration } {
  const property = findProperty(event, "DTSTART");
  if (property === undefined) throw new IcsError(event.line, `${event.name} has no DTSTART`);
  const start = parseTime(property, context);
  const duration = getDuration(event, start, context);
  if (start.allDay || !isAllDayEvent(event) || start.wall % dayMs !== 0) return { start, duration };
  // Outlook writes whole days as times from midnight to midnight. A day of a clock change has 23 or 25 hours.
  const days = Math.max(1, duration.days + Math.round(duration.ms / dayMs));
  return { start: { ...start, allDay: true }, duration: { days, ms: 0 } };
}

/** Whether Outlook marked an event as one of whole days. */
export const isAllDayEvent = (event: IcsComponent): boolean =>
  getWord(event, "X-MICROSOFT-CDO-ALLDAYEVENT") === "TRUE";

function toOccurrence(event: IcsComponent, start: IcsTime, duration: IcsDuration): Occurrence {
  if (start.allDay)
    return { event, allDay: true, start: start.wall, end: start.wall + duration.days * dayMs };
  return { event, allDay: false, start: getInstant(start), end: addDuration(start, duration) };
}

/** The changes of a series, prepared once because a text may have thousands. */
interface PreparedChanges {
  /** Changes of one date: whether a date of a series of days, or of times, is one of them. */
  isChanged: { days: Matcher; times: Matcher };
  /** Changes of all later dates, by the instant from which they count. */
  future: { at: number; change: Change }[];
}

function prepareChanges(changes: readonly Change[]): PreparedChanges {
  const single = changes.filter(({ future }) => !future).map(({ original }) => original);
  const future = changes
    .filter((change) => change.future)
    .map((change) => ({ at: getInstant(change.original), change }))
    .sort((one, other) => one.at - other.at);
  return { isChanged: { days: createMatcher(single, true), times: createMatcher(single, false) }, future };
}

/** The dates of a series. A changed date is left out, because its change is an event of its own. */
function listSeries(
  event: IcsComponent,
  { isChanged, future }: PreparedChanges,
  context: ExpansionContext,
): Occurrence[] {
  const { start, duration } = parseEvent(event, context);
  const isExcluded = createMatcher(listTimes(event, "EXDATE", context), start.allDay);
  const isMoved = start.allDay ? isChanged.days : isChanged.times;
  const moves = future.map(({ change }) => Math.abs(change.start.wall - change.original.wall));
  const margin = moves.reduce((longest, move) => Math.max(longest, move), 0);
  return listDates(event, { start, duration, margin }, context).flatMap(({ time, duration }) => {
    if (isExcluded(time) || isMoved(time)) return [];
    const at = getInstant(time);
    const change = future.findLast((each) => each.at <= at)?.change;
    if (change === undefined) return [toOccurrence(event, time, duration)];
    // The first date of a changed range is the event of the change.
    if (createMatcher([change.original], start.allDay)(time)) return [];
    return [toOccurrence(change.event, moveTime(time, change), change.duration)];
  });
}

type Matcher = (time: IcsTime) => boolean;

/** Whether a time is in a list. A date in the list means every time on it, and a time for a series of days means its day. */
function createMatcher(list: readonly IcsTime[], allDay: boolean): Matcher {
  const startOfDay = (wall: number) => Math.floor(wall / dayMs) * dayMs;
  const days = new Set(list.filter((time) => allDay || time.allDay).map(({ wall }) => startOfDay(wall)));
  const times = new Set(list.filter((time) => !allDay && !time.allDay).map(getInstant));
  return (time) => days.has(startOfDay(time.wall)) || times.has(getInstant(time));
}

/** Moves a date of a series as the change moved its first date, on the clock of the changed event. */
function moveTime(time: IcsTime, { original, start }: Change): IcsTime {
  if (time.allDay || start.allDay) return { ...start, wall: time.wall + start.wall - original.wall };
  const { zone } = start;
  const moved = start.wall - zone.toWall(getInstant(original));
  return { ...start, wall: zone.toWall(getInstant(time)) + moved };
}

/** All dates of a series near the range, with the excluded and changed ones. `margin` is how far a change moves dates, in ms. */
function listDates(
  event: IcsComponent,
  { start, duration, margin }: { start: IcsTime; duration: IcsDuration; margin: number },
  { from, to, budget, ...context }: ExpansionContext,
): { time: IcsTime; duration: IcsDuration }[] {
  const added = listProperties(event, "RDATE").flatMap((property) =>
    property.type === "period"
      ? property.value.split(",").map((text) => {
          const period = parsePeriod(text, property, context);
          return { time: period.start, duration: period.duration };
        })
      : parseTimes(property, context).map((time) => ({ time, duration })),
  );
  const { allDay, zone } = start;
  const toWall = (instant: number) => zone.toWall(instant);
  const length = duration.days * dayMs + duration.ms;
  // Two days more, since wall-clock times are up to 14 hours off UTC.
  const around = margin + 2 * dayMs;
  const expand = (name: string) =>
    listProperties(event, name).flatMap((rule) =>
      createRule(rule, { start: start.wall, allDay, toWall, budget }).between(
        from - length - around,
        to + around,
      ),
    );
  const excluded = new Set(expand("EXRULE"));
  const walls = new Set([start.wall, ...expand("RRULE")].filter((wall) => !excluded.has(wall)));
  return [...[...walls].map((wall) => ({ time: { allDay, wall, zone }, duration })), ...added];
}
