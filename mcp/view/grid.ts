import type { Poll } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { voteCodes } from "../../src/scheduling/rank/availability.ts";
import type { Voter, VoteTable } from "../../src/scheduling/rank/ranking.ts";
import type { OptionTime } from "../../src/time/index.ts";
import { toName } from "../output/people-output.ts";

/** The key of the grid in a tool result's `_meta`, which the model does not see. */
export const gridKey = "rallly-connect/grid";

/** Maximum number of people in the grid. Further ones are counted per option. */
const maxPeople = 150;

/** One person. */
export interface GridPerson {
  id: string;
  name: string;
  /** For each option one digit of `voteCodes`. */
  votes: string;
  /** Optional people only decide ties, and count nowhere else. */
  part?: Voter<unknown>["part"];
}

type GridPoll = Pick<Poll, "id" | "title" | "kind" | "status" | "timeZone" | "inviteUrl" | "adminUrl">;

/** What the caller of the tool asked for. */
export interface GridRequest {
  /** The zone of the arguments. */
  shownIn?: string | undefined;
  /** The names of the people who have not answered, as the caller typed them: an empty list when everybody has, nothing without a list. */
  missing?: readonly string[] | undefined;
  /** The names of the people who may have answered. */
  unclear?: readonly string[] | undefined;
  /** Whether the text of the tool offers a reminder to those who have not answered. */
  reminds?: boolean | undefined;
  /** When the poll was read, in milliseconds since 1970. */
  readAt: number;
  /** The tool call that returns a new grid. */
  refresh: { name: string; arguments: Record<string, unknown> };
}

/** Everything that the view shows. Text of other people in it is sanitized and bounded. */
export interface Grid extends GridRequest, Omit<VoteTable<never>, "voters"> {
  version: 9;
  poll: GridPoll;
  people: GridPerson[];
  /** The number of people beyond {@link maxPeople}, and of their yes votes and available ones for each option. */
  others: { count: number; yes: number[]; available: number[] };
}

/** Builds the grid of a poll from what was ranked. */
export function buildGrid(
  poll: GridPoll,
  { voters, options, ...table }: VoteTable<{ id: string; name: string }>,
  { missing, unclear, ...request }: GridRequest,
): Grid {
  const { id, title, kind, status, timeZone, inviteUrl, adminUrl } = poll;
  const people = voters.map(
    ({ person, votes, part }): GridPerson => ({
      id: person.id,
      name: toName(person),
      votes: votes.join(""),
      part,
    }),
  );
  // People whom the caller named are always listed.
  const named = people.filter(({ part }) => part !== undefined).length;
  const others = people.filter(({ part }) => part === undefined).slice(Math.max(0, maxPeople - named));
  const count = (least: number) =>
    options.map((_, index) => others.filter(({ votes }) => Number(votes[index]) >= least).length);
  return {
    ...request,
    ...table,
    version: 9,
    poll: { id, title: sanitizeLine(title), kind, status, timeZone, inviteUrl, adminUrl },
    options: options.map(({ when, ...more }) => ({ ...more, when: toOptionTime(when) })),
    people: people.filter((person) => !others.includes(person)),
    others: { count: others.length, yes: count(voteCodes.yes), available: count(voteCodes.ifNeedBe) },
    missing: missing?.map((name) => toName({ name })),
    unclear: unclear?.map((name) => toName({ name })),
  };
}

/** Without the fields of the poll's own options, such as their ids. */
export const toOptionTime = (option: OptionTime): OptionTime =>
  "date" in option ? { date: option.date } : { startTime: option.startTime, duration: option.duration };
