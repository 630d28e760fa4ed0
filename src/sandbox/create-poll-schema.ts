import * as z from "zod";
import type { Problem } from "../problem.ts";
import { isKnownTimeZone, validateGenerator } from "../time/index.ts";
import { toProblems, validationError } from "./errors.ts";
import { editableFields } from "./model.ts";

const minutes = z.int().min(15).max(1440);
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Invalid time of day, expected HH:mm");
// As zod reads RFC 3339: seconds are optional in a wall-clock time and required with an offset.
const startTime = z.iso.datetime({ local: true, offset: true });

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

/**
 * The schemas of a create body, strict at every level. `providers` are video services beyond zoom, meet and teams. Fields
 * that are null in a response may be null here, so that the response to a GET is a valid body.
 */
function createSchemas(providers: readonly string[]) {
  const common = {
    ...editableFields.partial().shape,
    title: editableFields.shape.title,
    conferencing: z
      .discriminatedUnion("provider", [
        z.strictObject({ provider: z.enum(["zoom", "meet", "teams", ...providers]) }),
        z.strictObject({
          provider: z.literal("custom"),
          label: z.string().trim().min(1).max(100),
          uri: z.url().optional(),
        }),
      ])
      .nullish(),
    organizer: z.strictObject({ email: z.email() }).nullish(),
  };
  const date = z.strictObject({
    ...common,
    kind: z.literal("date"),
    options: z.array(z.strictObject({ date: z.iso.date() })).min(1),
  });
  const time = z.strictObject({
    ...common,
    kind: z.literal("time"),
    timeZone: z.string().refine(isKnownTimeZone, "Invalid IANA time zone").nullish(),
    duration: minutes.optional(),
    options: z
      .array(z.strictObject({ startTime, duration: minutes.optional() }))
      .min(1)
      .optional(),
    generators: z.array(generator).min(1).optional(),
  });
  // For the problems of the other fields when the kind is missing or unknown.
  const unclear = z.looseObject({ ...common, kind: z.enum(["date", "time"]) });
  return { date, time, unclear };
}

type Schemas = ReturnType<typeof createSchemas>;
/** A valid body of a time poll. */
export type TimePollBody = z.output<Schemas["time"]>;
/** A create body that is valid by itself, without knowledge of the space. */
export type CreateBody = z.output<Schemas["date"]> | TimePollBody;

/** Creates the function that validates create bodies. It throws one ApiError that names every invalid field. */
export function createBodyParser(providers: readonly string[]): (body: unknown) => CreateBody {
  const { date, time, unclear } = createSchemas(providers);
  return (body) => {
    const kind = typeof body === "object" && body !== null && "kind" in body ? body.kind : undefined;
    const result = (kind === "date" ? date : kind === "time" ? time : unclear).safeParse(body);
    const problems = result.success ? [] : toProblems(result.error);
    // On the unparsed body, so that an error in one field does not hide another.
    for (const problem of kind === "time" ? checkSlots(body as Fields) : [])
      if (!problems.some(({ path }) => `${path}.`.startsWith(`${problem.path}.`))) problems.push(problem);
    if (!result.success || problems.length > 0) throw validationError(problems);
    return result.data as CreateBody;
  };
}

type Fields = Record<string, unknown>;

/** Problems of a time poll's slots across fields. */
function checkSlots({ options, generators, duration, timeZone }: Fields): Problem[] {
  const windows: unknown[] = Array.isArray(generators) ? generators : [];
  const lacksOwn = Array.isArray(options) && options.some((option) => option?.duration === undefined);
  const problems: Problem[] = [];
  if (options === undefined && generators === undefined)
    problems.push({ path: "options", message: "Either options or generators is required" });
  if (duration === undefined && (generators !== undefined || lacksOwn))
    problems.push({
      path: "duration",
      message: "Required with generators and when an option has no duration of its own",
    });
  const context = {
    timeZone: typeof timeZone === "string" ? timeZone : null,
    duration: typeof duration === "number" ? duration : 15,
  };
  for (const [index, window] of windows.entries()) {
    if (!(window instanceof Object)) continue;
    const given = window as z.input<typeof generator>;
    const { data: days } = generator.shape.days.safeParse(given.days);
    for (const { path, message } of validateGenerator({ ...given, days }, context))
      if (path in window) problems.push({ path: `generators.${index}.${path}`, message });
  }
  return problems;
}
