import { describe, expect, it } from "vitest";
import { createResponseHelpers, ids, list, participants } from "./response-helpers.ts";

const { harness, client, createPolls, cache, vote, pass, watch, kinds } = createResponseHelpers();

const day = 86_400_000;

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
