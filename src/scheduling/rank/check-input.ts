import * as z from "zod/mini";
import { check } from "../../api/check/problems.ts";
import { PlanError } from "../../problem.ts";
import { person, queries } from "../people/shapes.ts";
import { checkLocalZone, option } from "../plan/check-request.ts";

const isText = (value: unknown) => typeof value === "string";

// By hand: a large poll has a hundred thousand spans.
const areSpans = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((span: unknown) => {
    const { start, end, modifiers } = Object(span);
    return isText(start) && isText(end) && Array.isArray(modifiers) && modifiers.every(isText);
  });

const people = z.optional(queries);

const fields = {
  poll: z.object({
    options: z.array(option),
    timeZone: z.nullable(z.string()),
  }),
  participants: z.array(
    z.extend(person, { availability: z.custom(areSpans, "must be a list of {start, end, modifiers}") }),
  ),
  ...{ required: people, among: people, exclude: people, optional: people },
  ...{ busy: z.optional(z.array(option)), now: z.optional(z.number()), localZone: z.optional(z.string()) },
};

const sessions = z.custom(
  (value) => value === 2 || value === 3,
  "must be 2 or 3: of more, every set reaches nearly everybody, and there are too many to compare",
);

const perOption = z.int().check(z.minimum(1), z.maximum(5));

const number = z.optional(z.number());

const inputs = {
  ranking: z.strictObject({ ...fields, minAvailable: number, minYes: number }),
  sessions: z.strictObject({ ...fields, sessions }),
  assignment: z.strictObject({ ...fields, perOption }),
};

/** Throws PlanError if the input of rankOptions, rankSessions or assignOptions has another shape. */
export function checkInput(kind: keyof typeof inputs, input: unknown): void {
  const { problems } = check(inputs[kind], input, "input");
  if (problems.length === 0) problems.push(...checkLocalZone(Object(input).localZone));
  if (problems.length > 0) throw new PlanError(problems);
}
