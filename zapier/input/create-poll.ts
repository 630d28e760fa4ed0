/** Turns the form of Create Poll into a create request. */
import { maxLengths, maxOptions } from "../../src/api/check/create-input.ts";
import type { ConferencingInput } from "../../src/api/web.ts";
import { type Problem, wordProblem } from "../../src/problem.ts";
import { PlanError, type PollRequest, planPoll } from "../../src/scheduling/index.ts";
import { readClock, readTime, readTimeZone } from "../../src/scheduling/written/index.ts";
import { normalizeTimeZone, toLocal } from "../../src/time/index.ts";
import { settings } from "../settings.ts";
import { choice, findChoice, getChoice, getChoices, listLabels } from "./choice.ts";
import { type FormValues, getSingle, needSingle, parseJsonText } from "./form-values.ts";
import { InputError, ProblemList, quoteValue, refuse } from "./input-error.ts";
import { labelOf, labelPath } from "./labels.ts";
import { readRows } from "./rows.ts";
import {
  dateOrders,
  type FieldResult,
  gmtNote,
  isSummerInLondon,
  splitTimes,
  type TimeContext,
  type TimeItem,
  toDay,
  toSlot,
  wordWritten,
} from "./times.ts";
import { floating, getMinutes, getWeekdays, nameWeekday } from "./values.ts";

export const optionTypes = [
  choice("days", "Whole Days"),
  choice("times", "Times"),
  choice("rows", "Rows of a Sheet or Calendar"),
  choice("hours", "Same Hours on Several Days"),
];

export const videoCalls = [
  choice("none", "None"),
  choice("zoom", "Zoom"),
  choice("meet", "Google Meet"),
  choice("teams", "Microsoft Teams"),
  choice("custom", "Another Provider"),
];

export const settingChoices = settings.map(({ value, label }) => choice(value, label));

/** What happens to options in the past. */
export const pastChoices = [choice("refuse", "Refuse"), choice("leave_out", "Leave Out")];

/** What people vote on, with the text of each of `times`. */
type Offer = Pick<PollRequest, "kind" | "dates" | "timeZone" | "duration" | "times" | "windows"> & {
  texts?: string[];
};

/**
 * Plans the poll of a form: its body, with instants or calendar days only, and notes on how values were
 * understood. Fields of other offers are ignored: the editor keeps their values. `accountZone` is used when
 * the form has no time zone; `now` is in milliseconds. Throws `InputError` naming every field that cannot be
 * used.
 */
export function planPollForm(values: FormValues, accountZone: string | null, now: number) {
  const problems = new ProblemList();
  const title = problems.try(() => needSingle(values, "title")) ?? "";
  const offer = problems.try(() => {
    needSingle(values, "option_type", "is required. Choose what people vote on.");
    return getChoice(values, "option_type", optionTypes);
  });
  const details = parseDetails(values, problems);
  const location = problems.try(() => getSingle(values, "location"));
  const conferencing = problems.try(() => parseVideoCall(values));
  const chosen = problems.try(() => getChoices(values, "settings", settingChoices)) ?? [];
  const leavesOut = problems.try(() => getChoice(values, "past_options", pastChoices)) === "leave_out";
  const dateOrder = problems.try(() => getChoice(values, "date_order", dateOrders));
  const form: Form = { values, problems, notes: [], accountZone, now, leavesOut, dateOrder };
  const { texts = [], ...offered } = offer === "days" ? readDays(form) : readSlots(form, offer);
  problems.throwIfAny();
  const request: PollRequest = {
    title,
    ...details,
    location,
    conferencing,
    ...Object.fromEntries(
      settings.filter(({ value }) => chosen.includes(value)).map((each) => [each.setting, each.chosen]),
    ),
    ...offered,
  };
  const listLabel = labelOf(
    { days: "dates", times: "times", rows: "rows", hours: "first_day" }[offer ?? "days"],
  );
  const name = (path: string) => {
    const text = texts[Number(/^times\.(\d+)/.exec(path)?.[1])];
    if (text !== undefined) return `${listLabel} ${quoteValue(text)}`;
    return /^(?:options|times)$/.test(path) ? listLabel : labelPath(path);
  };
  try {
    const localZone = normalizeTimeZone(accountZone ?? "");
    const { body, notes, options } = planPoll(request, { overlaps: "earlier", now, past: "omit", localZone });
    const isSummer = options.some((slot) => "startTime" in slot && isSummerInLondon(slot.startTime));
    if (isSummer && request.timeZone === "GMT") form.notes.push(`${labelOf("time_zone")}: ${gmtNote}`);
    if (offer !== "days")
      form.notes.push(...notes.map((note) => `${name(note.path)}: ${reword(note, name)}.`));
    return { body, notes: form.notes };
  } catch (error) {
    throw error instanceof PlanError ? explainPlan(error, name) : error;
  }
}

/** The problems of a plan in the words of the form. `name` gives the label of a path in the request. */
export const explainPlan = (
  { problems }: PlanError,
  name: (path: string) => string,
  hint?: string,
): InputError =>
  new InputError(
    problems.map((problem) => ({
      field: name(problem.path),
      message: `${reword(problem, name)}.`,
      hint,
    })),
  );

/** A problem or a note of the planner with labels of the form instead of fields, and whole names of weekdays. */
function reword(problem: Problem, name: (path: string) => string): string {
  const { listed = "" } = problem.values ?? {};
  const days = String(listed).split(", ").map(nameWeekday).join(", ");
  return wordProblem({ ...problem, values: { ...problem.values, listed: days } }, name);
}

/** The description and the organizer of a form; undefined if they are empty. */
export function parseDetails(values: FormValues, problems: ProblemList) {
  const description = problems.try(() => getSingle(values, "description"));
  const organizer = problems.try(() => getSingle(values, "organizer"));
  return {
    description,
    organizer: organizer === undefined ? undefined : { email: organizer },
  };
}

/** The video call of the form. A link means another provider. */
function parseVideoCall(values: FormValues): ConferencingInput | undefined {
  const text = getSingle(values, "video_call");
  const link = getSingle(values, "video_call_link");
  const provider = text === undefined ? undefined : findChoice(text, videoCalls);
  if (text !== undefined && provider === undefined) {
    if (!/[/.:]/.test(text))
      throw refuse(
        "video_call",
        `${quoteValue(text)} is not one of the choices: ${listLabels(videoCalls)}. Choose one, or enter a web link.`,
      );
    if (link !== undefined && link !== text)
      throw refuse("video_call_link", "is another link than in Video Call. Keep one.");
    return toCustomCall(text, "video_call");
  }
  if (link === undefined) {
    if (provider === "custom")
      throw refuse("video_call_link", "is required if Video Call is Another Provider.");
    return provider === undefined || provider === "none" ? undefined : { provider };
  }
  if (provider === undefined || provider === "custom") return toCustomCall(link, "video_call_link");
  throw refuse(
    "video_call_link",
    `has a link, but Video Call is ${quoteValue(text ?? "")}. Clear one of them.`,
  );
}

/** Only http and https: a link that runs a script must never reach the people who are invited. */
function toCustomCall(uri: string, key: string): ConferencingInput {
  if (!/^https?:\/\/[^\s/]/i.test(uri) || /\s/.test(uri) || !URL.canParse(uri))
    throw refuse(key, `${quoteValue(uri)} is not a web link. Write it as https://meet.example.com/team.`);
  return { provider: "custom", label: new URL(uri).hostname.slice(0, maxLengths.callLabel), uri };
}

interface Form {
  values: FormValues;
  problems: ProblemList;
  notes: string[];
  /** As Zapier has it. */
  accountZone: string | null;
  now: number;
  /** Whether options in the past are left out. */
  leavesOut: boolean;
  dateOrder: TimeContext["dateOrder"];
}

/** How the dates of a form are read. `timeZone` is that of the poll. */
function createContext({ values, accountZone, now, dateOrder }: Form, timeZone: string | null): TimeContext {
  const dayZone = timeZone ?? normalizeTimeZone(accountZone ?? "") ?? null;
  const today = dayZone === null ? undefined : toLocal(new Date(now).toISOString(), dayZone).date;
  return { now, timeZone, isZoneChosen: values["time_zone"] !== undefined, dayZone, today, dateOrder };
}

function readDays(form: Form): Offer {
  // The time zone of the account decides only which day "today" is, and whether an instant has a clear day.
  const context = createContext(form, null);
  const days = readItems(form, "dates", context, toDay);
  return { kind: "date", dates: [...new Set(days.map(({ value }) => value))] };
}

function readSlots(form: Form, offer: "times" | "rows" | "hours" | undefined): Offer {
  const timeZone = offer === undefined ? null : readZone(form);
  const context = createContext(form, timeZone);
  const duration = form.problems.try(() => getMinutes(form.values, "duration"));
  const slot = { kind: "time", timeZone, duration } as const;
  if (offer === undefined) return slot;
  if (offer === "hours") return { ...slot, windows: readWindows(form, context) };
  const slots = readItems(form, offer, context, toSlot);
  const endless = slots.find(({ value }) => value.duration === undefined);
  if (endless !== undefined && form.values["duration"] === undefined)
    form.problems.refuse(
      "duration",
      `is required, because ${labelOf(offer)} ${quoteValue(endless.text)} has no end.`,
    );
  return { ...slot, times: slots.map(({ value }) => value), texts: slots.map(({ text }) => text) };
}

function readWindows(form: Form, context: TimeContext): PollRequest["windows"] {
  const { problems, values } = form;
  const [startDate, endDate] = ["first_day", "last_day"].map((key) => {
    const text = problems.try(() => needSingle(values, key));
    if (text === undefined) return undefined;
    return keepResult(form, key, text, toDay({ text, read: readTime(text, context) }, context));
  });
  const days = problems.try(() => getWeekdays(values, "weekdays"));
  const from = problems.try(() => readClockField(values, "first_slot_starts"));
  const to = problems.try(() => readClockField(values, "last_slot_ends"));
  const interval = problems.try(() => getMinutes(values, "minutes_between_starts"));
  if (values["duration"] === undefined) problems.refuse("duration", "is required.");
  if (!startDate || !endDate || !from || !to) return undefined;
  return [{ startDate, endDate, from, to, days: days?.length ? days : undefined, interval }];
}

/** The value of a text. Its problem or its note is kept for the person. */
function keepResult<Value>(form: Form, key: string, text: string, result: FieldResult<Value>) {
  const { problems, notes } = form;
  if ("problem" in result) {
    problems.refuse(key, `${quoteValue(text)} ${result.problem}`, result.hint);
    return undefined;
  }
  if (result.past && !form.leavesOut) {
    const hint = key in examples ? pastHint : undefined;
    problems.refuse(key, `${quoteValue(text)} is in the past. Enter a later one.`, hint);
    return undefined;
  }
  if (result.note !== undefined) notes.push(`${labelOf(key)} ${quoteValue(text)}: ${result.note}`);
  return result.value;
}

/** The time zone of the poll; null for a floating poll. */
function readZone(form: Form): string | null {
  const written = form.problems.try(() =>
    getSingle({ text: parseJsonText(form.values["time_zone"]) }, "text"),
  );
  const wanted = written ?? form.accountZone;
  const isFloating = wanted !== null && findChoice(wanted, [floating]) !== undefined;
  if (wanted === null || isFloating) {
    const reason = isFloating ? "it is floating" : "it is empty, and your Zapier account has none";
    form.notes.push(
      `Time Zone: ${reason}, so the poll has no time zone. Everyone sees the same clock times, wherever they are.`,
    );
    return null;
  }
  const zone = readTimeZone(wanted, new Date(form.now).getUTCFullYear());
  const result: FieldResult<string> =
    "problem" in zone
      ? { problem: wordWritten(zone.problem) }
      : { value: zone.value, note: zone.isGuessed ? `used ${zone.value}.` : undefined };
  if (written !== undefined) return keepResult(form, "time_zone", wanted, result) ?? null;
  if ("problem" in result)
    form.problems.refuse(
      "time_zone",
      `${quoteValue(wanted)}, the time zone of your Zapier account, ${result.problem}`,
    );
  else form.notes.push(`Time Zone: it is empty, so that of your Zapier account was used, ${result.value}.`);
  return "problem" in result ? null : result.value;
}

const examples = {
  dates: "date, such as 2027-03-01",
  times: "time, such as 2027-03-01 09:00",
  rows: "row with a date and a start",
};

/** The values of a list field with their texts; none if one of them cannot be used. */
function readItems<Value>(
  form: Form,
  key: keyof typeof examples,
  context: TimeContext,
  parse: (item: TimeItem, context: TimeContext) => FieldResult<Value>,
): { value: Value; text: string }[] {
  const { problems, values } = form;
  const items = problems.try(() => {
    const listed = key === "rows" ? readRows(values[key], context) : splitTimes(values[key], key, context);
    if (listed.length === 0) throw refuse(key, `needs at least one ${examples[key]}.`);
    if (listed.length <= maxOptions) return listed;
    throw refuse(key, `has ${listed.length} values. A poll takes at most ${maxOptions}.`);
  });
  if (items === undefined) return [];
  const results = items.map((item) => ({ text: item.text, result: parse(item, context) }));
  const past = form.leavesOut ? results.filter(({ result }) => "past" in result && result.past) : [];
  if (past.length > 0 && past.length === items.length) problems.refuse(key, "has only values in the past.");
  if (past.length > 0)
    form.notes.push(
      `${labelOf(key)}: ${past.length} of ${items.length} were left out, since they are in the past.`,
    );
  const ahead = results.filter((each) => !past.includes(each));
  const found = ahead.flatMap(({ text, result }) => {
    const value = keepResult(form, key, text, result);
    return value === undefined ? [] : [{ value, text }];
  });
  return found.length < ahead.length ? [] : found;
}

const pastHint = `To leave out what is in the past, choose so under ${labelOf("past_options")}.`;

const clockHint =
  'Write times of day as 09:00 or 5:30 pm; "Formatter by Zapier" can change other notations to that.';

function readClockField(values: FormValues, key: string): string {
  const text = needSingle(values, key);
  const read = readClock(text, key === "last_slot_ends");
  if (read !== undefined && "value" in read) return read.value;
  const problem = read === undefined ? "is not a time of day." : wordWritten(read.problem);
  throw refuse(key, `${quoteValue(text)} ${problem}`, clockHint);
}
