import { isLasting } from "../cache.ts";
import { type Run, step } from "../client.ts";
import { toTriggerError } from "../errors.ts";
import { limitSize, type OutputRecord } from "../output/index.ts";
import type { TriggerEvent } from "./events.ts";
import { type LoggedPoll, type PollLog, readLog } from "./log.ts";
import { type People, type PollPeople, readPeople } from "./people.ts";
import { dayMs, keptSeconds, readEach } from "./share.ts";

/**
 * The function of a trigger: records for the editor, or what happened lately, the newest first. Events of one moment keep
 * their order.
 */
export const trigger = <Settings>({
  parse,
  samples,
  events,
}: {
  parse: (run: Run) => Settings;
  samples: (run: Run, settings: Settings) => Promise<OutputRecord[]>;
  events: (run: Run, settings: Settings) => Promise<TriggerEvent[]>;
}) =>
  step(async (run) => {
    const settings = parse(run);
    if (run.bundle.meta?.isLoadingSample) return (await samples(run, settings)).slice(0, 3);
    const found = await events(run, settings);
    return limitSize(found.sort((one, other) => other.at - one.at).map(({ record }) => record));
  }, toTriggerError);

/** When the first Zap with some settings was switched on, and when this was stored, in milliseconds. */
interface Since {
  since: number;
  savedAt: number;
}

/** What a check finds since a moment, and whether all that changed was read. */
interface Look {
  isWhole: boolean;
  find: (since: number) => TriggerEvent[];
}

/**
 * What happened since the first Zap with the settings of this name was switched on, for at most 24 hours. A Zap that is switched
 * on gets what a later check could find, which Zapier then counts as old for it; an earlier Zap still gets it. What cannot be
 * read then is old for all of these settings, and so is everything when the moment was lost.
 */
export async function findSince(
  run: Run,
  name: string,
  look: (since: number) => Promise<Look | undefined>,
): Promise<TriggerEvent[]> {
  const key = `since_${name}`;
  const known = await run.cache.get<Since>(key);
  const dayAgo = Date.now() - dayMs;
  // Where nothing is kept, what happened in a day is new.
  const first = isLasting() ? run.startedAt : dayAgo;
  const looked = await look(Math.max(known?.since ?? first, dayAgo));
  if (looked === undefined) return [];
  const begins = isLasting() && (known === undefined || (run.isSwitchOn && !looked.isWhole));
  const since = begins ? Date.now() : (known?.since ?? first);
  // Written again every day, because it is kept for a week.
  if (begins || known === undefined || known.savedAt < dayAgo)
    await run.cache.set(key, { since, savedAt: Date.now() } satisfies Since, keptSeconds);
  return looked.find(Math.max(since, dayAgo));
}

/** What a trigger finds among the people of polls. */
interface Watch {
  /** Of the settings: Zaps with the same name share what is kept. */
  name: string;
  pollId: string | undefined;
  /** As of which moment the people of a poll are needed, in milliseconds, if they are. */
  asOf: (poll: LoggedPoll, since: number, log: PollLog) => number | undefined;
  find: (log: PollLog, people: People, since: number) => TriggerEvent[];
}

/** What happened to the people of the open polls, or of the chosen one. */
export async function watchPeople(run: Run, { name, pollId, asOf, find }: Watch): Promise<TriggerEvent[]> {
  const log = await readLog(run, pollId);
  if (log === undefined) return [];
  return findSince(run, name, async (since) => {
    const wanted = log.polls.flatMap((poll) => {
      const moment = asOf(poll, since, log);
      return moment === undefined ? [] : [{ poll, moment }];
    });
    const people = new Map<string, PollPeople>();
    const isWhole = await readEach(run, wanted, async ({ poll, moment }) => {
      const known = await readPeople(run, log, poll, moment);
      if (known !== undefined) people.set(poll.id, known);
      return known !== undefined && known.at >= moment;
    });
    return { isWhole, find: (since) => find(log, people, since) };
  });
}
