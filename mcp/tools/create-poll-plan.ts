import { type Poll, type PollOption, settingNames } from "../../src/api/core.ts";
import type { Problem } from "../../src/problem.ts";
import { sameTitle, sanitizeLine } from "../../src/sanitize.ts";
import {
  type BusyCheck,
  type BusyTime,
  loadBusyCheck,
  PlanError,
  type PollPlan,
  type PollRequest,
  planCopy,
  planPoll,
  rankOptions,
  toCopyRequest,
} from "../../src/scheduling/index.ts";
import { addDays, isCalendarDate, normalizeTimeZone, toInstant } from "../../src/time/index.ts";
import { ArgumentError } from "../errors.ts";
import { formatWhen } from "../output/format.ts";
import { type ParsedOptionLines, parseOptionLines } from "../output/option-lines.ts";
import { loadPollByText } from "../polls/find-poll.ts";
import type { ToolContext } from "../tool.ts";
import type { CreatePollArguments } from "./create-poll.ts";

/** The poll to copy, with the options that are copied. */
export interface CopySource {
  poll: Poll;
  /** What was left out, for the person. */
  notes: string[];
}

/** Reads the poll of copyFrom. Undefined without copyFrom. */
export async function loadCopySource(
  { copyFrom, minAvailable, title }: CreatePollArguments,
  context: ToolContext,
): Promise<CopySource | undefined> {
  if (copyFrom === undefined) return undefined;
  const poll = await loadPollByText(copyFrom, "copyFrom", context);
  const source =
    minAvailable === undefined ? { poll, notes: [] } : await keepAvailable(poll, minAvailable, context);
  if (title !== undefined && !sameTitle(title, poll.title)) return source;
  const note = "title: the copy has the title of its original, so name both by id from now on";
  return { ...source, notes: [...source.notes, note] };
}

/** Keeps the options that at least this number of people can make: they voted yes or if need be. */
async function keepAvailable(poll: Poll, minAvailable: number, context: ToolContext): Promise<CopySource> {
  const { client, signal, now } = context;
  const { data: participants } = await client.listParticipants({ pollId: poll.id }, { signal });
  const { timeZone } = poll;
  const options: PollOption[] = poll.options;
  const ranked = rankOptions({ poll: { options, timeZone }, participants, now: now().getTime() }).options;
  const kept = new Set(
    ranked.filter(({ available }) => available >= minAvailable).map(({ option }) => option),
  );
  if (kept.size === 0) {
    const most = Math.max(0, ...ranked.map(({ available }) => available));
    const message = `no option of the poll has that number of people who can make it; the most is ${most}`;
    throw new ArgumentError([{ path: "minAvailable", message, ask: "how many people are enough" }]);
  }
  return {
    poll: { ...poll, options: options.filter((option) => kept.has(option)) } as Poll,
    notes: [
      `minAvailable: ${kept.size} of ${options.length} options are copied: those that at least ${minAvailable} can make (yes or if need be)`,
    ],
  };
}

/** A plan of the arguments. */
export type PlannedPoll = PollPlan;

/**
 * Plans the poll. `source` is the poll of copyFrom with the options that are copied. Throws {@link ArgumentError} with every
 * problem of the arguments together.
 */
export async function planArguments(
  input: CreatePollArguments,
  source: Poll | undefined,
  now: number,
): Promise<PlannedPoll> {
  const planning = { now, busy: await loadBusy(input), localZone: normalizeTimeZone(input.timeZone ?? "") };
  return source !== undefined && !hasOwnOptions(input)
    ? planCopiedOptions(input, source, planning)
    : planOwnOptions(input, source, planning);
}

interface Planning {
  now: number;
  busy: BusyCheck | undefined;
  localZone: string | undefined;
}

/** One check for all calendars and intervals of the argument. */
async function loadBusy({ busy }: CreatePollArguments): Promise<BusyCheck | undefined> {
  if (busy === undefined) return undefined;
  const texts = busy.filter((each) => typeof each === "string");
  const intervals = busy.filter((each) => typeof each !== "string");
  const sources = intervals.length > 0 || texts.length === 0 ? [...texts, intervals] : texts;
  const [first, ...others] = await Promise.all(sources.map(loadBusyCheck));
  if (first === undefined || others.length === 0) return first;
  return (options, timeZone) =>
    others.reduce(
      (sum, check) => {
        const { free, dropped, busyTimes, notes } = check(sum.free, timeZone);
        return {
          free,
          dropped: [...sum.dropped, ...dropped],
          busyTimes: sum.busyTimes + busyTimes,
          notes: [...sum.notes, ...notes],
        };
      },
      first(options, timeZone),
    );
}

/** Whether the arguments have options of their own, so that none are copied. */
function hasOwnOptions({ dates, times, windows, options }: CreatePollArguments): boolean {
  return [dates, times, windows, options].some((list) => list !== undefined);
}

function planCopiedOptions(input: CreatePollArguments, source: Poll, planning: Planning): PollPlan {
  const { kind, timeZone, duration, shiftDays = 0, shiftMinutes, except, allowPast = false } = input;
  const problems: Problem[] = [];
  if (kind !== undefined && kind !== source.kind)
    problems.push({ path: "kind", message: `the copied options are ${source.kind}s: leave it out` });
  if (timeZone !== undefined && source.kind === "time" && toZone(timeZone) !== source.timeZone)
    problems.push({
      path: "timeZone",
      message:
        "the copied options keep the zone of their poll: leave it out, or pass times in the other zone",
    });
  if (duration !== undefined && source.kind === "date")
    problems.push({ path: "duration", message: "the copied options are whole days: leave it out" });
  if (problems.length > 0) throw new ArgumentError(problems);
  const poll: Poll =
    source.kind === "time" && duration !== undefined
      ? { ...source, options: source.options.map((option) => ({ ...option, duration })) }
      : source;
  const past = allowPast ? "allow" : "refuse";
  return translateProblems(
    () => planCopy(poll, toTexts(input), { ...planning, shiftDays, shiftMinutes, except, past }),
    (path) => (path.split(".")[0] === "options" ? "copyFrom" : path),
  );
}

/** Plans a poll with options of its own. The zone and the duration of the copied poll, if there is one, are the defaults. */
function planOwnOptions(input: CreatePollArguments, source: Poll | undefined, planning: Planning): PollPlan {
  const copied = source?.kind === "time" ? source : undefined;
  const timeZone = input.timeZone === undefined ? copied?.timeZone : toZone(input.timeZone);
  const lines = parseOptionLines(input.options ?? [], timeZone ?? null);
  const dates = append(input.dates, lines.dates, ({ date }) => date);
  const times = append(input.times, lines.times, ({ time }) => time);
  const hasTimes = times !== undefined || (input.windows ?? []).some(({ from, to }) => from ?? to);
  const isTimed = input.kind === undefined ? hasTimes : input.kind === "time";
  const problems = [...lines.problems, ...findMisplaced(input, source)];
  // A request without a zone would be planned as a floating poll.
  if (timeZone === undefined && isTimed)
    problems.push({
      path: "timeZone",
      message:
        'is missing: times and windows need it, like "Europe/Berlin", or "floating" for the same clock time everywhere',
      ask: "for the time zone, unless they said it",
    });
  else if (!hasOwnOptions(input) && input.kind === undefined)
    problems.push({
      path: "dates",
      message:
        "is missing, as are times and windows: pass dates for whole days, or times or windows with timeZone",
    });
  if (problems.length > 0) throw new ArgumentError(problems);
  const { title = "", ...texts } = toTexts(input);
  const request: PollRequest = {
    ...(source === undefined ? { title, ...texts } : toCopyRequest(source, toTexts(input))),
    kind: input.kind ?? (isTimed ? "time" : "date"),
    dates,
    times,
    windows: input.windows,
    except: input.except,
    timeZone: isTimed ? (timeZone ?? undefined) : toIgnoredZone(input),
    duration: input.duration ?? (isTimed ? getDuration(copied) : undefined),
  };
  return translateProblems(
    () => planPoll(request, { ...planning, offsets: "must-match", overlaps: "refuse" }),
    createPathMapper(input, lines),
  );
}

function findMisplaced(input: CreatePollArguments, source: Poll | undefined): Problem[] {
  const problems: Problem[] = [];
  const message =
    source === undefined
      ? "belongs to copyFrom, which is missing"
      : "is about the options of copyFrom, but other options are given: leave one of the two out";
  for (const path of ["shiftDays", "shiftMinutes", "minAvailable"] as const)
    if (input[path] !== undefined) problems.push({ path, message });
  if (source === undefined && input.title === undefined)
    problems.push({ path: "title", message: "is missing" });
  return problems;
}

/** A list of the arguments with what was parsed from `options`. Undefined when neither is given. */
function append<Given, Line>(
  given: readonly Given[] | undefined,
  lines: readonly Line[],
  toValue: (line: Line) => Given,
): Given[] | undefined {
  return given === undefined && lines.length === 0 ? undefined : [...(given ?? []), ...lines.map(toValue)];
}

/** Returns a function that finds the argument from which a field of the request came. */
function createPathMapper({ dates, times }: CreatePollArguments, lines: ParsedOptionLines) {
  const sources = {
    dates: [...(dates ?? []).map((_, index) => `dates.${index}`), ...lines.dates.map(({ path }) => path)],
    times: [...(times ?? []).map((_, index) => `times.${index}`), ...lines.times.map(({ path }) => path)],
  };
  return (path: string): string => {
    const [list = "", position, ...rest] = path.split(".");
    if (list !== "dates" && list !== "times") return path;
    const isOwn = (list === "dates" ? dates : times) !== undefined;
    if (position === undefined) return isOwn || sources[list].length === 0 ? path : "options";
    const source = sources[list][Number(position)] ?? path;
    return source.startsWith("options") ? source : [source, ...rest].join(".");
  };
}

/** The IANA name. Null for floating times. */
function toZone(timeZone: string): string | null {
  return normalizeTimeZone(timeZone) ?? null;
}

/** The zone of whole days, which the planner ignores with a note. */
const toIgnoredZone = ({ timeZone }: CreatePollArguments) => normalizeTimeZone(timeZone ?? "");

/** The length of all options of a poll, in minutes. Undefined when they differ. */
function getDuration(source: Extract<Poll, { kind: "time" }> | undefined): number | undefined {
  const durations = new Set(source?.options.map(({ duration }) => duration));
  const [duration] = durations;
  return durations.size === 1 ? duration : undefined;
}

/** The texts and settings that the arguments give. */
function toTexts(input: CreatePollArguments) {
  const { title, description, location, conferencing, organizerEmail } = input;
  return {
    ...Object.fromEntries(settingNames.map((name) => [name, input[name]])),
    title,
    description,
    location,
    conferencing: conferencing && toConferencing(conferencing),
    organizer: organizerEmail === undefined ? undefined : { email: organizerEmail },
  };
}

function toConferencing({ provider, label = "", uri }: NonNullable<CreatePollArguments["conferencing"]>) {
  return provider === "custom" ? { provider, label, uri } : { provider };
}

/** Runs a planner. Throws its problems as {@link ArgumentError}, with the names of the arguments. */
function translateProblems<Plan>(plan: () => Plan, toArgument: (path: string) => string): Plan {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    const problems = error.problems.map((problem) => ({
      ...problem,
      path: problem.path === "organizer.email" ? "organizerEmail" : toArgument(problem.path),
    }));
    throw new ArgumentError(problems);
  }
}

/** Maximum number of dropped options that a result lists. */
const maxDropped = 20;

/** Maximum length of an event's title, in characters. */
const maxTitleLength = 80;

/** Output fields about busy times. Empty without the argument. */
export function describeDropped({ dropped, busyTimes }: PollPlan, timeZone: string | null) {
  if (busyTimes === undefined) return {};
  const listed = dropped.slice(0, maxDropped).map(({ option, busy }) => {
    const title = sanitizeLine(busy.title ?? "", maxTitleLength);
    return {
      when: formatWhen(option, timeZone),
      busy: formatBusyTime(busy, timeZone),
      ...(title === "" ? {} : { title }),
    };
  });
  return { busyTimes, droppedCount: dropped.length, ...(listed.length > 0 && { dropped: listed }) };
}

function formatBusyTime({ start, end }: BusyTime, timeZone: string | null): string {
  if (isCalendarDate(start)) {
    const day = (date: string) => formatWhen({ date }, null);
    const last = end === undefined ? start : addDays(end, -1);
    return last === start ? day(start) : `${day(start)}–${day(last)}`;
  }
  const startTime = toInstant(start);
  return formatWhen(
    { startTime, duration: (Date.parse(end ?? start) - Date.parse(startTime)) / 60_000 },
    timeZone,
  );
}
