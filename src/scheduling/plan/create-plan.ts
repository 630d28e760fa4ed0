import { checkCommonInput, maxOptions } from "../../api/check/create-input.ts";
import type { CommonPollInput } from "../../api/types/inputs.ts";
import type { CreatePollInput } from "../../api/web.ts";
import { describeProblem, PlanError, type Problem, type ProblemText } from "../../problem.ts";
import { dayMs, daysBetween } from "../../time/days.ts";
import {
  addDays,
  compareOptionTimes,
  formatOption,
  getOptionInterval,
  isCalendarDate,
  type OptionTime,
} from "../../time/index.ts";
import { getPastTime, getStartDate } from "../../time/option-times.ts";
import { parseMailbox } from "../people/mailboxes.ts";
import { explainNoDays } from "./parse-time.ts";
import type { ChoiceOptions, DroppedOption, PollPlan, PollRequest } from "./poll-request.ts";

/** More options are not expanded, so that an error can say how many there are and yet comes soon. */
export const maxExpanded = 5_000;

/** Maximum number of days of a range in except. */
const maxRange = 500;

/** The days of a day, or of a range such as 2027-03-22/2027-04-02 in ISO 8601. Empty for another text. */
function readDays(text: string): string[] {
  const [first = "", last = first, ...rest] = text.trim().split("/");
  if (!isCalendarDate(first) || !isCalendarDate(last) || rest.length > 0) return [];
  const count = Math.min(daysBetween(first, last) + 1, maxRange);
  return Array.from({ length: Math.max(0, count) }, (_, at) => addDays(first, at));
}

/** A poll that is being planned: its options, what is wrong with it, and what its person should know. */
export class Draft {
  readonly problems: Problem[] = [];
  readonly notes: Problem[] = [];
  readonly dropped: DroppedOption[] = [];
  /** The items of except, with the days of each. None of an item that is neither a day nor a range. */
  readonly except: readonly { text: string; days: readonly string[] }[];
  /** All days of except, on which no option starts. */
  readonly exceptDays: readonly string[];
  readonly #options = new Map<string, { option: OptionTime; path: string }>();

  constructor(except: readonly string[] = []) {
    this.except = except.map((text) => ({ text, days: readDays(text) }));
    this.exceptDays = this.except.flatMap(({ days }) => days);
  }

  /** Each option once, by start. */
  get options(): OptionTime[] {
    return [...this.#options.values()].map(({ option }) => option).sort(compareOptionTimes);
  }

  /** Whether there may be more options than these. */
  get isFull(): boolean {
    return this.#options.size >= maxExpanded;
  }

  /** Adds options of one field. Those that are there already get a note. */
  add(path: string, options: readonly OptionTime[]): void {
    const repeated = options.flatMap((option) => {
      const key = Object.values(option).join(" ");
      const before = this.#options.get(key)?.path ?? [];
      if (before.length === 0) this.#options.set(key, { option, path });
      return before;
    });
    const [option] = options;
    const thing = option !== undefined && "date" in option ? "day" : "slot";
    if (repeated.length > 0 && options.length > 1)
      this.noteLeftOut(path, repeated.length, options.length, "the same as others");
    else if (repeated.length > 0)
      this.note(path, `is the same ${thing} as {${repeated[0]}}, so it was left out`);
  }

  /** Adds a note, in whose text other fields and values stand in braces. */
  note(path: string, text: string, values?: Problem["values"]): void {
    this.notes.push({ path, ...describeProblem(undefined, text, values) });
  }

  noteLeftOut(path: string, count: number, total: number, reason: string): void {
    this.note(path, `${count} of ${total} options were left out, since they are ${reason}`);
  }

  /** Adds a problem. That the zone is wrong or missing is said once. */
  refuse(path: string, problem: ProblemText & { path?: string }): void {
    const isSaid = problem.path === "timeZone" && this.problems.some((each) => each.path === "timeZone");
    if (!isSaid) this.problems.push({ path, ...problem });
  }

  /** Refuses a start for which there is no option, unless its day is left out anyway. */
  refuseStart(path: string, problem: ProblemText & { path?: string }, local = ""): void {
    if (this.isExcluded(local)) this.dropped.push({ reason: "excluded", local });
    else this.refuse(path, problem);
  }

  /** Leaves out a start that the clock skips. */
  skip(local: string): void {
    this.dropped.push({ reason: this.isExcluded(local) ? "excluded" : "skipped", local });
  }

  isExcluded(local: string): boolean {
    return this.exceptDays.includes(local.slice(0, 10));
  }

  refuseIf(isWrong: boolean, path: string, message: string): void {
    if (isWrong) this.refuse(path, { message });
  }
}

/**
 * Makes a poll of the texts, the settings and the zone of a request, and of the options of a draft. Leaves out options by their
 * day, their time and busy times, and checks how many remain. Throws PlanError.
 */
export function createPlan(
  request: PollRequest,
  draft: Draft,
  { now = Date.now(), localZone, busy, past = "allow", movedDays }: ChoiceOptions & { movedDays?: number },
): PollPlan {
  const fields = checkFields(request, draft);
  const { timeZone = null } = request;
  const path = (["windows", "dates", "times"] as const).find((part) => request[part]?.length) ?? "options";
  const isAhead = (option: OptionTime) => getPastTime(option, timeZone, localZone) > now;
  const left = leaveOutDays(draft, timeZone);
  const { ahead = [], over = [] } = Object.groupBy(left, (option) => (isAhead(option) ? "ahead" : "over"));
  const [first] = over;
  if (first !== undefined) {
    const count = `${over.length} of ${left.length} options`;
    if (past === "refuse" || (past === "omit" && ahead.length === 0)) {
      const message = `${count} ${over.length === 1 ? "is" : "are"} in the past, the first is ${formatOption(first, timeZone)}`;
      if (movedDays === undefined) throw refuse(path, message, "which dates they mean");
      const ask = `by how many days to move the options${offerExcept(over, ahead, timeZone)}`;
      throw refuse("shiftDays", `after ${movedDays} days, ${message}`, ask);
    }
    if (past === "omit") draft.noteLeftOut("options", over.length, left.length, "in the past");
    else draft.note("options", `${count} have started or are over: check the dates`);
  }
  const kept = past === "omit" ? ahead : left;
  const checked = busy?.(kept, timeZone);
  const options = checked?.free ?? kept;
  if (options.length === 0)
    throw refuse("busy", "every option collides with a busy time", "which other times are possible");
  if (options.length > maxOptions || draft.isFull) {
    const areDays = options.some((option) => "date" in option);
    const number = draft.isFull ? `more than ${maxExpanded}` : options.length;
    const message = `makes ${number} options; a poll takes at most ${maxOptions}: take fewer days`;
    if (areDays) throw refuse(path, message, "which days to leave out");
    const ways = "a longer {interval}, or ask about days first and about times in a second poll";
    throw refuse(path, `${message}, ${ways}`, "which of the three they prefer");
  }
  const next = options.find(isAhead);
  const soon = next && describeSoon(next, timeZone, localZone, now);
  if (soon !== undefined) draft.note("options", `the first option ${soon}`);
  return {
    body: toBody(fields, options, request),
    options,
    notes: [...draft.notes, ...(checked?.notes ?? [])],
    dropped: [...draft.dropped, ...(checked?.dropped ?? [])],
    busyTimes: checked?.busyTimes,
  };
}

const refuse = (path: string, text: string, ask: string) =>
  new PlanError([{ path, ...describeProblem(undefined, text, {}, ask) }]);

/** Checks what a request has besides its options. Throws PlanError with all problems of the draft. */
function checkFields(request: PollRequest, draft: Draft): CommonPollInput {
  const { kind, dates, timeZone, duration, times, windows, except, ...common } = request;
  // Calendars and emails write `Name <address>`. The service accepts the address alone.
  const { organizer } = common;
  const email = typeof organizer?.email === "string" ? parseMailbox(organizer.email).email : null;
  const written = { ...common, ...(email !== null && { organizer: { ...organizer, email } }) };
  const given = Object.entries(written).filter(([, value]) => value != null);
  const { data, problems } = checkCommonInput(Object.fromEntries(given));
  for (const [index, { text, days }] of draft.except.entries())
    if (days.length === 0) draft.refuse(`except.${index}`, explainNoDays(text));
  if (data !== undefined && draft.problems.length === 0) return data;
  throw new PlanError([...problems, ...draft.problems]);
}

function leaveOutDays(draft: Draft, timeZone: string | null): OptionTime[] {
  const { options, dropped, except } = draft;
  const skipped = dropped.flatMap((each) => ("local" in each ? each.local.slice(0, 10) : []));
  const days = [...listDays(options, timeZone), ...skipped];
  for (const [index, { text: day, days: own }] of except.entries())
    if (!own.some((each) => days.includes(each)))
      draft.note(`except.${index}`, "no option is on {day}", { day });
  const left: OptionTime[] = [];
  for (const option of options)
    if (draft.isExcluded(getStartDate(option, timeZone))) dropped.push({ reason: "excluded", option });
    else left.push(option);
  if (left.length > 0) return left;
  throw refuse("except", "leaves out all options", "which other days are possible");
}

/** The days in the poll's zone on which options start. */
const listDays = (options: readonly OptionTime[], timeZone: string | null) => [
  ...new Set(options.map((option) => getStartDate(option, timeZone))),
];

/** How to copy only the options that are ahead. Empty where that would leave out some of them, or all. */
function offerExcept(over: readonly OptionTime[], ahead: readonly OptionTime[], timeZone: string | null) {
  const [days, kept] = [listDays(over, timeZone), listDays(ahead, timeZone)];
  if (kept.length === 0 || days.some((day) => kept.includes(day))) return "";
  return `, unless they want only the others: then leave out the past ones with except (${days.join(", ")})`;
}

/** When an option that is ahead starts, if that is within a day. Without a zone it is not exact. */
function describeSoon(
  option: OptionTime,
  timeZone: string | null,
  localZone: string | undefined,
  now: number,
) {
  const zone = localZone ?? "UTC";
  const ms = getOptionInterval(option, timeZone, zone).start - now;
  if (ms >= dayMs) return undefined;
  if (getPastTime(option, timeZone, zone) <= now)
    return "may be past, depending on the time zone: check the dates";
  if (ms <= 0) return "is today";
  return timeZone === null && localZone === undefined
    ? "is less than a day away"
    : `starts in ${formatHours(ms)}`;
}

function formatHours(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  const [count, unit] = minutes < 60 ? [minutes, "minute"] : [Math.floor(minutes / 60), "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** The body of createPoll. Slots of the shared duration do not repeat it. */
function toBody(
  fields: CommonPollInput,
  options: readonly OptionTime[],
  { timeZone, duration }: PollRequest,
): CreatePollInput {
  const dates = options.filter((option) => "date" in option);
  if (dates.length > 0) return { ...fields, kind: "date", options: dates };
  const slots = options.filter((option) => "startTime" in option);
  return {
    ...fields,
    kind: "time",
    timeZone: timeZone ?? null,
    ...(duration !== undefined && { duration }),
    options: slots.map((slot) => (slot.duration === duration ? { startTime: slot.startTime } : slot)),
  };
}
