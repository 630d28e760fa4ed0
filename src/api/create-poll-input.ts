import * as z from "zod";
import type { Problem } from "../problem.ts";
import { expandGenerator, resolveLocal, type Slot, SlotError, validateGenerator } from "../time/index.ts";
import {
  createCommonInput,
  createDatePollInput,
  createTimePollInput,
  slotGenerator,
  timeOptionInput,
} from "./create-poll-fields.ts";
import { toProblems } from "./errors.ts";
import type { CreatePollInput } from "./inputs.ts";
import { maxOptions } from "./poll-limits.ts";

/**
 * The body of createPoll, validated as a whole: the shape and the rules that span fields. A zod union would stop at a
 * wrong `kind`, and zod's refinements at a wrong shape. Here neither hides the other problems.
 */
export const createPollInput = z.custom<CreatePollInput>().transform((body, context): CreatePollInput => {
  const { data, problems } = checkBody(body);
  for (const { path, message } of problems) {
    context.addIssue({ code: "custom", path: path === "input" ? [] : path.split("."), message });
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
  return { problems: toProblems(error?.issues ?? []) };
}

// Without a valid kind, checks the common fields and finds fields that neither kind has.
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
  const problems = toProblems(error?.issues ?? []);
  if (dates.size > maxOptions) problems.push(tooManyOptions);
  return { data, problems };
}

function checkTimePoll(fields: Record<string, unknown>): Checked {
  const { data, error } = createTimePollInput.safeParse(fields);
  return { data, problems: [...toProblems(error?.issues ?? []), ...validateSlots(fields)] };
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const { duration: durationShape, timeZone: zoneShape } = createTimePollInput.shape;

/**
 * The problems of a time poll's slots that span fields. Takes the body before validation, so that an invalid field does not
 * hide them.
 */
function validateSlots(body: Fields): Problem[] {
  const { options, generators, duration } = body;
  const problems: Problem[] = [];
  if (options === undefined && generators === undefined) {
    problems.push({ path: "options", message: "Give options, generators or both" });
  }
  if (duration === undefined) problems.push(...validateDuration(options, generators));
  const windows = listOf(generators).flatMap((generator, index) =>
    validateWindow(generator, duration).map((problem) => ({
      ...problem,
      path: `generators.${index}.${problem.path}`,
    })),
  );
  return [...problems, ...windows, ...validateCount(body)];
}

function validateDuration(options: unknown, generators: unknown): Problem[] {
  const withoutDuration = listOf(options).findIndex(
    (option) => isFields(option) && option["duration"] === undefined,
  );
  if (generators === undefined && withoutDuration < 0) return [];
  const reason =
    generators === undefined ? `options.${withoutDuration} has no duration` : "generators need it";
  return [{ path: "duration", message: `Required: ${reason}` }];
}

const text = (value: unknown) => (typeof value === "string" ? value : "");

function validateWindow(generator: unknown, duration: unknown): Problem[] {
  if (!isFields(generator)) return [];
  const days = slotGenerator.shape.days.safeParse(generator["days"]);
  const found = validateGenerator(
    {
      startDate: text(generator["startDate"]),
      endDate: text(generator["endDate"]),
      from: text(generator["from"]),
      to: text(generator["to"]),
      days: days.data,
    },
    { timeZone: null, duration: typeof duration === "number" ? duration : 1 },
  );
  // The schema already reports a field that is invalid by itself.
  const shape = slotGenerator.pick({ endDate: true, to: true, days: true });
  const wrong = new Set(
    shape
      .strip()
      .safeParse(generator)
      .error?.issues.map(({ path }) => String(path[0])),
  );
  return found.filter(({ path }) => ["endDate", "to", "days"].includes(path) && !wrong.has(path));
}

function validateCount(body: Fields): Problem[] {
  const zone = zoneShape.safeParse(body["timeZone"]);
  if (!zone.success) return [];
  const standard = durationShape.safeParse(body["duration"]).data ?? 0;
  const timeZone = zone.data ?? null;
  const slots = new Set<string>();
  for (const option of listOf(body["options"])) {
    const { data } = timeOptionInput.safeParse(option);
    if (data) slots.add(`${toInstantMs(data.startTime, timeZone)} ${data.duration ?? standard}`);
  }
  const problems: Problem[] = [];
  for (const [index, generator] of listOf(body["generators"]).entries()) {
    if (slots.size > maxOptions) break;
    const { data } = slotGenerator.safeParse(generator);
    if (!data || standard === 0 || validateWindow(generator, standard).length > 0) continue;
    const expanded = expand(data, timeZone, standard);
    if (expanded instanceof SlotError) {
      problems.push({ path: `generators.${index}.${expanded.path}`, message: expanded.message });
    } else {
      for (const slot of expanded) slots.add(`${Date.parse(slot.startTime)} ${slot.duration}`);
    }
  }
  return slots.size > maxOptions ? [...problems, tooManyOptions] : problems;
}

/** The problem of a poll with more options than the service accepts. */
const tooManyOptions: Problem = {
  path: "options",
  message: `More than ${maxOptions} options once generators are expanded and duplicates removed`,
};

function expand(
  generator: Parameters<typeof expandGenerator>[0],
  timeZone: string | null,
  duration: number,
): Slot[] | SlotError {
  try {
    // One slot above the limit is enough. A year of quarter hours would be thousands.
    return expandGenerator(generator, { timeZone, duration, gap: "forward", limit: maxOptions + 1 }).slots;
  } catch (problem) {
    // The generator is valid, so only a clock change can make its windows too short for a slot.
    if (problem instanceof SlotError) return problem;
    throw problem;
  }
}

/** The instant of a startTime in milliseconds since 1970: absolute, in the zone, or floating (as UTC). */
export function toInstantMs(startTime: string, timeZone: string | null): number {
  if (/(Z|[+-]\d\d:\d\d)$/.test(startTime)) return Date.parse(startTime);
  return Date.parse(timeZone === null ? `${startTime}Z` : resolveLocal(startTime, timeZone).instant);
}
