import { defineInputFields, type Trigger } from "zapier-platform-core";
import type { Poll } from "../../src/api/web.ts";
import { parsePeople } from "../../src/scheduling/index.ts";
import { formatDate, getOptionInterval, toLocal } from "../../src/time/index.ts";
import { displayTimeZone } from "../../src/time/zones.ts";
import type { Run } from "../client.ts";
import { choice, getChoice } from "../input/choice.ts";
import { parseMinutes } from "../input/duration.ts";
import { needSingle } from "../input/form-values.ts";
import { quoteValue, refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { invitedField, readInvited } from "../input/people.ts";
import { getPoll, optionalPollField } from "../input/poll.ts";
import { missingFields, toMissingValues } from "../output/missing.ts";
import { pollEventFields, toPollEventRecord } from "../output/poll.ts";
import type { OutputRecord } from "../output/table.ts";
import { listWatchable } from "../polls.ts";
import { sampleInvited, sampleParticipant, samplePoll, toSample } from "../samples.ts";
import { listEvents } from "./memory.ts";
import { isOpen, nullIfGone, readPoll, share, type WatchedPoll, watch } from "./shared.ts";
import { dayMs, minuteMs, type TriggerEvent, trigger } from "./trigger.ts";

const hourMinutes = 60;
const maxDays = 90;

const starts = [
  choice("creation", "After the poll was created"),
  choice("first_option", "Before the first option"),
];

const inputFields = defineInputFields([
  invitedField,
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
  const { people } = readInvited(values);
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

/** When a poll is due, in milliseconds; infinite if it has no options. */
function findDue(
  { createdAt, first, timeZone }: WatchedPoll,
  { minutes, isBefore }: Settings,
  localZone: string,
): number {
  if (!isBefore) return createdAt + minutes * minuteMs;
  if (first === null) return Number.POSITIVE_INFINITY;
  return getOptionInterval(first, timeZone, localZone).start - minutes * minuteMs;
}

const toEventId = (pollId: string, { hash }: Settings) => `${pollId}:missing:${hash}`;

/** The record of a poll, whether or not somebody is missing. */
async function compare({ client, values }: Run, poll: Poll, settings: Settings): Promise<OutputRecord> {
  const { data: people } = await client.listParticipants({ pollId: poll.id });
  const invited = readInvited(values, people);
  return {
    ...toPollEventRecord({ ...poll, participantCount: people.length }, toEventId(poll.id, settings)),
    ...toMissingValues(poll, invited, people),
  };
}

/** The open polls that became due and have missing people. */
async function listDue(run: Run): Promise<TriggerEvent[]> {
  const settings = parseSettings(run);
  const { pollId, hash } = settings;
  const zone = run.bundle.meta?.timezone || "UTC";
  const dueOf = (poll: WatchedPoll) => findDue(poll, settings, zone);
  const isDue = (poll: WatchedPoll) => isOpen(poll) && dueOf(poll) <= Date.now();
  if (run.isSwitchOn && pollId !== undefined)
    for (const poll of ((await watch(run, pollId)) ?? []).filter(isDue))
      throw refuseDue(dueOf(poll), poll.timeZone ?? zone);
  return listEvents(run, {
    name: `missing_${hash}`,
    pollId,
    versionOf: (poll) => (isDue(poll) && dueOf(poll) >= poll.createdAt ? 1 : 0),
    async read(watched) {
      if (dueOf(watched) < Date.now() - dayMs) return { version: 1, events: [] };
      const key = `missing_${hash}_${watched.id}`;
      const known = await share<{ record: OutputRecord | null }>(
        run,
        key,
        () => true,
        async () => {
          const poll = await readPoll(run, watched.id).catch(nullIfGone);
          const record = poll?.status === "open" ? await compare(run, poll, settings) : null;
          return { record: record?.["missing_count"] === 0 ? null : record };
        },
      );
      const events = known?.record ? [{ at: dueOf(watched), record: known.record }] : [];
      return known && { version: 1, events };
    },
  });
}

function refuseDue(due: number, zone: string): Error {
  const { date, time } = toLocal(new Date(due).toISOString(), displayTimeZone(zone));
  return refuse(
    "waiting_time",
    `the poll was due on ${formatDate(date)}, ${time} (${zone}), so this Zap would never fire. Enter a longer time, or pick another poll.`,
  );
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
