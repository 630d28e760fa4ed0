import type { Problem } from "../../src/problem.ts";
import { farthest, type Interval, widen } from "../../src/scheduling/calendar/busy.ts";
import { dayMs } from "../../src/time/days.ts";
import {
  type Calendar,
  coverDays,
  type Event,
  type EventDate,
  giveLength,
  moveDate,
  readEvents,
  takeVersions,
} from "./events.ts";
import { type Budget, listStarts, type Rule, readRule, type Span } from "./rule.ts";
import { listProperties, type WrittenTime } from "./text.ts";
import { findZone, toWall, type Zone } from "./zones.ts";

/** How a text is read: near the options, from the start of the first to the end of the last. */
export interface IcsOptions extends Span {
  /** The zone of slots; null for floating ones. */
  timeZone: string | null;
  areDays: boolean;
  budget: Budget;
}

/** Maximum number of notes about single events. */
const maxNotes = 5;

/**
 * The busy times of an .ics text near some options, and notes for the person. Each event stands alone: what cannot be read counts
 * as busy for all that it may mean, if it may be near. Throws PlanError for what is no calendar.
 */
export function readIcs(text: string, path: string, options: IcsOptions) {
  // What the clocks of two zones show differs by less than two days.
  const reader = new Reader({ ...options, from: options.from - 2 * dayMs, to: options.to + 2 * dayMs });
  for (const group of Map.groupBy(readEvents(text, path), (event) => event.key || event).values())
    reader.readGroup(group);
  return { intervals: reader.intervals, notes: reader.listNotes() };
}

const toDay = (wall: number) => Math.floor(wall / dayMs);

class Reader {
  readonly intervals: Interval[] = [];
  readonly #notes = new Set<string>();
  /** What is said of single events. */
  readonly #remarks = new Set<string>();
  readonly #ignored = { free: 0, declined: 0 };
  readonly #options: IcsOptions;

  constructor(options: IcsOptions) {
    this.#options = options;
  }

  listNotes(): Problem[] {
    const { free, declined } = this.#ignored;
    const were = (count: number, what: string) =>
      count > 0 && `${count} ${what} ${count === 1 ? "event was" : "events were"} ignored`;
    const remarks = [...this.#remarks];
    const more = remarks.length - maxNotes;
    return [
      were(free, "free or canceled"),
      were(declined, "declined"),
      ...this.#notes,
      ...remarks.slice(0, maxNotes),
      more > 0 && `${more} more events were not read exactly, and count as busy for longer`,
    ].flatMap((message) => (message ? { path: "busy", message } : []));
  }

  /** Reads the events of one UID: series, single events, and changed dates of series. */
  readGroup(versions: readonly Event[]): void {
    const [first] = versions.find(({ changed }) => changed === undefined)?.dates ?? [];
    const group = takeVersions(
      versions,
      (event) => event.changed && this.#toInstant(event.changed, event, first?.start ?? event.changed),
    );
    const changes = group.filter(({ changed, dates }) => changed !== undefined && dates.length > 0);
    const series = group.find(({ changed }) => changed === undefined);
    for (const each of group) {
      const event = giveLength(each, series);
      const [own] = event.dates;
      const unread = own ? "a date that cannot" : "no start that can";
      const isBusy = event.status === "busy";
      if (!isBusy) this.#ignored[event.status === "declined" ? "declined" : "free"] += 1;
      else if (event.hasUnread) this.#remark(event, `has ${unread} be read: it was ignored`);
      if (!isBusy || own === undefined) continue;
      if (event.changed === undefined) this.#readSeries(event, own, changes);
      // The dates that follow a lasting change count twice, as they were and as they are.
      else if (event.isLasting)
        this.#readSeries(series ? { ...event, component: series.component } : event, own, []);
      // A change of one date is that date, even if it has the rule of its series.
      else this.#add(event, own);
    }
  }

  #remark({ label }: Event, text: string): void {
    this.#remarks.add(`${label} ${text}`);
  }

  /** Adds the dates of an event that are not left out or changed. */
  #readSeries(event: Event, own: EventDate, changes: readonly Event[]): void {
    // Many series of one UID with many changes are nobody's calendar.
    this.#options.budget.left -= changes.length;
    if (this.#options.budget.left < 0) changes = [];
    const length = event.dates.reduce((most, { start, end }) => Math.max(most, end.wall - start.wall), 0);
    const near = { from: this.#options.from - dayMs - length, to: this.#options.to + dayMs };
    const isNear = ({ wall }: WrittenTime) => wall >= near.from && wall <= near.to;
    const nameDay = ({ wall }: WrittenTime) => `day ${toDay(wall)}`;
    const left = new Set(
      [...event.left, ...changes.flatMap(({ changed }) => changed ?? [])]
        .filter(isNear)
        .map((time) =>
          time.isDate || own.start.isDate ? nameDay(time) : this.#toInstant(time, event, own.start),
        ),
    );
    const rules = listProperties(event.component, "RRULE").flatMap(({ value }) => readRule(value) ?? []);
    const dates = new Map<number, EventDate>();
    for (const date of [
      ...event.dates.filter(({ start }) => isNear(start)),
      ...rules.flatMap((rule) => this.#repeat(event, own, rule, near)),
    ]) {
      const instant = this.#toInstant(date.start, event, own.start);
      if (!left.has(nameDay(date.start)) && !left.has(instant)) dates.set(instant, date);
    }
    for (const date of dates.values()) this.#add(event, date);
  }

  /** The dates that a rule gives near the options. Of a rule that costs too much it is one, as long as the rule lasts. */
  #repeat(event: Event, own: EventDate, rule: Rule, near: Span): EventDate[] {
    const { start } = own;
    const { until = { wall: near.to, isDate: true }, isRead, isTimed } = rule;
    const last = until.isDate ? until.wall + dayMs - 1 : until.wall;
    const to = Math.min(near.to, last + dayMs);
    const part = isRead ? "repeats too often since it began" : "has a part of a rule that is not understood";
    const starts = isTimed
      ? listStarts(rule, start.wall, { from: near.from, to }, this.#options.budget)
      : undefined;
    if (starts === undefined) {
      const from = Math.max(start.wall, near.from);
      const end = { ...start, wall: to + Math.max(0, own.end.wall - start.wall) };
      const remark = `${part}: all days from its first to its last count as busy`;
      if (from <= to) this.#add(event, { start: { ...start, wall: from }, end, remark });
      return [];
    }
    if (!isRead && starts.length > 0) this.#remark(event, `${part}: it counts as busy on each day`);
    const isInstant = until.zone !== undefined && !start.isDate;
    return starts
      .map((wall) => ({ ...start, wall }))
      .filter((time) => (isInstant ? this.#toInstant(time, event, start) : time.wall) <= last)
      .map((time) => moveDate(own, time));
  }

  /** The instant of a date of a series, or its day. A time without a zone is in that of the first date. */
  #toInstant(time: WrittenTime, { calendar }: Event, first: WrittenTime): number {
    if (first.isDate) return toDay(time.wall) * dayMs;
    const zone = this.#findZone({ ...time, zone: time.zone ?? first.zone }, calendar);
    return zone?.(time.wall) ?? time.wall - farthest.ahead;
  }

  /** The TZID of a time: its own, else that of the calendar, else that of the poll. Null if it is compared as it is shown. */
  #findZoneId({ zone, isDate }: WrittenTime, { timeZone }: Calendar): string | null {
    return isDate ? this.#options.timeZone : (zone ?? (timeZone || this.#options.timeZone));
  }

  /** The zone of a time. Undefined for an unknown one, and without any. */
  #findZone(time: WrittenTime, calendar: Calendar): Zone | undefined {
    const id = this.#findZoneId(time, calendar);
    const { zones, observances } = calendar;
    if (id !== null && !zones.has(id)) zones.set(id, findZone(id, observances.get(id) ?? [], this.#options));
    return zones.get(id ?? "");
  }

  /** Adds a date of an event, if it is near and takes time. */
  #add(event: Event, date: EventDate): void {
    const { start, end, remark } = date;
    if (start.wall > this.#options.to || end.wall < this.#options.from) return;
    // What has no length takes no time in any zone.
    if (start.wall === end.wall && start.zone === end.zone && event.travel === 0) return;
    const placed = this.#place(event, date);
    if (placed.end < placed.start) {
      this.#add(event, coverDays([start.wall, end.wall]));
      return;
    }
    if (remark) this.#remark(event, remark);
    const { timeZone, areDays } = this.#options;
    const write = (ms: number) => new Date(ms).toISOString().slice(0, start.isDate ? 10 : 19);
    const shown = start.isDate ? { start: start.wall, end: end.wall } : placed;
    const suffix = timeZone === null || areDays || start.isDate ? "" : "Z";
    const busy = { start: write(shown.start) + suffix, end: write(shown.end) + suffix, title: event.title };
    this.intervals.push({ busy, ...placed });
  }

  /** The start and the end of a date, as they are compared with options. */
  #place(event: Event, { start, end, isExact }: EventDate): Pick<Interval, "start" | "end"> {
    const { calendar } = event;
    const { timeZone, areDays } = this.#options;
    const id = this.#findZoneId(start, calendar);
    // The days of the person are those of the event's own clock, and for UTC those of the calendar.
    if (id === null || (areDays && id !== "Z")) return { start: start.wall, end: end.wall };
    const zone = this.#findZone(start, calendar);
    const from = zone?.(start.wall) ?? start.wall - farthest.ahead;
    const to = this.#findZone(end, calendar)?.(end.wall) ?? end.wall + farthest.behind;
    // A night in which clocks change ends by its hours or by the clock, whichever is later.
    const ms = start.zone === end.zone ? end.wall - start.wall : dayMs;
    const placed = { start: from - event.travel, end: ms < dayMs || isExact ? Math.max(to, from + ms) : to };
    if (areDays) {
      const own = calendar.timeZone && this.#findZone({ ...start, zone: calendar.timeZone }, calendar);
      if (own) return { start: toWall(own, placed.start), end: toWall(own, placed.end) };
      return placed.end - placed.start >= dayMs ? widen(placed) : placed;
    }
    if (timeZone === null) {
      this.#notes.add(
        "the poll is floating, and events with a time zone count as busy wherever their people may be: give the poll a time zone",
      );
      return widen(placed);
    }
    if (zone === undefined) {
      const zone = /^[\w+\-/.]{1,40}$/.test(id) ? `the time zone "${id}", which` : "a time zone that";
      this.#remark(event, `has ${zone} is not known or not readable: it counts as busy for each zone`);
    }
    return placed;
  }
}
