import type { Trigger } from "zapier-platform-core";
import { parsePeople } from "../../src/scheduling/index.ts";
import { readLength } from "../../src/scheduling/written/index.ts";
import { formatDate, toLocal } from "../../src/time/index.ts";
import { displayTimeZone } from "../../src/time/zones.ts";
import type { Run } from "../client.ts";
import {
  choose,
  defineForm,
  type FormValues,
  invited,
  listLeaves,
  optionalPoll,
  parseJsonText,
  quoteValue,
  refuse,
} from "../input/index.ts";
import {
  missingFields,
  type OutputRecord,
  pollEventFields,
  sampleInvited,
  sampleParticipant,
  samplePoll,
} from "../output/index.ts";
import { listWatchable } from "../polls.ts";
import {
  findDue,
  findMissing,
  type Invitation,
  type TriggerEvent,
  toMissingRecord,
  type Waiting,
} from "./events.ts";
import { readLog } from "./log.ts";
import { readPeople } from "./people.ts";
import { readEach, share } from "./share.ts";
import { findSince, trigger } from "./trigger.ts";

const hourMinutes = 60;
const maxDays = 90;

const starts = {
  creation: "After the Poll Was Created",
  first_option: "Before the First Option",
  last_option: "Before the Last Option",
};

const form = defineForm({
  invited_people: invited,
  waiting_time: {
    input: {
      helpText: `When to look who is missing, such as 2 days or 36 hours: from 1 hour to ${maxDays} days. One reminder in each field.`,
      list: true,
      required: true,
      placeholder: "2 days",
    },
    read: readWaitingTimes,
  },
  poll: optionalPoll(),
  count_from: choose(starts, "What the time is counted from. Default: after the poll was created."),
});

/** The minutes of each waiting time. */
function readWaitingTimes(values: FormValues, key: string): number[] {
  const written = listLeaves(parseJsonText(values[key]));
  if (written.length === 0) throw refuse(key, "is required. Enter a time such as 2 days.");
  return [...new Set(written.map(readWaitingTime))];
}

function readWaitingTime(written: string): number {
  // A number alone could be hours or days.
  const read = readLength(written, null);
  if ("value" in read && read.value >= hourMinutes && read.value <= maxDays * 24 * hourMinutes)
    return read.value;
  throw refuse(
    "waiting_time",
    `${quoteValue(written)} is not a time from 1 hour to ${maxDays} days. Write it as 2 days or 36 hours.`,
  );
}

interface Settings extends Invitation {
  pollId: string | undefined;
  waitings: Waiting[];
}

function readForm({ z, values, bundle }: Run): Settings {
  const { poll: pollId, invited_people: readInvited, ...chosen } = form.read(values);
  const from = chosen.count_from ?? "creation";
  const { people } = readInvited();
  const waitings = chosen.waiting_time.map((minutes): Waiting => {
    const start = from === "last_option" ? from : from === "first_option";
    return { from, minutes, hash: z.hash("sha256", JSON.stringify([minutes, start, people])).slice(0, 12) };
  });
  return { pollId, readInvited, waitings, zone: bundle.meta?.timezone || "UTC" };
}

/** The open polls that became due and have missing people, for each waiting time by itself. */
async function listDue(run: Run, settings: Settings): Promise<TriggerEvent[]> {
  const { pollId, zone, waitings } = settings;
  if (run.isSwitchOn && pollId !== undefined) await refuseDue(run, settings);
  const log = await readLog(run, pollId);
  if (log === undefined) return [];
  const events: TriggerEvent[] = [];
  for (const waiting of waitings) {
    const name = `missing_${waiting.hash}_${pollId ?? "all"}`;
    const found = await findSince(run, name, async (sinceThen) => {
      const due = log.polls
        .map((poll) => ({ poll, at: findDue(poll, waiting, zone) }))
        .filter(({ at }) => at > sinceThen && at <= Date.now());
      const decided: TriggerEvent[] = [];
      const isWhole = await readEach(run, due, async ({ poll, at }) => {
        // Kept as it was when the poll was due: for a Zap that checks later, and when a closed poll is opened again.
        const decide = async () => {
          if (!poll.isOpen) return [];
          const known = await readPeople(run, log, poll, at);
          if (known === undefined || known.at < at) return undefined;
          return findMissing({ ...log, polls: [poll] }, new Map([[poll.id, known]]), sinceThen, {
            ...settings,
            waiting,
          });
        };
        const kept = await share<TriggerEvent[]>(run, `kept_${name}_${poll.id}`, () => true, decide);
        decided.push(...(kept ?? []));
        return kept !== undefined;
      });
      return { isWhole, find: (since) => decided.filter(({ at }) => at > since) };
    });
    events.push(...found);
  }
  return events;
}

/** Throws if the chosen poll was due before the Zap is switched on. */
async function refuseDue(run: Run, { pollId, waitings, zone }: Settings): Promise<void> {
  const [poll] = (await readLog(run, pollId))?.polls ?? [];
  if (poll === undefined || !poll.isOpen) return;
  const due = Math.max(...waitings.map((waiting) => findDue(poll, waiting, zone)));
  if (due > Date.now()) return;
  const pollZone = poll.timeZone ?? zone;
  const { date, time } = toLocal(new Date(due).toISOString(), displayTimeZone(pollZone));
  throw refuse(
    "waiting_time",
    `the poll was due on ${formatDate(date)}, ${time} (${pollZone}), so this Zap would never fire. Enter a longer time, or pick another poll.`,
  );
}

async function listSamples({ client }: Run, settings: Settings): Promise<OutputRecord[]> {
  const records: OutputRecord[] = [];
  for (const poll of await listWatchable(client, settings.pollId, { limit: 3, pages: 1 })) {
    const { data: people } = await client.listParticipants({ pollId: poll.id });
    for (const waiting of settings.waitings.slice(0, 1))
      records.push(toMissingRecord(poll, people, waiting, settings.readInvited));
  }
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
    perform: trigger({ parse: readForm, samples: listSamples, events: listDue }),
    inputFields: form.inputFields,
    outputFields: [...pollEventFields, ...missingFields],
    sample: toMissingRecord(
      samplePoll,
      [sampleParticipant],
      { hash: "5b1f3a9c7d2e", minutes: 0, from: "creation" },
      () => parsePeople(sampleInvited),
    ),
  },
} satisfies Trigger;
