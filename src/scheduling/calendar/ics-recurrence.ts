import { RRuleTemporal } from "rrule-temporal";
import { IcsError, type IcsProperty } from "./ics-parse.ts";

/** Maximum work for all rules of a text: some 300 weekly events that go on at the time of the poll. */
const maxWork = 20_000;

/** Maximum number of dates of one rule, and of candidates that are tried to find them. Counting them takes longest. */
const maxIterations = 2_000;

/** Cost of one expansion and of each of its dates, compared with a date that is only counted. */
const expansionCost = 40;
const dateCost = 3;

/** Counts the work for all rules of a text. */
export class ExpansionBudget {
  #left = maxWork;

  /** Throws {@link IcsError} if the text needs more work than allowed. */
  spend(work: number, line: number): void {
    this.#left -= work;
    if (this.#left < 0)
      throw new IcsError(
        line,
        "the events repeat too often: pass the part of the calendar around the poll's dates",
      );
  }
}

/** Expands one rule. Wall-clock times are given as the milliseconds since 1970 at which UTC shows them. */
export interface Rule {
  /** The dates of the rule from one time to another, both included. */
  between(from: number, to: number): number[];
  /** The last date before a time. */
  before(time: number): number | undefined;
}

/** What a rule depends on. */
export interface RuleContext {
  /** The first date: DTSTART. */
  start: number;
  /** Whether DTSTART is a whole day. */
  allDay?: boolean;
  /** Converts an instant to wall-clock time, for UNTIL in UTC. */
  toWall: (instant: number) => number;
  budget: ExpansionBudget;
}

/**
 * Creates the rule of an RRULE or EXRULE. Rules are expanded on wall-clock times, so that zones do not matter here. Throws
 * {@link IcsError} for a rule that cannot be understood.
 */
export function createRule(
  { value, line }: IcsProperty,
  { start, allDay = false, toWall, budget }: RuleContext,
): Rule {
  const parts = parseParts(value, line);
  const until = parts.get("UNTIL");
  const last =
    until === undefined ? findCountedLast(parts, start) : findLastTime(until, { allDay, toWall, line });
  // Dates far in the past are skipped, unless they must be counted.
  if (last !== undefined) parts.set("UNTIL", toUtcText(last)).delete("COUNT");
  const text = [...parts].map(([name, part]) => `${name}=${part}`).join(";");
  const count = Math.min(Number(parts.get("COUNT") ?? 0), maxIterations);
  const expand = <Result>(run: (rule: RRuleTemporal) => Result): Result => {
    budget.spend(expansionCost + count, line);
    try {
      const rruleString = `DTSTART:${toUtcText(start)}\nRRULE:${text}`;
      const limits = { maxIterations, maxCandidateEvaluations: maxIterations };
      return run(new RRuleTemporal({ rruleString, strict: true, includeDtstart: true, ...limits }));
    } catch (error) {
      const reason =
        error instanceof Error && error.message.startsWith("Maximum")
          ? "too often"
          : "by a rule that is not valid";
      throw new IcsError(line, `repeats ${reason}: pass the times around the poll's dates as intervals`);
    }
  };
  return {
    between(from, to) {
      // Most series of a calendar are over.
      if (last !== undefined && last < from) return [];
      const found = expand((rule) => rule.between(new Date(from), new Date(to), true));
      budget.spend(found.length * dateCost, line);
      return found.map(({ epochMilliseconds }) => epochMilliseconds);
    },
    before: (time) => expand((rule) => rule.previous(new Date(time))?.epochMilliseconds),
  };
}

const number = (max: number) =>
  `[+-]?0*(?:${Array.from({ length: max }, (_, index) => index + 1).join("|")})`;
const list = (item: string) => new RegExp(`^${item}(?:,${item})*$`, "i");
const upTo = (max: number) =>
  list(`(?:${Array.from({ length: max + 1 }, (_, index) => index).join("|")}|0\\d)`);

/** The parts of a rule that are understood, each with the form of its value. */
const forms: Record<string, RegExp> = {
  FREQ: /^(?:YEARLY|MONTHLY|WEEKLY|DAILY)$/i,
  INTERVAL: /^0*[1-9]\d{0,3}$/,
  COUNT: /^0*[1-9]\d{0,9}$/,
  UNTIL: /^\d{8}(?:T\d{6}Z?)?$/i,
  WKST: /^(?:MO|TU|WE|TH|FR|SA|SU)$/i,
  BYMONTH: list("0?(?:[1-9]|1[0-2])"),
  BYMONTHDAY: list(number(31)),
  BYYEARDAY: list(number(366)),
  BYWEEKNO: list(number(53)),
  BYDAY: list("(?:[+-]?0?\\d{1,2})?(?:MO|TU|WE|TH|FR|SA|SU)"),
  BYSETPOS: list(number(366)),
  BYHOUR: upTo(23),
  BYMINUTE: upTo(59),
  BYSECOND: upTo(59),
};

/** Maximum length of a rule, in characters. The longest in use list some dates of a year. */
const maxRuleLength = 500;

function parseParts(value: string, line: number): Map<string, string> {
  const parts = new Map<string, string>();
  if (value.length > maxRuleLength)
    throw new IcsError(line, `has a rule of more than ${maxRuleLength} characters`);
  for (const part of value.split(";").filter(Boolean)) {
    const [name = "", text = ""] = part.toUpperCase().split("=");
    if (name === "FREQ" && /^(?:HOURLY|MINUTELY|SECONDLY)$/.test(text))
      throw new IcsError(
        line,
        "repeats within a day, which is not supported: pass the busy times as intervals",
      );
    if (!Object.hasOwn(forms, name) || !forms[name]?.test(text) || parts.has(name))
      throw new IcsError(line, "has a rule for repeating that is not valid or not supported");
    parts.set(name, text);
  }
  if (!parts.has("FREQ") || (parts.has("COUNT") && parts.has("UNTIL")))
    throw new IcsError(line, "has a rule for repeating that is not valid or not supported");
  return parts;
}

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const dayMs = 86_400_000;

/** The last date of a rule with COUNT that gives the same number of dates in each period. Undefined for other rules. */
function findCountedLast(parts: ReadonlyMap<string, string>, start: number): number | undefined {
  const count = Number(parts.get("COUNT"));
  const isWeekly = parts.get("FREQ") === "WEEKLY";
  const other = [...parts.keys()].filter((name) => name.startsWith("BY") && !(isWeekly && name === "BYDAY"));
  if (!(count <= maxCount) || other.length > 0 || !/^(?:DAILY|WEEKLY)$/.test(parts.get("FREQ") ?? ""))
    return undefined;
  const interval = Number(parts.get("INTERVAL") ?? 1);
  if (!isWeekly) return start + (count - 1) * interval * dayMs;
  const first = weekdays.indexOf(parts.get("WKST") ?? "MO");
  // 1 January 1970 was a Thursday.
  const today = (Math.floor(start / dayMs) + 3) % 7;
  const inWeek = (day: number) => (day - first + 7) % 7;
  const listed = parts
    .get("BYDAY")
    ?.split(",")
    .map((name) => weekdays.indexOf(name)) ?? [today];
  const days = [...new Set(listed)].map(inWeek).sort((one, other) => one - other);
  const position = days.indexOf(inWeek((today + 7) % 7));
  if (listed.includes(-1) || position === -1) return undefined;
  const index = position + count - 1;
  const weeks = Math.floor(index / days.length) * interval;
  return start + (weeks * 7 + (days[index % days.length] ?? 0) - (days[position] ?? 0)) * dayMs;
}

/** Maximum COUNT whose last date is computed. A weekly event would reach the year 4000. */
const maxCount = 100_000;

/** The last time of UNTIL. A date means the whole day, also where a time is needed: some calendars write it so. */
function findLastTime(
  until: string,
  { allDay, toWall, line }: Pick<RuleContext, "toWall"> & { allDay: boolean; line: number },
): number {
  const time = until.length === 8 ? undefined : parseCompactTime(until.replace(/Z$/, ""));
  const day = parseCompactTime(`${until.slice(0, 8)}T000000`);
  if (day === undefined || (until.length > 8 && time === undefined))
    throw new IcsError(line, "UNTIL is not a date that exists");
  if (allDay) return day;
  if (time === undefined) return day + 86_399_000;
  return until.endsWith("Z") ? toWall(time) : time;
}

/** Parses `20270301T090000`. Undefined for a time that does not exist. */
export function parseCompactTime(text: string): number | undefined {
  const [, year, month, day, hour = "", minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)([0-5]\d)([0-5]\d)$/.exec(text) ?? [];
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = Date.parse(`${written}Z`);
  // Date.parse takes 30 February for 2 March.
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(written) ? undefined : time;
}

/** `20270301T090000Z` */
function toUtcText(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, "").concat("Z");
}
