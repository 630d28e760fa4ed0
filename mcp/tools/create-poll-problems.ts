import type { Problem } from "../../src/problem.ts";
import { PlanError, planPoll } from "../../src/scheduling/index.ts";
import { getOwn } from "../runtime/json-schema.ts";
import type { CreatePollArguments } from "./create-poll-input.ts";
import { toPollRequest } from "./create-poll-input.ts";

/**
 * The problems of the poll as a whole. The paths in `wrong` have the wrong shape and are reported already: the rest is
 * planned with blanks at these paths, and the plan's problems are returned without those at these paths.
 */
export function findProblems(given: CreatePollArguments, wrong: ReadonlySet<string>): Problem[] {
  if (wrong.has("")) return [];
  const told = new Set([...wrong].flatMap(spread));
  const wishes = blankOut(given, told);
  const missing = findMissing(wishes).filter(({ path }) => !told.has(path));
  for (const { path } of missing) told.add(path);
  // Without dates, times or windows it is unknown whether a duration belongs.
  if (missing.some(({ path }) => path === "dates")) told.add("duration");
  const planned = plan(wishes, told.has("timeZone"));
  const isReported = (path: string) => listParentPaths(path).some((place) => told.has(place));
  return [...missing, ...planned.filter(({ path }) => !isReported(path))];
}

// `windows.0.days` is in `windows.0`, which is in `windows`.
function listParentPaths(path: string): string[] {
  const parts = path.split(".");
  return parts.map((_, index) => parts.slice(0, index + 1).join("."));
}

const time = { start: "", duration: 15 };
const window = { startDate: "", endDate: "", from: "", to: "" };

// The plan rejects each of these at its path only. A path without a blank is left out of the plan.
const blanks: Record<string, unknown> = {
  title: "",
  duration: 0,
  dates: [""],
  "dates.#": "",
  times: [time],
  "times.#": time,
  "times.#.start": "",
  "times.#.duration": 0,
  windows: [window],
  "windows.#": window,
  "windows.#.startDate": "",
  "windows.#.endDate": "",
  "windows.#.from": "",
  "windows.#.to": "",
  "windows.#.interval": 0,
};

const parts = ["dates", "times", "windows"] as const;

// A wrong path, and the paths that cannot be validated without it: wrong days decide which slots the clock skips.
function spread(place: string): string[] {
  const [name, index, part] = place.split(".");
  if (place === "conferencing.provider") return ["conferencing"];
  return name === "windows" && part === "days"
    ? [`windows.${index}.days`, `windows.${index}.interval`]
    : [place];
}

function blankOut(given: CreatePollArguments, places: ReadonlySet<string>): CreatePollArguments {
  const wishes = structuredClone(given);
  // A wholly wrong part decides the kind of poll only when no other part does.
  const known = parts.some((part) => given[part] !== undefined && !places.has(part));
  for (const place of places) {
    const left = known && parts.some((part) => part === place);
    put(wishes, place.split("."), left ? undefined : getOwn(blanks, place.replace(/\.\d+/gu, ".#")));
  }
  return wishes;
}

function put(into: object, [key = "", ...rest]: string[], value: unknown): void {
  const inner: unknown = Reflect.get(into, key);
  if (rest.length === 0) Reflect.set(into, key, value);
  else if (typeof inner === "object" && inner !== null) put(inner, rest, value);
}

function findMissing({ kind, dates, timeZone, times, windows }: CreatePollArguments): Problem[] {
  const timed = times !== undefined || windows !== undefined;
  if (timeZone === undefined && (kind === "time" || (timed && kind !== "date"))) {
    return [
      { path: "timeZone", message: "is missing: times and windows need the zone that the person means" },
    ];
  }
  if (timed || dates !== undefined || kind !== undefined) return [];
  const message =
    "is missing, and so are times and windows: give dates for whole days, or times or windows with timeZone";
  return [{ path: "dates", message }];
}

// Without a valid zone, offsets cannot be compared with it.
function plan(wishes: CreatePollArguments, hasWrongZone: boolean): Problem[] {
  try {
    planPoll(toPollRequest(wishes), { offsets: hasWrongZone ? "absolute" : "must-match" });
    return [];
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return error.problems.map(({ path, message }) => ({
      path: path === "organizer.email" ? "organizerEmail" : path,
      message,
    }));
  }
}
