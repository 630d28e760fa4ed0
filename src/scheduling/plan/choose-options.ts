import { maxOptions } from "../../api/web.ts";
import type { Problem } from "../../problem.ts";
import {
  formatOption,
  getOptionInterval,
  isCalendarDate,
  type OptionTime,
  toLocal,
} from "../../time/index.ts";
import { PlanError, quote } from "./errors.ts";
import { askOtherDay, isImpossibleDay } from "./parse-time.ts";
import type { ChoiceOptions, PollPlan } from "./poll-request.ts";

/** Maximum number of entries in a list. More than the options of a poll, because duplicates are removed. */
const maxEntries = 500;

/** The problem of a list that is too long to be checked entry by entry. Empty if it is not. */
export function checkEntries(path: string, count: number): Problem[] {
  if (count <= maxEntries) return [];
  const message = `has ${count} entries; a poll takes at most ${maxOptions} options`;
  return [{ path, message, ask: "which options to leave out" }];
}

/** The options of a poll before the choice, and where its notes and problems belong. */
interface Candidates {
  options: readonly OptionTime[];
  /** Null for floating times and for days. */
  timeZone: string | null;
  except: readonly string[] | undefined;
  /** The field with the options. */
  path: string;
  /** Whether there are more options than these. */
  more?: boolean;
  /** What is wrong with options that have started: its path, question, and words before the number. */
  pastProblem?: { path: string; ask: string; lead: string };
}

const dayMs = 86_400_000;

/** Leaves out options by their day, their time, and busy times, and checks how many remain. Throws PlanError. */
export function chooseOptions(
  { options, timeZone, except = [], path, more = false, pastProblem }: Candidates,
  { now, past, localZone, busy }: ChoiceOptions<"allow" | "refuse" | "omit">,
): Omit<PollPlan, "body"> {
  const notes: Problem[] = [];
  const left = leaveOutDays(options, timeZone, except, notes);
  if (left.length === 0 && options.length > 0)
    throw new PlanError([
      { path: "except", message: "leaves out all options", ask: "which other days are possible" },
    ]);
  const startOf = (option: OptionTime) => getOptionInterval(option, timeZone, localZone).start;
  const started = left.filter((option) => startOf(option) <= now);
  const [first] = started;
  const isAllowed = past === "allow" || (past === "omit" && started.length < left.length);
  if (first !== undefined && !isAllowed) {
    const { lead = "", ...problem } = pastProblem ?? { path, ask: "which dates they mean" };
    const count = `${lead}${started.length} of ${left.length} options ${started.length === 1 ? "is" : "are"} in the past`;
    throw new PlanError([{ ...problem, message: `${count}, the first is ${formatOption(first, timeZone)}` }]);
  }
  if (first !== undefined) {
    const count = `${started.length} of ${left.length} options`;
    const message =
      past === "omit"
        ? `${count} were left out, since they are in the past`
        : `${count} have started or are over: check the dates`;
    notes.push({ path: "options", message });
  }
  const kept = past === "omit" ? left.filter((option) => startOf(option) > now) : left;
  const checked = busy?.(kept, timeZone);
  if (checked?.free.length === 0 && kept.length > 0) throw new PlanError([describeBusy(kept, timeZone)]);
  const free = checked?.free ?? kept;
  if (free.length > maxOptions || more) throw new PlanError([describeTooMany(free, path, more)]);
  const ahead = free.filter((option) => startOf(option) > now);
  const [next] = ahead;
  // Without a zone the time until then is not exact.
  const isExact = timeZone !== null || localZone !== undefined;
  const ms = next && getOptionInterval(next, timeZone, localZone ?? "UTC").start - now;
  if (ms !== undefined && ms < dayMs) {
    const when = isExact ? `starts in ${formatHours(ms)}` : "is less than a day away";
    notes.push({ path: "options", message: `the first option ${when}` });
  }
  return {
    options: free,
    past: free.length - ahead.length,
    notes: [...notes, ...(checked?.notes ?? [])],
    dropped: checked?.dropped ?? [],
    busyTimes: checked?.busyTimes,
  };
}

function leaveOutDays(
  options: readonly OptionTime[],
  timeZone: string | null,
  except: readonly string[],
  notes: Problem[],
): OptionTime[] {
  const problems = except.flatMap((day, index): Problem[] =>
    isCalendarDate(day) ? [] : [{ path: `except.${index}`, ...describeNoDate(day) }],
  );
  if (problems.length > 0) throw new PlanError(problems);
  if (except.length === 0) return [...options];
  const days = new Set(except);
  const found = new Set<string>();
  const left = options.filter((option) => {
    const day = "date" in option ? option.date : toLocal(option.startTime, timeZone ?? "UTC").date;
    if (days.has(day)) found.add(day);
    return !days.has(day);
  });
  for (const [index, day] of except.entries())
    if (!found.has(day)) notes.push({ path: `except.${index}`, message: `no option is on ${day}` });
  return left;
}

/** What is wrong with a text that is not a day. */
export function describeNoDate(text: string): Omit<Problem, "path"> {
  const message = `${quote(text)} is not a date that exists, written YYYY-MM-DD`;
  return isImpossibleDay(text) ? { message, ask: askOtherDay } : { message };
}

function describeTooMany(options: readonly OptionTime[], path: string, more: boolean): Problem {
  const count = `makes ${more ? "more than " : ""}${options.length} options; a poll takes at most ${maxOptions}`;
  if (options.some((option) => "date" in option))
    return { path, message: `${count}: take fewer days`, ask: "which days to leave out" };
  return {
    path,
    message: `${count}: take fewer days, a longer interval, or ask about days first and about times in a second poll`,
    ask: "which of the three they prefer",
  };
}

const maxNamed = 3;

function describeBusy(options: readonly OptionTime[], timeZone: string | null): Problem {
  const named = options.slice(0, maxNamed).map((option) => formatOption(option, timeZone, { style: "iso" }));
  const rest = options.length > maxNamed ? ` and ${options.length - maxNamed} more` : "";
  const all = options.length === 1 ? "the only option collides" : `all ${options.length} options collide`;
  return {
    path: "busy",
    message: `${all} with busy times: ${named.join(", ")}${rest}`,
    ask: "which other times are possible",
  };
}

function formatHours(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes < 60) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours === 1 ? "1 hour" : `${hours} hours`;
}
