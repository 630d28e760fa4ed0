import type { Trigger } from "zapier-platform-core";
import { parsePeople } from "../../src/scheduling/index.ts";
import { readLength } from "../../src/scheduling/written/index.ts";
import { formatDate, toLocal } from "../../src/time/index.ts";
import { displayTimeZone } from "../../src/time/zones.ts";
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
import { findDue, findMissing, toMissingRecord, type Waiting } from "./events.ts";
import { trigger, watchPeople } from "./trigger.ts";

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
  const { value = 0 } = readLength(written, null);
  if (value >= hourMinutes && value <= maxDays * 24 * hourMinutes) return value;
  throw refuse(
    "waiting_time",
    `${quoteValue(written)} is not a time from 1 hour to ${maxDays} days. Write it as 2 days or 36 hours.`,
  );
}

/** The error of a Zap that is switched on after the chosen poll was due. */
function refuseDue(due: number, zone: string): Error {
  const { date, time } = toLocal(new Date(due).toISOString(), displayTimeZone(zone));
  return refuse(
    "waiting_time",
    `the poll was due on ${formatDate(date)}, ${time} (${zone}), so this Zap would never fire. Enter a longer time, or pick another poll.`,
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
      parse({ z, values, bundle }) {
        const { poll: pollId, invited_people: readInvited, ...chosen } = form.read(values);
        const from = chosen.count_from ?? "creation";
        const { people } = readInvited();
        const waitings = chosen.waiting_time.map((minutes): Waiting => {
          const start = from === "last_option" ? from : from === "first_option";
          const hash = z.hash("sha256", JSON.stringify([minutes, start, people])).slice(0, 12);
          return { from, minutes, hash };
        });
        return { pollId, readInvited, waitings, zone: bundle.meta?.timezone || "UTC" };
      },
      async samples({ client }, { pollId, waitings, readInvited }) {
        const records: OutputRecord[] = [];
        for (const poll of await listWatchable(client, pollId, { limit: 3, pages: 1 })) {
          const { data: people } = await client.listParticipants({ pollId: poll.id });
          for (const waiting of waitings.slice(0, 1))
            records.push(toMissingRecord(poll, people, waiting, readInvited));
        }
        return records;
      },
      // Each waiting time fires by itself.
      events: (run, { pollId, waitings, ...invitation }) =>
        watchPeople(run, {
          name: `missing_${waitings.map(({ hash }) => hash).join("_")}_${pollId ?? "all"}`,
          pollId,
          asOf(poll, since, log) {
            const moments = waitings.map((waiting) => findDue(poll, waiting, invitation.zone));
            const last = Math.max(...moments);
            if (run.isSwitchOn && pollId !== undefined && poll.status === "open" && last <= Date.now())
              throw refuseDue(last, poll.timeZone ?? invitation.zone);
            const due = moments.filter((moment) => moment > since && moment <= log.at);
            return due.length === 0 ? undefined : Math.max(...due);
          },
          find: (log, people, since) =>
            waitings.flatMap((waiting) => findMissing(log, people, since, { ...invitation, waiting })),
        }),
    }),
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
