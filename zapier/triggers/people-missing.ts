import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { Client, Poll } from "../../src/api/web.ts";
import { compareInvitees } from "../../src/scheduling/index.ts";
import { getOptionInterval } from "../../src/time/index.ts";
import { openCache } from "../cache.ts";
import { withClient } from "../client.ts";
import { choice, getChoice } from "../input/choice.ts";
import { parseMinutes } from "../input/duration.ts";
import { type FormValues, needSingle, normalizeInput } from "../input/form-values.ts";
import { quoteValue, refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { getPeople, needPeople } from "../input/people.ts";
import { getPoll, optionalPollField } from "../input/poll.ts";
import { missingFields, toMissingValues } from "../output/missing.ts";
import { pollEventFields, toPollEventRecord } from "../output/poll.ts";
import { limitSize, type OutputRecord } from "../output/table.ts";
import { listOpenPolls, listSamplePolls, type OpenPoll } from "../polls.ts";
import { invitedSample, samplePoll } from "../samples.ts";
import { findInPolls, readListed } from "./changed-polls.ts";
import { openSince } from "./memory.ts";

const minuteMs = 60_000;
const hourMinutes = 60;
const dayMinutes = 1_440;
const maxDays = 90;

/** How late a poll may fire, in milliseconds: after that, people no longer expect it. */
const maxLateMs = dayMinutes * minuteMs;

const starts = [
  choice("creation", "After the poll was created"),
  choice("first_option", "Before the first option"),
];

const inputFields = defineInputFields([
  optionalPollField,
  text("invited_people", "Everybody who should answer: email addresses, full names, or both.", {
    list: true,
    required: true,
    placeholder: "Sam Reed <sam@example.com>",
  }),
  text("time", `When to look who is missing, such as 2 days or 36 hours: from 1 hour to ${maxDays} days.`, {
    required: true,
    placeholder: "2 days",
  }),
  text("count_from", "What the time is counted from. Default: after the poll was created.", {
    choices: starts,
  }),
]);

interface Settings {
  values: FormValues;
  minutes: number;
  isBefore: boolean;
  /** A short hash of time and people. */
  hash: string;
  /** The zone of days and floating times. */
  localZone: string;
}

function parseSettings(z: ZObject, values: FormValues, meta: Bundle["meta"] | undefined): Settings {
  const people = needPeople(values, "invited_people");
  const written = needSingle(values, "time", "is required. Enter a time such as 2 days.");
  const minutes = parseMinutes(written);
  if (typeof minutes === "string" || minutes < hourMinutes || minutes > maxDays * dayMinutes)
    throw refuse(
      "time",
      `${quoteValue(written)} is not a time from 1 hour to ${maxDays} days. Write it as 2 days or 36 hours.`,
    );
  const isBefore = getChoice(values, "count_from", starts) === "first_option";
  const hash = z.hash("sha256", JSON.stringify([minutes, isBefore, people])).slice(0, 12);
  return { values, minutes, isBefore, hash, localZone: meta?.timezone || "UTC" };
}

/** When a poll is due, in milliseconds; undefined if that was before it was created. */
function findDue(
  { createdAt, first, timeZone }: OpenPoll,
  { minutes, isBefore, localZone }: Settings,
): number | undefined {
  if (!isBefore) return createdAt + minutes * minuteMs;
  if (first === null) return undefined;
  const due = getOptionInterval(first, timeZone, localZone).start - minutes * minuteMs;
  return due < createdAt ? undefined : due;
}

async function compare(client: Client, poll: Poll, { values }: Settings) {
  const { data: participants } = await client.listParticipants({ pollId: poll.id });
  const comparison = compareInvitees(getPeople(values, "invited_people", participants), participants);
  return { poll: { ...poll, participantCount: participants.length }, comparison };
}

const toEventId = (pollId: string, { hash }: Settings) => `${pollId}:missing:${hash}`;

type Compared = Awaited<ReturnType<typeof compare>>;

const toRecord = ({ poll, comparison }: Compared, settings: Settings): OutputRecord => ({
  ...toPollEventRecord(poll, toEventId(poll.id, settings)),
  ...toMissingValues(poll, comparison),
});

const perform = (z: ZObject, { authData, inputData, meta }: Bundle): Promise<OutputRecord[]> =>
  withClient(z, authData, async (client) => {
    const values = normalizeInput(inputData);
    const pollId = getPoll(values);
    const settings = parseSettings(z, values, meta);
    if (meta?.isLoadingSample) {
      const records: OutputRecord[] = [];
      for (const poll of await listSamplePolls(client, pollId))
        records.push(toRecord(await compare(client, poll, settings), settings));
      return records;
    }
    const cache = openCache(z, authData);
    const now = Date.now();
    const isSwitchOn = meta?.isPopulatingDedupe === true;
    const open = await listOpenPolls(client, cache, isSwitchOn);
    const polls = pollId === undefined ? open : open.filter(({ id }) => id === pollId);
    const due = polls.filter((open) => (findDue(open, settings) ?? now + 1) <= now);
    const name = `missing_${settings.hash}_${pollId ?? "all"}`;
    const { isFirst } = await openSince(cache, name, meta);
    const old = isSwitchOn ? due.map(({ id }) => ({ id: toEventId(id, settings) })) : undefined;
    // What is due when a Zap is switched on is old and is not read, unless an older Zap with these settings still waits for it.
    if (old !== undefined && !isFirst) return old;
    const fresh = due.filter((open) => (findDue(open, settings) ?? 0) > now - maxLateMs);
    const records = await findInPolls(cache, fresh, {
      name,
      after: now - maxLateMs,
      isFirst,
      isSwitchOn: false,
      readsGone: false,
      versionOf: () => 1,
      async read(id, open) {
        const poll = await readListed(client, id, open);
        if (poll.status !== "open") return { at: 0, records: [] };
        const compared = await compare(client, poll, settings);
        if (compared.comparison.missing.length === 0) return { at: 0, records: [] };
        return { at: now, records: [toRecord(compared, settings)] };
      },
    });
    return old ?? limitSize(records);
  });

/** The trigger that fires once for a poll if invited people have not responded some time after its creation, or before it. */
export const peopleMissing = {
  key: "people_still_missing",
  noun: "Poll",
  display: {
    label: "People Still Missing",
    description: "Triggers when invited people have not responded to an open poll by a certain time.",
  },
  operation: {
    type: "polling",
    perform,
    inputFields,
    outputFields: [...pollEventFields, ...missingFields],
    sample: {
      ...toPollEventRecord(samplePoll, `${samplePoll.id}:missing:5b1f3a9c7d2e`),
      ...toMissingValues(samplePoll, invitedSample),
    },
    cleanInputData: false,
  },
} satisfies Trigger;
