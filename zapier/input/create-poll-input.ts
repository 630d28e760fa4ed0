import {
  extractAddress,
  maxPollOptions,
  type PollRequest,
  type RequestedTime,
} from "../../src/scheduling/index.ts";
import { normalizeTimeZone } from "../../src/time/index.ts";
import type { FormValues } from "./blanks.ts";
import { kindChoices } from "./choices.ts";
import { parseConferencing } from "./conferencing.ts";
import { type ParseResult, toDay } from "./dates.ts";
import { InputError, quoteValue } from "./input-error.ts";
import { type FieldKey, labels } from "./labels.ts";
import { findToday, type TimeContext } from "./time-context.ts";
import { splitTimes, type TimeItem } from "./time-list.ts";
import { toTime } from "./times.ts";
import { createReader, type InputReader } from "./values.ts";
import { parseWindow } from "./window.ts";

/** What a form asks for, and what the person should know about how it was read. */
export interface ParsedInput {
  wishes: PollRequest;
  /** The texts that `wishes.times` were read from, one for each. */
  timeTexts: string[];
  notes: string[];
}

/**
 * What a person asked for in the form of Create Poll. Fields that belong to the other kind are left out: the editor
 * keeps their values when the kind is changed. Throws `FormRefusal` naming every field that cannot be used.
 *
 * `accountZone` is the zone of the person's Zapier account, used when the form names none.
 */
export function parseCreatePoll(values: FormValues, accountZone: string | null, now: number): ParsedInput {
  const reader = createReader(values);
  const title = reader.need("title", "is needed.");
  if (values["kind"] === undefined) reader.refuse("kind", "is needed.");
  const kind = reader.choice("kind", kindChoices);
  const common = { title: title ?? "", ...readDetails(reader), ...readSettings(reader) };
  const options =
    kind === "date"
      ? readDays(values, reader, accountZone, now)
      : kind === "time"
        ? readTimes(values, reader, accountZone, now)
        : undefined;
  if (reader.problems.length > 0 || options === undefined) throw new InputError(reader.problems);
  const { timeTexts, notes, ...when } = options;
  return { wishes: { ...common, ...when }, timeTexts, notes };
}

function readDetails(reader: InputReader) {
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

function readSettings(reader: InputReader) {
  const requireEmail = reader.flag("require_email");
  const hideParticipants = reader.flag("hide_participants");
  const hideScores = reader.flag("hide_scores");
  const disableComments = reader.flag("disable_comments");
  const allowTentativeVotes = reader.flag("allow_tentative_votes");
  return {
    ...(requireEmail !== undefined && { requireEmail }),
    ...(hideParticipants !== undefined && { hideParticipants }),
    ...(hideScores !== undefined && { hideScores }),
    ...(disableComments !== undefined && { disableComments }),
    ...(allowTentativeVotes !== undefined && { allowTentativeVotes }),
  };
}

function readDays(values: FormValues, reader: InputReader, accountZone: string | null, now: number) {
  const notes: string[] = [];
  // The account's zone only says which day "today" is.
  const moment: TimeContext = { now, timeZone: normalizeTimeZone(accountZone ?? "") ?? null };
  const days = readEach("dates", values, reader, moment, notes, ({ text, parsed }) =>
    toDay(text, parsed, moment),
  );
  if (values["dates"] === undefined) reader.refuse("dates", "needs at least one date.");
  const dates = [...new Set(days.map(({ value }) => value))];
  return { kind: "date" as const, dates, timeTexts: [], notes };
}

function readTimes(values: FormValues, reader: InputReader, accountZone: string | null, now: number) {
  const notes: string[] = [];
  const timeZone = readZone(reader, accountZone);
  const moment: TimeContext = { now, timeZone, accountZone: normalizeTimeZone(accountZone ?? "") ?? null };
  const slots = readEach<RequestedTime>("times", values, reader, moment, notes, (item) =>
    readSlot(item, moment),
  );
  const window = parseWindow(values, reader, moment, notes);
  const duration = reader.minutes("duration");
  const endless = slots.find(({ value }) => value.duration === undefined);
  if (values["duration"] === undefined && (endless !== undefined || window !== undefined))
    reader.refuse(
      "duration",
      endless === undefined
        ? "is needed for a recurring window."
        : `is needed, since ${labels.times} ${quoteValue(endless.text)} has no end.`,
    );
  if (values["times"] === undefined && window === undefined && reader.problems.length === 0)
    reader.refuse(
      "times",
      `needs at least one time, or a recurring window (${labels.start_date}, ${labels.end_date}, ${labels.from}, ${labels.to}).`,
    );
  return {
    kind: "time" as const,
    ...(timeZone !== null && { timeZone }),
    ...(duration !== undefined && { duration }),
    ...(slots.length > 0 && { times: slots.map(({ value }) => value) }),
    ...(window !== undefined && { windows: [window] }),
    timeTexts: slots.map(({ text }) => text),
    notes,
  };
}

/** A line item may bring a length beside its start. */
function readSlot(item: TimeItem, now: TimeContext): ParseResult<RequestedTime> {
  const reading = toTime(item.text, item.parsed, now);
  if ("problem" in reading || item.duration === undefined) return reading;
  return { ...reading, value: { duration: item.duration, ...reading.value } };
}

/** The zone that clock times are meant in; null for a floating poll, asked for by "floating" or for want of any. */
function readZone(reader: InputReader, accountZone: string | null): string | null {
  const written = reader.text("time_zone");
  const wanted = written ?? accountZone;
  if (wanted === null || wanted.toLowerCase() === "floating") return null;
  const zone = normalizeTimeZone(wanted.replace(/ /g, "_"));
  if (zone !== undefined) return zone;
  const named =
    written === undefined ? `${quoteValue(wanted)}, the one of your Zapier account,` : quoteValue(wanted);
  reader.refuse("time_zone", `${named} is not a time zone. Write it as Europe/Berlin or America/New_York.`);
  return null;
}

function readEach<Value>(
  key: FieldKey,
  values: FormValues,
  reader: InputReader,
  now: TimeContext,
  notes: string[],
  read: (item: TimeItem) => ParseResult<Value>,
): { value: Value; text: string }[] {
  const { items, tooMany } = splitTimes(values[key], findToday(now));
  if (tooMany || items.length > maxPollOptions) {
    const count = tooMany ? `more than ${maxPollOptions}` : items.length;
    reader.refuse(key, `holds ${count} values; a poll takes ${maxPollOptions} at most.`);
    return [];
  }
  return items.flatMap((item) => {
    const reading = read(item);
    const quoted = quoteValue(item.text);
    if ("problem" in reading) {
      reader.refuse(key, `${quoted} ${reading.problem}`, reading.hint);
      return [];
    }
    if (reading.note !== undefined) notes.push(`${labels[key]} ${quoted}: ${reading.note}`);
    return [{ value: reading.value, text: item.text }];
  });
}
