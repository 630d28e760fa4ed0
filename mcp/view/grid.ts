import { sanitizeLine } from "../../src/sanitize.ts";
import { type AvailabilitySpan, buildVoteMatrix, voteCodes } from "../../src/scheduling/rank/availability.ts";

/** The key under which a tool's result carries the grid in its `_meta`: for the view, unseen by the model. */
export const gridKey = "rallly-connect/grid";

/** Most people that the grid names one by one; the rest are counted per option. */
export const PEOPLE_LIMIT = 500;

/** One possible day or slot, in order of time. */
export type GridOption = { id: string; date: string } | { id: string; startTime: string; duration: number };

/** One person. `votes` has one digit of {@link voteCodes} for each option, in the order of the options. */
export interface GridPerson {
  id: string;
  name: string;
  votes: string;
}

/** A tool call that the view may ask the host for. */
export interface GridCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** Everything that the view shows, small enough to travel in a result's `_meta`. All text in it is clean and bounded. */
export interface Grid {
  version: 2;
  poll: {
    id: string;
    title: string;
    kind: "date" | "time";
    status: string;
    /** The poll's IANA zone; null for a floating poll, whose times belong to no zone. */
    timeZone: string | null;
    inviteUrl: string | null;
    adminUrl: string | null;
  };
  options: GridOption[];
  people: GridPerson[];
  /** The people beyond {@link PEOPLE_LIMIT}: how many, and how many of them voted yes and if need be for each option. */
  others: { count: number; yes: number[]; ifNeedBe: number[] };
  /** Ids of the people who must be there. */
  required: string[];
  minAttendance: number | null;
  /** The zone in which times were asked for; null when none was: the poll's own. */
  shownIn: string | null;
  /** The call that brings a fresh grid. */
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

/** What the caller asked for, with people resolved to participant ids. */
export interface GridRequest {
  requiredIds?: readonly string[] | undefined;
  excludedIds?: readonly string[] | undefined;
  minAttendance?: number | undefined;
  shownIn?: string | null | undefined;
  refresh: GridCall;
}

/** The grid of a poll and its participants. Excluded people are left out of it. */
export function buildGrid(
  poll: GridPoll,
  participants: readonly GridParticipant[],
  given: GridRequest,
): Grid {
  const excluded = new Set(given.excludedIds);
  const required = new Set(given.requiredIds);
  const options = poll.options.map(pickOption).sort(compareOptions);
  const counted = participants.filter(({ id }) => !excluded.has(id));
  // A required person must never end up among the merely counted.
  const others = counted.filter(({ id }) => !required.has(id));
  const room = Math.max(0, PEOPLE_LIMIT - (counted.length - others.length));
  const unnamed = new Set(others.slice(room));
  const matrix = buildVoteMatrix(options, counted);
  const yes = options.map(() => 0);
  const ifNeedBe = options.map(() => 0);
  const people: GridPerson[] = [];
  counted.forEach((person, column) => {
    const row = options.map(
      (_, index) => matrix[index * counted.length + column] ?? voteCodes.noOrUnanswered,
    );
    if (unnamed.has(person)) {
      row.forEach((vote, index) => {
        if (vote === voteCodes.yes) yes[index] = (yes[index] ?? 0) + 1;
        if (vote === voteCodes.ifNeedBe) ifNeedBe[index] = (ifNeedBe[index] ?? 0) + 1;
      });
    } else {
      const name = sanitizeLine(person.name, 80) || "(no name)";
      people.push({ id: person.id, name, votes: row.join("") });
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
      inviteUrl: webUrlOrNull(poll.inviteUrl),
      adminUrl: webUrlOrNull(poll.adminUrl),
    },
    options,
    people,
    others: { count: unnamed.size, yes, ifNeedBe },
    required: people.filter(({ id }) => required.has(id)).map(({ id }) => id),
    minAttendance: given.minAttendance ?? null,
    shownIn: given.shownIn ?? null,
    refresh: given.refresh,
  };
}

// The service may add fields to an option; they have no business here.
function pickOption(option: GridOption): GridOption {
  if ("date" in option) return { id: option.id, date: option.date };
  return { id: option.id, startTime: new Date(option.startTime).toISOString(), duration: option.duration };
}

function compareOptions(one: GridOption, other: GridOption): number {
  const start = (option: GridOption) => Date.parse("date" in option ? option.date : option.startTime);
  const length = (option: GridOption) => ("date" in option ? 0 : option.duration);
  return start(one) - start(other) || length(one) - length(other);
}

/** The address when it is one of the web and of sane length, else null: the view offers nothing else to open. */
export function webUrlOrNull(address: string): string | null {
  if (address.length > 2000 || !URL.canParse(address)) return null;
  return /^https?:$/.test(new URL(address).protocol) ? address : null;
}
