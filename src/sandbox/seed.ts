import { resolveLocal } from "../time/index.ts";
import { spaces } from "./accounts.ts";
import { type DemoPoll, demoPolls, newestDemoPoll } from "./demo-polls.ts";
import {
  defaultSettings,
  type StoredOption,
  type StoredParticipant,
  type StoredPoll,
  type VoteType,
} from "./model.ts";

const dayLength = 86_400_000;
const votesByMark: Record<string, VoteType> = { y: "yes", i: "ifNeedBe", n: "no" };

/** The demo polls, oldest first, dated around a time in milliseconds. Ids are the same in every sandbox. */
export function buildDemoPolls(now: number): StoredPoll[] {
  return demoPolls.map((demo) => buildPoll(demo, now));
}

function buildPoll(demo: DemoPoll, now: number): StoredPoll {
  const number = String(demo.number).padStart(4, "0");
  const space = spaces.find(({ id }) => id === (demo.space ?? "space-demo"));
  // Five hours between two polls, oldest first.
  const created =
    now - (newestDemoPoll + 1 - demo.number) * 5 * 3_600_000 - (demo.createdDaysAgo ?? 0) * dayLength;
  const createdAt = new Date(created).toISOString();
  const options = buildOptions(demo, number, now);
  return {
    sequence: demo.number,
    spaceId: space?.id ?? "space-demo",
    id: `DemoPoll${number}`,
    title: demo.title,
    description: demo.description ?? null,
    location: demo.location ?? null,
    conferencing: demo.conferencing ?? null,
    timeZone: demo.timeZone ?? null,
    status: demo.status ?? "open",
    kind: demo.days === undefined ? "time" : "date",
    createdAt,
    updatedAt: demo.status === undefined ? createdAt : new Date(created + 3_600_000).toISOString(),
    organizerId: demo.organizerLeft ? null : (space?.members[0].id ?? null),
    ...defaultSettings,
    ...demo.settings,
    options,
    participants: buildParticipants(demo, number, options, created),
  };
}

function buildOptions(demo: DemoPoll, number: string, now: number): StoredOption[] {
  const optionId = (index: number) => `cmdemooption${number}x${String(index + 1).padStart(8, "0")}`;
  const dateOf = (day: number) => new Date(now + day * dayLength).toISOString().slice(0, 10);
  if (demo.days !== undefined)
    return demo.days.map((day, index) => ({ id: optionId(index), date: dateOf(day) }));
  return (demo.slots ?? []).map(([day, time, duration], index) => {
    const { instant } = resolveLocal(`${dateOf(day)}T${time}`, demo.timeZone ?? "UTC");
    return { id: optionId(index), startTime: new Date(instant).toISOString(), duration };
  });
}

function buildParticipants(
  demo: DemoPoll,
  number: string,
  options: StoredOption[],
  created: number,
): StoredParticipant[] {
  return Object.entries(demo.votes ?? {}).map(([person, marks], index) => {
    const [name = person, email = null] = person.split(" <");
    const votes = options.flatMap((option, at): [string, VoteType][] => {
      const vote = votesByMark[marks.charAt(at)];
      return vote === undefined ? [] : [[option.id, vote]];
    });
    return {
      id: `cmdemovoter${number}x${String(index + 1).padStart(9, "0")}`,
      name,
      email: email?.slice(0, -1) ?? null,
      createdAt: new Date(created + (index + 1) * 60_000).toISOString(),
      votes: Object.fromEntries(votes),
    };
  });
}
