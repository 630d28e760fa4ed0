import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Poll } from "../../src/api/core.ts";
import App from "../../zapier/index.ts";
import { poll } from "../../zapier/samples.ts";
import { loadRecent, saveRecent } from "../../zapier/triggers/response-memory.ts";
import { createTestCache, useCache } from "./cache.ts";
import { startHarness, today } from "./harness.ts";
import { createPollHelpers } from "./polls.ts";
import { createZap } from "./zap.ts";

const harness = startHarness();
const { client, createPolls } = createPollHelpers(harness);
const { new_response } = App.triggers;

const day = 86_400_000;

let cache = createTestCache();
beforeEach(() => {
  cache = createTestCache();
});
afterEach(() => {
  vi.setSystemTime(today);
  harness.sandbox.setNow(today);
  harness.sandbox.setFaults({ rules: [] });
});

const vote = (pollId: string, name = "Ada", options = {}) => {
  harness.sandbox.advance(1000);
  return harness.sandbox.vote(pollId, { name, choices: { "2027-03-01": "yes" }, ...options }).id;
};

/** Lets time pass for the service and for Zapier. */
const pass = (milliseconds: number) => {
  harness.sandbox.advance(milliseconds);
  vi.setSystemTime(Date.now() + milliseconds);
};

/** A Zap that watches all polls. Zaps made this way share one cache. */
const watch = (inputData: Record<string, unknown> = {}) =>
  createZap(harness, useCache(new_response, cache), inputData);

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);

/** The requests of a run, as paths without ids. */
const kinds = async (act: () => Promise<unknown>) =>
  (await harness.requestsOf(act)).map((line) =>
    line.replace(/^GET \/v1\/polls/, "").replace(/^\/[\w-]{6,}/, "/…"),
  );

const list = "?status=open&limit=100";
const participants = "/…/participants";

describe("New Response of any poll", () => {
  it("makes one request when there are no polls, and none has a response", async () => {
    const zap = watch();
    await zap.switchOn();
    expect(await kinds(async () => expect(await zap.tick()).toEqual([]))).toEqual([list]);
    await createPolls(2);
    expect(await kinds(async () => expect(await zap.tick()).toEqual([]))).toEqual([list]);
  });

  it("reads only the polls whose number of responses changed, and fires each response once", async () => {
    const [first = "", second = "", third = ""] = await createPolls(3);
    vote(first, "Old");
    const zap = watch();
    await zap.switchOn();
    expect(await kinds(async () => expect(await zap.tick()).toEqual([]))).toEqual([list]);
    const fresh = [vote(second, "Sam Reed"), vote(third, "Sam Reed")];
    expect(await kinds(async () => expect(ids(await zap.tick())).toEqual(fresh))).toEqual([
      list,
      participants,
      participants,
    ]);
    expect(await kinds(async () => expect(await zap.tick()).toEqual([]))).toEqual([list]);
  });

  it("fires for a poll that is created while the Zap is on", async () => {
    const zap = watch();
    await zap.switchOn();
    const [poll = ""] = await createPolls(1);
    const id = vote(poll);
    expect(await zap.tick()).toMatchObject([{ id, poll_id: poll, name: "Ada", yes_count: 1 }]);
  });

  it("gives every Zap with the same connection each response, whichever read it first", async () => {
    const [poll = ""] = await createPolls(1);
    const [one, other] = [watch(), watch()];
    await one.switchOn();
    await other.switchOn();
    const id = vote(poll);
    const [fired] = await one.tick();
    expect(fired?.id).toBe(id);
    expect(await kinds(async () => expect(await other.tick()).toEqual([fired]))).toEqual([list]);
    expect(await one.tick()).toEqual([]);
    expect(await other.tick()).toEqual([]);
  });

  it.each(["missing", "broken"])("fires each response once with a cache that is %s", async (state) => {
    const polls = await createPolls(3);
    const zap = watch();
    vote(polls[0] ?? "", "Old");
    const lose = () => {
      if (state === "missing") cache.values.clear();
      else cache.isBroken = true;
    };
    lose();
    await zap.switchOn();
    for (const poll of polls) {
      lose();
      const id = vote(poll);
      expect(ids(await zap.tick())).toEqual([id]);
      lose();
      expect(await zap.tick()).toEqual([]);
    }
  });

  it("reads at most 20 polls in a run, and the others in the next runs", async () => {
    const polls = await createPolls(45);
    const zap = watch();
    await zap.switchOn();
    const due = polls.map((poll) => vote(poll));
    const fired: string[] = [];
    for (const reads of [20, 20, 5, 0])
      expect(
        await kinds(async () => {
          fired.push(...ids(await zap.tick()));
        }),
      ).toHaveLength(1 + reads);
    expect(fired.sort()).toEqual(due.sort());
  });

  it("reads at most 20 polls when the Zap is switched on", async () => {
    for (const poll of await createPolls(22)) vote(poll, "Old");
    expect(await kinds(() => watch().switchOn())).toHaveLength(21);
  });

  it("misses a response that is added while another is deleted, until the poll's next response", async () => {
    const [poll = ""] = await createPolls(1);
    const old = vote(poll, "Old");
    const zap = watch();
    await zap.switchOn();
    harness.sandbox.removeParticipant(poll, old);
    const missed = vote(poll, "Missed");
    expect(await zap.tick()).toEqual([]);
    const next = vote(poll, "Next");
    expect(ids(await zap.tick())).toEqual([missed, next]);
  });

  it("does not fire for a response that is deleted", async () => {
    const [poll = ""] = await createPolls(1);
    const id = vote(poll);
    const zap = watch();
    await zap.switchOn();
    harness.sandbox.removeParticipant(poll, id);
    expect(await zap.tick()).toEqual([]);
  });

  it("fires for the last response before a poll is closed, for every Zap", async () => {
    const [poll = ""] = await createPolls(1);
    const [one, other] = [watch(), watch()];
    await one.switchOn();
    await other.switchOn();
    const id = vote(poll);
    harness.sandbox.closePoll(poll);
    expect(
      await kinds(async () => expect(await one.tick()).toMatchObject([{ id, poll_status: "closed" }])),
    ).toEqual([list, "/…", participants]);
    expect(await kinds(async () => expect(ids(await other.tick())).toEqual([id]))).toEqual([list]);
    expect(await kinds(async () => expect(await one.tick()).toEqual([]))).toEqual([list]);
    harness.sandbox.reopenPoll(poll);
    const again = vote(poll, "Again");
    expect(ids(await one.tick())).toEqual([again]);
    const last = vote(poll, "Last");
    harness.sandbox.closePoll(poll);
    expect(ids(await one.tick())).toEqual([last]);
    pass(day + 60_000);
    expect(await kinds(() => one.tick())).toEqual([list]);
  });

  it("forgets a deleted poll", async () => {
    const [poll = "", other = ""] = await createPolls(2);
    vote(poll);
    const zap = watch();
    await zap.switchOn();
    await client().deletePoll({ pollId: poll });
    expect(await kinds(async () => expect(await zap.tick()).toEqual([]))).toEqual([list, "/…"]);
    const id = vote(other);
    expect(ids(await zap.tick())).toEqual([id]);
  });

  it("gives responses of the last 24 hours", async () => {
    const [poll = ""] = await createPolls(1);
    vote(poll, "Old");
    pass(day - 60_000);
    const zap = watch();
    expect((await zap.tick()).map(({ name }) => name)).toEqual(["Old"]);
    pass(70_000);
    vote(poll, "New");
    expect((await watch().tick()).map(({ name }) => name)).toEqual(["New"]);
    cache.values.clear();
    expect((await watch().tick()).map(({ name }) => name)).toEqual(["New"]);
  });

  it("gives at most 100 responses in a run, and the others in the next runs", async () => {
    const [poll = "", other = ""] = await createPolls(2);
    const zap = watch();
    await zap.switchOn();
    const due = Array.from({ length: 230 }, (_, index) => vote(poll, `Person ${index}`));
    due.push(vote(other));
    const fired: string[] = [];
    for (let run = 0; run < 6; run++) {
      const items = await zap.tick();
      expect(items.length).toBeLessThanOrEqual(100);
      fired.push(...ids(items));
    }
    expect(fired.sort()).toEqual(due.sort());
  });

  it("goes on with the polls that it read before the rate limit was reached", async () => {
    const polls = await createPolls(3);
    const zap = watch();
    await zap.switchOn();
    const due = polls.map((poll) => vote(poll));
    const rule = { fault: { kind: "status", status: 429 } as const, path: "/v1/polls/*/participants" };
    harness.sandbox.setFaults({ rules: [rule] });
    await expect(zap.tick()).rejects.toThrow();
    harness.sandbox.setFaults({ rules: [{ ...rule, skip: 2 }] });
    const fired = ids(await zap.tick());
    expect(fired).toHaveLength(2);
    await expect(watch().switchOn()).rejects.toThrow();
    harness.sandbox.setFaults({ rules: [] });
    fired.push(...ids(await zap.tick()));
    expect(fired.sort()).toEqual(due.sort());
  });

  it("gives the same record from the cache as from the service", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("yes", "ifNeedBe", "no"), { minLength: 3, maxLength: 3 }),
        fc.boolean(),
        async (votes, isTimed) => {
          cache = createTestCache();
          const starts = ["2027-03-03", "2027-03-01", "2027-03-02"].map((date) =>
            isTimed ? `${date}T09:00:00Z` : date,
          );
          const { data: poll } = await client().createPoll(
            isTimed
              ? {
                  title: "Call",
                  kind: "time",
                  timeZone: "Europe/Berlin",
                  options: starts.map((startTime) => ({ startTime, duration: 30 })),
                }
              : { title: "Trip", kind: "date", options: starts.map((date) => ({ date })) },
          );
          const choices = Object.fromEntries(starts.map((start, index) => [start, votes[index] ?? "no"]));
          const id = vote(poll.id, "Ada", { email: "ada@example.com", choices });
          const [one, other] = [watch(), watch()];
          const find = (items: { id: string }[]) => items.find((item) => item.id === id);
          const read = find(await one.tick());
          expect(find(await other.tick())).toEqual(read);
          expect(read).toBeDefined();
          await client().deletePoll({ pollId: poll.id });
        },
      ),
      { numRuns: 20 },
    );
  });

  it("keeps votes for options that the poll lacks, and reads a poll again when its options changed", async () => {
    const values = new Map<string, unknown>();
    const memory = {
      get: async (name: string) => JSON.parse(JSON.stringify(values.get(name) ?? null)) as unknown,
      set: async (name: string, value: unknown) => void values.set(name, value),
    };
    const span = (start: string, modifiers: string[] = []) => ({
      start: `2027-03-${start}:00:00.000Z`,
      end: `2027-03-${start}:30:00.000Z`,
      allDay: false,
      modifiers,
    });
    const person = {
      id: "Pa5gH1jR9wVe",
      name: "Sam",
      email: null,
      createdAt: today,
      availability: [span("01T08"), span("01T14", ["ifNeedBe"]), span("02T15"), span("09T08", ["later"])],
    };
    await saveRecent(memory, poll, { count: 1, people: [person], poll: undefined }, day);
    expect(await loadRecent(memory, poll.id, poll)).toEqual({ count: 1, people: [person], poll: undefined });
    expect(await loadRecent(memory, poll.id, { ...poll, options: poll.options.slice(1) } as Poll)).toBeNull();
    expect(await loadRecent(memory, poll.id, undefined)).toBeNull();
    expect(await loadRecent(memory, "other", poll)).toBeNull();
  });

  it("shows three records while the Zap is built, also of responses that are older", async () => {
    const polls = await createPolls(3);
    expect(await watch().sample()).toEqual([]);
    for (const poll of polls) vote(poll);
    pass(5 * day);
    expect(await watch().sample()).toHaveLength(3);
    const many = Array.from({ length: 5 }, (_, index) => vote(polls[2] ?? "", `Person ${index}`));
    expect(ids(await watch().sample())).toEqual(many.slice(-3).reverse());
  });

  it("reads the newest 300 open polls", async () => {
    const polls = await createPolls(310);
    const zap = watch();
    await zap.switchOn();
    vote(polls[5] ?? "", "Too old");
    const id = vote(polls[20] ?? "");
    const requests = await kinds(async () => expect(ids(await zap.tick())).toEqual([id]));
    expect(requests).toHaveLength(4);
  });
});

describe("New Response of one poll", () => {
  it("gives the newest first, in one request a run while the cache has the poll", async () => {
    const [poll = ""] = await createPolls(1);
    const zap = watch({ poll });
    expect(await kinds(() => zap.switchOn())).toEqual([participants]);
    const fresh = ["Ada", "Ben", "Cleo"].map((name) => vote(poll, name));
    expect(await kinds(async () => expect(ids(await zap.tick())).toEqual(fresh))).toEqual([
      "/…",
      participants,
    ]);
    expect(await kinds(() => zap.tick())).toEqual([participants]);
    pass(600_000);
    expect(await kinds(() => zap.tick())).toEqual(["/…", participants]);
    cache.isBroken = true;
    expect(await kinds(() => zap.tick())).toEqual(["/…", participants]);
  });

  it("fires each response once, whatever is deleted or changed between", async () => {
    const [poll = ""] = await createPolls(1);
    const old = vote(poll, "Old");
    const zap = watch({ poll });
    await zap.switchOn();
    const fresh = [vote(poll, "Sam Reed"), vote(poll, "Sam Reed")];
    harness.sandbox.removeParticipant(poll, old);
    expect(ids(await zap.tick())).toEqual(fresh);
    harness.sandbox.updateVote(poll, fresh[0] ?? "", { name: "Ada L.", choices: {} });
    expect(await zap.tick()).toEqual([]);
  });

  it("gives responses to a closed and to a reopened poll", async () => {
    const [poll = ""] = await createPolls(1);
    const zap = watch({ poll });
    await zap.switchOn();
    const last = vote(poll);
    harness.sandbox.closePoll(poll);
    expect(ids(await zap.tick())).toEqual([last]);
    harness.sandbox.reopenPoll(poll);
    const next = vote(poll, "Next");
    expect(ids(await zap.tick())).toEqual([next]);
  });

  it("gives the newest hundred in a run, and every id while Zapier learns what is old", async () => {
    const [poll = ""] = await createPolls(1);
    const all = Array.from({ length: 120 }, (_, index) => vote(poll, `Person ${index}`));
    const zap = watch({ poll });
    expect(ids(await zap.tick())).toEqual(all.slice(20));
    const seeded = watch({ poll });
    await seeded.switchOn();
    const id = vote(poll, "Late");
    for (const old of all.slice(-50)) harness.sandbox.removeParticipant(poll, old);
    expect(ids(await seeded.tick())).toEqual([id]);
    expect(await seeded.sample()).toHaveLength(3);
  });

  it("takes the poll's link or an event of a trigger for the poll, and names the field otherwise", async () => {
    const [poll = ""] = await createPolls(1);
    const { inviteUrl } = (await client().getPoll({ pollId: poll })).data;
    for (const text of [inviteUrl, `${poll}:closed:2027-03-01T09:00:00.000Z`])
      expect(await watch({ poll: text }).tick()).toEqual([]);
    await expect(watch({ poll: "the lunch" }).tick()).rejects.toThrow(/Poll: .*the lunch/);
  });

  it("says that the poll is gone", async () => {
    await expect(watch({ poll: "gone00000000" }).tick()).rejects.toThrow(
      /Poll: there is no poll with this ID/,
    );
  });
});
