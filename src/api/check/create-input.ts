import type { Problem } from "../../problem.ts";
import { parseTimestamp, weekdays } from "../../time/days.ts";
import {
  expandGenerator,
  isCalendarDate,
  isKnownTimeZone,
  resolveTime,
  SlotError,
  type SlotGenerator,
  type Weekday,
} from "../../time/index.ts";
import { maxSlotMinutes, minSlotMinutes } from "../../time/slots.ts";
import type {
  CommonPollInput,
  ConferencingInput,
  CreateDatePollInput,
  CreatePollInput,
  CreateTimePollInput,
  DateOptionInput,
  OrganizerInput,
  TimeOptionInput,
} from "../types/inputs.ts";
import type { PollKind } from "../types/polls.ts";
import * as is from "./checks.ts";
import { mapSettings } from "./settings.ts";

/** Maximum number of options of a poll. */
export const maxOptions = 100;

/** Maximum lengths of the texts of a poll, in characters. */
export const maxLengths = { title: 255, description: 1000, location: 255, callLabel: 100, callProvider: 100 };

// A character is a code point, as for the service: an emoji counts once.
const hasAtMost = (most: number, text: string) => text.length <= most || [...text].length <= most;

const text = (most: number) =>
  is.textThat((given) => hasAtMost(most, given), `must have at most ${most} characters`);

const requiredText = (most: number) =>
  is.textThat(
    (given) => given.trim() !== "" && hasAtMost(most, given.trim()),
    `must have 1 to ${most} characters`,
  );

const filled = <Item>(item: is.Check<Item>): is.Check<readonly Item[]> =>
  is.and(is.list<Item, readonly Item[]>(item), ({ length }) =>
    length > 0 ? [] : [{ path: "", message: "must have at least one item" }],
  );

/** Providers whose calls have neither a label nor a link of their own. */
const plainProviders = ["zoom", "meet", "teams"];

const isWebLink = (link: string) => /^https?:\/\//i.test(link) && URL.canParse(link);

const conferencing = is.and(
  is.strictObject<ConferencingInput>({
    provider: requiredText(maxLengths.callProvider),
    label: is.optional(requiredText(maxLengths.callLabel)),
    // A link with another scheme, such as javascript:, must not reach the invited people.
    uri: is.optional(is.textThat(isWebLink, "must be a link that starts with https:// or http://")),
  }),
  (call) => {
    if (call.provider === "custom" && call.label === undefined)
      return [{ path: "label", message: 'required for provider "custom"' }];
    // What an unknown provider takes is left to the service.
    const own = plainProviders.includes(call.provider) ? (["label", "uri"] as const) : [];
    return own.flatMap((path) =>
      call[path] === undefined ? [] : [{ path, message: 'belongs to provider "custom" only' }],
    );
  },
);

const organizer = is.strictObject<OrganizerInput>({
  email: is.textThat((email) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email), "must be an email address"),
});

// Null means "not given" where a response may have it, so that a poll from a response can be created again.
const commonFields = {
  title: requiredText(maxLengths.title),
  description: is.nullish(text(maxLengths.description)),
  location: is.nullish(text(maxLengths.location)),
  conferencing: is.nullish(conferencing),
  ...mapSettings(() => is.optional(is.boolean)),
  organizer: is.nullish(organizer),
} satisfies is.Fields<CommonPollInput>;

const commonInput = is.strictObject<CommonPollInput>(commonFields);

/** Checks the fields that both kinds of poll have. Other fields are unknown ones. */
export function checkCommonInput(fields: unknown): is.Checked<CommonPollInput> {
  const { data, problems } = is.check(commonInput, fields, "input");
  return { data: data && trimTitle(data), problems };
}

const trimTitle = <Input extends CommonPollInput>(input: Input): Input => ({
  ...input,
  title: input.title.trim(),
});

const minutes = is.wholeNumber(minSlotMinutes, maxSlotMinutes);

const datePollInput = is.strictObject<CreateDatePollInput>({
  ...commonFields,
  kind: is.oneOf("date"),
  options: filled<DateOptionInput>(
    is.strictObject({ date: is.textThat(isCalendarDate, "must be a calendar date (YYYY-MM-DD)") }),
  ),
});

const timeInput = is.strictObject<TimeOptionInput>({
  startTime: is.textThat((text) => parseTimestamp(text) !== undefined, "must be an ISO 8601 date and time"),
  duration: is.optional(minutes),
});

// expandGenerator has the rules of its fields.
const generatorFields = {
  startDate: is.string,
  endDate: is.string,
  days: is.optional(is.list<Weekday, readonly Weekday[]>(is.oneOf(...weekdays))),
  from: is.string,
  to: is.string,
  interval: is.optional(is.number),
} satisfies is.Fields<SlotGenerator>;
const openGenerator = is.object<SlotGenerator>(generatorFields);

const timeFields = {
  ...commonFields,
  timeZone: is.nullish(
    is.textThat(isKnownTimeZone, "must be an IANA time zone that this machine knows, such as Europe/London"),
  ),
  duration: is.optional(minutes),
  generators: is.optional(filled(is.strictObject<SlotGenerator>(generatorFields))),
};
const timePollInput = is.strictObject<CreateTimePollInput>({
  ...timeFields,
  kind: is.oneOf("time"),
  options: is.optional(filled(timeInput)),
});

// Without a valid kind, checks the other fields as far as both kinds have them.
const kindlessInput = is.strictObject<
  Omit<CreateTimePollInput, "kind" | "options"> & { kind: PollKind; options: unknown }
>({
  ...timeFields,
  kind: is.oneOf("date", "time"),
  options: is.anything,
});

/**
 * Checks a body of createPoll as a whole, so that no problem hides another. Resolves its times: the data has instants with `Z` and no
 * generators, because the service's own conversion can be an hour off near clock changes.
 */
export function checkCreatePoll(body: unknown): is.Checked<CreatePollInput> {
  const { kind } = Object(body);
  const schema = kind === "date" ? datePollInput : kind === "time" ? timePollInput : kindlessInput;
  const problems = is.findProblems(schema, body, "input");
  const given = body as CreatePollInput;
  const resolved =
    kind === "time" ? { options: resolveSlots(Object(body), problems), generators: undefined } : {};
  const isWrong = /^(input|kind|timeZone|duration|options|generators)\b/;
  if (
    !problems.some(({ path }) => isWrong.test(path)) &&
    listOptions({ ...given, ...resolved }).length > maxOptions
  ) {
    const message = `more than ${maxOptions} options once generators are expanded and duplicates removed`;
    problems.push({ path: "options", message });
  }
  if (problems.length > 0) return { data: undefined, problems };
  return { data: trimTitle({ ...given, ...resolved } as CreatePollInput), problems };
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
  const slotMinutes = is.check(minutes, duration, "").data ?? minSlotMinutes;
  const rules = { overlaps: "refuse", limit: maxOptions + 1 } as const;
  const context = { timeZone: zone ?? null, duration: slotMinutes, ...rules };
  const generated = toList(generators).flatMap((given, index): Slots => {
    const { data } = is.check(openGenerator, given, "");
    try {
      return data ? expandGenerator(data, context).slots.map(({ startTime }) => ({ startTime })) : [];
    } catch (error) {
      if (!(error instanceof SlotError)) throw error;
      for (const problem of error.problems)
        add(
          problem.path === "timeZone" ? problem : { ...problem, path: `generators.${index}.${problem.path}` },
        );
      return [];
    }
  });
  return [...single, ...generated];
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What decides which options a poll has: resolved options of a create, or those of a poll of the service. */
type PollOptions = Pick<CreatePollInput, "options"> & { duration?: number | undefined };

/** The different options as texts, the same for the same day or slot, in order. */
export function listOptions({ options = [], duration }: PollOptions): string[] {
  const texts = options.map((option) =>
    "date" in option ? option.date : `${Date.parse(option.startTime)} ${option.duration ?? duration}`,
  );
  return [...new Set(texts)].sort();
}
