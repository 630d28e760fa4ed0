/** What people vote on: the fields of each Option Type, and how they are read together. */
import type { PlainInputField } from "zapier-platform-core";
import { maxOptions } from "../../src/api/check/create-input.ts";
import type { PollRequest, RequestedTime } from "../../src/scheduling/index.ts";
import { normalizeTimeZone, toLocal } from "../../src/time/index.ts";
import { maxSlotMinutes, minSlotMinutes } from "../../src/time/slots.ts";
import { labelOf, quoteValue } from "../label.ts";
import { type Choices, choose, findChoice } from "./choice.ts";
import {
  type Fields,
  type FormContext,
  type FormField,
  type FormOf,
  parsed,
  peek,
  readFields,
  required,
} from "./form.ts";
import { type FormValues, listLeaves } from "./form-values.ts";
import { readEach, readText, refuse, TextError } from "./input-error.ts";
import {
  readRows,
  splitTimes,
  type TimeContext,
  type TimeItem,
  toDay,
  toHint,
  toSlot,
  unwrap,
} from "./times.ts";
import { minutes, timeZone, weekdayList } from "./values.ts";
import { readClock, readTime } from "./written/index.ts";

const dateOrder = choose(
  { month_first: "Month First", day_first: "Day First" },
  "What 3/4/2027 means: month first is March 4, day first is 3 April. Without a choice, such dates are refused.",
);

/** How dates and times are read. Whole days have no zone: that of the account only tells which day "today" is. */
function createRules(values: FormValues, context: FormContext, isTimed = true): TimeContext {
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

/** What is read of each item of a field. Throws `InputError` with the problems of all of them. */
function readItems<Value>(key: string, items: readonly TimeItem[], read: (item: TimeItem) => Value): Value[] {
  if (items.length > maxOptions)
    throw refuse(key, `has ${items.length} values. A poll takes at most ${maxOptions}.`);
  return readEach(items, (item) => readText(key, item.text, () => read(item)));
}

/** Whole days, each once. */
const dates: FormField<string[]> = {
  input: {
    helpText: `One day in each box, such as 2027-03-01 or March 1, 2027. A poll takes up to ${maxOptions}.`,
    list: true,
    required: true,
    placeholder: "2027-03-01",
  },
  read(values, key, context) {
    const rules = createRules(values, context, false);
    const items = splitTimes(values[key], key, rules);
    if (items.length === 0) throw refuse(key, "needs at least one date, such as 2027-03-01.");
    return [...new Set(readItems(key, items, (item) => toDay(item, rules)))];
  },
};

/** A slot and its text. */
interface Slot {
  value: RequestedTime;
  text: string;
}

/** Slots with their texts. The duration of the form is for those without an end. */
const slots = (
  input: Partial<PlainInputField>,
  example: string,
  split: (value: unknown, key: string, rules: TimeContext) => TimeItem[],
): FormField<Slot[]> => ({
  input,
  read(values, key, context) {
    const rules = createRules(values, context);
    const items = split(values[key], key, rules);
    if (items.length === 0) throw refuse(key, `needs at least one ${example}.`);
    const found = readItems(key, items, (item) => {
      const { slot, note } = toSlot(item, rules);
      if (note) context.notes.push(`${labelOf(key)} ${quoteValue(item.text)}: ${note}`);
      return { value: slot, text: item.text };
    });
    const endless = found.find(({ value }) => (value.duration ?? value.end) === undefined);
    if (endless === undefined || values["duration"] !== undefined) return found;
    throw refuse("duration", `is required, because ${labelOf(key)} ${quoteValue(endless.text)} has no end.`);
  },
});

const times = slots(
  {
    helpText: "One in each box, such as 2027-03-01 09:00, or with its end: 2027-03-01 09:00 - 10:30.",
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
      "Each row of a sheet, or event of a calendar, becomes one option. Map the columns with its day and its times.",
    children: [
      cell("date", "2027-03-01", "The day. Leave it empty if the start has the day too."),
      cell("start", "09:00", "The time of day, or the day and the time."),
      cell("end", "10:30", "When it is over. Leave it empty if all options are equally long."),
      cell("duration", "30", "How long this option lasts, if it differs from the others."),
    ],
  },
  "row with a date and a start",
  (value, _key, rules) => readRows(value, rules),
);

/** A day of an offer. */
const day = (helpText: string, placeholder: string) =>
  required(
    parsed({ helpText, placeholder }, (text, values, context) => {
      const rules = createRules(values, context);
      return toDay({ text, read: readTime(text, rules) }, rules);
    }),
  );

/** The first or the last time of day. */
const clock = (helpText: string, placeholder: string, isEnd = false) =>
  required(
    parsed({ helpText, placeholder }, (text) => {
      const hint = toHint("times of day", "09:00 or 5:30 pm");
      const clock = unwrap(readClock(text, isEnd), hint);
      if (clock === undefined) throw new TextError("is not a time of day.", hint);
      return clock;
    }),
  );

const lasts = `How long each option lasts, from ${minSlotMinutes} to ${maxSlotMinutes} minutes, such as 30, 1:30 or 1 h 30 min.`;
const duration = minutes(`${lasts} Leave it empty if every option has an end.`, "30");

const rules = { time_zone: timeZone, date_order: dateOrder };

/** What people vote on, as the planner takes it. */
export interface Offer {
  /** The field that has the options, or the first that decides them. */
  key: string;
  request: Omit<PollRequest, "title">;
  /** What was written for each of its times. */
  texts?: readonly string[];
}

/** A choice of Option Type, with the fields that follow it. */
const defineOffer = <Table extends Fields>(
  label: string,
  fields: Table,
  toOffer: (form: FormOf<Table>) => Offer,
) => ({
  label,
  fields,
  read: (values: FormValues, context: FormContext) => toOffer(readFields(fields, values, context)),
});

const timed = { duration, ...rules };

const toTimes = (key: string, slots: Slot[], { time_zone, duration }: FormOf<typeof timed>): Offer => ({
  key,
  request: { kind: "time", timeZone: time_zone, duration, times: slots.map(({ value }) => value) },
  texts: slots.map(({ text }) => text),
});

const offers = {
  days: defineOffer("Whole Days", { dates, date_order: dateOrder }, ({ dates }) => ({
    key: "dates",
    request: { kind: "date", dates },
  })),
  times: defineOffer("Times", { times, ...timed }, (form) => toTimes("times", form.times, form)),
  rows: defineOffer("Rows of a Sheet or Calendar", { rows, ...timed }, (form) =>
    toTimes("rows", form.rows, form),
  ),
  hours: defineOffer(
    "Same Hours on Several Days",
    {
      first_day: day(
        "The first date of the poll. To add a week to a mapped date, write +7d after it.",
        "2027-03-01",
      ),
      last_day: day(
        "The last date of the poll. To add days to a mapped date, write +11d after it.",
        "2027-03-05",
      ),
      first_slot_starts: clock("When the first option of each day begins.", "09:00"),
      last_slot_ends: clock(
        "When the last option of each day must be over. 24:00 is the end of the day.",
        "12:00",
        true,
      ),
      duration: required(minutes(lasts, "30")),
      weekdays: weekdayList("The days of the week that have options. Default: all seven."),
      minutes_between_starts: minutes(
        `From ${minSlotMinutes} to ${maxSlotMinutes}, such as 60. Default: an option starts when the one before ends.`,
        "60",
      ),
      ...rules,
    },
    (form) => {
      const window = {
        startDate: form.first_day,
        endDate: form.last_day,
        from: form.first_slot_starts,
        to: form.last_slot_ends,
        days: form.weekdays.length === 0 ? undefined : form.weekdays,
        interval: form.minutes_between_starts,
      };
      const { time_zone: timeZone, duration } = form;
      return { key: "first_day", request: { kind: "time", timeZone, duration, windows: [window] } };
    },
  ),
};

const labels = Object.fromEntries(
  Object.entries(offers).map(([choice, { label }]) => [choice, label]),
) as Choices<keyof typeof offers>;

const choice = choose(labels, "What people vote on. Your choice decides which fields follow.");

/** What the editor shows for a mapped Option Type, which is known only when the Zap runs: fields that it may need. */
const listMapped = (): Fields =>
  Object.fromEntries(
    Object.entries({ ...offers.days.fields, ...offers.times.fields }).map(([key, field]) => [
      key,
      { ...field, input: { ...field.input, required: false } },
    ]),
  );

/** What people vote on. Only the fields of the choice are read, because the editor keeps the values of the others. */
export const optionType: FormField<Offer | undefined> = {
  input: choice.input,
  read(values, key, context) {
    const chosen = choice.read(values, key, context);
    return chosen && offers[chosen].read(values, context);
  },
  follow(values, key) {
    const [text] = listLeaves(values[key]);
    if (text === undefined) return {};
    const chosen = findChoice(text, labels);
    return chosen === undefined ? listMapped() : offers[chosen].fields;
  },
};
