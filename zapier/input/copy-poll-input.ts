import type { Poll } from "../../src/api/web.ts";
import {
  maxShiftDays,
  type PastRule,
  PlanError,
  type PollChanges,
  type PollCopy,
  planCopy,
} from "../../src/scheduling/index.ts";
import { type Choice, choice, getChoice } from "./choice.ts";
import { parseDetails, parseSettings } from "./create-poll-input.ts";
import { type FormValues, getSingle } from "./form-values.ts";
import { InputError, quoteValue } from "./input-error.ts";
import { labelField, labelPath } from "./labels.ts";
import { fieldLimits } from "./plan.ts";
import { requirePoll } from "./poll-id.ts";
import { createReader } from "./values.ts";

/** What a person asks of Copy Poll. */
export interface CopyRequest {
  pollId: string;
  shiftDays: number;
  past: PastRule;
  changes: PollChanges;
}

const pastRules = { stop: "refuse", leave_out: "omit", move_on: "repeat" } as const satisfies Record<
  string,
  PastRule
>;

/** The choices of Past Options. */
export const pastChoices: Choice<keyof typeof pastRules>[] = [
  choice("stop", "Stop with an error"),
  choice("leave_out", "Leave them out"),
  choice("move_on", "Move on by the same days until all options are ahead"),
];

/** Parses the form of Copy Poll. Throws `InputError` naming every field that cannot be used. */
export function parseCopyPoll(values: FormValues): CopyRequest {
  const reader = createReader(values);
  const title = reader.text("title");
  const { conferencing, ...details } = parseDetails(reader);
  const settings = parseSettings(reader);
  const collect = <Value>(parse: () => Value): Value | undefined => {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      reader.problems.push(...error.problems);
      return undefined;
    }
  };
  const shiftDays = collect(() => parseMoveBy(values));
  const past = collect(
    () => getChoice(values, "past_options", labelField("past_options"), pastChoices) ?? "stop",
  );
  const pollId = collect(() => requirePoll(values));
  if (reader.problems.length > 0 || pollId === undefined || shiftDays === undefined || past === undefined)
    throw new InputError(reader.problems);
  const changes = {
    ...(title !== undefined && { title }),
    ...(conferencing !== undefined && { conferencing }),
    ...details,
    ...settings,
  };
  return { pollId, shiftDays, past: pastRules[past], changes };
}

const hint = "Write it as 7, 10 days or 2 weeks.";

// After "days" and "weeks" nothing follows; "14.0" is how sheets give a whole number.
const written =
  /^(?:P(?=\d+[DW]$))?(?<sign>[+\-\u2212]?) ?(?<count>\d{1,4}|an?|one)(?:\.0+)? ?(?<unit>d|days?|w|wks?|weeks?)?$/i;

function parseMoveBy(values: FormValues): number {
  const field = labelField("move_by");
  const text = getSingle(values, "move_by", field);
  if (text === undefined)
    throw new InputError([
      { field, message: "is required. Enter how far the options move, such as 1 week." },
    ]);
  const { sign = "", count = "", unit = "d" } = (text.length > 30 ? null : written.exec(text))?.groups ?? {};
  const refuse = (message: string) =>
    new InputError([{ field, message: `${quoteValue(text)} ${message}`, hint }]);
  if (/\b(?:months?|years?)\b/i.test(text.slice(0, 100)))
    throw refuse("has a month or a year, which differ in length.");
  if (count === "") throw refuse("is not a number of days or weeks.");
  const number = /^\d/.test(count) ? Number(count) : 1;
  const days = (sign === "" || sign === "+" ? 1 : -1) * number * (/^w/i.test(unit) ? 7 : 1);
  if (Math.abs(days) > maxShiftDays) throw refuse("is more than ten years.");
  // Not -0, which the output would show.
  return days === 0 ? 0 : days;
}

/** A copy to create, and notes for the person. */
export interface PlannedCopy extends Pick<PollCopy, "body" | "movedDays"> {
  notes: string[];
}

/** Plans the copy of a poll. `now` is in milliseconds. Throws `InputError` naming every field that cannot be used. */
export function planPollCopy(
  poll: Poll,
  { shiftDays, past, changes }: CopyRequest,
  now: number,
): PlannedCopy {
  try {
    const { body, movedDays, notes } = planCopy(poll, changes, { shiftDays, past, now });
    return { body, movedDays, notes: notes.map(({ path, message }) => `${namePath(path)}: ${message}.`) };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new InputError(
      error.problems.map(({ path, message }) => ({
        field: namePath(path),
        message: `${fieldLimits.get(path) ?? message}.`,
        ...(path === "shiftDays" && { hint: pastHint }),
      })),
    );
  }
}

const pastHint = `Move the poll further, or choose under ${labelField("past_options")} what happens to them.`;

/** Options and time zone are not in the form: they belong to the poll. */
function namePath(path: string): string {
  if (path === "shiftDays") return labelField("move_by");
  return /^(?:options|timeZone)\b/.test(path) ? "Poll" : labelPath(path);
}
