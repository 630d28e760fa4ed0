import { resolveLocal } from "../time/index.ts";
import { spaces } from "./accounts.ts";
import type { SandboxClock } from "./clock.ts";
import { type DemoPoll, demoPolls } from "./demo-polls.ts";
import type { StoredOption, StoredParticipant, StoredPoll, VoteType } from "./model.ts";

const dayLength = 86_400_000;
const answers: Record<string, VoteType> = { y: "yes", i: "ifNeedBe", n: "no" };

/** The demo polls, oldest first, dated around what the clock reads now. Ids are the same in every sandbox. */
export function buildDemoPolls(clock: SandboxClock): StoredPoll[] {
  const now = clock.now();
  return demoPolls.map((plot, index) => buildPoll(plot, index + 1, now));
}

function buildPoll(plot: DemoPoll, sequence: number, now: number): StoredPoll {
  const number = String(sequence).padStart(4, "0");
  const space = spaces.find(({ id }) => id === (plot.space ?? "space-demo"));
  // Oldest first: each poll a few hours after the one before it.
  const created =
    now - (demoPolls.length + 1 - sequence) * 5 * 3_600_000 - (plot.createdDaysAgo ?? 0) * dayLength;
  const createdAt = new Date(created).toISOString();
  const options = growOptions(plot, number, now);
  return {
    sequence,
    spaceId: space?.id ?? "space-demo",
    id: `DemoPoll${number}`,
    title: plot.title,
    description: plot.description ?? null,
    location: plot.location ?? null,
    conferencing: plot.conferencing ?? null,
    timeZone: plot.timeZone ?? null,
    status: plot.status ?? "open",
    kind: plot.days === undefined ? "time" : "date",
    createdAt,
    updatedAt: plot.status === undefined ? createdAt : new Date(created + 3_600_000).toISOString(),
    organizerId: plot.organizerGone ? null : (space?.members[0].id ?? null),
    requireEmail: false,
    hideParticipants: false,
    hideScores: false,
    disableComments: true,
    allowTentativeVotes: true,
    ...plot.settings,
    options,
    participants: growParticipants(plot, number, options, created),
  };
}

function growOptions(plot: DemoPoll, number: string, now: number): StoredOption[] {
  const optionId = (index: number) => `cmdemooption${number}x${String(index + 1).padStart(8, "0")}`;
  const dateOf = (day: number) => new Date(now + day * dayLength).toISOString().slice(0, 10);
  if (plot.days !== undefined)
    return plot.days.map((day, index) => ({ id: optionId(index), date: dateOf(day) }));
  return (plot.slots ?? []).map(([day, time, duration], index) => {
    const { instant } = resolveLocal(`${dateOf(day)}T${time}`, plot.timeZone ?? "UTC");
    return { id: optionId(index), startTime: new Date(instant).toISOString(), duration };
  });
}

function growParticipants(
  plot: DemoPoll,
  number: string,
  options: StoredOption[],
  created: number,
): StoredParticipant[] {
  return Object.entries(plot.votes ?? {}).map(([person, marks], index) => {
    const [name = person, email = null] = person.split(" <");
    const given = options.flatMap((option, at): [string, VoteType][] => {
      const vote = answers[marks.charAt(at)];
      return vote === undefined ? [] : [[option.id, vote]];
    });
    return {
      id: `cmdemovoter${number}x${String(index + 1).padStart(9, "0")}`,
      name,
      email: email?.slice(0, -1) ?? null,
      createdAt: new Date(created + (index + 1) * 60_000).toISOString(),
      votes: Object.fromEntries(given),
    };
  });
}
