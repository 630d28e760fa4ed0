import { type PollSettingsInput, settingNames } from "../../src/api/web.ts";
import {
  extractAddress,
  foldText,
  maxPollOptions,
  type PollRequest,
  type RequestedTime,
} from "../../src/scheduling/index.ts";
import { normalizeTimeZone } from "../../src/time/index.ts";
import { settingFields } from "../poll-settings.ts";
import { conferencingChoices, findChoice, kindChoices } from "./choice.ts";
import { type ParseResult, toDay } from "./dates.ts";
import type { FormValues } from "./form-values.ts";
import { InputError, quoteValue } from "./input-error.ts";
import { type FieldKey, labels } from "./labels.ts";
import type { TimeItem } from "./line-items.ts";
import { findToday, type TimeContext } from "./time-context.ts";
import { floating, parseTimeZone } from "./time-zone.ts";
import { splitTimes, toSlot } from "./times.ts";
import { createReader, type InputReader } from "./values.ts";
import { parseWindow } from "./window.ts";

/** The poll request of a form, and notes on how its values were understood. */
export interface ParsedInput {
  request: PollRequest;
  /** The field and the text that each of `request.times` was parsed from. */
  sources: { key: FieldKey; text: string }[];
  notes: string[];
}

/**
 * Parses the form of Create Poll. Fields of the other kind are ignored: the editor keeps their values when the kind is
 * changed. Throws `InputError` naming every field that cannot be used.
 *
 * `accountZone` is the time zone of the Zapier account, used when the form has none; `now` is in milliseconds.
 */
export function parseCreatePoll(values: FormValues, accountZone: string | null, now: number): ParsedInput {
  const reader = createReader(values);
  const title = reader.need("title", "is required.");
  if (values["kind"] === undefined) reader.refuse("kind", "is required. Choose Whole days or Times of day.");
  const kind = reader.choice("kind", kindChoices);
  const { conferencing, ...details } = parseDetails(reader);
  const call = conferencing === undefined || conferencing === null ? {} : { conferencing };
  const common = { title: title ?? "", ...details, ...call, ...parseSettings(reader) };
  const options =
    kind === "date"
      ? parseDays(values, reader, accountZone, now)
      : kind === "time"
        ? parseTimes(values, reader, accountZone, now)
        : undefined;
  if (reader.problems.length > 0 || options === undefined) throw new InputError(reader.problems);
  const { sources, notes, ...when } = options;
  return { request: { ...common, ...when }, sources, notes };
}

/** The texts, video call and organizer of a form, without the empty fields. A video call of null means "None". */
export function parseDetails(reader: InputReader) {
  const description = reader.text("description");
  const location = reader.text("location");
  const conferencing = parseConferencing(reader);
  const organizer = reader.text("organizer");
  return {
    ...(description !== undefined && { description }),
    ...(location !== undefined && { location }),
    ...(conferencing !== undefined && { conferencing }),
    ...(organizer !== undefined && { organizer: { email: extractAddress(organizer) } }),
  };
}

/** The settings of a form, without the empty ones. */
export function parseSettings(reader: InputReader): PollSettingsInput {
  const flags = settingNames.map((setting) => [setting, reader.flag(settingFields[setting].key)] as const);
  return Object.fromEntries(flags.filter(([, flag]) => flag !== undefined));
}

function parseDays(values: FormValues, reader: InputReader, accountZone: string | null, now: number) {
  const notes: string[] = [];
  // The time zone of the account decides only which day "today" is.
  const context: TimeContext = { now, timeZone: normalizeTimeZone(accountZone ?? "") ?? null };
  const days = parseItems("dates", values, reader, context, notes, ({ text, parsed }) =>
    toDay(text, parsed, context),
  );
  if (days.length === 0 && !reader.hasProblem("dates"))
    reader.refuse("dates", "needs at least one date, such as 2027-03-01.");
  const dates = [...new Set(days.map(({ value }) => value))];
  return { kind: "date" as const, dates, sources: [], notes };
}

function parseTimes(values: FormValues, reader: InputReader, accountZone: string | null, now: number) {
  const notes: string[] = [];
  const timeZone = parseZone(reader, accountZone, notes);
  const context: TimeContext = { now, timeZone, accountZone: normalizeTimeZone(accountZone ?? "") ?? null };
  const slots = (["times", "slots"] as const).flatMap((key) =>
    parseItems<RequestedTime>(key, values, reader, context, notes, (item) => parseItem(item, context)),
  );
  const window = parseWindow(values, reader, context, notes);
  const duration = reader.minutes("duration");
  const endless = slots.find(({ value }) => value.duration === undefined);
  if (values["duration"] === undefined && (endless !== undefined || window !== undefined))
    reader.refuse(
      "duration",
      endless === undefined
        ? "is required for a window."
        : `is required, because ${labels[endless.key]} ${quoteValue(endless.text)} has no end.`,
    );
  if (slots.length === 0 && window === undefined && reader.problems.length === 0)
    reader.refuse(
      "times",
      `needs at least one time, a row in ${labels.slots}, or a window (${labels.start_date}, ${labels.end_date}, ${labels.from}, ${labels.to}).`,
    );
  return {
    kind: "time" as const,
    ...(timeZone !== null && { timeZone }),
    ...(duration !== undefined && { duration }),
    ...(slots.length > 0 && { times: slots.map(({ value }) => value) }),
    ...(window !== undefined && { windows: [window] }),
    sources: slots.map(({ key, text }) => ({ key, text })),
    notes,
  };
}

/** The slot of one of the Times. A line item may have a duration beside its start. */
function parseItem({ text, parsed, duration }: TimeItem, context: TimeContext): ParseResult<RequestedTime> {
  const result = toSlot(text, parsed, context);
  if ("problem" in result) return result;
  if (context.timeZone === null && result.value.start.offset !== undefined) {
    const names = parsed !== undefined && "value" in parsed && parsed.value.timeZone !== undefined;
    return {
      problem: `has ${names ? "a time zone" : "an offset"}, but the poll has no time zone. Fill in ${labels.time_zone}.`,
    };
  }
  if (duration === undefined || "problem" in duration) return duration ?? result;
  const minutes = result.value.duration ?? duration.value;
  if (minutes === duration.value) return { ...result, value: { ...result.value, duration: minutes } };
  return {
    problem: `lasts ${minutes} minutes from its start to its end, but its duration is ${duration.value} minutes. Correct one of them.`,
  };
}

/** The time zone of the poll; null for a floating poll, because the form says "floating" or there is no time zone. */
function parseZone(reader: InputReader, accountZone: string | null, notes: string[]): string | null {
  const written = reader.text("time_zone");
  const wanted = written ?? accountZone;
  if (wanted === null || foldText(wanted).replace(/ .*/, "") === floating) return null;
  const parsed = parseTimeZone(wanted);
  const quoted = quoteValue(wanted);
  if ("timeZone" in parsed) {
    if (written !== undefined && parsed.note !== undefined)
      notes.push(`${labels.time_zone} ${quoted}: ${parsed.note}`);
    return parsed.timeZone;
  }
  const named = written === undefined ? `${quoted}, the time zone of your Zapier account,` : quoted;
  reader.refuse("time_zone", `${named} ${parsed.problem}`);
  return null;
}

function parseItems<Value>(
  key: FieldKey,
  values: FormValues,
  reader: InputReader,
  context: TimeContext,
  notes: string[],
  parse: (item: TimeItem) => ParseResult<Value>,
): { value: Value; key: FieldKey; text: string }[] {
  const { items, tooMany } = splitTimes(values[key], findToday(context));
  if (tooMany || items.length > maxPollOptions) {
    const count = tooMany ? `more than ${maxPollOptions}` : items.length;
    reader.refuse(key, `has ${count} values. A poll takes at most ${maxPollOptions}.`);
    return [];
  }
  return items.flatMap((item) => {
    const result = parse(item);
    const quoted = quoteValue(item.text);
    if ("problem" in result) {
      reader.refuse(key, `${quoted} ${result.problem}`, result.hint);
      return [];
    }
    if (result.note !== undefined) notes.push(`${labels[key]} ${quoted}: ${result.note}`);
    return [{ value: result.value, key, text: item.text }];
  });
}

type Conferencing = NonNullable<PollRequest["conferencing"]>;

/** The video call of the form: null for "None", undefined if the field is empty or cannot be used. */
function parseConferencing(reader: InputReader): Conferencing | null | undefined {
  const text = reader.text("conferencing");
  if (text === undefined) return undefined;
  // The service may know more providers than the list. It refuses the others.
  const provider = findChoice(text, conferencingChoices) ?? text;
  if (provider === "none") return null;
  if (provider !== "custom") return { provider };
  const label = reader.need("conferencing_label", "is required if Video Call is Another provider.");
  const uri = reader.text("conferencing_link");
  if (uri !== undefined && !isWebLink(uri))
    reader.refuse(
      "conferencing_link",
      `${quoteValue(uri)} is not a web link. Write it as https://meet.example.com/team.`,
    );
  if (label === undefined) return undefined;
  return { provider, label, ...(uri !== undefined && { uri }) };
}

/** Only http and https: a link that runs a script must never reach the people who are invited. */
function isWebLink(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}
