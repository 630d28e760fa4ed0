import type { Poll } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { type AvailabilitySpan, buildVoteMatrix, voteCodes } from "../../src/scheduling/rank/availability.ts";
import { compareOptionTimes, getOptionInterval, type OptionTime } from "../../src/time/index.ts";
import { toName } from "../output/people-output.ts";

/** The key of the grid in a tool result's `_meta`, which the model does not see. */
export const gridKey = "rallly-connect/grid";

/** Maximum number of people in the grid. Further ones are counted per option. */
const maxPeople = 150;

/** Maximum number of names of people who have not answered. */
const maxMissingNames = 50;

/** One date or slot of the poll. */
export type GridOption = OptionTime & {
  /** Its number in the poll's own order, from 1. */
  number: number;
  /** When it is past: milliseconds since 1970. */
  startsAt: number;
};

/** One person. */
export interface GridPerson {
  id: string;
  name: string;
  /** One digit of `voteCodes` for each option, in the order of the options. */
  votes: string;
  /** Optional people only decide ties, and count nowhere else. */
  part?: "required" | "optional" | undefined;
}

type GridPoll = Pick<Poll, "id" | "title" | "kind" | "status" | "timeZone" | "inviteUrl" | "adminUrl">;

/** What the caller of the tool asked for. */
export interface GridRequest {
  required?: readonly { id: string }[];
  optional?: readonly { id: string }[];
  excluded?: readonly { id: string }[];
  minAttendance?: number | undefined;
  /** The zone of the arguments. Days and floating times start in it. */
  shownIn?: string | undefined;
  /** The names of the people who have not answered: an empty list when everybody has, nothing without a list. */
  missing?: readonly string[] | undefined;
  /** Whether a required person has not answered, so that no option fits. */
  requiredMissing?: boolean;
  /** The tool call that returns a new grid. */
  refresh: { name: string; arguments: Record<string, unknown> };
}

/** Everything that the view shows. Text of other people in it is sanitized and bounded. */
export interface Grid extends Omit<GridRequest, "required" | "optional" | "excluded" | "missing"> {
  version: 4;
  poll: GridPoll;
  /** By time. */
  options: GridOption[];
  people: GridPerson[];
  /** The number of people beyond {@link maxPeople}, and of their yes votes and available ones for each option. */
  others: { count: number; yes: number[]; available: number[] };
  /** The people who have not answered, as the caller typed their names. */
  missing?: { count: number; names: string[] } | undefined;
}

/** Builds the grid of a poll and its participants, without the excluded ones. */
export function buildGrid(
  poll: GridPoll & { options: readonly OptionTime[] },
  participants: readonly { id: string; name: string; availability: readonly AvailabilitySpan[] }[],
  { required = [], optional = [], excluded = [], missing, ...request }: GridRequest,
): Grid {
  const { id, title, kind, status, timeZone, inviteUrl, adminUrl } = poll;
  const parts = new Map<string, GridPerson["part"]>();
  for (const { id } of optional) parts.set(id, "optional");
  for (const { id } of required) parts.set(id, "required");
  const leftOut = new Set(excluded.map(({ id }) => id));
  const options = poll.options
    .map((option, index): GridOption => {
      const { start } = getOptionInterval(option, timeZone, request.shownIn);
      const when = { number: index + 1, startsAt: start };
      if ("date" in option) return { ...when, date: option.date };
      return { ...when, startTime: option.startTime, duration: option.duration };
    })
    .sort(compareOptionTimes);
  const present = participants.filter(({ id }) => !leftOut.has(id) || parts.has(id));
  const matrix = buildVoteMatrix(options, present);
  const people = present.map((person, row): GridPerson => {
    const votes = matrix.subarray(row * options.length, (row + 1) * options.length).join("");
    return { id: person.id, name: toName(person), votes, part: parts.get(person.id) };
  });
  // People whom the caller named are always listed.
  const named = people.filter(({ part }) => part !== undefined).length;
  const others = people.filter(({ part }) => part === undefined).slice(Math.max(0, maxPeople - named));
  const count = (least: number) =>
    options.map((_, index) => others.filter(({ votes }) => Number(votes[index]) >= least).length);
  return {
    ...request,
    version: 4,
    poll: { id, title: sanitizeLine(title), kind, status, timeZone, inviteUrl, adminUrl },
    options,
    people: people.filter((person) => !others.includes(person)),
    others: { count: others.length, yes: count(voteCodes.yes), available: count(voteCodes.ifNeedBe) },
    missing: missing && {
      count: missing.length,
      names: missing.slice(0, maxMissingNames).map((name) => toName({ name })),
    },
  };
}

/** `_meta` of a tool's result, with the grid. */
export function toResultMeta(grid: Grid): { [gridKey]: Grid } {
  return { [gridKey]: grid };
}
