import * as z from "zod";
import { createCommonInput } from "./create-common-input.ts";
import { createDatePollInput } from "./create-date-poll-input.ts";
import { createTimePollInput } from "./create-time-poll-input.ts";
import { mostOptions } from "./defaults.ts";
import { listProblems, type Problem } from "./problems.ts";
import { checkSlotRules, tooManyOptions } from "./slot-rules.ts";

/** The body of createPoll: a poll of either kind. */
export type CreatePollInput = z.input<typeof createDatePollInput> | z.input<typeof createTimePollInput>;

/**
 * The body of createPoll, checked whole: shape and the rules that span fields, at once. A zod union would stop at a
 * wrong `kind`, and zod's refinements at a wrong shape; here neither hides the other problems.
 */
export const createPollInput = z.custom<CreatePollInput>().transform((body, context): CreatePollInput => {
  const { data, problems } = checkBody(body);
  for (const { field, message } of problems) {
    context.addIssue({ code: "custom", path: field === "input" ? [] : field.split("."), message });
  }
  return data ?? z.NEVER;
});

interface Checked {
  data?: CreatePollInput;
  problems: Problem[];
}

function checkBody(body: unknown): Checked {
  const kind = typeof body === "object" && body !== null && "kind" in body ? body.kind : undefined;
  if (kind === "date") return checkDatePoll(body);
  if (kind === "time") return checkTimePoll(body);
  const { error } = unclearInput.safeParse(body);
  return { problems: listProblems(error?.issues ?? []) };
}

// What can be said while nobody knows which kind is meant: the common fields, and fields that neither kind has.
const unclearInput = z.strictObject({
  ...Object.fromEntries(
    [createDatePollInput, createTimePollInput].flatMap(({ shape }) =>
      Object.keys(shape).map((field) => [field, z.unknown().optional()]),
    ),
  ),
  ...createCommonInput,
  kind: z.enum(["date", "time"]),
});

function checkDatePoll(body: unknown): Checked {
  const { data, error } = createDatePollInput.safeParse(body);
  const dates = new Set<unknown>(
    listFrom(body, "options").map(
      (option) => createDatePollInput.shape.options.element.safeParse(option).data?.date,
    ),
  );
  dates.delete(undefined);
  const problems = listProblems(error?.issues ?? []);
  if (dates.size > mostOptions) problems.push(tooManyOptions);
  return data && problems.length === 0 ? { data, problems } : { problems };
}

function checkTimePoll(body: unknown): Checked {
  const { data, error } = createTimePollInput.safeParse(body);
  const problems = [...listProblems(error?.issues ?? []), ...checkSlotRules(Object.assign({}, body))];
  return data && problems.length === 0 ? { data, problems } : { problems };
}

function listFrom(body: unknown, field: "options"): unknown[] {
  const value =
    typeof body === "object" && body !== null && field in body ? Object.assign({}, body)[field] : undefined;
  return Array.isArray(value) ? value : [];
}
