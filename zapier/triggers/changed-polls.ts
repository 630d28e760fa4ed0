import type { Client, Poll } from "../../src/api/web.ts";
import type { RunCache } from "../cache.ts";
import { isPollGone } from "../client.ts";
import type { OutputRecord } from "../output/table.ts";
import type { OpenPoll } from "../polls.ts";

/** Maximum polls that are read in a check, and when a Zap is switched on. A space has 60 requests a minute for everything. */
const maxReads = 20;
const maxSwitchOnReads = 50;

/** How long findings are kept, in seconds. No event is new for longer. */
const findingSeconds = 86_400;

/** What a trigger found in a poll: records, and when the newest of them happened, in milliseconds; 0 if there is none. */
export interface Finding {
  at: number;
  records: OutputRecord[];
}

/** What is known of a poll: the number that was read, and when its newest event happened. `isGone`: it is not listed any more. */
type Entry = [version: number, at: number, isGone?: 1];

/** How a trigger watches polls. */
export interface Watch {
  /** Names what is remembered: the trigger and its settings. */
  name: string;
  /** Events after this time are new, in milliseconds. */
  after: number;
  /** A number that changes when the poll must be read again; 0 if it need not be read. */
  versionOf(open: OpenPoll): number;
  /** Reads a poll. `open` is undefined for a poll that is no longer in the list. */
  read(pollId: string, open: OpenPoll | undefined): Promise<Finding>;
  /** Whether a poll that left the list is read once more: people close a poll after the last response. */
  readsGone: boolean;
  /** Whether everything in the list is old, so that nothing is read. */
  isFirst: boolean;
  /** Whether a Zap is switched on: what is not read would fire later, although it is old. */
  isSwitchOn: boolean;
}

/**
 * The records of polls with something new, which every Zap of the connection gets for a day, although only one of them reads the
 * poll. Reads at most 20 polls whose number changed; the others stay due. The order is random, so that without a cache each is
 * read at some time. A failure after the first poll ends the reading, so that runs get further while the rate limit is in force.
 */
export async function findInPolls(
  cache: RunCache,
  polls: readonly OpenPoll[],
  { name, after, versionOf, read, readsGone, isFirst, isSwitchOn }: Watch,
): Promise<OutputRecord[]> {
  const indexName = `index_${name}`;
  const keyOf = (id: string) => `found_${name}_${id}`;
  const known = new Map(Object.entries((await cache.get<Record<string, Entry>>(indexName)) ?? {}));
  const listed = new Map(polls.map((open) => [open.id, open]));
  const next = new Map<string, Entry>();
  const records: OutputRecord[] = [];
  const due: { id: string; open: OpenPoll | undefined }[] = [];

  /** Uses what is known of a poll. Returns false if it must be read. */
  async function recall(id: string, entry: Entry | undefined, version: number): Promise<boolean> {
    if (entry?.[0] !== version) return false;
    const found = entry[1] > after ? await cache.get<Finding>(keyOf(id)) : { at: 0, records: [] };
    if (found === undefined) return false;
    next.set(id, entry);
    records.push(...found.records);
    return true;
  }

  async function readOne({ id, open }: (typeof due)[number]): Promise<void> {
    const found = await read(id, open);
    const version = open === undefined ? (known.get(id)?.[0] ?? 0) : versionOf(open);
    next.set(id, open === undefined ? [version, found.at, 1] : [version, found.at]);
    records.push(...found.records);
    if (found.at > after) await cache.set(keyOf(id), found, findingSeconds);
  }

  const checks = [...listed.values()].map(async (open) => {
    const version = versionOf(open);
    if (version === 0) return;
    if (isFirst) next.set(open.id, [version, 0]);
    else if (!(await recall(open.id, known.get(open.id), version))) due.push({ id: open.id, open });
  });
  for (const [id, entry] of readsGone ? known : []) {
    const [version, at, isGone] = entry;
    if (listed.has(id) || (isGone === 1 && at <= after)) continue;
    if (isGone === 1) checks.push(recall(id, entry, version).then(() => {}));
    else due.push({ id, open: undefined });
  }
  await Promise.all(checks);

  const order = shuffle(due);
  let count = 0;
  try {
    for (const each of order.slice(0, isSwitchOn ? maxSwitchOnReads : maxReads)) {
      await readOne(each).catch((error: unknown) => {
        if (!isPollGone(error)) throw error;
      });
      count += 1;
    }
  } catch (error) {
    if (count === 0 || isSwitchOn) throw error;
  }
  for (const { id } of order.slice(count)) {
    const entry = known.get(id);
    if (entry !== undefined) next.set(id, entry);
  }
  await cache.set(indexName, Object.fromEntries(next), findingSeconds);
  return records;
}

/** The items in random order. */
const shuffle = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);

/** The poll of a finding: as this run listed it, or read now. */
export const readListed = async (client: Client, pollId: string, open: OpenPoll | undefined): Promise<Poll> =>
  open?.poll ?? (await client.getPoll({ pollId })).data;
