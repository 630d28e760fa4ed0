import { beforeEach, describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { createTestCache, useCache } from "./cache.ts";
import { startHarness } from "./harness.ts";
import { createPollHelpers } from "./polls.ts";
import { createZap } from "./zap.ts";

const harness = startHarness();
const { client, createPolls } = createPollHelpers(harness);
const { responses_reached } = App.triggers;

let cache = createTestCache();
beforeEach(() => {
  cache = createTestCache();
});

const vote = (pollId: string, name = "Ada", email?: string) => {
  harness.sandbox.advance(1000);
  return harness.sandbox.vote(pollId, { name, email, choices: { "2027-03-01": "yes" } }).id;
};

const watch = (inputData: Record<string, unknown>) =>
  createZap(harness, useCache(responses_reached, cache), inputData);
const pollIds = (items: readonly Record<string, unknown>[]) => items.map((item) => item["poll_id"]);
const countRequests = async (act: () => Promise<unknown>) => (await harness.requestsOf(act)).length;

describe("Responses Reached", () => {
  it("requires a number or people, and names the field of a wrong number", async () => {
    await expect(watch({}).tick()).rejects.toThrow(/Number of Responses: is required, or Required People/);
    for (const number of ["many", "0", "-1", "1.5"])
      await expect(watch({ min_responses: number }).tick()).rejects.toThrow(
        /Number of Responses: .+ is not a whole number/,
      );
    await expect(watch({ poll: "gone00000000", min_responses: "1" }).tick()).rejects.toThrow(
      /Poll: there is no poll/,
    );
  });

  it("fires once when any open poll has the number of responses, in one request a run", async () => {
    const [first = "", second = "", old = ""] = await createPolls(3);
    vote(old, "Ada");
    vote(old, "Ben");
    const zap = watch({ min_responses: "2" });
    await zap.switchOn();
    expect(await zap.tick()).toEqual([]);
    vote(first, "Sam Reed");
    expect(await zap.tick()).toEqual([]);
    const last = vote(first, "Sam Reed");
    vote(second, "Ada");
    expect(
      await countRequests(async () => {
        expect(await zap.tick()).toMatchObject([{ poll_id: first, response_count: 2, title: "Poll 0" }]);
      }),
    ).toBe(1);
    vote(first, "Cleo");
    expect(await zap.tick()).toEqual([]);
    harness.sandbox.removeParticipant(first, last);
    vote(first, "Dora");
    expect(await zap.tick()).toEqual([]);
  });

  it("fires for the oldest of more complete polls than a run returns", async () => {
    const polls = await createPolls(102);
    const [oldest = "", ...others] = polls;
    for (const id of others) harness.sandbox.vote(id, { name: "Ada", choices: { "2027-03-01": "yes" } });
    const zap = watch({ min_responses: "1" });
    await zap.switchOn();
    vote(oldest);
    const fired: unknown[] = [];
    for (let run = 0; run < 20; run += 1) fired.push(...pollIds(await zap.tick()));
    expect(fired).toEqual([oldest]);
  });

  it("gives an id that every step takes for the poll", async () => {
    const [poll = ""] = await createPolls(1);
    vote(poll);
    const [fired] = await watch({ min_responses: 1 }).tick();
    expect(fired?.id).toMatch(new RegExp(`^${poll}:reached:[0-9a-f]{12}$`));
    const inputData = { poll: fired?.id };
    expect(await harness.run(App.searches.find_poll, { inputData })).toMatchObject([{ id: poll }]);
  });

  it("fires for the chosen poll only, also when it is closed, in one request a run", async () => {
    const [poll = "", other = ""] = await createPolls(2);
    const zap = watch({ poll, min_responses: "2 responses" });
    await zap.switchOn();
    for (const id of [poll, other, other]) vote(id);
    expect(await zap.tick()).toEqual([]);
    vote(poll);
    harness.sandbox.closePoll(poll);
    expect(
      await countRequests(async () => {
        expect(await zap.tick()).toMatchObject([{ poll_id: poll, response_count: 2 }]);
      }),
    ).toBe(1);
    harness.sandbox.reopenPoll(poll);
    vote(poll);
    expect(await zap.tick()).toEqual([]);
  });

  it("fires when all people of a list have responded, by name, email or both", async () => {
    const [poll = "", other = ""] = await createPolls(2);
    const required_people = ["Ada Lovelace, ben@example.com", "Cleo <cleo@example.com>"];
    const zaps = [watch({ required_people }), watch({ poll, required_people })];
    for (const zap of zaps) await zap.switchOn();
    const tick = async () => {
      for (const zap of zaps) expect(await zap.tick()).toEqual([]);
    };
    vote(poll, "Ada Lovelace");
    vote(poll, "Cleo", "cleo@example.com");
    vote(other, "Ben", "ben@example.com");
    await tick();
    vote(poll, "Ben", "ben@example.org");
    await tick();
    vote(poll, "Benjamin", "ben@example.com");
    for (const zap of zaps) expect(pollIds(await zap.tick())).toEqual([poll]);
    await tick();
  });

  it("fires for either, when there is a number and a list", async () => {
    const [counted = "", listed = "", neither = ""] = await createPolls(3);
    const zap = watch({ min_responses: "3", required_people: "Ada" });
    await zap.switchOn();
    for (const name of ["Ben", "Cleo", "Dora"]) vote(counted, name);
    vote(listed, "Ada");
    vote(neither, "Ben");
    expect(pollIds(await zap.tick()).sort()).toEqual([counted, listed].sort());
  });

  it("does not take one of two namesakes for the person", async () => {
    const [poll = "", other = ""] = await createPolls(2);
    const required_people = ["Sam Reed"];
    const any = watch({ required_people });
    await any.switchOn();
    vote(poll, "Sam Reed", "sam@example.com");
    vote(poll, "Sam Reed", "reed@example.com");
    expect(await any.tick()).toEqual([]);
    vote(other, "Sam Reed");
    expect(pollIds(await any.tick())).toEqual([other]);
    await expect(watch({ poll, required_people }).tick()).rejects.toThrow(
      /Required People: .+Sam Reed.+ is the name of several people/,
    );
  });

  it("reads only polls whose number of responses changed, at most 20 in a run", async () => {
    const polls = await createPolls(45);
    const zap = watch({ required_people: ["Ada"] });
    await zap.switchOn();
    for (const poll of polls) vote(poll, "Ada");
    const fired: unknown[] = [];
    for (const requests of [21, 21, 6, 1])
      expect(await countRequests(async () => fired.push(...pollIds(await zap.tick())))).toBe(requests);
    expect(fired.sort()).toEqual(polls.sort());
  });

  it.each(["missing", "broken"])("fires once with a cache that is %s", async (state) => {
    const [poll = "", other = ""] = await createPolls(2);
    const zap = watch({ required_people: ["Ada"] });
    await zap.switchOn();
    vote(other, "Ben");
    vote(poll, "Ada");
    const fired: unknown[] = [];
    for (let run = 0; run < 3; run++) {
      if (state === "missing") cache.values.clear();
      else cache.isBroken = true;
      fired.push(...pollIds(await zap.tick()));
    }
    expect(fired).toEqual([poll]);
  });

  it("does not fire for an open poll that is closed or deleted before the next run", async () => {
    const [poll = "", gone = ""] = await createPolls(2);
    const zap = watch({ min_responses: "1" });
    await zap.switchOn();
    vote(poll);
    vote(gone);
    harness.sandbox.closePoll(poll);
    await client().deletePoll({ pollId: gone });
    expect(await zap.tick()).toEqual([]);
    harness.sandbox.reopenPoll(poll);
    expect(pollIds(await zap.tick())).toEqual([poll]);
  });

  it("gives at most 100 polls in a run, and three while the Zap is built", async () => {
    const polls = await createPolls(105);
    for (const poll of polls) vote(poll);
    expect(await watch({ min_responses: "1" }).tick()).toHaveLength(100);
    expect(await watch({ min_responses: "9" }).sample()).toHaveLength(3);
    expect(await watch({ poll: polls[0], min_responses: "9" }).sample()).toHaveLength(1);
  });
});
