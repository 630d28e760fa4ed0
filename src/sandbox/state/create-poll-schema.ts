import * as z from "zod";
import { daysBetween, toMinutes } from "../../time/days.ts";
import { isKnownTimeZone } from "../../time/index.ts";
import { validationError } from "../errors.ts";
import { validate } from "../validate.ts";
import { editableFields } from "./model.ts";
import { generator, listWindowDays, minutes, type Window } from "./window.ts";

// As zod reads RFC 3339: seconds are optional in a wall-clock time and required with an offset.
const startTime = z.iso.datetime({ local: true, offset: true });

const maxRangeDays = 366;

/**
 * The schema of a create body, strict at every level. `providers` are video services beyond zoom, meet and teams. Fields
 * that are null in a response may be null here, so that the response to a GET is a valid body.
 */
function createSchema(providers: readonly string[]) {
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
  return z.discriminatedUnion("kind", [date, time]);
}

/** A create body that is valid by itself, without knowledge of the space. */
export type CreateBody = z.output<ReturnType<typeof createSchema>>;
/** A valid body of a time poll. */
export type TimePollBody = Extract<CreateBody, { kind: "time" }>;

/** Creates the function that validates create bodies. It throws one ApiError that names every invalid field. */
export function createBodyParser(providers: readonly string[]): (body: unknown) => CreateBody {
  const schema = createSchema(providers);
  return (input) => {
    const body = validate(schema, input, "body", validationError);
    const problems = body.kind === "time" ? checkSlots(body) : [];
    if (problems.length > 0) throw validationError(problems.join("; "));
    return body;
  };
}

/** Problems of a time poll's slots across fields. */
function checkSlots({ options, generators = [], duration }: TimePollBody): string[] {
  if (options === undefined && generators.length === 0)
    return ["options: Either options or generators is required"];
  const isNeeded = generators.length > 0 || options?.some((option) => option.duration === undefined);
  if (duration === undefined && isNeeded)
    return ["duration: Required with generators and for options without their own"];
  return generators.flatMap((window, index) =>
    checkWindow(window, duration ?? 0).map((problem) => `generators.${index}.${problem}`),
  );
}

/** Problems of a window across its fields, the first one of each. */
function checkWindow(window: Window, duration: number): string[] {
  const { startDate, endDate, from, to } = window;
  const range = daysBetween(startDate, endDate);
  const length = toMinutes(to) - toMinutes(from);
  const problems: string[] = [];
  if (range < 0) problems.push("endDate: Must not be before startDate");
  else if (range >= maxRangeDays)
    problems.push(`endDate: Must be less than ${maxRangeDays} days after startDate`);
  else if (listWindowDays(window).length === 0)
    problems.push("days: None of them lies between startDate and endDate");
  if (length <= 0) problems.push("to: Must be after from");
  else if (length < duration) problems.push("to: The window is shorter than the duration");
  return problems;
}
