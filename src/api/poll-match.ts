import { expandGenerator, isSameZone } from "../time/index.ts";
import { toInstantMs } from "./create-poll-input.ts";
import type { CreatePollInput } from "./inputs.ts";
import { defaultSettings, settingNames } from "./poll-settings.ts";
import type { Poll } from "./schemas.ts";

const texts = ["title", "description", "location"] as const;

/**
 * Returns equal texts for two creates if one poll could be the result of either, so that they run one at a time. It must
 * never distinguish more than matchesCreate and findDifferences. Both accept what the service fills in for an omitted
 * field (organizer, conferencing, zone, settings), so it contains none of these fields.
 */
export function fingerprint(body: CreatePollInput): string {
  return JSON.stringify([
    body.kind,
    texts.map((field) => normalizeText(body[field])),
    formatOptionSet(listRequested(body)),
  ]);
}

/** Whether a poll matches a create body in every field. Does not compare the creation time. */
export function matchesCreate(poll: Poll, body: CreatePollInput): boolean {
  return (
    findDifferences(poll, body).length === 0 &&
    settingNames.every((field) => poll[field] === (body[field] ?? defaultSettings[field])) &&
    formatConferencing(poll.conferencing) === formatConferencing(body.conferencing) &&
    hasRequestedZone(poll, body) &&
    formatOptionSet(listCreated(poll)) === formatOptionSet(listRequested(body))
  );
}

/**
 * The fields of a created poll that contradict its create. Not a contradiction: white space, another name of the zone,
 * repeated options, and settings that the create omitted.
 */
export function findDifferences(poll: Poll, body: CreatePollInput): string[] {
  const email = body.organizer?.email;
  const contradictions: Record<string, boolean> = {
    kind: poll.kind !== body.kind,
    ...Object.fromEntries(
      texts.map((field) => [field, normalizeText(poll[field]) !== normalizeText(body[field])]),
    ),
    conferencing:
      Boolean(body.conferencing) &&
      formatConferencing(poll.conferencing) !== formatConferencing(body.conferencing),
    timeZone: "timeZone" in body && Boolean(body.timeZone) && !hasRequestedZone(poll, body),
    ...Object.fromEntries(
      settingNames.map((field) => [field, body[field] !== undefined && poll[field] !== body[field]]),
    ),
    organizer:
      Boolean(email) &&
      normalizeText(poll.organizer?.email).toLowerCase() !== normalizeText(email).toLowerCase(),
    options: poll.kind === body.kind && !haveSameOptions(listCreated(poll), listRequested(body)),
  };
  return Object.keys(contradictions).filter((field) => contradictions[field]);
}

/** Maximum time from the creation of a poll to its response, in milliseconds. */
const maxResponseDelayMs = 5 * 60_000;

const dayMs = 86_400_000;

/**
 * The fields which show that the poll in a create's response is an old one, from a broken cache or proxy.
 * `serviceTime` is the time of the response in milliseconds since 1970.
 *
 * An old `createdAt` alone proves nothing, because a fake server in a test may have a constant one. It counts only together
 * with a field that a new poll cannot have: participants, a status other than open, or a setting that the create left off.
 */
export function findStaleFields(poll: Poll, body: CreatePollInput, serviceTime: number): string[] {
  // Negated, so that an invalid time counts as recent.
  if (!(Date.parse(poll.createdAt) < serviceTime - maxResponseDelayMs)) return [];
  // A poll closes by itself, maybe at once, when all its options are in the past.
  const mayBePast = listCreated(poll).every(
    ({ date, start }) => (date === undefined ? start : Date.parse(date)) < serviceTime + dayMs,
  );
  const signs = [
    ...(poll.participantCount > 0 ? ["participantCount"] : []),
    ...(poll.status === "open" || (poll.status === "closed" && mayBePast) ? [] : ["status"]),
    ...settingNames.filter((field) => !defaultSettings[field] && poll[field] && body[field] === undefined),
  ];
  return signs.length === 0 ? [] : ["createdAt", ...signs];
}

/** Removes what a service may change when it stores a text: white space, invisible characters, Unicode composition. */
function normalizeText(text: string | null | undefined): string {
  return (text ?? "")
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim();
}

function formatConferencing(call: CreatePollInput["conferencing"] | Poll["conferencing"]): string {
  if (!call) return "";
  const custom = "label" in call ? call : undefined;
  const link = String(custom?.uri ?? "");
  return JSON.stringify([
    call.provider,
    normalizeText(String(custom?.label ?? "")),
    URL.canParse(link) ? new URL(link).href : link,
  ]);
}

function hasRequestedZone(poll: Poll, body: CreatePollInput): boolean {
  const requested = ("timeZone" in body ? body.timeZone : null) ?? "";
  const created = poll.timeZone ?? "";
  return requested === "" || created === "" ? requested === created : isSameZone(requested, created);
}

/** An option of a poll: a date, or a start in milliseconds since 1970 and a length in minutes. */
interface ComparedOption {
  date?: string;
  start: number;
  duration: number;
  /** How far the service's start may differ beyond a minute, in milliseconds. */
  tolerance: number;
}

const dateOption = (date: string): ComparedOption => ({ date, start: 0, duration: 0, tolerance: 0 });

function listCreated(poll: Poll): ComparedOption[] {
  if (poll.kind === "date") return poll.options.map(({ date }) => dateOption(date));
  return poll.options.map(({ startTime, duration }) => ({
    start: Date.parse(startTime),
    duration,
    tolerance: 0,
  }));
}

const minuteMs = 60_000;

/** Near a clock change the service converts wall-clock times up to an hour off, and a window may have an hour more. */
const wallClockTolerance = 120 * minuteMs;

function listRequested(body: CreatePollInput): ComparedOption[] {
  if (body.kind === "date") return body.options.map(({ date }) => dateOption(date));
  const timeZone = body.timeZone ?? null;
  const defaultDuration = body.duration ?? 0;
  const wallClock = timeZone === null ? 0 : wallClockTolerance;
  const single = (body.options ?? []).map(({ startTime, duration = defaultDuration }) => ({
    start: toInstantMs(startTime, timeZone),
    duration,
    tolerance: /(Z|[+-]\d\d:\d\d)$/.test(startTime) ? 0 : wallClock,
  }));
  const generated = (body.generators ?? []).flatMap((generator) =>
    expandGenerator(generator, { timeZone, duration: defaultDuration, gap: "forward" }).slots.map(
      ({ startTime, duration }) => ({ start: Date.parse(startTime), duration, tolerance: wallClock }),
    ),
  );
  return [...single, ...generated];
}

/** A text for a set of options, independent of their order. */
function formatOptionSet(options: readonly ComparedOption[]): string {
  const names = options.map(
    ({ date, start, duration }) => date ?? `${Math.floor(start / minuteMs)} ${duration}`,
  );
  return JSON.stringify([...new Set(names)].sort());
}

function haveSameOptions(created: readonly ComparedOption[], requested: readonly ComparedOption[]): boolean {
  if (formatOptionSet(created) === formatOptionSet(requested)) return true;
  const isSame = (one: ComparedOption, other: ComparedOption) =>
    one.date === other.date &&
    one.duration === other.duration &&
    Math.abs(one.start - other.start) <= Math.max(minuteMs, one.tolerance, other.tolerance);
  return (
    created.every((option) => requested.some((other) => isSame(option, other))) &&
    requested.every((option) => created.some((other) => isSame(option, other)))
  );
}
