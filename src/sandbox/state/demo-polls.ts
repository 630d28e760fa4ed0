import { dayMs } from "../../time/days.ts";
import demoPolls from "../data/demo-polls.json" with { type: "json" };
import type { VoteType } from "../types.ts";
import { spaces } from "./accounts.ts";
import { buildPoll } from "./create-poll.ts";
import type { CreateBody } from "./create-poll-schema.ts";
import type { StoredOption, StoredParticipant, StoredPoll } from "./model.ts";

/** A demo poll, as `demo-polls.json` has it. Days count from the current day of the sandbox's clock. */
interface DemoPoll {
  /** The number in its ids, and its place in the order of creation. */
  number: number;
  title: string;
  /** Days of a date poll. */
  days?: number[];
  /** Times of a time poll: each of the times on each of the days. */
  slots?: { days: number[]; times: string[]; minutes: number }[];
  timeZone?: string;
  status?: string;
  /** `Name <email>`, and a letter for each option: y(es), i(f need be), n(o); any other letter is no vote. */
  votes?: object;
  createdDaysAgo?: number;
  /** Whether the organizer has left the space. */
  organizerLeft?: boolean;
  space?: string;
}

const minuteMs = 60_000;
const votesByMark: Record<string, VoteType> = { y: "yes", i: "ifNeedBe", n: "no" };

/** The demo polls, oldest first, dated around a time in milliseconds. Ids are the same in every sandbox. */
export function buildDemoPolls(now: number): StoredPoll[] {
  return demoPolls.map((demo) => buildDemoPoll(demo, now));
}

function buildDemoPoll(demo: DemoPoll, now: number): StoredPoll {
  const number = String(demo.number).padStart(4, "0");
  const space = spaces.find(({ id }) => id === demo.space) ?? spaces[0];
  // Five hours for each poll that was created since.
  const created = now - (28 - demo.number) * 300 * minuteMs - (demo.createdDaysAgo ?? 0) * dayMs;
  const poll = buildPoll(space, toBody(demo, now), demo.number, new Date(created).toISOString());
  const options = poll.options.map((option, index): StoredOption => {
    return { ...option, id: `cmdemooption${number}x${String(index + 1).padStart(8, "0")}` };
  });
  const participants = Object.entries(demo.votes ?? {}).map(([person, marks], index): StoredParticipant => {
    const [name = person, email = null] = person.split(/ <|>$/);
    const votes = options.map(({ id }, at) => [id, votesByMark[marks.charAt(at)]]);
    return {
      id: `cmdemovoter${number}x${String(index + 1).padStart(9, "0")}`,
      name,
      email,
      createdAt: new Date(created + (index + 1) * minuteMs).toISOString(),
      votes: Object.fromEntries(votes.filter(([, vote]) => vote !== undefined)),
    };
  });
  return {
    ...poll,
    id: `DemoPoll${number}`,
    options,
    participants,
    ...(demo.organizerLeft && { organizerId: null }),
    ...(demo.status && {
      status: demo.status as StoredPoll["status"],
      updatedAt: new Date(created + 60 * minuteMs).toISOString(),
    }),
  };
}

function toBody(demo: DemoPoll, now: number): CreateBody {
  const { days, slots = [] } = demo;
  const dateOf = (day: number) => new Date(now + day * dayMs).toISOString().slice(0, 10);
  if (days) return { ...demo, kind: "date", options: days.map((day) => ({ date: dateOf(day) })) };
  const options = slots.flatMap(({ days, times, minutes: duration }) =>
    days.flatMap((day) => times.map((time) => ({ startTime: `${dateOf(day)}T${time}`, duration }))),
  );
  return { ...demo, kind: "time", options };
}
