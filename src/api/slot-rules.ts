import { expandGenerator, findSlotProblems, resolveLocal, type Slot, SlotProblem } from "../time/index.ts";
import { createTimePollInput, slotGenerator, timeOptionInput } from "./create-time-poll-input.ts";
import { mostOptions } from "./defaults.ts";
import type { Problem } from "./problems.ts";

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const { duration: durationShape, timeZone: zoneShape } = createTimePollInput.shape;

/**
 * What is wrong with a time poll's slots beyond its single fields. Reads the body as it came, so that a mistake in
 * one field does not hide one here.
 */
export function checkSlotRules(body: Fields): Problem[] {
  const { options, generators, duration } = body;
  const problems: Problem[] = [];
  if (options === undefined && generators === undefined) {
    problems.push({ field: "options", message: "Give options, generators or both" });
  }
  if (duration === undefined) problems.push(...checkDuration(options, generators));
  const windows = listOf(generators).flatMap((generator, index) =>
    checkWindow(generator, duration).map((problem) => ({
      ...problem,
      field: `generators.${index}.${problem.field}`,
    })),
  );
  return [...problems, ...windows, ...checkCount(body)];
}

function checkDuration(options: unknown, generators: unknown): Problem[] {
  const bare = listOf(options).findIndex((option) => isFields(option) && option["duration"] === undefined);
  if (generators === undefined && bare < 0) return [];
  const reason = generators === undefined ? `options.${bare} has none of its own` : "generators need it";
  return [{ field: "duration", message: `Required: ${reason}` }];
}

const text = (value: unknown) => (typeof value === "string" ? value : "");

function checkWindow(generator: unknown, duration: unknown): Problem[] {
  if (!isFields(generator)) return [];
  const days = slotGenerator.shape.days.safeParse(generator["days"]);
  const found = findSlotProblems(
    {
      startDate: text(generator["startDate"]),
      endDate: text(generator["endDate"]),
      from: text(generator["from"]),
      to: text(generator["to"]),
      days: days.data,
    },
    { timeZone: null, duration: typeof duration === "number" ? duration : 1 },
  );
  // The shape has already said what is wrong with a field by itself.
  const shape = slotGenerator.pick({ endDate: true, to: true, days: true });
  const wrong = new Set(
    shape
      .strip()
      .safeParse(generator)
      .error?.issues.map(({ path }) => String(path[0])),
  );
  return found.filter(({ field }) => ["endDate", "to", "days"].includes(field) && !wrong.has(field));
}

function checkCount(body: Fields): Problem[] {
  const zone = zoneShape.safeParse(body["timeZone"]);
  if (!zone.success) return [];
  const standard = durationShape.safeParse(body["duration"]).data ?? 0;
  const timeZone = zone.data ?? null;
  const slots = new Set<string>();
  for (const option of listOf(body["options"])) {
    const { data } = timeOptionInput.safeParse(option);
    if (data) slots.add(`${findInstant(data.startTime, timeZone)} ${data.duration ?? standard}`);
  }
  const problems: Problem[] = [];
  for (const [index, generator] of listOf(body["generators"]).entries()) {
    if (slots.size > mostOptions) break;
    const { data } = slotGenerator.safeParse(generator);
    if (!data || standard === 0 || checkWindow(generator, standard).length > 0) continue;
    const expanded = expand(data, timeZone, standard);
    if (expanded instanceof SlotProblem) {
      problems.push({ field: `generators.${index}.${expanded.field}`, message: expanded.message });
    } else {
      for (const slot of expanded) slots.add(`${Date.parse(slot.startTime)} ${slot.duration}`);
    }
  }
  return slots.size > mostOptions ? [...problems, tooManyOptions] : problems;
}

/** The problem of a poll that would have more options than the service takes. */
export const tooManyOptions: Problem = {
  field: "options",
  message: `More than ${mostOptions} options once generators are expanded and duplicates removed`,
};

function expand(
  generator: Parameters<typeof expandGenerator>[0],
  timeZone: string | null,
  duration: number,
): Slot[] | SlotProblem {
  try {
    // One above the limit is enough to know; a year of quarter hours would be thousands.
    return expandGenerator(generator, { timeZone, duration, gap: "forward", limit: mostOptions + 1 }).slots;
  } catch (problem) {
    // Only a change of the clocks can still leave no room for a slot.
    if (problem instanceof SlotProblem) return problem;
    throw problem;
  }
}

/** The instant, in milliseconds, of a startTime as the contract reads it: absolute, in the zone, or floating. */
export function findInstant(startTime: string, timeZone: string | null): number {
  if (/(Z|[+-]\d\d:\d\d)$/.test(startTime)) return Date.parse(startTime);
  return Date.parse(timeZone === null ? `${startTime}Z` : resolveLocal(startTime, timeZone).instant);
}
