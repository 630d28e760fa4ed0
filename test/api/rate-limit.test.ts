/** How calls wait for the rate limit of the space. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Client, createClient, type Fetch } from "../../src/api/web.ts";
import { apiKey, errorReply, failure, poll, reply, type Step, script, settle } from "./harness.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const left = (remaining: number, reset: number) =>
  reply(200, { data: poll }, { "ratelimit-remaining": `${remaining}`, "ratelimit-reset": `${reset}` });

const getPolls = (client: Client, calls: number) =>
  Promise.all(Array.from({ length: calls }, () => client.getPoll({ pollId: "p1" })));

/** Answers after 100 ms, and has a limit of requests in a window of 60 s that opens with the first. */
function limited(limit: number) {
  let opened = Number.NEGATIVE_INFINITY;
  let used = 0;
  let refused = 0;
  let open = 0;
  let mostOpen = 0;
  const step: Step = async () => {
    if (performance.now() - opened >= 60_000) [opened, used] = [performance.now(), 0];
    used += 1;
    const mine = used;
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    await new Promise((resolve) => setTimeout(resolve, 100));
    open -= 1;
    const reset = Math.ceil((opened + 60_000 - performance.now()) / 1000);
    if (mine <= limit) return left(limit - mine, reset);
    refused += 1;
    return errorReply(429, "RATE_LIMIT_EXCEEDED", { "retry-after": `${reset}` });
  };
  return { step, refused: () => refused, mostOpen: () => mostOpen };
}

it.each<[name: string, fetch: () => unknown]>([
  [
    "throws at once",
    () => {
      throw new Error("broken");
    },
  ],
  ["rejects with a text", () => Promise.reject("broken")],
  ["returns nothing", () => undefined],
  ["returns a text", () => "{}"],
  ["resolves to JSON", async () => ({ data: poll })],
  [
    "resolves to a response without a reader",
    async () => ({ status: 200, headers: new Headers(), body: {} }),
  ],
])("a fetch that %s leaves no place of the limiter taken", async (_, fetch) => {
  const client = createClient({ apiKey, fetch: fetch as Fetch, attempts: 1 });
  for (let call = 0; call < 20; call += 1)
    expect(await failure(client.getPoll({ pollId: "p1" }))).toMatchObject({ outcome: "unknown" });
});

it("a burst waits for the next window instead of being refused, at most 16 requests at once", async () => {
  const service = limited(60);
  const { client, requests } = script([service.step], { deadlineMs: 200_000 });
  await settle(getPolls(client, 130));
  expect(requests.length).toBe(130);
  expect(service.refused()).toBe(0);
  expect(service.mostOpen()).toBe(16);
  expect(performance.now()).toBeLessThan(125_000);
});

it("no request is sent until the window of a 429 ends", async () => {
  const { client, requests } = script([
    errorReply(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "20" }),
    left(50, 60),
  ]);
  await settle(getPolls(client, 1));
  const first = getPolls(client, 1);
  await settle(first);
  expect(requests.map(({ at }) => at)).toEqual([0, 20_000, 20_000]);
});

it("a wait that is longer than allowed is refused at once, and the error says how long it is", async () => {
  const { client, requests } = script([left(0, 30)], { maxWaitMs: 10_000 });
  await getPolls(client, 1);
  const error = await failure(client.getPoll({ pollId: "p1" }));
  expect(error).toMatchObject({ outcome: "not-sent", code: "RATE_LIMIT_EXCEEDED", attempts: 0 });
  expect(error.retryAfterMs).toBe(30_000);
  expect(error.message).toBe("The rate limit of the space is reached. Retry in 30 s.");
  expect(requests.length).toBe(1);
});

it("a 429 whose Retry-After is longer than allowed is not waited for", async () => {
  const { client, requests } = script([errorReply(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "20" })], {
    maxWaitMs: 10_000,
  });
  expect(await failure(settle(client.getPoll({ pollId: "p1" })))).toMatchObject({
    outcome: "refused",
    retryAfterMs: 20_000,
  });
  expect(requests.length).toBe(1);
});

it("a wait that would exceed the deadline is refused at once", async () => {
  const { client } = script([left(0, 300)]);
  await getPolls(client, 1);
  const start = performance.now();
  expect((await failure(client.getPoll({ pollId: "p1" }))).retryAfterMs).toBe(300_000);
  expect(performance.now()).toBe(start);
});

it("calls that wait are refused when a response shows that nothing is left", async () => {
  const slow: Step = async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return left(0, 30);
  };
  const { client, requests } = script([left(1, 60), slow], { maxWaitMs: 1000 });
  await getPolls(client, 1);
  const calls = [1, 2].map(() => client.getPoll({ pollId: "p1" }).catch((error) => error.code));
  await vi.advanceTimersByTimeAsync(100);
  expect(await calls[1]).toBe("RATE_LIMIT_EXCEEDED");
  expect(requests.length).toBe(2);
});

it("an abort ends a wait and lets the others go on", async () => {
  const { client, requests } = script([left(0, 30), left(50, 60)]);
  await getPolls(client, 1);
  const reason = new Error("changed my mind");
  const controller = new AbortController();
  const aborted = client.getPoll({ pollId: "p1" }, { signal: controller.signal });
  aborted.catch(() => {});
  const other = client.getPoll({ pollId: "p1" });
  await vi.advanceTimersByTimeAsync(100);
  controller.abort(reason);
  await expect(aborted).rejects.toBe(reason);
  await settle(other);
  expect(requests.map(({ at }) => at)).toEqual([0, 30_000]);
  expect(vi.getTimerCount()).toBe(0);
});

it.each(["soon", "-1", "", "1e9"])("the header RateLimit-Reset %j is ignored", async (reset) => {
  const { client } = script([
    reply(200, { data: poll }, { "ratelimit-remaining": "0", "ratelimit-reset": reset }),
  ]);
  await settle(getPolls(client, 2));
  expect(performance.now()).toBe(0);
});
