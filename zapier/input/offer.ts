/** What people vote on: the fields of each Option Type, and how they are read together. */
import type { PlainInputField } from "zapier-platform-core";
import { maxOptions } from "../../src/api/check/create-input.ts";
import type { PollRequest, RequestedTime } from "../../src/scheduling/index.ts";
import { normalizeTimeZone, toLocal } from "../../src/time/index.ts";
import { maxSlotMinutes, minSlotMinutes } from "../../src/time/slots.ts";
import { labelOf, quoteValue } from "../label.ts";
import { branch, choose, findChoice } from "./choice.ts";
import { at, type FormContext, type FormField, parsed, peek, required } from "./form.ts";
import { type FormValues, getSingle } from "./form-values.ts";
import { readEach, refuse } from "./input-error.ts";
import { readRows } from "./rows.ts";
import {
  dateOrders,
  type FieldResult,
  splitTimes,
  type TimeContext,
  type TimeItem,
  toDay,
  toSlot,
  wordWritten,
} from "./times.ts";
import { floating, listTimeZoneChoices, minutes, weekdayList } from "./values.ts";
import { readClock, readTime, readTimeZone } from "./written/index.ts";

/** What happens to options in the past. */
export const pastChoices = { refuse: "Refuse", leave_out: "Leave Out" };

const dateOrder = choose(
  dateOrders,
  "What comes first in a date such as 3/4/2027. Without it such dates are refused, because they have two meanings.",
);
const pastOptions = choose(pastChoices, "What happens to options in the past. Default: Refuse.");

/** The time zone of the poll; null for a floating poll. */
const timeZone: FormField<string | null> = {
  // The choices take 100 ms to build.
  get input() {
    const helpText =
      "You can also map a name of IANA or Windows, such as Europe/Berlin. Default: that of your Zapier account.";
    return { helpText, choices: listTimeZoneChoices(), placeholder: "Europe/Berlin" };
  },
  read(values, key, { accountZone, notes }) {
    const written = getSingle(values, key);
    const wanted = written ?? accountZone;
    const isFloating = wanted !== null && findChoice(wanted, floating) !== undefined;
    if (wanted === null || isFloating) {
      const reason = isFloating ? "it is floating" : "it is empty, and your Zapier account has none";
      notes.push(
        `${labelOf(key)}: ${reason}, so the poll has no time zone. Everyone sees the same clock times, wherever they are.`,
      );
      return null;
    }
    const zone = readTimeZone(wanted);
    const owner = written === undefined ? ", the time zone of your Zapier account," : "";
    if (zone.problem) throw refuse(key, `${quoteValue(wanted)}${owner} ${wordWritten(zone.problem)}`);
    if (written === undefined)
      notes.push(`${labelOf(key)}: it is empty, so that of your Zapier account was used, ${zone.value}.`);
    return zone.value;
  },
};

/** How dates and times are read. Whole days have no zone: that of the account only tells which day "today" is. */
function createRules(values: FormValues, context: FormContext, isTimed: boolean): TimeContext {
  const { now, accountZone } = context;
  const zone = isTimed ? (peek(timeZone, values, "time_zone", context) ?? null) : null;
  const dayZone = zone ?? normalizeTimeZone(accountZone ?? "") ?? null;
  return {
    now,
    timeZone: zone,
    dayZone,
    today: dayZone === null ? undefined : toLocal(new Date(now).toISOString(), dayZone).date,
    dateOrder: peek(dateOrder, values, "date_order", context),
  };
}

interface Item<Value> {
  value: Value;
  text: string;
}

/** The values of a field with their texts. Throws `InputError` with the problems of all of them. */
function readItems<Value>(
  key: string,
  items: TimeItem[],
  notes: string[],
  parse: (item: TimeItem) => FieldResult<Value>,
): Item<Value>[] {
  if (items.length > maxOptions)
    throw refuse(key, `has ${items.length} values. A poll takes at most ${maxOptions}.`);
  return readEach(items, (item) => {
    const text = quoteValue(item.text);
    const result = parse(item);
    if ("problem" in result) throw refuse(key, `${text} ${result.problem}`, result.hint);
    if (result.note !== undefined) notes.push(`${labelOf(key)} ${text}: ${result.note}`);
    return { value: result.value, text: item.text };
  });
}

/** Whole days, each once. */
const dates: FormField<string[]> = {
  input: {
    helpText: `One day in each field, such as 2027-03-01 or March 1, 2027. Days have no time zone. Up to ${maxOptions}.`,
    list: true,
    required: true,
    placeholder: "2027-03-01",
  },
  paths: ["dates", "options"],
  read(values, key, context) {
    const rules = createRules(values, context, false);
    const items = splitTimes(values[key], key, rules);
    if (items.length === 0) throw refuse(key, "needs at least one date, such as 2027-03-01.");
    const days = readItems(key, items, context.notes, (item) => toDay(item, rules));
    return [...new Set(days.map(({ value }) => value))];
  },
};

/** Slots with their texts. The duration of the form is for those without an end. */
const slots = (
  input: Partial<PlainInputField>,
  example: string,
  split: (value: unknown, key: string, rules: TimeContext) => TimeItem[],
): FormField<Item<RequestedTime>[]> => ({
  input,
  paths: ["times", "options"],
  read(values, key, context) {
    const rules = createRules(values, context, true);
    const items = split(values[key], key, rules);
    if (items.length === 0) throw refuse(key, `needs at least one ${example}.`);
    const found = readItems(key, items, context.notes, (item) => toSlot(item, rules));
    const endless = found.find(({ value }) => (value.duration ?? value.end) === undefined);
    if (endless === undefined || values["duration"] !== undefined) return found;
    throw refuse("duration", `is required, because ${labelOf(key)} ${quoteValue(endless.text)} has no end.`);
  },
});

const times = slots(
  {
    helpText: "One in each field, such as 2027-03-01 09:00, or with its end: 2027-03-01 09:00 - 10:30.",
    list: true,
    required: true,
    placeholder: "2027-03-01 09:00",
  },
  "time, such as 2027-03-01 09:00",
  splitTimes,
);

const cell = (name: string, placeholder: string, helpText: string): PlainInputField => ({
  key: `row_${name}`,
  label: labelOf(name),
  type: "string",
  helpText,
  placeholder,
});

const rows = slots(
  {
    helpText:
      "One option for each row of a sheet or event of a calendar. Map the day and the start, or a start with both.",
    children: [
      cell("date", "2027-03-01", "The day. Leave empty if the start has it."),
      cell("start", "09:00", "The time of day, or the day and the time."),
      cell("end", "10:30", "When it is over. Leave empty if all options are equally long."),
      cell("duration", "30", "How long this one lasts, if that differs."),
    ],
  },
  "row with a date and a start",
  (value, _key, rules) => readRows(value, rules),
);

/** A day of an offer. */
const day = (helpText: string, placeholder: string, ...paths: string[]): FormField<string> => ({
  input: { helpText, required: true, placeholder },
  paths,
  read(values, key, context) {
    const text = getSingle(values, key);
    if (text === undefined) throw refuse(key, "is required.");
    const rules = createRules(values, context, true);
    const item = { text, read: readTime(text, rules) };
    const [{ value } = { value: "" }] = readItems(key, [item], context.notes, () => toDay(item, rules));
    if (value >= (rules.today ?? "")) return value;
    throw refuse(key, `${quoteValue(text)} is in the past. Enter a later one.`);
  },
});

/** The first or the last time of day. */
const clock = (helpText: string, placeholder: string, path: "windows.from" | "windows.to") =>
  required({
    ...parsed({ helpText, placeholder }, (text, refuseText) => {
      const { value, problem } = readClock(text, path === "windows.to") ?? {};
      if (value !== undefined) return value;
      throw refuseText(
        problem === undefined ? "is not a time of day." : wordWritten(problem),
        'Write times of day as 09:00 or 5:30 pm; "Formatter by Zapier" can change other notations to that.',
      );
    }),
    paths: [path],
  });

const lasts = `How long each option lasts, from ${minSlotMinutes} to ${maxSlotMinutes} minutes, such as 30, 1:30 or 1 h 30 min.`;
const duration = minutes(`${lasts} Leave empty only if every one has an end.`, "30");

const rules = { time_zone: timeZone, date_order: dateOrder, past_options: pastOptions };

/** What people vote on. */
export const optionType = branch(
  {
    days: { label: "Whole Days", fields: { dates, date_order: dateOrder, past_options: pastOptions } },
    times: { label: "Times", fields: { times, duration, ...rules } },
    rows: { label: "Rows of a Sheet or Calendar", fields: { rows, duration, ...rules } },
    hours: {
      label: "Same Hours on Several Days",
      fields: {
        first_day: day(
          "The date on which the offer begins. To add a week to a mapped date, write +7d after it.",
          "2027-03-01",
          "windows.startDate",
          "windows",
          "options",
        ),
        last_day: day(
          "The date on which the offer ends. To add days to a mapped date, write +11d after it.",
          "2027-03-05",
          "windows.endDate",
        ),
        first_slot_starts: clock("The time of day, the same on all days.", "09:00", "windows.from"),
        last_slot_ends: clock(
          "The time of day at which all must be over. 24:00 is the end of the day.",
          "12:00",
          "windows.to",
        ),
        duration: required(minutes(lasts, "30")),
        weekdays: at(weekdayList("Days of the week that are offered. Default: all seven."), "windows.days"),
        minutes_between_starts: at(
          minutes(
            `From ${minSlotMinutes} to ${maxSlotMinutes}, such as 60, 1:30 or 2 hours. Default: each slot starts when the one before ends.`,
            "60",
          ),
          "windows.interval",
        ),
        // Slots that are generated are left out once they have passed.
        time_zone: timeZone,
        date_order: dateOrder,
      },
    },
  },
  ["days", "times"],
  "What people vote on. Your choice decides which fields follow.",
);

type Offer = Exclude<ReturnType<typeof optionType.read>, undefined>;

const listSlots = (offer: Offer): Item<RequestedTime>[] =>
  offer.choice === "times" ? offer.times : offer.choice === "rows" ? offer.rows : [];

/** What people vote on, as the planner takes it. */
export function toRequest(offer: Offer): Omit<PollRequest, "title"> {
  if (offer.choice === "days") return { kind: "date", dates: offer.dates };
  const slot = { kind: "time", timeZone: offer.time_zone, duration: offer.duration } as const;
  if (offer.choice !== "hours") return { ...slot, times: listSlots(offer).map(({ value }) => value) };
  const window = {
    startDate: offer.first_day,
    endDate: offer.last_day,
    from: offer.first_slot_starts,
    to: offer.last_slot_ends,
    days: offer.weekdays.length === 0 ? undefined : offer.weekdays,
    interval: offer.minutes_between_starts,
  };
  return { ...slot, windows: [window] };
}

/** The text of the time that a path of the planner is about. */
export const textOf = (offer: Offer, path: string): string | undefined =>
  listSlots(offer)[Number(/^times\.(\d+)/.exec(path)?.[1])]?.text;
