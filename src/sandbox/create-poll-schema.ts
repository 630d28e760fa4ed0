import * as z from "zod";
import type { Problem } from "../problem.ts";
import { isKnownTimeZone } from "../time/index.ts";
import { toProblems, validationError } from "./errors.ts";
import { defaultSettings, mapSettings } from "./model.ts";

// Fields that are null in a response may be null here, so that the response to a GET is a valid body.
const common = {
  title: z.string().trim().min(1).max(255).meta({ description: "What the poll is about." }),
  description: z.string().max(1000).nullish(),
  location: z.string().max(255).nullish(),
  conferencing: z
    .discriminatedUnion("provider", [
      z.strictObject({ provider: z.enum(["zoom", "meet", "teams"]) }),
      z.strictObject({
        provider: z.literal("custom"),
        label: z.string().trim().min(1).max(100),
        uri: z.url().optional(),
      }),
    ])
    .nullish(),
  ...mapSettings((setting) => z.boolean().default(defaultSettings[setting])),
  organizer: z
    .strictObject({ email: z.email() })
    .nullish()
    .meta({ description: "A member of the space. Default: the space's owner." }),
};

/** The body of a date poll. */
export const datePollBody = z
  .strictObject({
    ...common,
    kind: z.literal("date"),
    options: z.array(z.strictObject({ date: z.iso.date() })).min(1),
  })
  .meta({ id: "CreateDatePoll" });

const minutes = z.int().min(15).max(1440);
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Invalid time of day, expected HH:mm");

// As zod reads RFC 3339: seconds are optional in a wall-clock time and required with an offset.
const startTime = z.iso
  .datetime({ local: true, offset: true })
  .meta({ description: "With an offset or Z an instant; without, wall-clock time in timeZone." });

const generator = z.strictObject({
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  days: z
    .array(z.enum(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]))
    .min(1)
    .optional(),
  from: clockTime,
  to: clockTime,
  interval: minutes.optional(),
});

/** The body of a time poll. Rules across fields are in validateSlots. */
export const timePollBody = z
  .strictObject({
    ...common,
    kind: z.literal("time"),
    timeZone: z
      .string()
      .refine(isKnownTimeZone, "Invalid IANA time zone")
      .nullish()
      .meta({ description: "An IANA name; without one the times float." }),
    duration: minutes.optional(),
    options: z
      .array(z.strictObject({ startTime, duration: minutes.optional() }))
      .min(1)
      .optional(),
    generators: z.array(generator).min(1).optional(),
  })
  .meta({ id: "CreateTimePoll" });

/** The fields to validate when kind is missing or invalid. */
const unclearBody = z.looseObject({ ...common, kind: z.enum(["date", "time"]) });

/** The fields of either body. */
const knownFields: readonly string[] = [
  ...new Set([...Object.keys(datePollBody.shape), ...Object.keys(timePollBody.shape)]),
];

/** A valid body of a date poll. */
export type DatePollBody = z.infer<typeof datePollBody>;
/** A valid body of a time poll. */
export type TimePollBody = z.infer<typeof timePollBody>;
/** A create body that is valid by itself, without knowledge of the space. */
export type CreateBody = DatePollBody | TimePollBody;

/** A video call of a service that only the option `providers` names. */
type FurtherCall = { provider: string };

/**
 * Validates a create body strictly at every level. `providers` are video services beyond those of the schema. Throws one
 * ApiError that names every invalid field.
 */
export function parseCreateBody(
  body: unknown,
  providers: readonly string[],
): CreateBody & { furtherCall?: FurtherCall } {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw validationError([{ path: "body", message: "Invalid input: expected object" }]);
  }
  const call = "conferencing" in body ? body.conferencing : undefined;
  const furtherCall = z.strictObject({ provider: z.enum(providers) }).safeParse(call).data;
  if (furtherCall) return { ...parseKnownBody({ ...body, conferencing: null }), furtherCall };
  return parseKnownBody(body);
}

function parseKnownBody(body: object): CreateBody {
  const kind = "kind" in body ? body.kind : undefined;
  if (kind === "date") {
    const result = datePollBody.safeParse(body);
    if (result.success) return result.data;
    throw validationError(toProblems(result.error));
  }
  if (kind === "time") {
    const result = timePollBody.safeParse(body);
    const rules = validateSlots({ ...body });
    if (result.success && rules.length === 0) return result.data;
    throw validationError([...(result.success ? [] : toProblems(result.error)), ...rules]);
  }
  throw validationError(checkUnclearBody(body));
}

function checkUnclearBody(body: object): Problem[] {
  const result = unclearBody.safeParse(body);
  const unknown = Object.keys(body).filter((field) => !knownFields.includes(field));
  return [
    ...(result.success ? [] : toProblems(result.error)),
    ...unknown.map((path) => ({ path, message: "Unrecognized key" })),
  ];
}

// Rules across fields run on the unparsed body, so that an error in one field does not hide another.
type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const dayLength = 86400000;

/** Problems of a time poll's slots across fields. */
function validateSlots(body: Fields): Problem[] {
  const { options, generators, duration } = body;
  const problems: Problem[] = [];
  if (options === undefined && generators === undefined) {
    problems.push({ path: "options", message: "Either options or generators is required" });
  }
  const needsDuration =
    generators !== undefined ||
    (Array.isArray(options) &&
      options.some((option) => isFields(option) && option["duration"] === undefined));
  if (needsDuration && duration === undefined) {
    problems.push({
      path: "duration",
      message: "Required with generators and when an option has no duration of its own",
    });
  }
  if (Array.isArray(generators)) {
    for (const [index, generator] of generators.entries()) {
      if (!isFields(generator)) continue;
      for (const problem of [...checkWindow(generator, duration), ...checkRange(generator)]) {
        problems.push({ ...problem, path: `generators.${index}.${problem.path}` });
      }
    }
  }
  return problems;
}

function checkWindow(generator: Fields, duration: unknown): Problem[] {
  const from = minutesOfDay(generator["from"]);
  const to = minutesOfDay(generator["to"]);
  if (from === null || to === null) return [];
  if (to <= from) return [{ path: "to", message: "Must be after from" }];
  if (typeof duration === "number" && to - from < duration) {
    return [{ path: "to", message: "The window is shorter than duration" }];
  }
  return [];
}

function checkRange(generator: Fields): Problem[] {
  const { days } = generator;
  const start = dayStart(generator["startDate"]);
  const end = dayStart(generator["endDate"]);
  if (start === null || end === null) return [];
  if (end < start) return [{ path: "endDate", message: "Must not be before startDate" }];
  if (end - start >= 366 * dayLength) {
    return [{ path: "endDate", message: "The range must be shorter than 366 days" }];
  }
  if (!Array.isArray(days) || days.length === 0 || !days.every((day) => weekdays.includes(day))) return [];
  for (let day = start; day <= end; day += dayLength) {
    if (days.includes(weekdays[new Date(day).getUTCDay()])) return [];
  }
  return [{ path: "days", message: "The range has none of the listed days" }];
}

function minutesOfDay(value: unknown): number | null {
  const match = typeof value === "string" ? /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value) : null;
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}

function dayStart(value: unknown): number | null {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  const time = Date.parse(`${value}T00:00:00Z`);
  // Some engines read 30 February as a day in March.
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(value) ? null : time;
}
