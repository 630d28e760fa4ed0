import { describe, expect, it } from "vitest";
import { createResponseHelpers, ids, participants } from "./response-helpers.ts";

const { harness, client, createPolls, cache, vote, pass, watch, kinds } = createResponseHelpers();

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
