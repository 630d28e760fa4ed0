import { settingNames } from "../../src/api/schemas.ts";
import type { Poll } from "../../src/api/web.ts";
import type { Problem } from "../../src/problem.ts";
import { sameTitle, sanitizeLine } from "../../src/sanitize.ts";
import {
  type BusyTime,
  loadBusyCheck,
  PlanError,
  type PollPlan,
  type PollRequest,
  planCopy,
  planPoll,
  rankOptions,
} from "../../src/scheduling/index.ts";
import { toCopyRequest } from "../../src/scheduling/plan/copy.ts";
import { resolveInstant } from "../../src/scheduling/plan/parse-time.ts";
import { addDays, isCalendarDate, normalizeTimeZone } from "../../src/time/index.ts";
import { isSameZone } from "../../src/time/zones.ts";
import { ArgumentError } from "../errors.ts";
import { parseConferencing } from "../output/conferencing.ts";
import { formatWhen } from "../output/format.ts";
import { type ParsedOptionLines, parseOptionLines } from "../output/option-lines.ts";
import type { FoundPoll } from "../output/poll-output.ts";
import { loadPoll } from "../polls/find-poll.ts";
import type { ToolContext } from "../tool.ts";
import type { CreatePollArguments } from "./create-poll.ts";

/** Reads the poll of copyFrom with the options that are copied, and notes for the person. Undefined without copyFrom. */
export async function loadCopySource(
  { copyFrom, minAvailable, title }: CreatePollArguments,
  context: ToolContext,
): Promise<{ poll: FoundPoll; notes: string[] } | undefined> {
  if (copyFrom === undefined) return undefined;
  const original = await loadPoll(copyFrom, context, { path: "copyFrom", take: "newest" });
  const poll = minAvailable === undefined ? original : await keepAvailable(original, minAvailable, context);
  const notes: string[] = [];
  if (poll.alsoMatched)
    notes.push("copyFrom: the newest poll of that title is copied; alsoMatched has the others");
  if (minAvailable !== undefined)
    notes.push(
      `minAvailable: ${poll.options.length} of ${original.options.length} options are copied: those that at least ${minAvailable} can make (yes or if need be)`,
    );
  const { id, status, adminUrl } = poll;
  if (status === "open")
    notes.push(
      `copyFrom: poll ${id} stays open. If the person wants it moved, they close it at its adminUrl, ${adminUrl}`,
    );
  if (title === undefined || sameTitle(title, poll.title))
    notes.push("title: the copy has the title of its original, so name both by id from now on");
  return { poll, notes };
}

/** Keeps the options that at least this number of people can make: they voted yes or if need be. */
async function keepAvailable(
  poll: FoundPoll,
  minAvailable: number,
  { client, signal, now }: ToolContext,
): Promise<FoundPoll> {
  const { data: participants } = await client.listParticipants({ pollId: poll.id }, { signal });
  const ranked = rankOptions({ poll, participants, now: now().getTime() }).options;
  const enough = ranked.filter(({ available }) => available >= minAvailable);
  if (enough.length === 0) {
    const most = Math.max(0, ...ranked.map(({ available }) => available));
    const message = `no option of the poll has that number of people who can make it; the most is ${most}`;
    throw new ArgumentError([{ path: "minAvailable", message, ask: "how many people are enough" }]);
  }
  const options = enough.toSorted((one, other) => one.number - other.number).map(({ option }) => option);
  return { ...poll, options } as FoundPoll;
}

/** The arguments that give options of their own. */
export const optionLists = ["dates", "times", "windows", "options"] as const;

/**
 * Plans the poll. `source` is the poll of copyFrom with the options that are copied. Throws {@link ArgumentError} with every
 * problem of the arguments together.
 */
export async function planArguments(
  input: CreatePollArguments,
  source: Poll | undefined,
  now: number,
): Promise<PollPlan> {
  const copied = optionLists.some((name) => input[name]?.length) ? undefined : source;
  const timeZone = chooseZone(input, source);
  const lines = parseOptionLines(input.options ?? [], timeZone ?? null);
  const own = { timeZone, lines, timed: isTimed(input, lines) };
  const problems = [
    ...lines.problems,
    ...findMisplaced(input, source, copied),
    ...(copied ? checkCopied(input, copied, timeZone) : checkOwn(input, own)),
  ];
  if (problems.length > 0) throw new ArgumentError(problems);
  try {
    const localZone = normalizeTimeZone(input.timeZone ?? "");
    const planning = { now, busy: input.busy && (await loadBusyCheck(input.busy)), localZone };
    if (!copied) {
      const request = toRequest(input, source, own);
      return planPoll(request, { ...planning, offsets: "must-match", overlaps: "refuse" });
    }
    const { duration, shiftDays = 0, shiftMinutes, except, allowPast } = input;
    const past = allowPast ? "allow" : "refuse";
    const poll = duration === undefined ? copied : withDuration(copied, duration);
    return planCopy(poll, toTexts(input), { ...planning, shiftDays, shiftMinutes, except, past });
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new ArgumentError(
      error.problems.map((problem) => ({
        ...problem,
        path: toArgument(problem.path, lines, copied),
        ...(problem.path === "organizer.email" && { ask: "for the organizer's email address" }),
      })),
    );
  }
}

/** The zone of the arguments, else that of the poll to copy. Null for floating times. */
function chooseZone({ timeZone }: CreatePollArguments, source: Poll | undefined): string | null | undefined {
  if (timeZone !== undefined) return normalizeTimeZone(timeZone) ?? null;
  return source?.kind === "time" ? source.timeZone : undefined;
}

/** Whether the poll is about times of day. */
function isTimed({ kind, times = [], windows = [] }: CreatePollArguments, lines: ParsedOptionLines): boolean {
  if (kind !== undefined) return kind === "time";
  return times.length + lines.times.length > 0 || windows.some(({ from, to }) => from ?? to);
}

function findMisplaced(
  input: CreatePollArguments,
  source: Poll | undefined,
  copied: Poll | undefined,
): Problem[] {
  const problems: Problem[] = [];
  const message =
    source === undefined
      ? "belongs to copyFrom, which is missing"
      : "is about the options of copyFrom, but other options are given: leave one of the two out";
  for (const path of ["shiftDays", "shiftMinutes", "minAvailable"] as const)
    if (input[path] !== undefined && !copied) problems.push({ path, message });
  if (source === undefined && input.title === undefined)
    problems.push({ path: "title", message: "is missing" });
  if (input.options?.length && (input.dates?.length || input.times?.length))
    problems.push({
      path: "options",
      message: "cannot be used with dates or times: write all of them as options",
    });
  return problems;
}

function checkCopied(
  input: CreatePollArguments,
  copied: Poll,
  timeZone: string | null | undefined,
): Problem[] {
  const problems: Problem[] = [];
  const refuse = (path: string, message: string) =>
    problems.push({ path, message: `the copied options ${message}` });
  if (input.kind !== undefined && input.kind !== copied.kind)
    refuse("kind", `are ${copied.kind}s: leave it out`);
  const isSame =
    timeZone && copied.timeZone ? isSameZone(timeZone, copied.timeZone) : timeZone === copied.timeZone;
  if (copied.kind === "time" && !isSame)
    refuse("timeZone", "keep the zone of their poll: leave it out, or pass times in the other zone");
  if (copied.kind === "date" && input.duration !== undefined)
    refuse("duration", "are whole days: leave it out");
  return problems;
}

const withDuration = (poll: Poll, duration: number): Poll =>
  poll.kind === "date" ? poll : { ...poll, options: poll.options.map((option) => ({ ...option, duration })) };

/** What a request of its own is made of, besides the arguments. */
interface OwnOptions {
  timeZone: string | null | undefined;
  lines: ParsedOptionLines;
  timed: boolean;
}

function checkOwn(input: CreatePollArguments, { timeZone, timed }: OwnOptions): Problem[] {
  // A request without a zone would be planned as a floating poll.
  if (timed && timeZone === undefined) {
    const message =
      'is missing: times and windows need it, like "Europe/Berlin", or "floating" for the same clock time everywhere';
    return [{ path: "timeZone", message, ask: "for the time zone, unless they said it" }];
  }
  if (input.kind !== undefined || optionLists.some((name) => input[name]?.length)) return [];
  const message =
    "is missing, as are times and windows: pass dates for whole days, or times or windows with timeZone";
  return [{ path: "dates", message }];
}

/** The request of a poll with options of its own. The duration of the copied poll, if there is one, is the default. */
function toRequest(
  input: CreatePollArguments,
  source: Poll | undefined,
  { timeZone, lines, timed }: OwnOptions,
): PollRequest {
  const { title = "", ...texts } = toTexts(input);
  const durations = new Set(source?.kind === "time" ? source.options.map(({ duration }) => duration) : []);
  const [shared] = timed && durations.size === 1 ? durations : [];
  return {
    ...(source === undefined ? { title, ...texts } : toCopyRequest(source, toTexts(input))),
    kind: timed ? "time" : "date",
    dates: input.options?.length ? lines.dates.map(({ date }) => date) : input.dates,
    times: input.options?.length ? lines.times.map(({ time }) => time) : input.times,
    windows: input.windows,
    except: input.except,
    // The planner notes that whole days have no zone.
    timeZone: (timed ? timeZone : normalizeTimeZone(input.timeZone ?? "")) ?? undefined,
    duration: input.duration ?? shared,
  };
}

/** The argument from which a field of the request came. */
function toArgument(path: string, lines: ParsedOptionLines, copied: Poll | undefined): string {
  const [list = "", index] = path.split(".");
  if (path === "organizer.email") return "organizerEmail";
  if (copied !== undefined && list === "options") return "copyFrom";
  const parsed = list === "dates" || list === "times" ? lines[list] : [];
  if (parsed.length === 0) return path;
  return index === undefined ? "options" : (parsed[Number(index)]?.path ?? path);
}

/** The texts and settings that the arguments give. */
function toTexts(input: CreatePollArguments) {
  const { title, description, location, organizerEmail } = input;
  const conferencing = input.conferencing === undefined ? undefined : parseConferencing(input.conferencing);
  return {
    ...Object.fromEntries(settingNames.map((name) => [name, input[name]])),
    title,
    description,
    location,
    conferencing,
    organizer: organizerEmail === undefined ? undefined : { email: organizerEmail },
  };
}

/** Maximum number of dropped options that a result lists. */
const maxDropped = 20;

/** Output fields about busy times. Empty without the argument. */
export function describeDropped({ dropped, busyTimes }: PollPlan, timeZone: string | null) {
  if (busyTimes === undefined) return {};
  const listed = dropped.slice(0, maxDropped).map(({ option, busy }) => {
    const title = sanitizeLine(busy.title ?? "", 80);
    return {
      when: formatWhen(option, timeZone),
      busy: formatBusyTime(busy, timeZone),
      ...(title !== "" && { title }),
    };
  });
  return { busyTimes, droppedCount: dropped.length, ...(listed.length > 0 && { dropped: listed }) };
}

function formatBusyTime({ start, end = start }: BusyTime, timeZone: string | null): string {
  if (isCalendarDate(start)) {
    const last = end === start ? start : addDays(end, -1);
    const [first, final] = [start, last].map((date) => formatWhen({ date }, null));
    return start === last ? `${first}` : `${first}–${final}`;
  }
  const [from, to] = [start, end].map((text) => {
    const found = resolveInstant(text, timeZone ?? undefined, { overlaps: "earlier" });
    return "instant" in found ? found.instant : undefined;
  });
  if (from === undefined || to === undefined) return sanitizeLine(`${start}–${end}`, 80);
  return formatWhen({ startTime: from, duration: (Date.parse(to) - Date.parse(from)) / 60_000 }, timeZone);
}
