import { PlanError, type PollWishes, planPoll } from "../../src/scheduling/index.ts";
import { findTimeZone } from "../../src/time/index.ts";
import type { ArgumentProblem } from "../arguments.ts";
import type { CreatePollArguments } from "./create-poll-fields.ts";

type Conferencing = NonNullable<CreatePollArguments["conferencing"]>;

/** `null` for whole days and for times that are the same everywhere. Never guessed, and never the server's. */
export function zoneOf({ timeZone, times, windows }: Omit<CreatePollArguments, "title">): string | null {
  return timeZone !== undefined && (times || windows) ? (findTimeZone(timeZone) ?? null) : null;
}

/** The same wishes in the words of the scheduling room. */
export function toWishes(given: CreatePollArguments): PollWishes {
  const { dryRun: _, organizerEmail, kind, timeZone: __, conferencing, ...rest } = given;
  const timeZone = zoneOf(given);
  return {
    ...rest,
    kind: kind ?? (rest.times || rest.windows ? "time" : "date"),
    ...(timeZone === null ? {} : { timeZone }),
    ...(conferencing === undefined ? {} : { conferencing: toConferencing(conferencing) }),
    ...(organizerEmail === undefined ? {} : { organizer: { email: organizerEmail } }),
  };
}

function toConferencing({ provider, label = "", uri }: Conferencing): PollWishes["conferencing"] {
  return provider === "custom" ? { provider, label, uri } : { provider };
}

/**
 * What is wrong with the poll as a whole, once every argument has been looked at by itself. Those named in `wrong`
 * did not fit; the others are planned all the same, so that one answer tells of everything.
 */
export function findProblems(given: CreatePollArguments, wrong: ReadonlySet<string>): ArgumentProblem[] {
  const good = Object.entries(given).filter(([name]) => !wrong.has(name));
  const wishes: CreatePollArguments = { title: "-", ...Object.fromEntries(good) };
  const missing = findMissing(wishes, wrong);
  const timing = missing.some(({ path }) => path === "dates") || [...wrong].some((name) => parts.has(name));
  const planned = plan(wishes).filter(({ path }) => {
    const [name = ""] = path.split(".");
    const told = wrong.has(name) || (wrong.has("duration") && path.endsWith(".duration"));
    return !told && !(timing && (parts.has(name) || name === "duration" || name === "timeZone"));
  });
  return [...missing, ...planned];
}

// Without all of these it cannot be told what the poll is about.
const parts = new Set(["dates", "times", "windows"]);

function findMissing(
  { kind, dates, timeZone, times, windows }: CreatePollArguments,
  wrong: ReadonlySet<string>,
): ArgumentProblem[] {
  const timed = times !== undefined || windows !== undefined;
  if (timed && kind !== "date" && timeZone === undefined && !wrong.has("timeZone")) {
    return [
      { path: "timeZone", message: "is missing: times and windows need the zone that the person means" },
    ];
  }
  if (timed || dates !== undefined || kind !== undefined || [...parts].some((name) => wrong.has(name))) {
    return [];
  }
  const message =
    "is missing, and so are times and windows: give dates for whole days, or times or windows with timeZone";
  return [{ path: "dates", message }];
}

function plan(wishes: CreatePollArguments): ArgumentProblem[] {
  try {
    planPoll(toWishes(wishes), { offsets: "must-match" });
    return [];
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return error.problems.map(({ path, message }) => ({
      path: path === "organizer.email" ? "organizerEmail" : path,
      message,
    }));
  }
}
