/** How a create divides its deadline: a part for the request, the rest for the search for a lost poll. */
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/client.ts";
import { TransportError, type TransportRequest } from "../../src/api/index.ts";
import { apiKey, body, getRejection, poll, reply, scriptClient } from "./scripted.ts";
import { createVirtualClock, start } from "./virtual-clock.ts";

const page = (polls: unknown[]) => reply(200, { data: polls, nextCursor: null });

/** A service that never responds to a create and lists the given polls. `log` has the time of each request. */
function openSilentService(policy: Partial<Parameters<typeof createClient>[0]>, polls: unknown[] = []) {
  const virtual = createVirtualClock();
  const log: string[] = [];
  const transport = async ({ method, signal }: TransportRequest) => {
    log.push(`${method} ${virtual.since()}`);
    if (method === "GET") return page(polls);
    return new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  return { client: createClient({ apiKey, transport, clock: virtual.clock, ...policy }), log, ...virtual };
}

describe("a create without a response", () => {
  it.each([
    ["all but the reserve", 60_000, 10_000, 50_000],
    ["all but a small reserve", 3_000, 500, 2_500],
    ["half when the reserve is more than that", 12_000, 10_000, 6_000],
    ["half when the reserve is more than all", 4_000, 10_000, 2_000],
    ["all without a reserve", 4_000, 0, 4_000],
  ])("gets %s of the deadline", async (_, deadlineMs, reconcileReserveMs, share) => {
    const { client, log, since } = openSilentService(
      { deadlineMs, reconcileReserveMs, reconcileDelaysMs: [] },
      [{ ...poll, createdAt: new Date(start + share).toISOString() }],
    );
    const call = client.createPoll(body);
    if (share < deadlineMs) {
      await expect(call).resolves.toMatchObject({ recovered: true });
      expect(log).toEqual(["POST 0", `GET ${share}`]);
    } else {
      expect(await getRejection(call)).toMatchObject({ name: "UnknownOutcomeError", attempts: 1 });
      expect(log).toEqual(["POST 0"]);
    }
    expect(since()).toBe(share);
  });

  it("is unknown, with the reason, if no poll is found", async () => {
    const { client } = openSilentService({ reconcileDelaysMs: [] });
    expect(await getRejection(client.createPoll(body))).toMatchObject({
      name: "UnknownOutcomeError",
      message:
        "No response before the deadline. The poll may or may not exist. None of the newest polls matches it in kind, title, texts, time zone, settings, options and creation time. The create was not retried. Look at the list of polls before you create it again.",
    });
  });
});

describe("a create whose connection does not open in its part of the deadline", () => {
  it("is retried in the remaining time, because nothing was sent", async () => {
    const unopened = ({ signal }: TransportRequest) =>
      new Promise<never>((_, reject) =>
        signal.addEventListener("abort", () => reject(new TransportError("no connection", false))),
      );
    const { client, log, since } = scriptClient([unopened, reply(201, { data: poll })], {
      deadlineMs: 20_000,
    });
    expect(await client.createPoll(body)).toEqual({ data: poll });
    expect(log()).toEqual(["POST /v1/polls", "POST /v1/polls"]);
    expect(since()).toBe(10_500);
  });
});

describe("a create that waits for the rate limit", () => {
  const empty = (reset: string) =>
    reply(200, { data: poll }, { "ratelimit-remaining": "0", "ratelimit-reset": reset });

  it("fails at once with retryAfterMs if the wait exceeds its part of the deadline", async () => {
    const { client, since, log } = scriptClient([empty("55")]);
    await client.getPoll({ pollId: "p1" });
    expect(await getRejection(client.createPoll(body))).toMatchObject({
      name: "NotSentError",
      message: "Rate limit reached. Retry in 55 s.",
      attempts: 0,
      retryAfterMs: 55_000,
    });
    expect(since()).toBe(0);
    expect(log()).toHaveLength(1);
  });

  it("fails at once if the wait exceeds maxWaitMs", async () => {
    const { client, since } = scriptClient([empty("20")], { maxWaitMs: 5_000 });
    await client.getPoll({ pollId: "p1" });
    expect(await getRejection(client.createPoll(body))).toMatchObject({ retryAfterMs: 20_000, attempts: 0 });
    expect(since()).toBe(0);
  });
});

describe("a create behind an identical one", () => {
  it("reports not sent if the deadline passed in the queue", async () => {
    const { client, log } = scriptClient(["hang"], { deadlineMs: 5_000 });
    const first = getRejection(client.createPoll(body));
    const second = await getRejection(client.createPoll(body));
    expect(second).toMatchObject({
      name: "NotSentError",
      operation: "createPoll",
      attempts: 0,
      message: "Deadline exceeded before the request was sent.",
    });
    expect(await first).toMatchObject({ name: "UnknownOutcomeError" });
    expect(log().filter((line) => line.startsWith("POST"))).toHaveLength(1);
  });
});
