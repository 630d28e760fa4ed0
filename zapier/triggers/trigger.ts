import { type Run, step } from "../client.ts";
import { pollGone, toTriggerError } from "../errors.ts";
import { limitSize, type OutputRecord } from "../output/index.ts";
import type { TriggerEvent } from "./events.ts";
import { type LoggedPoll, type PollLog, readNewest, readOpen, readScheduled, toLogged } from "./log.ts";
import { type People, type PollPeople, readPeople } from "./people.ts";
import { dayMs, hourMs, keptSeconds, readEach } from "./share.ts";

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

/** What is known of the Zaps with some settings. Moments are in milliseconds. */
interface Since {
  /** When the first was switched on. */
  since: number;
  /** When one was switched on in the last day: how long that run took. */
  switchOns: { from: number; to: number }[];
  savedAt: number;
}

/**
 * What happened since the first Zap with the settings of this name was switched on, for at most 24 hours. A Zap that is switched
 * on gets what a later check could find, which Zapier then counts as old for it; an earlier Zap still gets it. What happened before
 * and is seen only afterwards is old for all of these settings, and so is everything when the moment was lost.
 */
async function findSince(
  run: Run,
  name: string,
  look: (since: number) => Promise<(since: number) => TriggerEvent[]>,
): Promise<TriggerEvent[]> {
  const key = `since_${name}`;
  const dayAgo = Date.now() - dayMs;
  const known = await run.cache.get<Since>(key);
  const find = await look(Math.max(known?.since ?? run.startedAt, dayAgo));
  const now = Date.now();
  const since = known?.since ?? now;
  const switchOns = (known?.switchOns ?? []).filter(({ to }) => to > dayAgo);
  if (run.isSwitchOn) switchOns.push({ from: run.startedAt, to: now });
  // Written again every day, because it is kept for a week.
  if (known === undefined || run.isSwitchOn || known.savedAt < dayAgo)
    await run.cache.set(key, { since, switchOns, savedAt: now } satisfies Since, keptSeconds);
  return find(Math.max(since, dayAgo)).filter(
    ({ at, seenAt }) => !switchOns.some(({ from, to }) => at < from && seenAt > to),
  );
}

/** What happened to the status of polls. Settings of the same name share what is kept. */
export const watchStatus = (
  run: Run,
  name: string,
  find: (logs: PollLog[], since: number) => TriggerEvent[],
): Promise<TriggerEvent[]> =>
  findSince(run, name, async () => {
    const logs = [await readNewest(run), await readOpen(run), await readScheduled(run)];
    return (since) => find(logs, since);
  });

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
  return findSince(run, name, async (since) => {
    const wanted = log.polls.flatMap((poll) => {
      const moment = poll.status === "gone" ? undefined : asOf(poll, since, log);
      return moment === undefined ? [] : [{ id: poll.id, moment }];
    });
    const people = new Map<string, PollPeople>();
    await readEach(run, wanted, async ({ id, moment }) => {
      const known = await readPeople(run, id, moment, log);
      if (known !== undefined) people.set(id, known);
    });
    return (since) => find(log, people, since);
  });
}

/** The log of the open polls, or of the chosen one, which is read once an hour if it is not open. Throws if it is gone. */
async function readLog(run: Run, pollId: string | undefined): Promise<PollLog> {
  const open = await readOpen(run);
  if (pollId === undefined) return open;
  const listed = open.polls.find(({ id }) => id === pollId);
  if (listed?.status === "open") return { ...open, polls: [listed] };
  const asOf = Math.max(listed?.changedAt ?? 0, Date.now() - hourMs);
  const known = listed?.status === "gone" ? undefined : await readPeople(run, pollId, asOf, open);
  if (listed?.status === "gone" || known?.poll === null) throw pollGone(run.z.errors);
  if (known === undefined) return { ...open, polls: [] };
  const { poll, removed, reads } = known;
  const at = reads.at(-1) ?? 0;
  const removedAt = removed.map((person) => person.removedAt);
  const logged = { ...toLogged(poll), changedAt: at, removedAt, knownFrom: listed?.knownFrom ?? 0 };
  return { ...open, at, polls: [logged] };
}
