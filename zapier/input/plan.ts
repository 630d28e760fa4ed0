import { maxLengths } from "../../src/api/web.ts";
import { PlanError, type PollRequest, planPoll } from "../../src/scheduling/index.ts";
import { type ParsedInput, parseCreatePoll } from "./create-poll-input.ts";
import type { FormValues } from "./form-values.ts";
import { InputError, quoteValue } from "./input-error.ts";
import { formatLimit, labelPath, labels } from "./labels.ts";
import { findWeekdayName } from "./window.ts";

/** The body of a create request, with instants or calendar days only, and notes for the person. */
export interface PlannedPoll {
  body: ReturnType<typeof planPoll>["body"];
  notes: string[];
}

/**
 * Turns a form into a create request. Wall-clock times become instants here, because the service's own conversion errs
 * near clock changes. `now` is in milliseconds. Throws `InputError` naming every field that cannot be used.
 */
export function planInput(values: FormValues, accountZone: string | null, now: number): PlannedPoll {
  const { request, sources, notes: parsed } = parseCreatePoll(values, accountZone, now);
  const name = (path: string) => namePlace(path, sources);
  const reword = (message: string) => rewordMessage(message, name);
  try {
    const { body, notes } = planPoll(request, { offsets: "absolute", now, past: "omit" });
    const planned = notes.map(({ path, message }) => `${name(path)}: ${reword(message)}.`);
    return { body, notes: [...listFloatingNotes(values, request), ...parsed, ...planned] };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new InputError(
      error.problems.map(({ path, message }) => ({
        field: name(path),
        message: `${fieldLimits.get(path) ?? reword(message)}.`,
      })),
    );
  }
}

/** The service's limits on fields, in words for people. */
export const fieldLimits = new Map([
  ["title", `must have from 1 to ${maxLengths.title} characters`],
  ["description", `must have at most ${formatLimit(maxLengths.description)} characters`],
  ["location", `must have at most ${maxLengths.location} characters`],
  ["conferencing.label", `must have from 1 to ${maxLengths.callLabel} characters`],
  ["conferencing.uri", "must be a web link such as https://meet.example.com/team"],
  ["organizer.email", "must be an email address such as alex@example.com"],
]);

/** The note for a poll without a time zone, which may not be what was meant. */
function listFloatingNotes(values: FormValues, { kind, timeZone }: PollRequest): string[] {
  if (kind === "date" || timeZone !== undefined) return [];
  const reason =
    values["time_zone"] === undefined ? "it is empty, and your Zapier account has none" : "it is floating";
  return [
    `${labels.time_zone}: ${reason}, so the poll has no time zone. Everyone sees the same clock times, wherever they are.`,
  ];
}

/** The label of the field, with the text of the value where the field holds several. */
function namePlace(path: string, sources: ParsedInput["sources"]): string {
  const [, index] = /^times\.(\d+)/.exec(path) ?? [];
  const source = index === undefined ? undefined : sources[Number(index)];
  return source === undefined ? labelPath(path) : `${labels[source.key]} ${quoteValue(source.text)}`;
}

/** A message of the planner with labels of the form instead of paths. */
const rewordMessage = (message: string, name: (path: string) => string): string =>
  message
    .replace(/\b(?:dates|times|windows)\.\d+(?:\.\w+)?|\btimeZone\b/g, name)
    .replace(/\bstartDate\b/g, labels.start_date)
    .replace(/\bendDate\b/g, labels.end_date)
    .replace(/\binterval(?= \d)/g, labels.interval)
    .replace(/\bfrom(?= \(|,)/g, labels.from)
    .replace(/\b(?:mon|tue|wed|thu|fri|sat|sun)\b/g, findWeekdayName);
