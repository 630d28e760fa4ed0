import * as z from "zod";
import { createCommonInput } from "./create-common-input.ts";
import { createDatePollInput } from "./create-date-poll-input.ts";
import { createTimePollInput } from "./create-time-poll-input.ts";
import { mostOptions } from "./defaults.ts";
import type { CreatePollInput } from "./inputs.ts";
import { listProblems, type Problem } from "./problems.ts";
import { checkSlotRules, tooManyOptions } from "./slot-rules.ts";

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
  data?: CreatePollInput | undefined;
  problems: Problem[];
}

function checkBody(body: unknown): Checked {
  const fields: Record<string, unknown> = typeof body === "object" ? { ...body } : {};
  if (fields["kind"] === "date") return checkDatePoll(fields);
  if (fields["kind"] === "time") return checkTimePoll(fields);
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

function checkDatePoll(fields: Record<string, unknown>): Checked {
  const { data, error } = createDatePollInput.safeParse(fields);
  const { options } = fields;
  const dates = new Set<unknown>(
    (Array.isArray(options) ? options : []).map(
      (option) => createDatePollInput.shape.options.element.safeParse(option).data?.date,
    ),
  );
  dates.delete(undefined);
  const problems = listProblems(error?.issues ?? []);
  if (dates.size > mostOptions) problems.push(tooManyOptions);
  return { data, problems };
}

function checkTimePoll(fields: Record<string, unknown>): Checked {
  const { data, error } = createTimePollInput.safeParse(fields);
  return { data, problems: [...listProblems(error?.issues ?? []), ...checkSlotRules(fields)] };
}
