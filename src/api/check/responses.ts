/**
 * The service's responses. Every promised field is required, later fields pass, and only `status` and `kind` are closed sets.
 * The guards only look, and copy nothing: a list of participants has a hundred thousand values.
 */
import type { Problem } from "../../problem.ts";
import { isInstant } from "../../time/days.ts";
import { isCalendarDate } from "../../time/index.ts";
import type { Participant, Poll, PollResults } from "../types/polls.ts";
import { describeUnexpected } from "./problems.ts";
import { mapSettings } from "./settings.ts";

/** Adds what is wrong with a value to the problems. `Type` is what a value without problems is. */
export type Guard<Type = unknown> = ((value: unknown, problems: Problem[]) => void) & { type?: Type };

const that =
  <Type>(test: (value: unknown) => boolean, expected: string, isWord = false): Guard<Type> =>
  (value, problems) => {
    if (test(value)) return;
    const message = expected.startsWith("must") ? expected : describeUnexpected(expected, value, isWord);
    problems.push({ path: "", message });
  };
const oneOf = <const Value>(...values: Value[]) => {
  const listed = values.map((value) => JSON.stringify(value)).join(" or ");
  return that<Value>((value) => values.some((each) => each === value), listed, true);
};
const or =
  <Other>(other: Other) =>
  <Type>(guard: Guard<Type>): Guard<Type | Other> =>
  (value, problems) =>
    value === other || guard(value, problems);
const [orNull, optional] = [or(null), or(undefined)];

/** Checks a part of a value. Only a problem has a path. */
function checkPart(guard: Guard, value: unknown, place: string | number, problems: Problem[]): void {
  const { length } = problems;
  guard(value, problems);
  for (let index = length; index < problems.length; index++) {
    const { path, message } = problems[index] as Problem;
    problems[index] = { path: path === "" ? `${place}` : `${place}.${path}`, message };
  }
}

type Fields = Record<string, Guard>;
type Values<Of> = { [Name in keyof Of]: Of[Name] extends Guard<infer Type> ? Type : never };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const anObject = that<Record<string, unknown>>(isObject, "an object");
function object<Of extends Fields>(fields: Of): Guard<Values<Of>> {
  const names = Object.keys(fields);
  const guards = Object.values<Guard>(fields);
  return (value, problems) => {
    if (!isObject(value)) return anObject(value, problems);
    for (let index = 0; index < names.length; index++) {
      const name = names[index] as string;
      checkPart(guards[index] as Guard, value[name], name, problems);
    }
  };
}

const anArray = that((value) => Array.isArray(value), "an array");
export const list =
  <Type>(item: Guard<Type>): Guard<Type[]> =>
  (value, problems) => {
    if (!Array.isArray(value)) return anArray(value, problems);
    for (let index = 0; index < value.length; index++) checkPart(item, value[index], index, problems);
  };

const isText = (value: unknown): value is string => typeof value === "string";
const text = that<string>(isText, "a string");
const flag = that<boolean>((value) => typeof value === "boolean", "must be true or false");
const number = that<number>((value) => typeof value === "number", "must be a number");
const whole = (least: number, message: string, most = Number.POSITIVE_INFINITY) =>
  that<number>(
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    message,
  );
const count = whole(0, "must be a count");
// At most a year, so that each slot ends at a time that a Date can hold.
const minutes = whole(1, "must be whole minutes, 1 to 527040", 527_040);
const isInstantText = (value: unknown) => isText(value) && isInstant(value);
const instant = that<string>(isInstantText, "must be an ISO 8601 instant");
// A new status would be a new API version.
const status = oneOf("open", "closed", "scheduled", "canceled");

/** The guard of a day or a slot with more fields, and that of what has such options, by `kind`. */
function byKind<Of extends Fields, More extends Fields>(fields: Of, more: More) {
  const day = object({
    id: text,
    date: that<string>((value) => isText(value) && isCalendarDate(value), "must be a date (YYYY-MM-DD)"),
    ...more,
  });
  const slot = object({ id: text, startTime: instant, duration: minutes, ...more });
  const date = object({ ...fields, kind: oneOf("date"), options: list(day) });
  const time = object({ ...fields, kind: oneOf("time"), options: list(slot) });
  const neither = object({ kind: oneOf("date", "time") });
  type Either = typeof date | typeof time extends Guard<infer Type> ? Type : never;
  const guard: Guard<Either> = (value, problems) => {
    const { kind } = Object(value);
    (kind === "date" ? date : kind === "time" ? time : neither)(value, problems);
  };
  return guard;
}

const pollFields = {
  ...{
    id: text,
    title: text,
    description: orNull(text),
    location: orNull(text),
    timeZone: orNull(text),
    status,
  },
  conferencing: orNull(object({ provider: text, label: optional(text), uri: optional(text) })),
  organizer: orNull(object({ id: text, name: text, email: text, image: orNull(text) })),
  ...mapSettings(() => flag),
  ...{ createdAt: instant, updatedAt: instant, participantCount: count, adminUrl: text, inviteUrl: text },
};
export const poll = byKind(pollFields, {}) satisfies Guard<Poll>;

const resultsFields = { pollId: text, status, participantCount: count, highScore: number };
const votes = { votes: list(object({ type: text, count })), score: number, isTopChoice: flag };
export const results = byKind(resultsFields, votes) satisfies Guard<PollResults>;

const spanFields = object({ start: instant, end: instant, allDay: flag, modifiers: list(text) });
// The most frequent part of all responses: looked at by hand, a list takes two thirds of the time.
const span: typeof spanFields = (value, problems) => {
  const { start, end, allDay, modifiers } = Object(value);
  const isRight = isInstantText(start) && isInstantText(end) && typeof allDay === "boolean";
  if (!isRight || !Array.isArray(modifiers) || !modifiers.every(isText)) spanFields(value, problems);
};
export const participant = object({
  ...{ id: text, name: text, email: orNull(text), createdAt: instant },
  availability: list(span),
}) satisfies Guard<Participant>;

export const dataOf = <Data>(data: Guard<Data>) => object({ data });
export const pollPage = object({ data: list(poll), nextCursor: orNull(text) });
export const deletedPoll = object({ id: text, deleted: oneOf(true) });
export const openApi = object({ openapi: text, paths: anObject });

/** The service's error body. Codes are an open set. */
export const errorBody = object({ error: object({ code: text, message: text }) });

/** Everything that is wrong with a response. */
export function checkResponse(guard: Guard, json: unknown): Problem[] {
  const problems: Problem[] = [];
  guard(json, problems);
  return problems.map(({ path, message }) => ({ path: path || "body", message }));
}

/** Whether a response has a form. */
export const is = <Type>(guard: Guard<Type>, json: unknown): json is Type =>
  checkResponse(guard, json).length === 0;
