import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { callTool, connectInMemory, failTool } from "./harness.ts";
import { openWait } from "./wait-harness.ts";

const check = 15_000;

describe("a failed check", () => {
  it("ends the wait when it is the first", async () => {
    const { host, sandbox, poll, clock } = await openWait();
    sandbox.setFaults({ rules: [{ fault: { kind: "status", status: 503, retryAfter: "90" } }] });
    const text = await failTool(host, "wait_for_responses", { pollId: poll.id, count: 1 });
    expect(text).toContain("Wait 90 seconds");
    expect(clock.sleepers()).toBe(0);
    sandbox.setFaults({ rules: [] });
    expect(await failTool(host, "wait_for_responses", { pollId: "none", count: 1 })).toContain("no poll");
  });

  it.each([
    ["503 without Retry-After", { kind: "status", status: 503 }],
    ["500", { kind: "status", status: 500 }],
    ["a reset connection", { kind: "reset" }],
    ["an unexpected response", { kind: "missingFields" }],
  ] as const)("does not end the wait later: %s", async (_, fault) => {
    const { wait, answer, sandbox, waiting, clock, takeReads } = await openWait();
    const call = wait({ count: 1 });
    await waiting(1);
    takeReads();
    answer("Ada");
    sandbox.setFaults({ rules: [{ fault, when: "before", method: "GET" }] });
    await clock.advance(check);
    await waiting(1);
    sandbox.setFaults({ rules: [] });
    await clock.advance(check);
    expect((await call).data).toMatchObject({ done: true, waitedSeconds: 30 });
  });

  it("is not mentioned after a later success", async () => {
    const { wait, sandbox, waiting, clock } = await openWait();
    const call = wait({ count: 1, timeoutSeconds: 35 });
    await waiting(1);
    sandbox.setFaults({ rules: [{ fault: { kind: "reset" }, method: "GET", times: 1 }] });
    await clock.advance(check);
    await waiting(1);
    await clock.advance(check);
    await waiting(1);
    await clock.advance(5_000);
    const { text, data } = await call;
    expect(text).not.toContain("failed");
    expect(data).toMatchObject({ reason: "timeout", waitedSeconds: 35 });
    expect(data).not.toHaveProperty("lastCheckSecondsAgo");
  });

  it("of the list of participants alone is repeated at the next check", async () => {
    const { wait, answer, sandbox, waiting, clock, takeReads } = await openWait();
    const call = wait({ people: ["Ada"] });
    await waiting(1);
    answer("Ada");
    const rule = {
      fault: { kind: "status", status: 500 },
      path: "/v1/polls/*/participants",
      times: 1,
    } as const;
    sandbox.setFaults({ rules: [rule] });
    await clock.advance(check);
    await waiting(1);
    takeReads();
    await clock.advance(check);
    expect((await call).data).toMatchObject({ done: true, newlyAnswered: ["Ada"], waitedSeconds: 30 });
    expect(takeReads()).toEqual(["poll", "poll/participants"]);
  });

  it("is followed by no request before the end of its Retry-After", async () => {
    const { wait, answer, sandbox, waiting, clock, takeReads } = await openWait();
    const call = wait({ count: 1 });
    await waiting(1);
    answer("Ada");
    sandbox.setFaults({
      rules: [{ fault: { kind: "status", status: 503, retryAfter: "21" }, method: "GET", times: 1 }],
    });
    await clock.advance(check);
    await waiting(1);
    takeReads();
    await clock.advance(20_000);
    expect(takeReads()).toEqual([]);
    await clock.advance(1_000);
    expect((await call).data).toMatchObject({ done: true, waitedSeconds: 36 });
  });

  it.each([429, 503])("with %i and a long Retry-After leaves the last known count", async (status) => {
    const { wait, answer, sandbox, waiting, clock, takeReads } = await openWait();
    answer("Ada");
    const call = wait({ count: 2 });
    await waiting(1);
    sandbox.setFaults({
      rules: [{ fault: { kind: "status", status, retryAfter: "100" }, method: "GET", times: 1 }],
    });
    await clock.advance(check);
    await waiting(1);
    takeReads();
    const second = wait({ count: 1 });
    await expect(second).rejects.toThrow(/Wait 100 seconds/u);
    await clock.advance(35_000);
    const { text, data } = await call;
    expect(takeReads()).toEqual([]);
    expect(text).toMatch(/1 of 2 have answered .*not yet\. Wait 65 s, then call again/u);
    expect(text).toContain("The last check failed. The count is 50 s old.");
    expect(data).toMatchObject({ reason: "timeout", answered: 1, lastCheckSecondsAgo: 50 });
    expect(clock.sleepers()).toBe(0);
  });

  it("ends the wait when the key is revoked", async () => {
    const { host, sandbox, poll, waiting, clock } = await openWait();
    const call = failTool(host, "wait_for_responses", { pollId: poll.id, count: 1 });
    await waiting(1);
    sandbox.setFaults({ rules: [{ fault: { kind: "status", status: 401 } }] });
    await clock.advance(check);
    expect(await call).toContain("does not accept the API key");
  });

  it("that gets no response in time leaves the last known count", async () => {
    const { wait, sandbox, waiting, clock } = await openWait();
    const call = wait({ count: 1, timeoutSeconds: 10 });
    await waiting(1);
    sandbox.setFaults({ rules: [{ fault: { kind: "hang" } }] });
    await clock.advance(10_000);
    await clock.advance(6_000);
    expect((await call).data).toMatchObject({ answered: 0, reason: "timeout", waitedSeconds: 16 });
    expect(clock.sleepers()).toBe(0);
  });
});

describe("several waits on one poll", () => {
  it("that start at the same moment share every request", async () => {
    const { wait, answer, waiting, clock, takeReads } = await openWait();
    takeReads();
    const calls = [wait({ count: 1 }), wait({ count: 2 }), wait({ people: ["Ben"] })];
    await waiting(3);
    expect(takeReads()).toEqual(["poll", "poll/participants"]);
    await clock.advance(check);
    await waiting(3);
    expect(takeReads()).toEqual(["poll"]);
    answer("Ada");
    answer("Ben");
    await clock.advance(check);
    for (const { data } of await Promise.all(calls)) expect(data).toMatchObject({ done: true });
    expect(takeReads()).toEqual(["poll", "poll/participants"]);
    expect(clock.sleepers()).toBe(0);
  });

  it("share requests across servers with the same client, not with another client", async () => {
    const { wait, client, sandbox, waiting, clock, poll, takeReads } = await openWait();
    const other = await connectInMemory({ client, clock });
    takeReads();
    const calls = [wait({ count: 1 }), callTool(other, "wait_for_responses", { pollId: poll.id, count: 1 })];
    await waiting(2);
    expect(takeReads()).toEqual(["poll", "poll/participants"]);
    const otherSpace = await connectInMemory({
      clock,
      client: createClient({ apiKey: sandbox.apiKeys.secondSpace, baseUrl: sandbox.url }),
    });
    expect(await failTool(otherSpace, "wait_for_responses", { pollId: poll.id, count: 1 })).toContain(
      "no poll",
    );
    sandbox.closePoll(poll.id);
    await clock.advance(check);
    await Promise.all(calls);
  });

  it("that start later check once more, unless a check is a few seconds old", async () => {
    const { wait, waiting, clock, takeReads, sandbox, poll } = await openWait();
    const calls = [wait({ count: 1 })];
    await waiting(1);
    takeReads();
    await clock.advance(3_000);
    calls.push(wait({ count: 1 }));
    await waiting(2);
    expect(takeReads()).toEqual([]);
    await clock.advance(4_000);
    calls.push(wait({ count: 1 }));
    await waiting(3);
    expect(takeReads()).toEqual(["poll"]);
    // The next check is 15 seconds after the last one.
    await clock.advance(14_000);
    expect(takeReads()).toEqual([]);
    sandbox.closePoll(poll.id);
    await clock.advance(1_000);
    await Promise.all(calls);
    expect(takeReads()).toEqual(["poll"]);
  });

  it("continue when one of them ends", async () => {
    const { wait, answer, waiting, clock, takeReads } = await openWait();
    const short = wait({ count: 1, timeoutSeconds: 20 });
    const long = wait({ count: 1, timeoutSeconds: 40 });
    await waiting(2);
    await clock.advance(check);
    await waiting(2);
    takeReads();
    await clock.advance(5_000);
    expect((await short).data).toMatchObject({ reason: "timeout", waitedSeconds: 20 });
    await waiting(1);
    answer("Ada");
    await clock.advance(check);
    expect((await long).data).toMatchObject({ done: true, waitedSeconds: 35 });
    expect(takeReads()).toEqual(["poll", "poll", "poll/participants"]);
    expect(clock.sleepers()).toBe(0);
  });
});
