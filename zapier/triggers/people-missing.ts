import type { Trigger } from "zapier-platform-core";
import type { Participant, Poll } from "../../src/api/web.ts";
import { parsePeople } from "../../src/scheduling/index.ts";
import { getOptionInterval } from "../../src/time/index.ts";
import type { Run } from "../client.ts";
import {
  choose,
  defineForm,
  invited as invitedPeople,
  optionalPoll,
  parsed,
  refuse,
  required,
} from "../input/index.ts";
import { readLength } from "../input/written/index.ts";
import {
  missingFields,
  type OutputRecord,
  pollEventFields,
  sampleInvited,
  sampleParticipant,
  samplePoll,
  toMissingValues,
  toPollEventRecord,
} from "../output/index.ts";
import { findOptionLimits, listWatchable } from "../polls.ts";
import { dayMs, keptSeconds, readEach, readLog } from "./log.ts";
import { type Fired, trigger } from "./trigger.ts";

const maxDays = 90;

const form = defineForm({
  invited_people: invitedPeople,
  waiting_time: required(
    parsed(
      {
        helpText: `When to look who is missing, such as 2 days or 36 hours: from 1 hour to ${maxDays} days. For another reminder, add another Zap.`,
        placeholder: "2 days",
      },
      (text, refuseText) => {
        // A number alone could be hours or days.
        const { value = 0 } = readLength(text, null);
        if (value >= 60 && value <= maxDays * 24 * 60) return value;
        throw refuseText(`is not a time from 1 hour to ${maxDays} days. Write it as 2 days or 36 hours.`);
      },
    ),
    "is required. Enter a time such as 2 days.",
  ),
  poll: optionalPoll(),
  count_from: choose(
    {
      creation: "After the Poll Was Created",
      first_option: "Before the First Option",
      last_option: "Before the Last Option",
    },
    "What the time is counted from. Default: after the poll was created.",
  ),
});

/** The settings of a Zap. Those with the same hash share what they found. */
function parse({ z, values, bundle }: Run) {
  const {
    poll: pollId,
    invited_people: invited,
    waiting_time: minutes,
    count_from: from = "creation",
  } = form.read(values);
  const hash = z.hash("sha256", JSON.stringify([minutes, from, invited.people])).slice(0, 12);
  return { pollId, invited, minutes, from, hash, zone: bundle.meta?.timezone || "UTC" };
}

type Settings = ReturnType<typeof parse>;

/** When a poll is due, in milliseconds; infinite if it has no options, or was created after that. */
function findDue(poll: Poll, { minutes, from, zone }: Settings): number {
  const created = Date.parse(poll.createdAt);
  if (from === "creation") return created + minutes * 60_000;
  const option = findOptionLimits(poll)[from === "first_option" ? "first" : "last"];
  if (option === null) return Number.POSITIVE_INFINITY;
  const due = getOptionInterval(option, poll.timeZone, zone).start - minutes * 60_000;
  return due < created ? Number.POSITIVE_INFINITY : due;
}

const toMissingRecord = (
  poll: Poll,
  people: readonly Participant[],
  { hash, invited }: Pick<Settings, "hash" | "invited">,
): OutputRecord => ({
  ...toPollEventRecord({ ...poll, participantCount: people.length }, `${poll.id}:missing:${hash}`),
  ...toMissingValues(poll, invited, people),
});

/** Who was missing from a poll when it was first looked at after it was due; no record if nobody was. */
interface Looked {
  pollId: string;
  at: number;
  record: OutputRecord | null;
}

async function find(run: Run, settings: Settings): Promise<Fired[]> {
  const { polls } = await readLog(run, "open");
  const dayAgo = Date.now() - dayMs;
  const due = Object.values(polls)
    .map(({ poll }) => ({ poll, at: findDue(poll, settings) }))
    .filter(
      ({ poll, at }) =>
        poll.status === "open" && [poll.id, undefined].includes(settings.pollId) && at <= Date.now(),
    );
  if (run.isSwitchOn) {
    if (settings.pollId !== undefined && due.length > 0)
      throw refuse(
        "waiting_time",
        "has passed for this poll, so this Zap would never fire. Enter a longer time, or pick another poll.",
      );
    // What is due by now is old for this Zap.
    return due.map(({ poll, at }) => ({
      at,
      record: toPollEventRecord(poll, `${poll.id}:missing:${settings.hash}`),
    }));
  }
  const name = `missing_${settings.hash}`;
  const looked = ((await run.cache.get<Looked[]>(name)) ?? []).filter(({ at }) => at > dayAgo);
  const isNew = ({ poll, at }: (typeof due)[number]) =>
    at > dayAgo && !looked.some(({ pollId }) => pollId === poll.id);
  await readEach(run, due.filter(isNew), async ({ poll, at }) => {
    const { data: people } = await run.client.listParticipants({ pollId: poll.id });
    const record = toMissingRecord(poll, people, settings);
    looked.push({ pollId: poll.id, at, record: record["missing_count"] === 0 ? null : record });
  });
  await run.cache.set(name, looked, keptSeconds);
  return looked.flatMap(({ pollId, at, record }) =>
    record !== null && [pollId, undefined].includes(settings.pollId) ? { at, record } : [],
  );
}

export const peopleMissing = {
  key: "people_still_missing",
  noun: "Poll",
  display: {
    label: "People Still Missing",
    description: "Triggers when invited people have not responded to an open poll by a certain time.",
  },
  operation: {
    type: "polling",
    perform: trigger({
      parse,
      async samples({ client }, settings) {
        const records: OutputRecord[] = [];
        for (const poll of await listWatchable(client, settings.pollId, { limit: 3, pages: 1 })) {
          const { data: people } = await client.listParticipants({ pollId: poll.id });
          records.push(toMissingRecord(poll, people, settings));
        }
        return records;
      },
      find,
    }),
    inputFields: form.inputFields,
    outputFields: [...pollEventFields, ...missingFields],
    sample: toMissingRecord(samplePoll, [sampleParticipant], {
      hash: "5b1f3a9c7d2e",
      invited: parsePeople(sampleInvited),
    }),
  },
} satisfies Trigger;
