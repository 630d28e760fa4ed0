import { describe, expect, it } from "vitest";
import { failTool } from "./harness.ts";
import { openWait } from "./wait-harness.ts";

const check = 15_000;

describe("wait_for_responses", () => {
  it("returns at once when enough people have answered", async () => {
    const { wait, answer, poll, takeReads, clock } = await openWait();
    answer("Ada");
    answer("Ben");
    takeReads();
    const { text, data } = await wait({ count: 2 });
    expect(text).toBe(`2 of 2 have answered poll ${poll.id}: done.`);
    expect(data).toMatchObject({
      id: poll.id,
      title: "Team day",
      status: "open",
      inviteUrl: poll.inviteUrl,
      answered: 2,
      wanted: 2,
      done: true,
      reason: "reached",
      newlyAnswered: [],
      waitedSeconds: 0,
    });
    expect(takeReads()).toEqual(["poll", "poll/participants"]);
    expect(clock.sleepers()).toBe(0);
    expect((await wait({ count: 1 })).text).toContain("2 (wanted: 1) have answered");
  });

  it("finds the poll by its title, without a second request for it", async () => {
    const { wait, answer, takeReads } = await openWait();
    answer("Ada");
    takeReads();
    const { data } = await wait({ pollId: undefined, title: "team", count: 1 });
    expect(data).toMatchObject({ title: "Team day", done: true });
    expect(takeReads()).toEqual(["polls", "poll/participants"]);
  });

  it("returns when the count is reached at a check, with the new names", async () => {
    const { wait, answer, waiting, clock, takeReads, poll } = await openWait();
    answer("Ada");
    takeReads();
    const call = wait({ count: 3 });
    await waiting(1);
    answer("Ben");
    await clock.advance(check);
    await waiting(1);
    answer("Cleo");
    await clock.advance(check);
    const { text, data } = await call;
    expect(text).toBe(`3 of 3 have answered poll ${poll.id} after 30 s: done.`);
    expect(data).toMatchObject({ answered: 3, newlyAnswered: ["Ben", "Cleo"], waitedSeconds: 30 });
    const first = ["poll", "poll/participants"];
    expect(takeReads()).toEqual([...first, ...first, ...first]);
    expect(clock.sleepers()).toBe(0);
  });

  it("checks at the start, every 15 seconds and at the end, with one request when nothing changed", async () => {
    const { wait, answer, waiting, clock, takeReads, poll } = await openWait();
    answer("Ada");
    takeReads();
    const call = wait({ count: 2 });
    await waiting(1);
    expect(takeReads()).toEqual(["poll", "poll/participants"]);
    for (let time = 0; time < 3; time += 1) {
      await clock.advance(check);
      await waiting(1);
      expect(takeReads()).toEqual(["poll"]);
    }
    await clock.advance(5_000);
    const { text, data } = await call;
    expect(takeReads()).toEqual(["poll"]);
    expect(text).toBe(
      `1 of 2 have answered poll ${poll.id} after 50 s: not yet. Call again to go on waiting.`,
    );
    expect(data).toMatchObject({ answered: 1, done: false, reason: "timeout", waitedSeconds: 50 });
    expect(data).not.toHaveProperty("lastCheckSecondsAgo");
    expect(clock.sleepers()).toBe(0);
  });

  it("counts an answer that comes before the last check", async () => {
    const { wait, answer, waiting, clock } = await openWait();
    const call = wait({ count: 1, timeoutSeconds: 10 });
    await waiting(1);
    answer("Ada");
    await clock.advance(10_000);
    expect((await call).data).toMatchObject({ done: true, reason: "reached", waitedSeconds: 10 });
  });

  it("waits for people by name, address and both", async () => {
    const { wait, answer, waiting, clock } = await openWait();
    answer("Ada Lovelace");
    const people = ["ada  lovelace", "ben@example.com", "Cleo C. <cleo@example.com>"];
    const call = wait({ people });
    await waiting(1);
    answer("Benjamin", "BEN@example.com");
    answer("Somebody else");
    await clock.advance(check);
    await waiting(1);
    answer("Cleo", "cleo@example.com");
    await clock.advance(check);
    expect((await call).data).toMatchObject({
      answered: 3,
      wanted: 3,
      done: true,
      missing: [],
      newlyAnswered: ["Benjamin", "Somebody else", "Cleo"],
    });
  });

  it("lists the missing people as they were given", async () => {
    const { wait, answer, waiting, clock } = await openWait();
    answer("Ada");
    const call = wait({ people: ["Ada", "Ben <ben@example.com>, Cleo"], timeoutSeconds: 1 });
    await waiting(1);
    await clock.advance(1_000);
    const { text, data } = await call;
    expect(text).toContain("1 of 3 have answered");
    expect(data).toMatchObject({ missing: ["Ben <ben@example.com>", "Cleo"], reason: "timeout" });
  });

  it("waits for the count and the people if both are given", async () => {
    const { wait, answer, waiting, clock } = await openWait();
    answer("Ada");
    const call = wait({ count: 2, people: ["Ben"] });
    await waiting(1);
    answer("Cleo");
    await clock.advance(check);
    await waiting(1);
    answer("Ben");
    await clock.advance(check);
    expect((await call).data).toMatchObject({ answered: 3, wanted: 2, done: true, missing: [] });
  });

  it("stops when only people are left who may have answered", async () => {
    const { wait, answer, waiting, clock } = await openWait();
    const { id } = answer("Ana Lima");
    const other = answer("Ana Bell");
    const call = wait({ people: ["Ana", "Ben"] });
    await waiting(1);
    answer("Ben");
    await clock.advance(check);
    const { text, data } = await call;
    expect(text).toContain("1 may have answered: ask the person which candidate is meant");
    expect(data).toMatchObject({
      answered: 1,
      wanted: 2,
      done: false,
      reason: "ambiguous",
      missing: [],
      ambiguous: [
        {
          invited: "Ana",
          candidates: [
            { id, name: "Ana Lima" },
            { id: other.id, name: "Ana Bell" },
          ],
        },
      ],
    });
    expect((await wait({ people: [id, "Ben"] })).data).toMatchObject({ answered: 2, done: true });
  });

  it.each(["closed", "canceled", "scheduled"])("says at once that a poll is %s", async (status) => {
    const { wait, answer, sandbox, poll, clock } = await openWait();
    answer("Ada");
    if (status === "closed") sandbox.closePoll(poll.id);
    else if (status === "canceled") sandbox.cancelPoll(poll.id);
    else sandbox.schedulePoll(poll.id, "2037-03-02");
    const { text, data } = await wait({ count: 2 });
    expect(text).toContain(`1 of 2 have answered poll ${poll.id}: the poll is ${status}`);
    expect(data).toMatchObject({ status, answered: 1, done: false, reason: "closed" });
    expect((await wait({ count: 1 })).data).toMatchObject({ status, done: true, reason: "reached" });
    expect(clock.sleepers()).toBe(0);
  });

  it("returns when the poll is closed during the wait", async () => {
    const { wait, sandbox, poll, waiting, clock } = await openWait();
    const call = wait({ people: ["Ada"] });
    await waiting(1);
    sandbox.closePoll(poll.id);
    await clock.advance(check);
    expect((await call).data).toMatchObject({ status: "closed", reason: "closed", missing: ["Ada"] });
  });

  it("fails when the poll is deleted during the wait", async () => {
    const { host, client, poll, waiting, clock } = await openWait();
    const call = failTool(host, "wait_for_responses", { pollId: poll.id, count: 1 });
    await waiting(1);
    await client.deletePoll({ pollId: poll.id });
    await clock.advance(check);
    expect(await call).toMatch(/^The poll was deleted during the wait.*Ask the person/u);
    expect(clock.sleepers()).toBe(0);
  });

  it("names at most 20 of the people who answered, and counts the others", async () => {
    const { wait, answer, waiting, clock } = await openWait();
    const call = wait({ count: 25 });
    await waiting(1);
    for (let number = 1; number <= 25; number += 1) answer(`Person ${number}`);
    await clock.advance(check);
    const { data } = await call;
    expect(data["newlyAnswered"]).toHaveLength(20);
    expect(data["moreNewlyAnswered"]).toBe(5);
  });

  it.each([
    ["nothing to wait for", {}, "count: is missing: pass it, or people"],
    ["nobody", { count: 0 }, "count: must be at least 1"],
    ["more than a poll takes", { count: 1_001 }, "count: must be at most 1000"],
    ["an empty list", { people: [] }, "people: must have at least 1 entry"],
    ["a list without names", { people: [" ", ","] }, "people: has no name or email"],
    ["101 people", { people: Array(101).fill("A") }, "people: must have at most 100 entries"],
    [
      "a text of many people",
      { people: ["A,".repeat(1_000)] },
      "people: has more than 100 people, or too much text",
    ],
    ["a longer time", { count: 1, timeoutSeconds: 51 }, "timeoutSeconds: must be at most 50"],
    ["no poll", { count: 1, pollId: undefined }, "pollId: is missing"],
  ])("refuses %s", async (_, input, problem) => {
    const { host, poll, takeReads } = await openWait();
    takeReads();
    expect(await failTool(host, "wait_for_responses", { pollId: poll.id, ...input })).toContain(problem);
    expect(takeReads()).toEqual([]);
  });
});
