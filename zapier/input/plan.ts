import { PlanError, type PollRequest, planPoll } from "../../src/scheduling/index.ts";
import type { FormValues } from "./blanks.ts";
import { parseCreatePoll } from "./create-poll-input.ts";
import { InputError, quoteValue } from "./input-error.ts";
import { labelPath, labels } from "./labels.ts";
import { maxOffsetMs } from "./time-context.ts";
import { findWeekdayName } from "./weekdays.ts";

/** A create body made only of resolved instants or calendar days, and what the person should know about it. */
export interface PlannedPoll {
  body: ReturnType<typeof planPoll>["body"];
  notes: string[];
}

/**
 * From a form to what is sent: wall-clock times are resolved here, so that the service never has to.
 * Throws `FormRefusal` naming every field that cannot be used; nothing has been sent then.
 */
export function planInput(values: FormValues, accountZone: string | null, now: number): PlannedPoll {
  const { wishes, timeTexts, notes: read } = parseCreatePoll(values, accountZone, now);
  const name = (path: string) => namePlace(path, timeTexts);
  const reword = (message: string) => rewordMessage(message, name);
  // A floating clock time is past once it has passed everywhere.
  const notBefore = wishes.timeZone === undefined ? now - maxOffsetMs : now;
  try {
    const { body, notes } = planPoll(wishes, { offsets: "absolute", notBefore });
    const planned = notes.map(({ path, message }) => `${name(path)}: ${reword(message)}.`);
    return { body, notes: [...remarkOnFloating(values, wishes, name), ...read, ...planned] };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new InputError(
      error.problems.map(({ path, message }) => ({
        field: name(path),
        message: `${rules.get(path) ?? reword(message)}.`,
      })),
    );
  }
}

/** What the service demands of the fields that both kinds share, in our words. */
const rules = new Map([
  ["title", "must have from 1 to 255 characters"],
  ["description", "must have at most 1,000 characters"],
  ["location", "must have at most 255 characters"],
  ["conferencing.label", "must have from 1 to 100 characters"],
  ["conferencing.uri", "must be a web link such as https://meet.example.com/team"],
  ["organizer.email", "must be an email address such as alex@example.com"],
  ["duration", "must be a whole number of minutes from 15 to 1440"],
]);

const everywhere = "so the poll has no time zone: everybody sees the same clock times, wherever they are.";

const lostOffset = "its offset is lost, since the poll is floating: it was taken as that moment in UTC.";

/** A poll without a time zone, and moments in one: no mistakes, but perhaps not what was meant. */
function remarkOnFloating(
  values: FormValues,
  { kind, timeZone, times = [] }: PollRequest,
  name: (path: string) => string,
): string[] {
  if (kind === "date" || timeZone !== undefined) return [];
  const placed = times.flatMap(({ start }, index) => (/[+-](?!00:00)\d{2}:\d{2}$/.test(start) ? index : []));
  const reason =
    values["time_zone"] === undefined
      ? "none was given, and your Zapier account names none"
      : "it is floating";
  return [
    `${labels.time_zone}: ${reason}, ${everywhere}`,
    ...placed.map((index) => `${name(`times.${index}`)}: ${lostOffset}`),
  ];
}

/** The label of the field, with the value meant where the field holds several, as it was written. */
function namePlace(path: string, timeTexts: readonly string[]): string {
  const [, index] = /^times\.(\d+)/.exec(path) ?? [];
  const text = index === undefined ? undefined : timeTexts[Number(index)];
  return text === undefined ? labelPath(path) : `${labelPath(path)} ${quoteValue(text)}`;
}

/** A message of the planner with the names of the form for its fields and values. */
const rewordMessage = (message: string, name: (path: string) => string): string =>
  message
    .replace(/\b(?:dates|times|windows)\.\d+(?:\.\w+)?|\btimeZone\b/g, name)
    .replace(/\bstartDate\b/g, labels.start_date)
    .replace(/\bendDate\b/g, labels.end_date)
    .replace(/\bfrom(?= \(|,)/g, labels.from)
    .replace(/\b(?:mon|tue|wed|thu|fri|sat|sun)\b/g, findWeekdayName);
