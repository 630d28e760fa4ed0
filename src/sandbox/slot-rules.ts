import type { FieldProblem } from "./problem.ts";

// These rules span fields, so they read the body as it came: a mistake elsewhere must not hide one here.
type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const dayLength = 86_400_000;

/** Everything wrong with a time poll's slots that no single field shows. */
export function checkSlotRules(body: Fields): FieldProblem[] {
  const { options, generators, duration } = body;
  const problems: FieldProblem[] = [];
  if (options === undefined && generators === undefined) {
    problems.push({ field: "options", message: "Either options or generators is required" });
  }
  const needsDuration =
    generators !== undefined ||
    (Array.isArray(options) &&
      options.some((option) => isFields(option) && option["duration"] === undefined));
  if (needsDuration && duration === undefined) {
    problems.push({
      field: "duration",
      message: "Required with generators and when an option has no duration of its own",
    });
  }
  if (Array.isArray(generators)) {
    for (const [index, generator] of generators.entries()) {
      if (!isFields(generator)) continue;
      for (const problem of [...checkWindow(generator, duration), ...checkRange(generator)]) {
        problems.push({ ...problem, field: `generators.${index}.${problem.field}` });
      }
    }
  }
  return problems;
}

function checkWindow(generator: Fields, duration: unknown): FieldProblem[] {
  const from = minutesOfDay(generator["from"]);
  const to = minutesOfDay(generator["to"]);
  if (from === null || to === null) return [];
  if (to <= from) return [{ field: "to", message: "Must be after from" }];
  if (typeof duration === "number" && to - from < duration) {
    return [{ field: "to", message: "The window is shorter than duration" }];
  }
  return [];
}

function checkRange(generator: Fields): FieldProblem[] {
  const { days } = generator;
  const start = dayStart(generator["startDate"]);
  const end = dayStart(generator["endDate"]);
  if (start === null || end === null) return [];
  if (end < start) return [{ field: "endDate", message: "Must not be before startDate" }];
  if (end - start >= 366 * dayLength) {
    return [{ field: "endDate", message: "The range must be shorter than 366 days" }];
  }
  if (!Array.isArray(days) || days.length === 0 || !days.every((day) => weekdays.includes(day))) return [];
  for (let day = start; day <= end; day += dayLength) {
    if (days.includes(weekdays[new Date(day).getUTCDay()])) return [];
  }
  return [{ field: "days", message: "The range has none of the listed days" }];
}

function minutesOfDay(value: unknown): number | null {
  const match = typeof value === "string" ? /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value) : null;
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}

function dayStart(value: unknown): number | null {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  const time = Date.parse(`${value}T00:00:00Z`);
  // Some engines roll 30 February over into March.
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(value) ? null : time;
}
