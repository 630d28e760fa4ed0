import type { Poll } from "../../src/api/web.ts";
import { parsePeople } from "../../src/scheduling/index.ts";
import { getOptionInterval } from "../../src/time/index.ts";
import type { Run } from "../client.ts";
import {
  choose,
  defineForm,
  type FormOf,
  invited,
  optionalPoll,
  parsed,
  refuse,
  required,
  TextError,
} from "../input/index.ts";
import { readLength } from "../input/written/index.ts";
import {
  compare,
  describeEvent,
  missingOutputs,
  type Outputs,
  pollEventOutputs,
  type Responder,
  sampleInvited,
  sampleParticipant,
  samplePoll,
} from "../output/index.ts";
import { listWatchable, sortOptions } from "../polls.ts";
import { dayMs, keptSeconds, readEach, readLog } from "./log.ts";
import { defineTrigger, type Fired } from "./trigger.ts";

const maxDays = 90;

const fields = {
  invited_people: invited,
  waiting_time: required(
    parsed(
      {
        helpText: `How long to wait before the Zap looks who is missing: 1 hour to ${maxDays} days. For a second reminder, make a second Zap.`,
        placeholder: "2 days",
      },
      (text) => {
        // A number alone could be hours or days.
        const { value = 0 } = readLength(text, null);
        if (value >= 60 && value <= maxDays * 24 * 60) return value;
        throw new TextError(`is not a time from 1 hour to ${maxDays} days. Write it as 2 days or 36 hours.`);
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
    "From when the waiting time counts. Default: after the poll was created.",
  ),
};

type Asked = FormOf<typeof fields>;

/** When a poll is due, in milliseconds; infinite if it has no options, or was created after that. */
function findDue(poll: Poll, { waiting_time: minutes, count_from: from }: Asked, zone: string): number {
  const created = Date.parse(poll.createdAt);
  if (from === undefined || from === "creation") return created + minutes * 60_000;
  const option = sortOptions(poll).at(from === "first_option" ? 0 : -1);
  if (option === undefined) return Number.POSITIVE_INFINITY;
  const due = getOptionInterval(option, poll.timeZone, zone).start - minutes * 60_000;
  return due < created ? Number.POSITIVE_INFINITY : due;
}

/** A poll and who had responded when it was first looked at after it was due. */
interface Looked {
  poll: Poll;
  at: number;
  people: Responder[];
}

const describe = ({ poll, people }: Omit<Looked, "at">, invited: Asked["invited_people"], hash: string) => ({
  ...describeEvent({ ...poll, participantCount: people.length }, `${poll.id}:missing:${hash}`),
  ...compare(poll, invited, people),
});

const outputs: Outputs<ReturnType<typeof describe>> = { ...pollEventOutputs, ...missingOutputs };

/** A mark of the settings. Zaps that have the same one share what they found. */
const hashOf = ({ z }: Run, { waiting_time, count_from = "creation", invited_people }: Asked): string =>
  z.hash("sha256", JSON.stringify([waiting_time, count_from, invited_people.people])).slice(0, 12);

async function find(run: Run, asked: Asked): Promise<Fired<ReturnType<typeof describe>>[]> {
  const hash = hashOf(run, asked);
  const name = `missing_${hash}`;
  const [{ polls }, kept = []] = await Promise.all([
    readLog(run, "open"),
    run.isSwitchOn ? undefined : run.cache.get<Looked[]>(name),
  ]);
  const isWatched = ({ id }: Poll) => asked.poll === undefined || asked.poll === id;
  const due = Object.values(polls).flatMap(({ poll }) => {
    const at = findDue(poll, asked, run.accountZone ?? "UTC");
    return poll.status === "open" && isWatched(poll) && at <= run.now ? { poll, at, people: [] } : [];
  });
  const toFired = (looked: Looked) => ({
    at: looked.at,
    found: describe(looked, asked.invited_people, hash),
  });
  if (run.isSwitchOn) {
    if (asked.poll !== undefined && due.length > 0)
      throw refuse(
        "waiting_time",
        "has passed for this poll, so this Zap would never fire. Enter a longer time, or pick another poll.",
      );
    // What is due by now is old for this Zap.
    return due.map(toFired);
  }
  const isRecent = ({ at }: Looked) => at > run.now - dayMs;
  const looked = kept.filter(isRecent);
  const known = new Set(looked.map(({ poll }) => poll.id));
  const isNew = (each: Looked) => isRecent(each) && !known.has(each.poll.id);
  await readEach(run, due.filter(isNew), async ({ poll: { id: pollId }, at }) => {
    const known = polls[pollId];
    const poll = known?.isShort === false ? known.poll : (await run.client.getPoll({ pollId })).data;
    const { data } = await run.client.listParticipants({ pollId });
    looked.push({ poll, at, people: data.map(({ availability: _, ...person }) => person) });
  });
  // What is too much for the cache is looked at again.
  await run.cache.set(name, looked, keptSeconds);
  return looked
    .filter(({ poll }) => isWatched(poll))
    .map(toFired)
    .filter(({ found }) => found.missing.length > 0);
}

export const peopleMissing = defineTrigger({
  key: "people_still_missing",
  noun: "Poll",
  label: "People Still Missing",
  description: "Triggers when invited people have not responded to an open poll by a certain time.",
  form: defineForm(fields),
  outputs,
  async samples(run, asked) {
    const found: ReturnType<typeof describe>[] = [];
    for (const poll of await listWatchable(run.client, asked.poll, 3)) {
      const { data: people } = await run.client.listParticipants({ pollId: poll.id });
      found.push(describe({ poll, people }, asked.invited_people, hashOf(run, asked)));
    }
    return found;
  },
  find,
  sample: describe(
    { poll: samplePoll, people: [sampleParticipant] },
    parsePeople(sampleInvited),
    "5b1f3a9c7d2e",
  ),
});
