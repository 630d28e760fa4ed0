import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import App from "../../zapier/index.ts";
import { createTestCache, useCache } from "./cache.ts";
import { startHarness, today } from "./harness.ts";
import { createPollHelpers } from "./polls.ts";
import { createZap } from "./zap.ts";

const harness = startHarness();
const { client, createPolls } = createPollHelpers(harness);
const { updated_response } = App.triggers;

let cache = createTestCache();
beforeEach(() => {
  cache = createTestCache();
});
afterEach(() => {
  vi.setSystemTime(today);
  harness.sandbox.setNow(today);
});

/** Lets a minute pass for the service and for Zapier. */
const pass = () => {
  harness.sandbox.advance(60_000);
  vi.setSystemTime(Date.now() + 60_000);
};

const vote = (pollId: string, name = "Ada") => {
  pass();
  return harness.sandbox.vote(pollId, { name, choices: { "2027-03-01": "yes" } }).id;
};

const update = (pollId: string, id: string, change: object) => {
  pass();
  harness.sandbox.updateVote(pollId, id, change);
};

const watch = (poll: string) => createZap(harness, useCache(updated_response, cache), { poll });
const responseIds = (items: readonly Record<string, unknown>[]) => items.map((item) => item["response_id"]);

describe("New or Updated Response", () => {
  it("requires a poll", async () => {
    await expect(watch("").tick()).rejects.toThrow(/Poll: is required/);
    await expect(watch("gone00000000").tick()).rejects.toThrow(/Poll: there is no poll with this ID/);
    const [poll = ""] = await createPolls(1);
    expect(await watch(poll).tick()).toEqual([]);
    expect(await watch(poll).sample()).toEqual([]);
  });

  it("fires for a new response and for each change of name, email or vote, once", async () => {
    const [poll = ""] = await createPolls(1);
    const old = vote(poll, "Sam Reed");
    const zap = watch(poll);
    await zap.switchOn();
    expect(await zap.tick()).toEqual([]);
    const id = vote(poll, "Sam Reed");
    const [fired] = await zap.tick();
    expect(fired).toMatchObject({ response_id: id, name: "Sam Reed", poll_id: poll, yes_count: 1 });
    expect(fired?.id).toMatch(new RegExp(`^${id}:[0-9a-f]{12}$`));
    const events = new Set([fired?.id]);
    for (const change of [
      { name: "Sam R. Reed" },
      { email: "sam@example.com" },
      { choices: { "2027-03-01": "ifNeedBe" } },
      { choices: { "2027-03-01": "no" } },
    ]) {
      update(poll, id, change);
      const items = await zap.tick();
      expect(responseIds(items)).toEqual([id]);
      events.add(items[0]?.id);
      expect(await zap.tick()).toEqual([]);
    }
    expect(events.size).toBe(5);
    expect(await zap.sample()).toMatchObject([{ response_id: id }, { response_id: old }]);
  });

  it("makes one request in a run while the cache has the poll", async () => {
    const [poll = ""] = await createPolls(1);
    const zap = watch(poll);
    expect(await harness.requestsOf(() => zap.switchOn())).toEqual([`GET /v1/polls/${poll}/participants`]);
    await zap.tick();
    expect(await harness.requestsOf(() => zap.tick())).toEqual([`GET /v1/polls/${poll}/participants`]);
  });

  it("does not fire for a deletion, nor when a person changes a response and changes it back", async () => {
    const [poll = ""] = await createPolls(1);
    const [id, gone] = [vote(poll), vote(poll, "Gone")];
    const zap = watch(poll);
    await zap.switchOn();
    update(poll, id, { choices: {} });
    update(poll, id, { choices: { "2027-03-01": "yes" } });
    harness.sandbox.removeParticipant(poll, gone);
    expect(await zap.tick()).toEqual([]);
  });

  it("fires for a change after the poll was reopened", async () => {
    const [poll = ""] = await createPolls(1);
    const id = vote(poll);
    const zap = watch(poll);
    await zap.switchOn();
    harness.sandbox.closePoll(poll);
    expect(await zap.tick()).toEqual([]);
    harness.sandbox.reopenPoll(poll);
    update(poll, id, { name: "Ada Lovelace" });
    expect(await zap.tick()).toMatchObject([{ response_id: id, name: "Ada Lovelace" }]);
  });

  it("fires for the change of an old response among more than 100, for every Zap with the connection", async () => {
    const [poll = ""] = await createPolls(1);
    const people = Array.from({ length: 130 }, (_, index) => vote(poll, `Person ${index}`));
    const [one, other] = [watch(poll), watch(poll)];
    await one.switchOn();
    await other.switchOn();
    const [oldest = ""] = people;
    update(poll, oldest, { name: "Changed" });
    expect(responseIds(await one.tick())).toEqual([oldest]);
    pass();
    expect(responseIds(await other.tick())).toEqual([oldest]);
    expect(await one.tick()).toEqual([]);
  });

  it.each(["lost", "broken"])("fires for it in one of the next runs when the cache is %s", async (state) => {
    const [poll = ""] = await createPolls(1);
    const people = Array.from({ length: 130 }, (_, index) => vote(poll, `Person ${index}`));
    const zap = watch(poll);
    await zap.switchOn();
    for (const id of people.slice(0, 3)) update(poll, id, { name: "Changed" });
    const fired: unknown[] = [];
    for (let run = 0; run < 60; run++) {
      if (state === "lost") cache.values.clear();
      else cache.isBroken = true;
      fired.push(...responseIds(await zap.tick()));
    }
    expect(fired.sort()).toEqual(people.slice(0, 3).sort());
  });

  it("gives at most 100 records in a run, and the others of a burst in the next runs", async () => {
    const [poll = ""] = await createPolls(1);
    const zap = watch(poll);
    await zap.switchOn();
    const people = Array.from({ length: 150 }, (_, index) => vote(poll, `Person ${index}`));
    const fired: unknown[] = [];
    for (let run = 0; run < 60; run++) {
      const items = await zap.tick();
      expect(items.length).toBeLessThanOrEqual(100);
      fired.push(...responseIds(items));
    }
    expect(fired.sort()).toEqual(people.sort());
  });

  it("gives an event whose id Find Response takes", async () => {
    const [poll = ""] = await createPolls(1);
    vote(poll);
    const [fired] = await watch(poll).tick();
    const inputData = { poll, response: fired?.id };
    expect(await harness.run(App.searches.find_response, { inputData })).toMatchObject([
      { id: fired?.["response_id"] },
    ]);
    expect((await client().listParticipants({ pollId: poll })).data).toHaveLength(1);
  });
});
