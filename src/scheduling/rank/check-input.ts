import * as is from "../../api/check/checks.ts";
import type { Problem } from "../../problem.ts";
import { isCalendarDate } from "../../time/index.ts";
import { getOptionEnd } from "../../time/options.ts";
import { personFields, queries } from "../people/shapes.ts";
import { checkLocalZone, PlanError } from "../plan/errors.ts";

const isText = (value: unknown) => typeof value === "string";

function isOption(value: unknown): boolean {
  const { date, startTime, duration } = Object(value);
  if (date !== undefined) return isText(date) && isCalendarDate(date);
  const isSlot = isText(startTime) && typeof duration === "number";
  return isSlot && !Number.isNaN(new Date(getOptionEnd({ startTime, duration })).getTime());
}

// By hand: a large poll has a hundred thousand spans.
const areSpans = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((span: unknown) => {
    const { start, end, modifiers } = Object(span);
    return isText(start) && isText(end) && Array.isArray(modifiers) && modifiers.every(isText);
  });

const people = is.optional(queries);

const fields = {
  poll: is.object({
    options: is.list(is.that(isOption, "must be {date}, or {startTime, duration}")),
    timeZone: is.nullable(is.string),
  }),
  participants: is.list(
    is.object({
      ...personFields,
      availability: is.that(areSpans, "must be a list of {start, end, modifiers}"),
    }),
  ),
  ...{ required: people, among: people, exclude: people, optional: people },
  ...{ now: is.optional(is.number), localZone: is.optional(is.string) },
};

const rankingInput = is.strictObject({
  ...fields,
  ...{ minAvailable: is.optional(is.number), minYes: is.optional(is.number) },
});

const sessions = is.that(
  (value) => value === 2 || value === 3,
  "must be 2 or 3: of more, every set reaches nearly everybody, and there are too many to compare",
);

const sessionsInput = is.strictObject({ ...fields, sessions });

/** The problem of a number of sessions, if it has one. */
export const checkSessions = (value: unknown): readonly Problem[] =>
  is.object({ sessions })({ sessions: value });

/** Throws PlanError if the input of rankOptions or rankSessions has another shape. */
export function checkInput(kind: "ranking" | "sessions", input: unknown): void {
  const problems = is.findProblems(kind === "ranking" ? rankingInput : sessionsInput, input, "input");
  if (problems.length === 0) problems.push(...checkLocalZone(Object(input).localZone));
  if (problems.length > 0) throw new PlanError(problems);
}
