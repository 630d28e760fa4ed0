import type { Problem } from "../../src/problem.ts";
import { PlanError, planPoll } from "../../src/scheduling/index.ts";
import { getOwn } from "../runtime/records.ts";
import type { CreatePollArguments } from "./create-poll-input.ts";
import { toPollRequest } from "./create-poll-input.ts";

/**
 * What is wrong with the poll as a whole. The places in `wrong` do not fit and are told already: the rest is planned
 * with blanks there, and of what the plan says, all is passed on but what it says of these places.
 */
export function findProblems(given: CreatePollArguments, wrong: ReadonlySet<string>): Problem[] {
  if (wrong.has("")) return [];
  const told = new Set([...wrong].flatMap(spread));
  const wishes = blankOut(given, told);
  const missing = findMissing(wishes).filter(({ path }) => !told.has(path));
  for (const { path } of missing) told.add(path);
  // As long as nothing says what the poll is about, nobody can say whether a duration belongs.
  if (missing.some(({ path }) => path === "dates")) told.add("duration");
  const planned = plan(wishes, told.has("timeZone"));
  const isTold = (path: string) => listPlacesAround(path).some((place) => told.has(place));
  return [...missing, ...planned.filter(({ path }) => !isTold(path))];
}

// `windows.0.days` is in `windows.0`, which is in `windows`.
function listPlacesAround(path: string): string[] {
  const parts = path.split(".");
  return parts.map((_, index) => parts.slice(0, index + 1).join("."));
}

const time = { start: "", duration: 15 };
const window = { startDate: "", endDate: "", from: "", to: "" };

// The plan refuses each of these, there and nowhere else. A place that is not among them is left out of the plan.
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

// A wrong place, and what cannot be judged for its sake: on which days the clock skips a slot, whose link it is.
function spread(place: string): string[] {
  const [name, index, part] = place.split(".");
  if (place === "conferencing.provider") return ["conferencing"];
  return name === "windows" && part === "days"
    ? [`windows.${index}.days`, `windows.${index}.interval`]
    : [place];
}

function blankOut(given: CreatePollArguments, places: ReadonlySet<string>): CreatePollArguments {
  const wishes = structuredClone(given);
  // A part that is wholly wrong says only by itself what the poll is about, not beside another.
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

// Without the right zone nobody can say whether an offset is the zone's.
function plan(wishes: CreatePollArguments, zoneless: boolean): Problem[] {
  try {
    planPoll(toPollRequest(wishes), { offsets: zoneless ? "absolute" : "must-match" });
    return [];
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return error.problems.map(({ path, message }) => ({
      path: path === "organizer.email" ? "organizerEmail" : path,
      message,
    }));
  }
}
