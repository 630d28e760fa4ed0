import { defineInputFields, type Trigger } from "zapier-platform-core";
import type { Poll } from "../../src/api/web.ts";
import { parsePeople } from "../../src/scheduling/index.ts";
import { getOptionInterval } from "../../src/time/index.ts";
import type { Run } from "../client.ts";
import { choice, getChoice } from "../input/choice.ts";
import { parseMinutes } from "../input/duration.ts";
import { needSingle } from "../input/form-values.ts";
import { quoteValue, refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { getPeople, readPeople } from "../input/people.ts";
import { getPoll, optionalPollField } from "../input/poll.ts";
import { missingFields, toMissingValues } from "../output/missing.ts";
import { pollEventFields, toPollEventRecord } from "../output/poll.ts";
import type { OutputRecord } from "../output/table.ts";
import { listWatchable } from "../polls.ts";
import { sampleInvited, sampleParticipant, samplePoll, toSample } from "../samples.ts";
import { openSince, type TriggerEvent, trigger } from "./trigger.ts";
import { listWatchedPolls, readListed, readOnce, type WatchedPoll } from "./watched-polls.ts";

const minuteMs = 60_000;
const hourMinutes = 60;
const maxDays = 90;

const starts = [
  choice("creation", "After the poll was created"),
  choice("first_option", "Before the first option"),
];

const inputFields = defineInputFields([
  text("invited_people", "Everybody who should answer: email addresses, full names, or both.", {
    list: true,
    required: true,
    placeholder: "Sam Reed <sam@example.com>",
  }),
  text(
    "waiting_time",
    `When to look who is missing, such as 2 days or 36 hours: from 1 hour to ${maxDays} days.`,
    {
      required: true,
      placeholder: "2 days",
    },
  ),
  optionalPollField,
  text("count_from", "What the time is counted from. Default: after the poll was created.", {
    choices: starts,
  }),
]);

interface Settings {
  pollId: string | undefined;
  minutes: number;
  isBefore: boolean;
  hash: string;
}

function parseSettings({ z, values }: Run): Settings {
  const pollId = getPoll(values);
  const people = getPeople(values, "invited_people");
  if (people.length === 0) throw refuse("invited_people", "is required. Enter names or email addresses.");
  const written = needSingle(values, "waiting_time", "is required. Enter a time such as 2 days.");
  const minutes = parseMinutes(written);
  if (typeof minutes === "string" || minutes < hourMinutes || minutes > maxDays * 24 * hourMinutes)
    throw refuse(
      "waiting_time",
      `${quoteValue(written)} is not a time from 1 hour to ${maxDays} days. Write it as 2 days or 36 hours.`,
    );
  const isBefore = getChoice(values, "count_from", starts) === "first_option";
  const hash = z.hash("sha256", JSON.stringify([minutes, isBefore, people])).slice(0, 12);
  return { pollId, minutes, isBefore, hash };
}

/** When a poll is due, in milliseconds; infinite if that was before it was created. */
function findDue(
  { createdAt, first, timeZone }: WatchedPoll,
  { minutes, isBefore }: Settings,
  localZone: string,
): number {
  if (!isBefore) return createdAt + minutes * minuteMs;
  if (first === null) return Number.POSITIVE_INFINITY;
  const due = getOptionInterval(first, timeZone, localZone).start - minutes * minuteMs;
  return due < createdAt ? Number.POSITIVE_INFINITY : due;
}

const toEventId = (pollId: string, { hash }: Settings) => `${pollId}:missing:${hash}`;

/** The record of a poll, whether or not somebody is missing. */
async function compare({ client, values }: Run, poll: Poll, settings: Settings): Promise<OutputRecord> {
  const { data: people } = await client.listParticipants({ pollId: poll.id });
  const invited = readPeople(values, "invited_people", people);
  return {
    ...toPollEventRecord({ ...poll, participantCount: people.length }, toEventId(poll.id, settings)),
    ...toMissingValues(poll, invited, people),
  };
}

/** The open polls that became due after a moment and have missing people. At a switch-on the ids of all that are due. */
async function listDue(run: Run): Promise<TriggerEvent[]> {
  const settings = parseSettings(run);
  const { pollId, hash } = settings;
  const now = Date.now();
  const { after, isFirst } = await openSince(run, `missing_${hash}`, pollId);
  const { polls } = await listWatchedPolls(run, pollId, isFirst);
  const zone = run.bundle.meta?.timezone || "UTC";
  const due = polls.flatMap((poll) => {
    const at = findDue(poll, settings, zone);
    return at <= now && poll.leftAt === undefined ? [{ at, poll }] : [];
  });
  if (run.isSwitchOn)
    return due.map(({ at, poll }) => ({ at, record: { id: toEventId(poll.id, settings) } }));
  const fresh = due.filter(({ at }) => at > after).map(({ poll }) => poll);
  return readOnce(run, fresh, {
    name: `missing_${hash}`,
    versionOf: () => 1,
    async read(watched) {
      const poll = await readListed(run, watched);
      const record = poll.status === "open" ? await compare(run, poll, settings) : undefined;
      return record === undefined || record["missing_count"] === 0 ? [] : [{ at: now, record }];
    },
  });
}

async function listSamples(run: Run): Promise<OutputRecord[]> {
  const settings = parseSettings(run);
  const records: OutputRecord[] = [];
  for (const poll of await listWatchable(run.client, settings.pollId, { limit: 3, pages: 1 }))
    records.push(await compare(run, poll, settings));
  return records;
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
    perform: trigger({ samples: listSamples, events: listDue }),
    inputFields,
    outputFields: [...pollEventFields, ...missingFields],
    sample: toSample({
      ...toPollEventRecord(samplePoll, `${samplePoll.id}:missing:5b1f3a9c7d2e`),
      ...toMissingValues(samplePoll, parsePeople(sampleInvited), [sampleParticipant]),
    }),
  },
} satisfies Trigger;
