import { type Poll, settingNames } from "../../src/api/web.ts";
import type { Problem } from "../../src/problem.ts";
import {
  type BusyCheck,
  PlanError,
  type PollPlan,
  type PollRequest,
  planCopy,
  planPoll,
  toCopyRequest,
} from "../../src/scheduling/index.ts";
import { normalizeTimeZone } from "../../src/time/index.ts";
import { ArgumentError } from "../errors.ts";
import { type ParsedOptionLines, parseOptionLines } from "../output/option-lines.ts";
import type { CreatePollArguments } from "./create-poll-input.ts";

/**
 * Plans the poll. `source` is the poll of copyFrom with the options that are copied. Throws {@link ArgumentError} with every
 * problem of the arguments together.
 */
export function planArguments(
  input: CreatePollArguments,
  source: Poll | undefined,
  { now, busy }: PlanContext,
): PollPlan {
  if (source !== undefined && !hasOwnOptions(input)) return planCopiedOptions(input, source, { now, busy });
  return planOwnOptions(input, source, { now, busy });
}

/** What a plan depends on besides the arguments. */
export interface PlanContext {
  now: Date;
  /** Leaves out options before they are counted. */
  busy: BusyCheck | undefined;
}

/** Whether the arguments have options of their own, so that none are copied. */
function hasOwnOptions({ dates, times, windows, options }: CreatePollArguments): boolean {
  return [dates, times, windows, options].some((list) => list !== undefined);
}

function planCopiedOptions(input: CreatePollArguments, source: Poll, { now, busy }: PlanContext): PollPlan {
  const { kind, timeZone, duration, shiftDays = 0, allowPast = false } = input;
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
  // An example of another zone or length would contradict the advice.
  if (problems.length > 0) throw new ArgumentError(problems);
  const poll: Poll =
    source.kind === "time" && duration !== undefined
      ? { ...source, options: source.options.map((option) => ({ ...option, duration })) }
      : source;
  return translateProblems(
    () =>
      planCopy(poll, toTexts(input), {
        shiftDays,
        past: allowPast ? "allow" : "refuse",
        now: now.getTime(),
        busy,
      }),
    (path) => (path.split(".")[0] === "options" ? "copyFrom" : path),
  );
}

/** Plans a poll with options of its own. The zone and the duration of the copied poll, if there is one, are the defaults. */
function planOwnOptions(
  input: CreatePollArguments,
  source: Poll | undefined,
  { now, busy }: PlanContext,
): PollPlan {
  const timeZone = input.timeZone === undefined ? getZone(source) : toZone(input.timeZone);
  const lines = parseOptionLines(input.options ?? [], toZone(timeZone ?? ""));
  const dates = append(input.dates, lines.dates, ({ date }) => date);
  const times = append(input.times, lines.times, ({ time }) => time);
  const isTimed = times !== undefined || input.windows !== undefined;
  const kind = input.kind ?? (isTimed ? "time" : "date");
  const problems = [...lines.problems, ...findMisplaced(input, source)];
  // A request without a zone would be planned as a floating poll.
  if (timeZone === undefined && kind === "time")
    problems.push({
      path: "timeZone",
      message: "is missing: times and windows need it, such as Europe/Berlin",
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
    kind,
    dates,
    times,
    windows: input.windows,
    ...(isTimed && timeZone ? { timeZone } : {}),
    duration: input.duration ?? (kind === "time" ? getDuration(source) : undefined),
  };
  return translateProblems(
    () => planPoll(request, { offsets: "must-match", overlaps: "refuse", now: now.getTime(), busy }),
    createPathMapper(input, lines),
  );
}

function findMisplaced(input: CreatePollArguments, source: Poll | undefined): Problem[] {
  const problems: Problem[] = [];
  const message =
    source === undefined
      ? "belongs to copyFrom, which is missing"
      : "is about the options of copyFrom, but other options are given: leave one of the two out";
  for (const path of ["shiftDays", "minAvailable"] as const)
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

function getZone(source: Poll | undefined): string | null | undefined {
  return source?.kind === "time" ? source.timeZone : undefined;
}

/** The length of all options of a poll, in minutes. Undefined when they differ. */
function getDuration(source: Poll | undefined): number | undefined {
  const durations = new Set(source?.kind === "time" ? source.options.map(({ duration }) => duration) : []);
  const [duration] = durations;
  return durations.size === 1 ? duration : undefined;
}

/** The texts and settings that the arguments give. */
function toTexts(
  input: CreatePollArguments,
): Omit<PollRequest, "kind" | "title"> & { title: string | undefined } {
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
