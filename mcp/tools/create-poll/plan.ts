import { settingNames } from "../../../src/api/check/settings.ts";
import type { Poll } from "../../../src/api/web.ts";
import type { Problem } from "../../../src/problem.ts";
import {
  PlanError,
  type PollPlan,
  type PollRequest,
  planCopy,
  planPoll,
} from "../../../src/scheduling/index.ts";
import { toCopyRequest } from "../../../src/scheduling/plan/copy.ts";
import { isSameZone } from "../../../src/time/zones.ts";
import { loadBusyCheck } from "../../calendar/load.ts";
import { ArgumentError } from "../../failure.ts";
import { parseConferencing } from "../../output/conferencing.ts";
import {
  type CreatePollArguments,
  chooseZone,
  type clearable,
  isNone,
  isTimed,
  listMissing,
  listsOptions,
} from "./input.ts";

/**
 * Plans the poll. `source` is the poll of copyFrom with the options that are copied. Throws {@link ArgumentError} with every
 * problem of the arguments together.
 */
export async function planArguments(
  input: CreatePollArguments,
  source: Poll | undefined,
  now: number,
): Promise<PollPlan> {
  const copied = listsOptions(input) ? undefined : source;
  const timeZone = chooseZone(input, source);
  const timed = isTimed(input);
  const wrong = [...checkArguments(input, source, copied), ...listMissing(input, source)];
  // A plan says what else is wrong.
  if (wrong.length > 0) throw new ArgumentError(wrong);
  try {
    const localZone = input.timeZone ?? undefined;
    const planning = { now, busy: input.busy && (await loadBusyCheck(input.busy)), localZone };
    if (!copied)
      return planPoll(toRequest(input, source, timed, timeZone), { ...planning, offsets: "must-match" });
    const { duration, shiftDays = 0, shiftMinutes, except, allowPast } = input;
    const move = { shiftDays, shiftMinutes, except, past: allowPast ? "allow" : "refuse" } as const;
    const original = duration === undefined ? copied : withDuration(copied, duration);
    return planCopy(original, toTexts(input), { ...planning, ...move });
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new ArgumentError(
      error.problems.map((problem) => ({ ...problem, ...toArgument(problem, copied) })),
    );
  }
}

/** Checks which arguments belong together. `copied` is the poll whose options are copied. */
function checkArguments(
  input: CreatePollArguments,
  source: Poll | undefined,
  copied: Poll | undefined,
): Problem[] {
  const problems: Problem[] = [];
  const refuseIf = (isWrong: boolean, path: string, message: string) => {
    if (isWrong) problems.push({ path, message });
  };
  const misplaced =
    source === undefined
      ? "belongs to copyFrom, which is missing"
      : "is about the options of copyFrom, but other options are given: leave one of the two out";
  for (const path of ["shiftDays", "shiftMinutes", "minAvailable"] as const)
    refuseIf(input[path] !== undefined && !copied, path, misplaced);
  if (copied?.kind === "time") {
    const [one, other] = [chooseZone(input, source), copied.timeZone];
    const keep =
      "the copied options keep the zone of their poll: leave it out, or pass times in the other zone";
    refuseIf(one && other ? !isSameZone(one, other) : one !== other, "timeZone", keep);
  }
  const isLong = copied?.kind === "date" && input.duration !== undefined;
  refuseIf(isLong, "duration", "the copied options are whole days: leave it out");
  return problems;
}

const withDuration = (poll: Poll, duration: number): Poll =>
  poll.kind === "date" ? poll : { ...poll, options: poll.options.map((option) => ({ ...option, duration })) };

/** The request of a poll with options of its own. The duration of the copied poll, if there is one, is the default. */
function toRequest(
  input: CreatePollArguments,
  source: Poll | undefined,
  timed: boolean,
  timeZone: string | null | undefined,
): PollRequest {
  const { title = "", ...texts } = toTexts(input);
  const durations = new Set(source?.kind === "time" ? source.options.map(({ duration }) => duration) : []);
  const [shared] = timed && durations.size === 1 ? durations : [];
  return {
    ...(source === undefined ? { title, ...texts } : toCopyRequest(source, toTexts(input))),
    kind: timed ? "time" : "date",
    dates: input.dates,
    times: input.times,
    windows: input.windows,
    except: input.except,
    // The planner notes that whole days have no zone.
    timeZone: timed ? timeZone : input.timeZone,
    duration: input.duration ?? shared,
  };
}

/** The argument from which a field of the request came, and what to ask about it. */
function toArgument({ path }: Problem, copied: Poll | undefined) {
  if (path === "organizer.email") return { path: "organizerEmail", ask: "for the organizer's email address" };
  return copied && path.startsWith("options") ? { path: "copyFrom" } : { path };
}

/** The texts and settings that the arguments give. */
function toTexts(input: CreatePollArguments) {
  const { title, organizerEmail } = input;
  const read = <Value>(name: (typeof clearable)[number], parse: (text: string) => Value) => {
    const text = input[name];
    return text === undefined ? undefined : isNone(text) ? null : parse(text);
  };
  return {
    ...Object.fromEntries(settingNames.map((name) => [name, input[name]])),
    title,
    description: read("description", String),
    location: read("location", String),
    conferencing: read("conferencing", parseConferencing),
    organizer: organizerEmail === undefined ? undefined : { email: organizerEmail },
  };
}
