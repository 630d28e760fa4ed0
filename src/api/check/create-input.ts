import * as z from "zod/mini";
import { PlanError, type Problem } from "../../problem.ts";
import { parseTimestamp, weekdays } from "../../time/days.ts";
import {
  expandGenerator,
  isCalendarDate,
  isKnownTimeZone,
  normalizeTimeZone,
  resolveTime,
  type SlotGenerator,
} from "../../time/index.ts";
import { maxSlotMinutes, minSlotMinutes } from "../../time/slots.ts";
import type {
  CommonPollInput,
  ConferencingInput,
  CreateDatePollInput,
  CreatePollInput,
  CreateTimePollInput,
} from "../types/inputs.ts";
import { anyNumber, type Checked, check, maxItems, textThat, trueOrFalse, wholeNumber } from "./problems.ts";
import { mapSettings } from "./settings.ts";

/** Maximum number of options of a poll. */
export const maxOptions = 100;

/** Maximum lengths of the texts of a poll, in characters. */
export const maxLengths = { title: 255, description: 1000, location: 255, callLabel: 100, callProvider: 100 };

// A character is a code point, as for the service: an emoji counts once.
const hasAtMost = (most: number, text: string) => text.length <= most || [...text].length <= most;

const text = (most: number) =>
  textThat((given) => hasAtMost(most, given), `must have at most ${most} characters`);

const requiredText = (most: number) =>
  z.string().check(
    z.trim(),
    z.refine((given) => given !== "" && hasAtMost(most, given), `must have 1 to ${most} characters`),
  );

const list = <Item extends z.ZodMiniType>(item: Item): z.ZodMiniType<readonly z.infer<Item>[]> =>
  z
    .array(item)
    .check(z.refine(({ length }) => length > 0 && length <= maxItems, `must have 1 to ${maxItems} items`));

const isWebLink = (link: string) => /^https?:\/\//i.test(link) && URL.canParse(link);

// What another provider takes is left to the service.
const conferencing = z
  .strictObject({
    provider: requiredText(maxLengths.callProvider),
    label: z.optional(requiredText(maxLengths.callLabel)),
    // A link with another scheme, such as javascript:, must not reach the invited people.
    uri: z.optional(textThat(isWebLink, "must be a link that starts with https:// or http://")),
  })
  .check(
    z.refine(({ provider, label }) => provider !== "custom" || label !== undefined, {
      path: ["label"],
      error: 'required for provider "custom"',
    }),
  ) satisfies z.ZodMiniType<ConferencingInput>;

const organizer = z.strictObject({
  email: textThat((email) => /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email), "must be an email address"),
});

// Null means "not given" where a response may have it, so that a poll from a response can be created again.
export const commonFields = {
  title: requiredText(maxLengths.title),
  description: z.nullish(text(maxLengths.description)),
  location: z.nullish(text(maxLengths.location)),
  conferencing: z.nullish(conferencing),
  ...mapSettings(() => z.optional(trueOrFalse)),
  organizer: z.nullish(organizer),
};

const commonInput = z.strictObject(commonFields);

/** Checks the fields that both kinds of poll have. Other fields are unknown ones. */
export const checkCommonInput = (fields: unknown): Checked<CommonPollInput> =>
  check(commonInput, fields, "input");

const minutes = wholeNumber(minSlotMinutes, maxSlotMinutes);

const dateInput = z.strictObject({
  date: textThat(isCalendarDate, "must be a calendar date (YYYY-MM-DD)"),
});

const datePollInput = z.strictObject({
  ...commonFields,
  kind: z.literal("date"),
  options: list(dateInput),
}) satisfies z.ZodMiniType<CreateDatePollInput>;

const timeInput = z.strictObject({
  startTime: textThat((text) => parseTimestamp(text) !== undefined, "must be an ISO 8601 date and time"),
  duration: z.optional(minutes),
});

// expandGenerator has the rules of its fields.
const generatorFields = {
  startDate: z.string(),
  endDate: z.string(),
  days: z.optional(z.array(z.literal(weekdays))),
  from: z.string(),
  to: z.string(),
  interval: z.optional(anyNumber),
};
const generator: z.ZodMiniType<SlotGenerator> = z.strictObject(generatorFields);

const timePollInput = z.strictObject({
  ...commonFields,
  kind: z.literal("time"),
  timeZone: z.nullish(
    textThat(
      isKnownTimeZone,
      "must be an IANA time zone that this machine knows, such as Europe/London",
    ).check(z.overwrite((name) => normalizeTimeZone(name) ?? name)),
  ),
  duration: z.optional(minutes),
  options: z.optional(list(timeInput)),
  generators: z.optional(list(generator)),
}) satisfies z.ZodMiniType<CreateTimePollInput>;

/** The schema of a body of either kind: it knows the names of all fields. {@link checkCreatePoll} has the rules of each kind. */
export const createPollInput = z.strictObject({
  ...timePollInput.shape,
  kind: z.literal(["date", "time"]),
  options: z.optional(z.unknown()),
}) as z.ZodMiniType<CreatePollInput>;

/**
 * Checks a body of createPoll as a whole, so that no problem hides another. Resolves its times: the data has instants with `Z` and no
 * generators, because the service's own conversion can be an hour off near clock changes.
 */
export function checkCreatePoll(body: unknown): Checked<CreatePollInput> {
  const { kind } = Object(body);
  // A schema of one kind knows the names of its fields.
  const schema = kind === "date" ? datePollInput : kind === "time" ? timePollInput : createPollInput;
  const { data, problems } = check<z.ZodMiniType<CreatePollInput>>(schema, body, "input");
  const given = body as CreatePollInput;
  const resolved =
    kind === "time" ? { options: resolveSlots(Object(body), problems), generators: undefined } : {};
  const isWrong = /^(input|kind|timeZone|duration|options|generators)\b/;
  if (
    !problems.some(({ path }) => isWrong.test(path)) &&
    listOptionKeys({ ...given, ...resolved }).length > maxOptions
  ) {
    const message = `more than ${maxOptions} options once generators are expanded and duplicates removed`;
    problems.push({ path: "options", message });
  }
  if (problems.length > 0) return { data: undefined, problems };
  return { data: { ...data, ...resolved } as CreatePollInput, problems };
}

type Slots = NonNullable<CreateTimePollInput["options"]>;

/**
 * The slots of options and generators, at instants with `Z`. Adds the problems that span fields, and one for each time that is not one
 * instant. A field that is wrong by itself is left to the schema.
 */
function resolveSlots(
  { options, generators, duration, timeZone }: Record<string, unknown>,
  problems: Problem[],
): Slots {
  const refuse = (path: string, message: string) => void problems.push({ path, message });
  if (options === undefined && generators === undefined)
    refuse("options", "give options, generators or both");
  const without = toList(options).findIndex((option) => Object(option).duration === undefined);
  if (generators !== undefined && duration === undefined) refuse("duration", "required: generators need it");
  else if (without >= 0 && duration === undefined)
    refuse("duration", `required: options.${without} has no duration`);
  // A zone that is wrong is refused anyway. With any, the times show what else is wrong.
  const isZone = timeZone === null || timeZone === undefined || isKnownTimeZone(`${timeZone}`);
  const zone = isZone ? (timeZone as string | null | undefined) : "UTC";
  const add = (problem: Problem) => {
    if (problem.path !== "timeZone" || !problems.some(({ path }) => path === "timeZone"))
      problems.push(problem);
  };
  const single = toList(options).flatMap((option, index): Slots => {
    const { startTime, ...rest } = Object(option);
    const time = typeof startTime === "string" ? parseTimestamp(startTime) : undefined;
    if (time === undefined) return [];
    const { instant, problem } = resolveTime(time, zone, `options.${index}.startTime`);
    if (problem) add(problem);
    return instant === undefined ? [] : [{ startTime: instant, ...rest }];
  });
  // One slot above the limit is enough: a year of quarter hours would be thousands.
  const slotMinutes = minutes.safeParse(duration).data ?? minSlotMinutes;
  const rules = { overlaps: "refuse", limit: maxOptions + 1 } as const;
  const context = { timeZone: zone ?? null, duration: slotMinutes, ...rules };
  const generated = toList(generators).flatMap((given, index): Slots => {
    const { data } = z.object(generatorFields).safeParse(given);
    try {
      return data ? expandGenerator(data, context).slots.map(({ startTime }) => ({ startTime })) : [];
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      for (const problem of error.problems)
        add(
          problem.path === "timeZone" ? problem : { ...problem, path: `generators.${index}.${problem.path}` },
        );
      return [];
    }
  });
  return [...single, ...generated];
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, maxItems) : []);

/** What decides which options a poll has: resolved options of a create, or those of a poll of the service. */
type PollOptions = Pick<CreatePollInput, "options"> & { duration?: number | undefined };

/** The different options as texts, the same for the same day or slot, in order. */
export function listOptionKeys({ options = [], duration }: PollOptions): string[] {
  const texts = options.map((option) =>
    "date" in option ? option.date : `${Date.parse(option.startTime)} ${option.duration ?? duration}`,
  );
  return [...new Set(texts)].sort();
}
