import { type CreatePollInput, checkCommonInput } from "../../api/web.ts";
import { isCalendarDate, normalizeTimeZone, type OptionTime } from "../../time/index.ts";
import { extractAddress } from "../mailboxes.ts";
import { PlanError, type PlanNote, quote } from "./errors.ts";
import { checkEntries, validateCount } from "./option-count.ts";
import { type PlannedOptions, planTimes } from "./plan-times.ts";
import type { PlanOptions, PollRequest } from "./poll-request.ts";

/** A poll ready to be created, its options in order, and notes about them. */
export interface PollPlan {
  /** Whole days, or resolved UTC startTimes: never wall-clock times or generators. */
  body: CreatePollInput;
  /** The options by start, each slot with its length. */
  slots: OptionTime[];
  /** Notes for the person, such as options that were left out. */
  notes: PlanNote[];
}

/**
 * Turns a request into the body of createPoll. Throws PlanError naming every problem at once.
 *
 * @example
 * planPoll({ title: "Sync", kind: "time", timeZone: "Europe/Berlin", duration: 30, times: [{ start: "2027-03-01 09:00" }] },
 *   { offsets: "must-match" }).body.options // [{ startTime: "2027-03-01T08:00:00Z" }]
 */
export function planPoll(request: PollRequest, options: PlanOptions): PollPlan {
  const common = checkCommonFields(request);
  if (request.kind === "date") {
    const { options: dates, notes, problems } = planDates(request, options);
    if (!common.fields || problems.length > 0) throw new PlanError([...common.problems, ...problems]);
    return { body: { ...common.fields, kind: "date", options: dates }, slots: dates, notes };
  }
  const { options: slots, notes, problems } = planTimes(request, options);
  if (!common.fields || problems.length > 0) throw new PlanError([...common.problems, ...problems]);
  const timeZone = request.timeZone === undefined ? undefined : normalizeTimeZone(request.timeZone);
  const { duration } = request;
  const body: CreatePollInput = {
    ...common.fields,
    kind: "time",
    ...(timeZone !== undefined && { timeZone }),
    ...(duration !== undefined && { duration }),
    options: slots.map((slot) => (slot.duration === duration ? { startTime: slot.startTime } : { ...slot })),
  };
  return { body, slots, notes };
}

/** Plans the days of a date poll. No time zone is ever involved. */
function planDates(request: PollRequest, { filter }: PlanOptions): PlannedOptions<{ date: string }> {
  const planned: PlannedOptions<{ date: string }> = { options: [], notes: [], problems: [] };
  for (const field of ["timeZone", "duration", "times", "windows"] as const) {
    if (request[field] === undefined) continue;
    planned.problems.push({
      path: field,
      message: "belongs to a poll of kind time, not to one about whole dates",
    });
  }
  const dates = request.dates ?? [];
  if (dates.length === 0) planned.problems.push({ path: "dates", message: "needs at least one date" });
  const tooMany = checkEntries("dates", dates.length);
  if (tooMany.length > 0) return { ...planned, problems: [...planned.problems, ...tooMany] };
  const seen = new Map<string, number>();
  dates.forEach((date, index) => {
    const path = `dates.${index}`;
    const first = seen.get(date);
    if (!isCalendarDate(date)) {
      planned.problems.push({
        path,
        message: `${quote(date)} is not a date that exists, written YYYY-MM-DD`,
      });
    } else if (first !== undefined) {
      planned.notes.push({ path, message: `is the same day as dates.${first}, so it was left out` });
    } else {
      seen.set(date, index);
    }
  });
  const options = [...seen.keys()].sort().map((date) => ({ date }));
  planned.options = filter === undefined || planned.problems.length > 0 ? options : filter(options, null);
  planned.problems.push(...validateCount(planned.options.length, "dates"));
  return planned;
}

/** Validates the fields that both kinds of poll have, with the schema of the API. */
export function checkCommonFields(request: PollRequest) {
  const { kind: _, dates, timeZone, duration, times, windows, ...common } = request;
  const given = Object.fromEntries(Object.entries(common).filter(([, value]) => value !== undefined));
  const organizer = request.organizer && normalizeOrganizer(request.organizer);
  const { data, problems } = checkCommonInput({ ...given, ...(organizer && { organizer }) });
  return { fields: data, problems };
}

/** Takes the address out of `Name <address>`, the form in calendars and emails. The service accepts the address alone. */
function normalizeOrganizer(organizer: { email: string }): { email: string } {
  const { email } = organizer;
  return typeof email === "string" ? { ...organizer, email: extractAddress(email) } : organizer;
}
