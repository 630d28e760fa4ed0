import type { Participant, Poll } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { type AvailabilitySpan, buildVoteMatrix, voteCodes } from "../../src/scheduling/rank/availability.ts";
import { compareOptionTimes, getOptionInterval, type OptionTime } from "../../src/time/index.ts";
import { toName } from "../output/people-output.ts";

/** The key of the grid in a tool result's `_meta`, which the model does not see. */
export const gridKey = "rallly-connect/grid";

/** Maximum number of people in the grid. Further ones are counted per option. */
export const maxPeople = 150;

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
  part?: "required" | "optional";
}

/** Everything that the view shows. All text in it is sanitized and bounded. */
export interface Grid {
  version: 3;
  poll: {
    id: string;
    title: string;
    kind: "date" | "time";
    status: string;
    /** The poll's IANA zone. Null for a floating poll. */
    timeZone: string | null;
    inviteUrl: string | null;
    adminUrl: string | null;
  };
  /** By time. */
  options: GridOption[];
  people: GridPerson[];
  /** The number of people beyond {@link maxPeople}, and their yes and if need be votes for each option. */
  others: { count: number; yes: number[]; ifNeedBe: number[] };
  minAttendance: number | null;
  /** The people who have not answered, as the caller typed their names, and the number of further ones. Absent without a list. */
  missing?: { names: string[]; more: number };
  /** Whether a required person has not answered, so that no option fits. */
  requiredMissing: boolean;
  /** The zone in the tool's arguments. Null without one. */
  shownIn: string | null;
  /** The tool call that returns a new grid. */
  refresh: { name: string; arguments: Record<string, unknown> };
}

/** The part of a poll that the grid shows. */
export type GridPoll = Omit<Grid["poll"], "inviteUrl" | "adminUrl"> &
  Pick<Poll, "inviteUrl" | "adminUrl"> & { options: readonly OptionTime[] };

/** The part of a participant that the grid shows. */
export type GridParticipant = Pick<Participant, "id" | "name"> & {
  availability: readonly AvailabilitySpan[];
};

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
  requiredMissing?: boolean;
  refresh: Grid["refresh"];
}

/** Builds the grid of a poll and its participants, without the excluded ones. */
export function buildGrid(
  poll: GridPoll,
  participants: readonly GridParticipant[],
  request: GridRequest,
): Grid {
  const { required, optional, excluded, minAttendance, shownIn, missing, requiredMissing, refresh } = request;
  const parts = new Map<string, GridPerson["part"]>();
  for (const { id } of optional ?? []) parts.set(id, "optional");
  for (const { id } of required ?? []) parts.set(id, "required");
  const leftOut = new Set(excluded?.map(({ id }) => id));
  const options = poll.options
    .map((option, index): GridOption => {
      const when = { number: index + 1, startsAt: getOptionInterval(option, poll.timeZone, shownIn).start };
      if ("date" in option) return { ...when, date: option.date };
      return { ...when, startTime: option.startTime, duration: option.duration };
    })
    .sort(compareOptionTimes);
  const present = participants.filter(({ id }) => !leftOut.has(id) || parts.has(id));
  const matrix = buildVoteMatrix(options, present);
  const people = present.map((person, row): GridPerson => {
    const votes = matrix.subarray(row * options.length, (row + 1) * options.length).join("");
    const part = parts.get(person.id);
    return { id: person.id, name: toName(person), votes, ...(part && { part }) };
  });
  // People whom the caller named are always listed.
  const named = people.filter(({ part }) => part !== undefined).length;
  const others = people.filter(({ part }) => part === undefined).slice(Math.max(0, maxPeople - named));
  const unlisted = new Set(others);
  const count = (code: number) =>
    options.map((_, index) => others.filter(({ votes }) => Number(votes[index]) === code).length);
  return {
    version: 3,
    poll: {
      id: poll.id,
      title: sanitizeLine(poll.title),
      kind: poll.kind,
      status: sanitizeLine(poll.status, 20),
      timeZone: poll.timeZone === null ? null : sanitizeLine(poll.timeZone, 60),
      inviteUrl: toWebUrl(poll.inviteUrl),
      adminUrl: toWebUrl(poll.adminUrl),
    },
    options,
    people: people.filter((person) => !unlisted.has(person)),
    others: { count: others.length, yes: count(voteCodes.yes), ifNeedBe: count(voteCodes.ifNeedBe) },
    minAttendance: minAttendance ?? null,
    ...(missing && {
      missing: {
        names: missing.slice(0, maxMissingNames).map((name) => toName({ name })),
        more: Math.max(0, missing.length - maxMissingNames),
      },
    }),
    requiredMissing: requiredMissing ?? false,
    shownIn: shownIn ?? null,
    refresh,
  };
}

/** The URL if it is http or https, else null: the view asks the host to open it. */
function toWebUrl(url: string): string | null {
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;
}

/** `_meta` of a tool's result, with the grid. */
export function toResultMeta(grid: Grid): { [gridKey]: Grid } {
  return { [gridKey]: grid };
}
