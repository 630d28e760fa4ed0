/** What a program sees of the requests: the rate limit, the service's time, and each attempt. */
import { expect, it, vi } from "vitest";
import type { Attempt } from "../../src/api/web.ts";
import {
  apiKey,
  body,
  connectionError,
  errorReply,
  failure,
  fakeTimers,
  page,
  poll,
  reply,
  script,
  settle,
} from "./harness.ts";

fakeTimers();

const input = { pollId: "p1" };
const limits = { "ratelimit-limit": "60", "ratelimit-remaining": "42", "ratelimit-reset": "30" };

it("rateLimit is what the service last said, and counts the time until the window ends", async () => {
  const { client } = script([
    reply(200, { data: poll }, limits),
    reply(200, { data: poll }),
    errorReply(429, "RATE_LIMIT_EXCEEDED", { ...limits, "retry-after": "20" }),
  ]);
  expect(client.rateLimit).toBeUndefined();
  await client.getPoll(input);
  expect(client.rateLimit).toEqual({ limit: 60, left: 42, resetMs: 30_000 });
  await vi.advanceTimersByTimeAsync(10_000);
  await client.getPoll(input);
  expect(client.rateLimit).toEqual({ limit: 60, left: 42, resetMs: 20_000 });
  await failure(client.getPoll(input, { attempts: 1 }));
  expect(client.rateLimit).toEqual({ limit: 60, left: 0, resetMs: 20_000 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(client.rateLimit?.resetMs).toBe(0);
});

it("attempts of a call are used instead of the client's", async () => {
  const failures = () => [1, 2, 3].map(() => page(502));
  const once = script(failures(), { attempts: 3 });
  expect(await failure(once.client.getPoll(input, { attempts: 1 }))).toMatchObject({ attempts: 1 });
  const thrice = script(failures(), { attempts: 1 });
  expect(await settle(failure(thrice.client.getPoll(input, { attempts: 3 })))).toMatchObject({ attempts: 3 });
});

it("now is the service's time by its last Date header, and this machine's before it", async () => {
  const { client } = script([reply(200, { data: poll }, { date: "Mon, 01 Feb 2027 09:00:00 GMT" })]);
  expect(client.now()).toBe(Date.now());
  await client.getPoll(input);
  await vi.advanceTimersByTimeAsync(5000);
  expect(new Date(client.now()).toISOString()).toBe("2027-02-01T09:00:05.000Z");
});

it("onAttempt gets each attempt with its status or error, and never the key or the input", async () => {
  const attempts: Attempt[] = [];
  const { client } = script(
    [
      connectionError("ECONNRESET"),
      page(502),
      errorReply(500, "INTERNAL_ERROR"),
      reply(200, { data: poll }),
      errorReply(404, "POLL_NOT_FOUND"),
      "hang",
    ],
    { attempts: 4, timeoutMs: 1000, onAttempt: (attempt) => attempts.push(attempt) },
  );
  await settle(client.getPoll(input));
  await failure(settle(client.getPollResults(input)));
  await failure(settle(client.deletePoll(input, { attempts: 1 })));
  expect(attempts).toEqual([
    { operation: "getPoll", attempt: 1, error: "ECONNRESET", ms: 0 },
    {
      operation: "getPoll",
      attempt: 2,
      status: 502,
      error: expect.stringMatching(/^The service, or a proxy/),
      ms: 0,
    },
    { operation: "getPoll", attempt: 3, status: 500, error: "INTERNAL_ERROR", ms: 0 },
    { operation: "getPoll", attempt: 4, status: 200, ms: 0 },
    { operation: "getPollResults", attempt: 1, status: 404, error: "POLL_NOT_FOUND", ms: 0 },
    { operation: "deletePoll", attempt: 1, error: "DEADLINE_EXCEEDED", ms: 1000 },
  ]);
  expect(JSON.stringify(attempts)).not.toContain(apiKey);
});

it("onAttempt gets the looks for a lost create as further attempts of it", async () => {
  const attempts: Attempt[] = [];
  const { client } = script([connectionError("ECONNRESET"), ...[1, 2, 3, 4, 5].map(() => page(502))], {
    onAttempt: (attempt) => attempts.push(attempt),
  });
  await settle(failure(client.createPoll(body)));
  expect(attempts.map(({ operation, attempt }) => `${operation} ${attempt}`)).toEqual([
    "createPoll 1",
    ...[2, 3, 4, 5, 6].map((attempt) => `listPolls ${attempt}`),
  ]);
});

it.each<[string, () => void]>([
  [
    "throws",
    () => {
      throw new Error("log is full");
    },
  ],
  ["rejects", () => Promise.reject(new Error("log is full"))],
])("an onAttempt that %s does not change the outcome of a create", async (_, onAttempt) => {
  const { client, requests } = script([reply(201, { data: poll })], { onAttempt });
  expect(await client.createPoll(body)).toEqual({ data: poll });
  expect(requests.length).toBe(1);
});
