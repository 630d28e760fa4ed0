import { resolveLocal } from "../time/index.ts";
import { spaces } from "./accounts.ts";
import demoPolls from "./demo-polls.json" with { type: "json" };
import {
  defaultFields,
  editableFields,
  type StoredConferencing,
  type StoredOption,
  type StoredParticipant,
  type StoredPoll,
  type VoteType,
} from "./model.ts";

/** A demo poll, as `demo-polls.json` has it. Days count from the current day of the sandbox's clock. */
interface DemoPoll {
  /** The number in its ids, and its place in the order of creation. */
  number: number;
  title: string;
  description?: string;
  location?: string;
  conferencing?: StoredConferencing;
  /** Days of a date poll. */
  days?: number[];
  /** Times of a time poll: each of the times on each of the days. */
  slots?: { days: number[]; times: string[]; minutes: number }[];
  timeZone?: string;
  status?: string;
  settings?: object;
  /** `Name <email>`, and a letter for each option: y(es), i(f need be), n(o); any other letter is no vote. */
  votes?: object;
  /** The number of further participants. */
  guests?: number;
  createdDaysAgo?: number;
  /** Whether the organizer has left the space. */
  organizerLeft?: boolean;
  space?: string;
}

const dayMs = 86_400_000;
/** The hours between a demo poll and now: five for each poll that was created since. */
const ageHours = (number: number) => (28 - number) * 5;
const votesByMark: Record<string, VoteType> = { y: "yes", i: "ifNeedBe", n: "no" };

/** The demo polls, oldest first, dated around a time in milliseconds. Ids are the same in every sandbox. */
export function buildDemoPolls(now: number): StoredPoll[] {
  return demoPolls.map((demo) => buildPoll(demo, now));
}

function buildPoll(demo: DemoPoll, now: number): StoredPoll {
  const id = String(demo.number).padStart(4, "0");
  const created = now - ageHours(demo.number) * 3_600_000 - (demo.createdDaysAgo ?? 0) * dayMs;
  const createdAt = new Date(created).toISOString();
  const spaceId = demo.space ?? "space-demo";
  const owner = spaces.find((space) => space.id === spaceId)?.members[0].id ?? null;
  const options = buildOptions(demo, id, now);
  return {
    sequence: demo.number,
    spaceId,
    id: `DemoPoll${id}`,
    ...editableFields.strip().parse({ ...defaultFields, ...demo, ...demo.settings }),
    conferencing: demo.conferencing ?? null,
    timeZone: demo.timeZone ?? null,
    status: (demo.status ?? "open") as StoredPoll["status"],
    kind: demo.days === undefined ? "time" : "date",
    createdAt,
    updatedAt: demo.status === undefined ? createdAt : new Date(created + 3_600_000).toISOString(),
    organizerId: demo.organizerLeft ? null : owner,
    options,
    participants: buildParticipants(demo, id, options, created),
  };
}

function buildOptions({ days, slots = [], timeZone = "UTC" }: DemoPoll, id: string, now: number) {
  const dateOf = (day: number) => new Date(now + day * dayMs).toISOString().slice(0, 10);
  const toSlot = (date: string, time: string, duration: number) => {
    const { instant } = resolveLocal(`${date}T${time}`, timeZone);
    return { startTime: new Date(instant).toISOString(), duration };
  };
  const times =
    days?.map((day) => ({ date: dateOf(day) })) ??
    slots.flatMap((group) =>
      group.days.flatMap((day) => group.times.map((time) => toSlot(dateOf(day), time, group.minutes))),
    );
  return times.map((time, index): StoredOption => {
    return { id: `cmdemooption${id}x${String(index + 1).padStart(8, "0")}`, ...time };
  });
}

function buildParticipants(demo: DemoPoll, id: string, options: StoredOption[], created: number) {
  const guests = Array.from({ length: demo.guests ?? 0 }, (_, person): [string, string] => [
    `Guest ${String(person + 1).padStart(2, "0")} <guest${person + 1}@example.com>`,
    options.map((_option, at) => "yinny-".charAt((person * 5 + at * 2) % 6)).join(""),
  ]);
  const people: [string, string][] = [...Object.entries(demo.votes ?? {}), ...guests];
  return people.map(([person, marks], index): StoredParticipant => {
    const [name = person, email = null] = person.split(" <");
    const votes = options.flatMap((option, at): [string, VoteType][] => {
      const vote = votesByMark[marks.charAt(at)];
      return vote === undefined ? [] : [[option.id, vote]];
    });
    return {
      id: `cmdemovoter${id}x${String(index + 1).padStart(9, "0")}`,
      name,
      email: email?.slice(0, -1) ?? null,
      createdAt: new Date(created + (index + 1) * 60_000).toISOString(),
      votes: Object.fromEntries(votes),
    };
  });
}
