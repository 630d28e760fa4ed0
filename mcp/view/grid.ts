import { cleanLine } from "../untrusted.ts";
import type { PersonLike, PollLike } from "./answers.ts";
import { matchAnswers } from "./answers.ts";

/** The key under which a tool's result carries the grid in its `_meta`: for the view, unseen by the model. */
export const gridKey = "rallly-connect/grid";

/** Most people that the grid names one by one; the rest are counted per option. */
export const PEOPLE_LIMIT = 500;

/** One answer: `y` can, `m` can but would rather not, `-` cannot or did not answer (the API does not say which). */
export type Answer = "y" | "m" | "-";

/** One possible day or slot, in order of time. */
export type GridOption = { id: string; date: string } | { id: string; startTime: string; duration: number };

/** One person: `answers` has one {@link Answer} per option, in the order of the options. */
export interface GridPerson {
  id: string;
  name: string;
  answers: string;
}

/** A tool call that the view may ask the host for. */
export interface GridCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** Everything that the view shows, small enough to travel in a result's `_meta`. All text in it is clean and bounded. */
export interface Grid {
  version: 1;
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
  /** The people beyond {@link PEOPLE_LIMIT}: how many, and how many of them answered `y` and `m` to each option. */
  others: { count: number; yes: number[]; ifNeedBe: number[] };
  /** Ids of the people who must be there. */
  required: string[];
  minAttendance: number | null;
  /** The call that brings a fresh grid. */
  refresh: GridCall;
}

/** What the caller asked for, with people resolved to participant ids. */
export interface GridWishes {
  requiredIds?: readonly string[] | undefined;
  excludedIds?: readonly string[] | undefined;
  minAttendance?: number | undefined;
  refresh: GridCall;
}

/** The grid of a poll and its participants. Excluded people are left out of it. */
export function buildGrid(poll: PollLike, participants: readonly PersonLike[], wishes: GridWishes): Grid {
  const excluded = new Set(wishes.excludedIds);
  const required = new Set(wishes.requiredIds);
  const matched = matchAnswers(
    poll,
    participants.filter((person) => !excluded.has(person.id)),
  );
  // A required person must never end up among the merely counted.
  const ordered = [
    ...matched.people.filter(({ id }) => required.has(id)),
    ...matched.people.filter(({ id }) => !required.has(id)),
  ];
  const named = new Set(ordered.slice(0, PEOPLE_LIMIT).map(({ id }) => id));
  const rest = matched.people.filter(({ id }) => !named.has(id));
  const count = (answer: Answer) =>
    matched.options.map((_, index) => rest.filter((person) => person.answers[index] === answer).length);
  return {
    version: 1,
    poll: {
      id: poll.id,
      title: cleanLine(poll.title),
      kind: poll.kind,
      status: cleanLine(poll.status, 20),
      timeZone: poll.timeZone === null ? null : cleanLine(poll.timeZone, 60),
      inviteUrl: keepWebAddress(poll.inviteUrl),
      adminUrl: keepWebAddress(poll.adminUrl),
    },
    options: matched.options,
    people: matched.people
      .filter(({ id }) => named.has(id))
      .map((person) => ({ ...person, name: cleanLine(person.name, 80) || "(no name)" })),
    others: { count: rest.length, yes: count("y"), ifNeedBe: count("m") },
    required: [...named].filter((id) => required.has(id)),
    minAttendance: wishes.minAttendance ?? null,
    refresh: wishes.refresh,
  };
}

/** The address when it is one of the web and of sane length, else null: the view offers nothing else to open. */
export function keepWebAddress(address: string): string | null {
  if (address.length > 2000 || !URL.canParse(address)) return null;
  return /^https?:$/.test(new URL(address).protocol) ? address : null;
}
