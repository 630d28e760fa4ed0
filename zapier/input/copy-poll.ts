/** Turns the form of Copy Poll and the poll into a create request. */
import type { Poll } from "../../src/api/web.ts";
import { maxShiftDays, type PastRule, PlanError, planCopy } from "../../src/scheduling/index.ts";
import { choice, getChoice } from "./choice.ts";
import { explainPlan, parseDetails } from "./create-poll.ts";
import { type FormValues, getSingle, needSingle } from "./form-values.ts";
import { ProblemList, quoteValue, refuse } from "./input-error.ts";
import { labelOf, labelPath } from "./labels.ts";
import { requirePoll } from "./poll.ts";

const pastRules = { stop: "refuse", leave_out: "omit", move_on: "repeat" } as const satisfies Record<
  string,
  PastRule
>;

/** The choices of Past Options. */
export const pastChoices = [
  choice("stop", "Stop with an error"),
  choice("leave_out", "Leave them out"),
  choice("move_on", "Move on by the same days until all options are ahead"),
];

/** What a person asks of Copy Poll. Throws `InputError` naming every field that cannot be used. */
export function parseCopyForm(values: FormValues) {
  const problems = new ProblemList();
  const pollId = problems.try(() => requirePoll(values)) ?? "";
  const shiftDays = problems.try(() => parseMoveBy(values)) ?? 0;
  const past = problems.try(() => getChoice(values, "past_options", pastChoices)) ?? "stop";
  const title = problems.try(() => getSingle(values, "title"));
  const details = parseDetails(values, problems);
  problems.throwIfAny();
  const changes = { ...(title !== undefined && { title }), ...details };
  return { pollId, shiftDays, past: pastRules[past as keyof typeof pastRules], changes };
}

// After "days" and "weeks" nothing follows; "14.0" is how sheets give a whole number.
const written =
  /^(?:P(?=\d+[DW]$))?(?<sign>[+\-\u2212]?) ?(?<count>\d{1,4}|an?|one)(?:\.0+)? ?(?<unit>d|days?|w|wks?|weeks?)?$/i;

function parseMoveBy(values: FormValues): number {
  const text = needSingle(values, "move_by", "is required. Enter how far the options move, such as 1 week.");
  const { sign = "", count = "", unit = "d" } = (text.length > 30 ? null : written.exec(text))?.groups ?? {};
  const explain = (message: string) =>
    refuse("move_by", `${quoteValue(text)} ${message}`, "Write it as 7, 10 days or 2 weeks.");
  if (/\b(?:months?|years?)\b/i.test(text.slice(0, 100)))
    throw explain("has a month or a year, which differ in length.");
  if (count === "") throw explain("is not a number of days or weeks.");
  const number = /^\d/.test(count) ? Number(count) : 1;
  const days = (sign === "" || sign === "+" ? 1 : -1) * number * (/^w/i.test(unit) ? 7 : 1);
  if (Math.abs(days) > maxShiftDays) throw explain("is more than ten years.");
  // Not -0, which the output would show.
  return days === 0 ? 0 : days;
}

/**
 * Plans the copy of a poll. `now` is in milliseconds. Throws `InputError` naming every field that cannot be
 * used.
 */
export function planPollCopy(
  poll: Poll,
  { shiftDays, past, changes }: Omit<ReturnType<typeof parseCopyForm>, "pollId">,
  now: number,
) {
  try {
    const { body, movedDays, notes } = planCopy(poll, changes, { shiftDays, past, now });
    return { body, movedDays, notes: notes.map(({ path, message }) => `${namePath(path)}: ${message}.`) };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    const isPast = error.problems.some(({ path }) => path === "shiftDays");
    throw explainPlan(error, namePath, isPast ? pastHint : undefined);
  }
}

const pastHint = `Move the poll further, or choose under ${labelOf("past_options")} what happens to them.`;

/** Options and time zone are not in the form: they belong to the poll. */
function namePath(path: string): string {
  if (path === "shiftDays") return labelOf("move_by");
  return /^(?:options|timeZone)\b/.test(path) ? "Poll" : labelPath(path);
}
