import type { Problem } from "../../src/problem.ts";
import type { BusyTime } from "../../src/scheduling/index.ts";
import { dayMs } from "../../src/time/days.ts";
import { isSameZone, toOffsetDateTime } from "../../src/time/zones.ts";
import { maxIcsLength } from "./argument.ts";
import { type Event, readEvents, takeVersions } from "./events.ts";
import { listStarts, type Rule, readRule } from "./rule.ts";
import {
  listProperties,
  parseComponents,
  readDuration,
  readTime,
  refuseBusy,
  type WrittenTime,
} from "./text.ts";
import { findZone, findZoneName, type Span, type Zone } from "./zones.ts";

/** The options for which a text is read: from the start of the first to the end of the last, in milliseconds since 1970. */
export interface IcsOptions extends Span {
  /** The zone of slots; null for floating ones. */
  timeZone: string | null;
  areDays: boolean;
}

/** Steps for the rules of a text, and for those of one event. A daily event with COUNT since 1970 takes 42,000. */
const maxSteps = 600_000;
const maxEventSteps = 150_000;

/** A start costs more than a step: it is formatted, read and compared. So does a zone, which Intl looks up. */
const startSteps = 20;
const zoneSteps = 500;

/** How far the clocks of the earth are from UTC, in milliseconds. */
const [ahead, behind] = [14 * 3_600_000, 12 * 3_600_000];

/** Maximum number of notes about single events. */
const maxNotes = 5;

/**
 * The busy times of an .ics text near some options, and notes for the person. Each event stands alone: what cannot be read counts
 * as busy for all that it may mean, if it may be near. Throws PlanError for what is no calendar.
 */
export function readIcs(text: string, options: IcsOptions): { busy: BusyTime[]; notes: Problem[] } {
  checkText(text);
  const reader = new Reader(options);
  const { events, free, declined } = takeVersions(readEvents(parseComponents(text)));
  for (const group of Map.groupBy(events, (event) => event.uid ?? event).values()) reader.readGroup(group);
  const were = (count: number, what: string) =>
    `${count} ${what} ${count === 1 ? "event was" : "events were"} ignored`;
  const single = [...reader.remarks];
  const more =
    single.length > maxNotes &&
    `${single.length - maxNotes} more events were not read exactly, and count as busy for longer`;
  const messages = [
    free > 0 && were(free, "free or canceled"),
    declined > 0 && were(declined, "declined"),
    ...reader.notes,
    ...single.slice(0, maxNotes),
    more,
  ].filter((message) => message !== false);
  return { busy: reader.busy, notes: messages.map((message) => ({ path: "busy", message })) };
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

/** Thrown when rules take too many steps. */
class TooLong extends Error {}

class Reader {
  readonly busy: BusyTime[] = [];
  readonly notes = new Set<string>();
  /** What is said of single events. */
  readonly remarks = new Set<string>();
  readonly #options: IcsOptions;
  readonly #near: Span;
  readonly #zones = new Map<string, Zone | undefined>();
  #steps = maxSteps;

  constructor(options: IcsOptions) {
    this.#options = options;
    // What the clocks of two zones show differs by less than two days.
    this.#near = { from: options.from - 2 * dayMs, to: options.to + 2 * dayMs };
  }

  /** Reads the events of one UID: series, single events, and changed dates of series. */
  readGroup(group: readonly Event[]): void {
    const changes = group.filter(({ changed }) => changed !== undefined);
    for (const event of group) {
      // Of a free series only the dates count that a change makes busy.
      if (event.isFree && !changes.some(({ isLasting, isFree }) => isLasting && !isFree)) continue;
      const before = this.busy.length;
      const remarks = [...event.remarks];
      if (event.changed === undefined && !event.isLost) this.#readSeries(event, changes, remarks);
      else if (!event.isLost) this.#add(event, event.start, remarks);
      if (this.busy.length === before && !event.isLost) continue;
      for (const remark of remarks) this.remarks.add(`${event.label} ${remark}`);
    }
  }

  /** Adds the dates of an event that are not left out or changed. */
  #readSeries(event: Event, all: readonly Event[], remarks: string[]): void {
    const { start, component } = event;
    // Many series of one UID with many changes are nobody's calendar.
    const changes = this.#steps > all.length ? all : [];
    this.#steps -= changes.length;
    const zone = this.#findZone(start, event);
    /** The instant of a date of the series, or its day. A time without a zone is in that of the series. */
    const toKey = ({ wall, zone: own = start.zone }: WrittenTime) => {
      if (start.isDate) return Math.floor(wall / dayMs) * dayMs;
      return (
        (own === start.zone ? zone : this.#findZone({ wall, isDate: false, zone: own }, event))?.toInstant(
          wall,
        ) ?? wall
      );
    };
    const shifts = changes
      .filter(({ isLasting }) => isLasting)
      .flatMap((change) => {
        if (change.changed === undefined) return [];
        const from = toKey(change.changed);
        return { from, by: toKey(change.start) - from, change };
      })
      .sort((one, other) => one.from - other.from);
    const reach = Math.max(0, ...shifts.map(({ by }) => Math.abs(by)));
    const length = event.length.days * dayMs + event.length.ms;
    const near = { from: this.#near.from - reach - length - dayMs, to: this.#near.to + reach + dayMs };
    const isNear = ({ wall }: WrittenTime) => wall >= near.from && wall <= near.to;
    const left = [...event.left, ...changes.flatMap(({ changed }) => changed ?? [])].filter(isNear);
    const leftDays = new Set(
      left.filter((time) => time.isDate || start.isDate).map(({ wall }) => Math.floor(wall / dayMs)),
    );
    const leftKeys = new Set(left.filter((time) => !time.isDate && !start.isDate).map(toKey));
    const dates = new Map<number, WrittenTime>();
    const add = (time: WrittenTime) => {
      if (!isNear(time) || leftDays.has(Math.floor(time.wall / dayMs))) return;
      const key = toKey(time);
      if (!leftKeys.has(key)) dates.set(key, time);
    };
    add(start);
    const clock = start.wall - Math.floor(start.wall / dayMs) * dayMs;
    for (const time of event.added)
      add(
        time.isDate && !start.isDate
          ? { ...start, wall: time.wall + clock }
          : { ...time, zone: time.zone ?? start.zone },
      );
    for (const { value } of listProperties(component, "RRULE")) {
      const rule = readRule(value);
      if (rule === undefined) continue;
      const cost = startSteps + Math.ceil(shifts.length / 10);
      for (const wall of this.#listStarts(rule, event, near, cost, remarks))
        if (rule.until === undefined || isUntil({ ...start, wall }, rule.until, zone))
          add({ ...start, wall });
    }
    if (listProperties(component, "EXRULE").length > 0)
      remarks.push("leaves out dates by an EXRULE, which is not read: they count as busy");
    for (const [key, time] of dates) {
      const shift = shifts.findLast(({ from }) => from <= key);
      if (shift === undefined) this.#add(event, time, remarks);
      else this.#add(shift.change, { ...time, wall: time.wall + shift.by }, remarks);
    }
    for (const { start: first, end } of event.periods)
      this.#add({ ...event, end: undefined, length: toLength(first, end) }, first, remarks);
  }

  /** The starts of a rule. Where it is not understood: each day, or, without a time that could be known, the days as a whole. */
  #listStarts(
    rule: Rule,
    { start, title, isFree }: Event,
    near: Span,
    cost: number,
    remarks: string[],
  ): number[] {
    const daily = {
      ...rule,
      frequency: "DAILY",
      interval: 1,
      count: undefined,
      lists: new Map(),
      days: new Set<string>(),
    };
    const limit = Math.min(maxEventSteps, this.#steps);
    let steps = limit;
    const spend = (count: number) => {
      steps -= count;
      if (steps < 0) throw new TooLong();
    };
    const read = (each: Rule) =>
      Array.from(listStarts(each, start.wall, near, spend), (wall) => {
        spend(cost);
        return wall;
      });
    let reason = "has a part of a rule that is not understood";
    try {
      if (rule.unread !== "times") {
        const starts = read(rule.unread ? daily : rule);
        if (rule.unread) remarks.push(`${reason}: it counts as busy on each day`);
        return starts;
      }
    } catch (error) {
      if (!(error instanceof TooLong)) throw error;
      reason = "repeats too often since it began";
    } finally {
      this.#steps -= limit - steps;
    }
    const from = Math.max(start.wall, near.from);
    const to = Math.min(near.to, rule.until ? rule.until.wall + dayMs : near.to);
    if (from <= to && !isFree) {
      remarks.push(`${reason}: all days from its first to its last count as busy`);
      this.busy.push({ start: toDate(from), end: toDate(to + dayMs), title });
    }
    return [];
  }

  /** The zone of a time: its own, else that of the calendar, else that of the poll. Undefined for an unknown one, and without any. */
  #findZone({ zone, isDate }: WrittenTime, { calendar }: Event): Zone | undefined {
    const id = isDate ? undefined : (zone ?? (calendar.timeZone || this.#options.timeZone));
    if (!id) return undefined;
    const key = `${calendar.number} ${id}`;
    if (!this.#zones.has(key)) {
      const spend = (count: number) => {
        this.#steps -= count;
        if (this.#steps < 0) throw new TooLong();
      };
      this.#zones.set(key, undefined);
      try {
        spend(zoneSteps);
        this.#zones.set(key, findZone(id, calendar.zones.get(id), this.#near, spend));
      } catch (error) {
        if (!(error instanceof TooLong)) throw error;
      }
    }
    return this.#zones.get(key);
  }

  /** Adds one date of an event, if it is near and busy. */
  #add(event: Event, time: WrittenTime, remarks: string[]): void {
    const { length, title, isFree, calendar } = event;
    const end = time.wall + length.days * dayMs + length.ms;
    const { from, to } = this.#near;
    if (isFree || time.wall > to || end < from || end === time.wall) return;
    if (time.isDate) this.busy.push({ start: toDate(time.wall), end: toDate(end), title });
    else this.busy.push({ ...this.#place(event, time, remarks), title });
    const own = calendar.timeZone;
    const { timeZone, areDays } = this.#options;
    if (time.isDate || time.zone !== undefined || own === "" || areDays || timeZone === null) return;
    const name = findZoneName(own);
    if (!isSameZone(name ?? own, timeZone))
      this.notes.add(
        `times without a time zone were read in ${name ? `${name}, ` : ""}the zone of the calendar`,
      );
  }

  /** The start and the end of a timed event, as the check compares them. */
  #place(event: Event, time: WrittenTime, remarks: string[]): { start: string; end: string } {
    const { length, calendar } = event;
    const { timeZone, areDays } = this.#options;
    const zone = this.#findZone(time, event);
    const shownEnd = time.wall + length.days * dayMs + length.ms;
    // An end gives the length in hours, a duration also the days of the calendar.
    const [first, last] = [event.start, event.end].map(
      (each) => each && this.#findZone(each, event)?.toInstant(each.wall),
    );
    const ms = first !== undefined && last !== undefined ? Math.max(0, last - first) : length.ms;
    const start = zone?.toInstant(time.wall) ?? time.wall;
    const end = zone ? zone.toInstant(time.wall + length.days * dayMs) + ms : shownEnd;
    if (areDays) {
      // The days of the person are those of the event's own clock, and for UTC those of the calendar.
      const own = findZoneName(calendar.timeZone);
      if (time.zone !== "Z") return { start: toText(time.wall), end: toText(shownEnd) };
      const [first, last] = [start, end].map((at) => `${toText(at)}Z`) as [string, string];
      if (own === undefined) return { start: first, end: last };
      return { start: toOffsetDateTime(first, own), end: toOffsetDateTime(last, own) };
    }
    if (timeZone === null) {
      if (time.zone === undefined) return { start: toText(time.wall), end: toText(shownEnd) };
      this.notes.add(
        "the poll is floating, and events with a time zone count as busy wherever their people may be: give the poll a time zone",
      );
      return zone === undefined
        ? { start: toText(time.wall - ahead - behind), end: toText(shownEnd + ahead + behind) }
        : { start: toText(start - behind), end: toText(end + ahead) };
    }
    if (zone !== undefined) return { start: `${toText(start)}Z`, end: `${toText(end)}Z` };
    const id = time.zone ?? calendar.timeZone;
    const name = /^[\w+\-/.]{1,40}$/.test(id) ? ` "${id}"` : "";
    remarks.push(
      `has the time zone${name}, which is not known or not readable: it counts as busy for each zone`,
    );
    return { start: `${toText(time.wall - ahead)}Z`, end: `${toText(shownEnd + behind)}Z` };
  }
}

/** Whether a date of a series is at or before its UNTIL. Without a known zone it is, where it is in one. */
function isUntil({ wall, isDate }: WrittenTime, until: WrittenTime, zone: Zone | undefined): boolean {
  if (until.isDate || isDate) return Math.floor(wall / dayMs) <= Math.floor(until.wall / dayMs);
  if (until.zone === undefined) return wall <= until.wall;
  return (zone?.toInstant(wall) ?? wall - ahead) <= until.wall;
}

/** The length of a period with an end, or with a duration. */
const toLength = (start: WrittenTime, end: string): Event["length"] =>
  readDuration(end) ?? { days: 0, ms: Math.max(0, (readTime(end)?.wall ?? start.wall) - start.wall) };

/** The calendar of Date ends; years of more than four digits are no texts that the check reads. */
const clamp = (ms: number) => Math.min(Math.max(ms, Date.UTC(1900, 0)), Date.UTC(9999, 11, 31));
const toText = (ms: number) => new Date(clamp(ms)).toISOString().slice(0, 19);
const toDate = (ms: number) => toText(ms).slice(0, 10);
