/** Zaps of one connection on a space in which something happens: their requests, and what they fire. */
import { createAppTester, type ZObject } from "zapier-platform-core";
import { createClient } from "../../../src/api/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import App from "../../index.ts";
import { createCache } from "../cache.ts";

type Item = Record<string, unknown> & { id: string };
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const date = "2027-06-01";

/** One thing that happened to a poll. */
interface Happening {
  kind: "created" | "response" | "change" | "closed" | "scheduled" | "canceled";
  at: number;
  poll: string;
  /** The participant, and the number of responses with this one. */
  person?: string;
  count?: number;
}

/** A Zap and what it waits for. */
export interface Watcher {
  step: keyof typeof App.triggers;
  input: Record<string, unknown>;
  /** Whether it fires for what happened. */
  wants: (happening: Happening) => boolean;
  /** Minutes after which it fires for an open poll. */
  waits?: number;
}

export interface Scenario {
  /** Minutes between two checks of a Zap. */
  every: number;
  hours: number;
  openPolls: number;
  endedPolls: number;
  /** How far Zapier's clock is ahead of the service's, in milliseconds. */
  ahead?: number;
  /** The cache fails at each call of so many. */
  failEvery?: number;
  /** What happens in a day. */
  perDay: { created: number; responses: number; changes: number; ended: number };
  watch: (polls: readonly string[]) => Watcher[];
}

/** Checks of a trigger with the same cache. */
export type Check = (step: Watcher["step"], inputData: object, meta?: object) => Promise<Item[]>;

const tester = createAppTester(App);

/**
 * Calls `act` in one run of Zapier's core, which copies the app for every run: its checks use the core's own requests, and may
 * run at once.
 */
export async function runInCore<Result>(
  cache: ReturnType<typeof createCache>,
  apiKey: string,
  act: (check: Check) => Promise<Result>,
): Promise<Result> {
  let result: Result | undefined;
  const authData = { apiKey };
  const perform = async (z: ZObject) => {
    result = await act((step, inputData, meta = {}) => {
      const { perform } = App.triggers[step].operation as {
        perform: (z: ZObject, bundle: unknown) => Promise<Item[]>;
      };
      return perform({ ...z, cache: { ...z.cache, ...cache } }, { authData, inputData, meta });
    });
    return [];
  };
  await tester(perform, { authData });
  return result as Result;
}

/** What a record is about, as {@link nameOf} names what happened. */
const nameOfItem = (step: Watcher["step"], item: Item): string => {
  if (step === "new_response") return `${item["response_id"]} response`;
  if (step === "poll_ended") return `${item["poll_id"]} ${item["status"]}`;
  return String(step === "new_poll" ? item.id : item["poll_id"]);
};

const nameOf = (step: Watcher["step"], { poll, person, kind }: Happening): string => {
  if (step === "new_response") return `${person} ${kind}`;
  return step === "poll_ended" ? `${poll} ${kind}` : poll;
};

/** A space with polls, in which things happen at the time of `setClock`, which is that of this process too. */
async function createWorld(
  { hours, openPolls, endedPolls, perDay, ahead = 0 }: Scenario,
  start: number,
  setClock: (ms: number) => void,
) {
  const sandbox = await startSandbox({ seed: "empty", limits: "none", now: start });
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  const happened: Happening[] = [];
  const open: string[] = [];
  const counts = new Map<string, number>();
  let requests = 0;
  const setTime = (ms: number) => {
    setClock(ms + ahead);
    sandbox.setNow(ms);
  };
  const create = async (at: number) => {
    setTime(at);
    const poll = (await client.createPoll({ title: "Poll", kind: "date", options: [{ date }] })).data.id;
    requests += 1;
    happened.push({ kind: "created", at, poll });
    open.push(poll);
  };
  const vote = (at: number, poll: string) => {
    const count = (counts.get(poll) ?? 0) + 1;
    counts.set(poll, count);
    const person = sandbox.vote(poll, { name: `Guest ${count}`, choices: { [date]: "yes" } }).id;
    happened.push({ kind: "response", at, poll, person, count });
  };
  const ends = {
    closed: sandbox.closePoll,
    scheduled: (poll: string) => sandbox.schedulePoll(poll, date),
    canceled: sandbox.cancelPoll,
  };
  const end = (at: number, index: number, number: number) => {
    const [poll = ""] = open.splice(index, 1);
    const kind = (Object.keys(ends) as (keyof typeof ends)[])[number % 3] ?? "closed";
    ends[kind](poll);
    happened.push({ kind, at, poll });
  };
  const acts = {
    created: create,
    responses: (at: number, index: number) => vote(at, open[(index * 7) % open.length] ?? ""),
    changes(at: number, index: number) {
      const people = happened.filter(({ kind, poll }) => kind === "response" && poll === open[1]);
      const { poll = "", person = "" } = people[index] ?? {};
      sandbox.updateVote(poll, person, { choices: {} });
      happened.push({ kind: "change", at, poll, person });
    },
    // The first polls are those that Zaps have chosen.
    ended: (at: number, index: number) => end(at, 10 + ((index * 11) % (open.length - 10)), index),
  };

  // As old as polls are where as many are created as end.
  const apart = (24 * hourMs) / Math.max(1, perDay.created);
  for (let index = endedPolls + openPolls; index > 0; index--) {
    await create(start - (index + 0.5) * apart);
    for (let votes = index % 5; votes > 0; votes--) vote(start - index * apart, open.at(-1) ?? "");
    if (index > openPolls) end(start - index * apart, 0, index);
  }
  const last = hours * hourMs - hourMs / 2;
  const plan = Object.entries(perDay).flatMap(([kind, number], row) => {
    const count = Math.round((number * hours) / 24);
    return Array.from({ length: count }, (_, index) => {
      const at = start + ((index + 0.3 + row / 7) * last) / count;
      return { at, act: () => acts[kind as keyof typeof acts](at, index) };
    });
  });
  plan.sort((one, other) => one.at - other.at);
  return {
    sandbox,
    happened,
    open,
    /** The requests of others than the world. */
    countRequests: () => sandbox.requests.length - requests,
    /** Lets happen what happens until a time. */
    async passTo(ms: number): Promise<void> {
      for (let next = plan[0]; next !== undefined && next.at <= ms; next = plan[0]) {
        plan.shift();
        setTime(next.at);
        await next.act();
      }
      setTime(ms);
    },
  };
}

/** Runs a scenario. The number of requests is that of a day. */
export async function simulate(scenario: Scenario, start: number, setClock: (ms: number) => void) {
  const world = await createWorld(scenario, start, setClock);
  const { sandbox, happened } = world;
  const { RALLLY_BASE_URL } = process.env;
  process.env["RALLLY_BASE_URL"] = sandbox.url;
  const zaps = scenario
    .watch(world.open)
    .map((watcher) => ({ ...watcher, seen: new Set<string>(), fired: [] as string[] }));
  const end = start + scenario.hours * hourMs;
  const apart = (scenario.every * minuteMs) / zaps.length;
  await world.passTo(start);
  const cache = Object.assign(createCache(), { failEvery: scenario.failEvery });
  const requests = await runInCore(cache, sandbox.apiKey, async (check) => {
    const isDown = (error: Error) =>
      scenario.failEvery !== undefined && /storage for apps/.test(error.message);
    /** What a check gives; null while the cache fails: there is another check. */
    const tryCheck = (...checked: Parameters<Check>) =>
      check(...checked).catch((error: Error) => {
        if (isDown(error)) return null;
        throw error;
      });
    for (const { step, input, seen } of zaps) {
      let old: Item[] | null = null;
      while (old === null) old = await tryCheck(step, input, { isPopulatingDedupe: true });
      for (const { id } of old) seen.add(id);
    }
    const before = world.countRequests();
    for (let at = start; at < end; at += scenario.every * minuteMs)
      for (const [index, { step, input, seen, fired }] of zaps.entries()) {
        await world.passTo(Math.round(at + index * apart));
        for (const item of (await tryCheck(step, input)) ?? []) {
          if (!seen.has(item.id)) fired.push(nameOfItem(step, item));
          seen.add(item.id);
        }
      }
    return ((world.countRequests() - before) * 24) / scenario.hours;
  });
  await sandbox.close();
  Object.assign(process.env, { RALLLY_BASE_URL });

  const total = { requests: Math.round(requests), fired: 0, lost: 0, double: 0, old: 0 };
  for (const { step, wants, waits, fired } of zaps) {
    /** What must have fired, or may have, until a time. */
    const list = (to: number) => {
      const due = (waits ?? 0) * minuteMs;
      const isOpen = (poll: string, at: number) =>
        !happened.some(
          (each) => each.poll === poll && each.at < at && /ed$/.test(each.kind) && each.kind !== "created",
        );
      return new Set(
        happened
          .filter((each) => wants(each) && each.at + due > start && each.at + due <= to)
          .filter(({ poll, at }) => waits === undefined || isOpen(poll, at + due))
          .map((each) => nameOf(step, each)),
      );
    };
    const once = new Set(fired);
    total.fired += once.size;
    total.double += fired.length - once.size;
    total.lost += [...list(end - 10 * minuteMs)].filter((each) => !once.has(each)).length;
    total.old += [...once].filter((each) => !list(end).has(each)).length;
  }
  return total;
}

const ended = (kind: string) => kind === "closed" || kind === "scheduled" || kind === "canceled";

/** Thirty Zaps of a space with 90 open polls. */
export const thirtyZaps: Omit<Scenario, "every" | "hours"> = {
  openPolls: 90,
  endedPolls: 30,
  perDay: { created: 8, responses: 120, changes: 4, ended: 10 },
  watch(polls) {
    const zaps: Watcher[] = [];
    const add = (step: Watcher["step"], input: Watcher["input"], wants: Watcher["wants"], waits?: number) =>
      zaps.push({ step, input, wants, ...(waits !== undefined && { waits }) });
    for (let zap = 0; zap < 6; zap++) add("new_poll", {}, ({ kind }) => kind === "created");
    for (let zap = 0; zap < 4; zap++) add("new_response", {}, ({ kind }) => kind === "response");
    for (const poll of polls.slice(0, 11))
      add("new_response", { poll }, (each) => each.kind === "response" && each.poll === poll);
    for (const status of ["", "", "Closed", "Scheduled", "Canceled"])
      add(
        "poll_ended",
        { status },
        ({ kind }) => ended(kind) && (status === "" || status.toLowerCase() === kind),
      );
    for (const days of [1, 2, 3, 4, 7])
      add(
        "people_still_missing",
        { invited_people: "Zoe Zimmer", waiting_time: `${days} days` },
        ({ kind }) => kind === "created",
        days * 1440,
      );
    return zaps;
  },
};
