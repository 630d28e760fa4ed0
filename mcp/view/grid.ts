import { sanitizeLine } from "../../src/sanitize.ts";
import { type AvailabilitySpan, buildVoteMatrix, voteCodes } from "../../src/scheduling/rank/availability.ts";
import { compareOptionTimes } from "../../src/time/index.ts";
import { toName } from "../output/people-output.ts";

/** The key of the grid in a tool result's `_meta`, which the model does not see. */
export const gridKey = "rallly-connect/grid";

/** Maximum number of people in the grid. Further ones are counted per option. */
export const maxPeople = 500;

/** Maximum number of names in {@link MissingPeople}. */
export const maxMissingNames = 50;

/** One date or slot of the poll. */
export type GridOption = { id: string; date: string } | { id: string; startTime: string; duration: number };

/** One person. `votes` has one digit of {@link voteCodes} for each option, in the order of the options. */
export interface GridPerson {
  id: string;
  name: string;
  votes: string;
}

/** A tool call that the view can request from the host. */
export interface GridCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** The invited people who have not answered: names as the caller typed them, and the number of further ones. */
export interface MissingPeople {
  names: string[];
  more: number;
}

/** Everything that the view shows. All text in it is sanitized and bounded. */
export interface Grid {
  version: 2;
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
  options: GridOption[];
  /** The number of each option, from 1, in the poll's own order. `options` are by time. Absent in older results. */
  numbers?: number[];
  people: GridPerson[];
  /** The number of people beyond {@link maxPeople}, and their yes and if need be votes for each option. */
  others: { count: number; yes: number[]; ifNeedBe: number[] };
  /** Ids of the required people. */
  required: string[];
  minAttendance: number | null;
  /** Absent when no list of invited people was given. */
  missing?: MissingPeople;
  /** The zone in the tool's arguments. Null without one. */
  shownIn: string | null;
  /** The call that returns a new grid. */
  refresh: GridCall;
}

/** The part of a poll that the grid shows. */
export interface GridPoll {
  id: string;
  title: string;
  kind: "date" | "time";
  status: string;
  timeZone: string | null;
  inviteUrl: string;
  adminUrl: string;
  options: readonly GridOption[];
}

/** The part of a participant that the grid shows. */
export interface GridParticipant {
  id: string;
  name: string;
  availability: readonly AvailabilitySpan[];
}

/** The tool's arguments, with people resolved to participant ids. */
export interface GridRequest {
  requiredIds?: readonly string[] | undefined;
  excludedIds?: readonly string[] | undefined;
  minAttendance?: number | undefined;
  shownIn?: string | null | undefined;
  /** The invited people who have not answered. Pass an empty list when everybody has, nothing without a list. */
  missing?: readonly string[] | undefined;
  refresh: GridCall;
}

/** Builds the grid of a poll and its participants, without the excluded ones. */
export function buildGrid(
  poll: GridPoll,
  participants: readonly GridParticipant[],
  given: GridRequest,
): Grid {
  const excluded = new Set(given.excludedIds);
  const required = new Set(given.requiredIds);
  const numbered = poll.options
    .map((option, index) => ({ option: pickOption(option), number: index + 1 }))
    .sort((one, other) => compareOptionTimes(one.option, other.option));
  const options = numbered.map(({ option }) => option);
  const counted = participants.filter(({ id }) => !excluded.has(id));
  // Required people are always listed by name.
  const others = counted.filter(({ id }) => !required.has(id));
  const maxOthers = Math.max(0, maxPeople - (counted.length - others.length));
  const unnamed = new Set(others.slice(maxOthers));
  const matrix = buildVoteMatrix(options, counted);
  const yes = options.map(() => 0);
  const ifNeedBe = options.map(() => 0);
  const people: GridPerson[] = [];
  counted.forEach((person, index) => {
    const row = matrix.subarray(index * options.length, (index + 1) * options.length);
    if (unnamed.has(person)) {
      row.forEach((vote, index) => {
        if (vote === voteCodes.yes) yes[index] = (yes[index] ?? 0) + 1;
        if (vote === voteCodes.ifNeedBe) ifNeedBe[index] = (ifNeedBe[index] ?? 0) + 1;
      });
    } else {
      people.push({ id: person.id, name: toName(person), votes: row.join("") });
    }
  });
  return {
    version: 2,
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
    numbers: numbered.map(({ number }) => number),
    people,
    others: { count: unnamed.size, yes, ifNeedBe },
    required: people.filter(({ id }) => required.has(id)).map(({ id }) => id),
    minAttendance: given.minAttendance ?? null,
    ...(given.missing && { missing: toMissingPeople(given.missing) }),
    shownIn: given.shownIn ?? null,
    refresh: given.refresh,
  };
}

function toMissingPeople(people: readonly string[]): MissingPeople {
  const names = people.slice(0, maxMissingNames).map((name) => toName({ name }));
  return { names, more: people.length - names.length };
}

// Leaves out fields that the service may add.
function pickOption(option: GridOption): GridOption {
  if ("date" in option) return { id: option.id, date: option.date };
  return { id: option.id, startTime: new Date(option.startTime).toISOString(), duration: option.duration };
}

/** The URL if it is http or https and at most 2,000 characters long, else null. The view opens only such URLs. */
export function toWebUrl(url: string): string | null {
  if (url.length > 2000 || !URL.canParse(url)) return null;
  return /^https?:$/.test(new URL(url).protocol) ? url : null;
}

/** `_meta` of a tool's result, with the grid. */
export function toResultMeta(grid: Grid): { [gridKey]: Grid } {
  return { [gridKey]: grid };
}
