/** What a call does and reports for each answer of the service, of a proxy or of the network. */
import { describe, expect, it, vi } from "vitest";
import type { Client, Fetch } from "../../src/api/web.ts";
import {
  body,
  connectionError,
  errorReply,
  failure,
  fakeTimers,
  page,
  poll,
  reply,
  type Step,
  script,
  settle,
} from "./harness.ts";

fakeTimers();

const calls: Record<string, (client: Client) => Promise<unknown>> = {
  read: (client: Client) => client.getPoll({ pollId: "p1" }),
  delete: (client: Client) => client.deletePoll({ pollId: "p1" }),
  create: (client: Client) => client.createPoll(body),
};

const empty = () => reply(200, { data: [], nextCursor: null });

/** Answers creates, reads and deletes with the step, and a search for a lost poll with nothing. */
const always =
  (answer: () => Exclude<Step, (...request: never[]) => unknown>): Step =>
  ({ path }) =>
    path.startsWith("/polls?") ? empty() : answer();

/** `outcome code requests` of a read, a delete and a create, which must not be sent again once it may have had an effect. */
const table: [what: string, answer: () => Exclude<Step, (...request: never[]) => unknown>, ...string[]][] = [
  ["400 of the service", () => errorReply(400, "VALIDATION_ERROR"), "refused VALIDATION_ERROR 1", "", ""],
  ["401 of the service", () => errorReply(401, "UNAUTHORIZED"), "refused UNAUTHORIZED 1", "", ""],
  ["403 of the service", () => errorReply(403, "SPACE_NOT_PRO"), "refused SPACE_NOT_PRO 1", "", ""],
  ["404 of the service", () => errorReply(404, "POLL_NOT_FOUND"), "refused POLL_NOT_FOUND 1", "", ""],
  ["a code of the future", () => errorReply(409, "NEW_CODE"), "refused NEW_CODE 1", "", ""],
  [
    "429 of the service",
    () => errorReply(429, "RATE_LIMIT_EXCEEDED"),
    "refused RATE_LIMIT_EXCEEDED 3",
    "",
    "",
  ],
  [
    "503 of the service with Retry-After",
    () => errorReply(503, "SERVICE_UNAVAILABLE", { "retry-after": "1" }),
    "refused SERVICE_UNAVAILABLE 3",
    "",
    "",
  ],
  [
    "503 of the service without Retry-After",
    () => errorReply(503, "SERVICE_UNAVAILABLE"),
    "unknown SERVICE_UNAVAILABLE 3",
    "",
    "unknown SERVICE_UNAVAILABLE 1",
  ],
  [
    "500 of the service",
    () => errorReply(500, "INTERNAL_ERROR"),
    "unknown INTERNAL_ERROR 3",
    "",
    "unknown INTERNAL_ERROR 1",
  ],
  ["a proxy's 502", () => page(502), "unknown  3", "", "unknown  1"],
  ["a proxy's 503 with Retry-After", () => page(503, { "retry-after": "1" }), "unknown  3", "", "unknown  1"],
  ["a proxy's 429", () => page(429, { "retry-after": "1" }), "refused  3", "unknown  3", "unknown  1"],
  [
    "a proxy's 403",
    () => page(403),
    "refused NOT_THE_API 1",
    "unknown NOT_THE_API 1",
    "unknown NOT_THE_API 1",
  ],
  [
    "another server's 404 in JSON",
    () => reply(404, { message: "Cannot GET" }),
    "refused NOT_THE_API 1",
    "unknown NOT_THE_API 1",
    "unknown NOT_THE_API 1",
  ],
  [
    "a redirect",
    () => page(302, { location: "https://login.example.com/?token=1" }),
    "unknown NOT_THE_API 1",
    "",
    "",
  ],
  ["a login page", () => page(200), "unknown NOT_THE_API 1", "", ""],
  ["an empty body", () => new Response("", { status: 200 }), "unknown NOT_THE_API 1", "", ""],
  ["other JSON", () => reply(200, { ok: true }), "unknown INVALID_RESPONSE 1", "", ""],
  ["no answer", () => "hang", "unknown DEADLINE_EXCEEDED 3", "", "unknown DEADLINE_EXCEEDED 1"],
  [
    "a connection that was lost",
    () => connectionError("ECONNRESET"),
    "unknown ECONNRESET 3",
    "",
    "unknown ECONNRESET 1",
  ],
  ["a refused connection", () => connectionError("ECONNREFUSED"), "not-sent ECONNREFUSED 3", "", ""],
  ...[
    "ENOTFOUND",
    "EAI_FAIL",
    "UND_ERR_CONNECT_TIMEOUT",
    "CERT_REVOKED",
    "UNABLE_TO_GET_CRL",
    "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
    "ConnectionRefused",
  ].map((code): [string, () => Error, string, string, string] => [
    `${code} of the fetch`,
    () => connectionError(code),
    `not-sent ${code} 3`,
    "",
    "",
  ]),
  [
    "a TLS record that was damaged on the way",
    () => connectionError("ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC"),
    "unknown ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC 3",
    "",
    "unknown ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC 1",
  ],
  [
    "a proxy that refuses the connection",
    () =>
      new TypeError("fetch failed", { cause: new Error("Proxy response (407) !== 200 when HTTP Tunneling") }),
    "not-sent PROXY_REFUSED 1",
    "",
    "",
  ],
  [
    "hosts of which none accepts a connection",
    () =>
      new TypeError("fetch failed", {
        cause: new AggregateError(
          ["::1", "127.0.0.1"].map((address) => Object.assign(new Error(address), { code: "ECONNREFUSED" })),
        ),
      }),
    "not-sent ECONNREFUSED 3",
    "",
    "",
  ],
  [
    "JSON that was cut",
    () => new Response('{"data":{"id', { headers: { "content-type": "application/json" } }),
    "unknown  3",
    "",
    "unknown  1",
  ],
  ["an error of the fetch that says nothing", () => new TypeError("failed"), "unknown  3", "", "unknown  1"],
];

describe("the outcome, the code and the number of requests", () => {
  it.each(table)("after %s", async (_, answer, read = "", ...others) => {
    const [deleted = "", created = ""] = others;
    const seen: Record<string, string> = {};
    for (const [effect, call] of Object.entries(calls)) {
      const { client, requests } = script([always(answer)]);
      const { outcome, code = "", attempts } = await failure(settle(call(client)));
      const sent = requests.filter(({ path }) => !path.startsWith("/polls?")).length;
      seen[effect] = `${outcome} ${code} ${sent}`;
      expect(attempts).toBe(sent);
    }
    expect(seen).toEqual({ read, delete: deleted || read, create: created || deleted || read });
  });
});

it.each<[string, () => unknown, string]>([
  ["throws", () => Promise.reject(new TypeError("bad")), "TypeError: bad"],
  ["rejects with a text", () => Promise.reject("boom"), "boom"],
  ["resolves to nothing", async () => undefined, "Error: it resolved to no Response"],
])("a fetch that %s is named", async (_, fetch, said) => {
  const { client } = script([], { fetch: fetch as Fetch });
  const error = await failure(settle(client.getPoll({ pollId: "p1" })));
  expect(error.message).toBe(`The connection failed (${said}).`);
});

const ok = () => reply(200, { data: poll });

describe("a retry", () => {
  it.each<[string, Step, number, number]>([
    [
      "waits for all of Retry-After",
      errorReply(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "7" }),
      7000,
      7000,
    ],
    [
      "waits for Retry-After as a date",
      () =>
        errorReply(503, "SERVICE_UNAVAILABLE", {
          date: "Mon, 01 Feb 2027 09:00:00 GMT",
          "retry-after": "Mon, 01 Feb 2027 09:00:05 GMT",
        }),
      5000,
      5000,
    ],
    ["backs off with jitter without Retry-After", errorReply(500, "INTERNAL_ERROR"), 250, 500],
    ...["soon", "-1", "0x10", "0.5", "0", "2099-01-01"].map((text): [string, Step, number, number] => [
      `backs off after the Retry-After ${text}`,
      errorReply(503, "SERVICE_UNAVAILABLE", { "retry-after": text }),
      250,
      500,
    ]),
  ])("%s", async (_, step, least, most) => {
    const { client, requests } = script([step, ok()]);
    await settle(client.getPoll({ pollId: "p1" }));
    expect(requests.length).toBe(2);
    expect(requests[1]?.at).toBeGreaterThanOrEqual(least);
    expect(requests[1]?.at).toBeLessThanOrEqual(most);
  });

  it("backs off longer each time", async () => {
    const { client, requests } = script([errorReply(500, "INTERNAL_ERROR")], { attempts: 6 });
    await failure(settle(client.getPoll({ pollId: "p1" })));
    const waits = requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0));
    for (const [index, wait] of waits.entries()) {
      const full = Math.min(500 * 2 ** index, 8000);
      expect(wait).toBeGreaterThanOrEqual(full / 2 - 1);
      expect(wait).toBeLessThanOrEqual(full + 1);
    }
  });

  it("is not made when Retry-After exceeds the time of the call, and the error says when to try again", async () => {
    const { client, requests } = script([errorReply(503, "SERVICE_UNAVAILABLE", { "retry-after": "300" })]);
    const error = await failure(settle(client.getPoll({ pollId: "p1" })));
    expect(error).toMatchObject({ outcome: "refused", retryAfterMs: 300_000, status: 503 });
    expect(error.message).toBe("About SERVICE_UNAVAILABLE. Retry in 300 s.");
    expect(requests.length).toBe(1);
  });

  it("of a create follows a refusal to be busy", async () => {
    const { client, log } = script([
      errorReply(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "1" }),
      errorReply(503, "SERVICE_UNAVAILABLE", { "retry-after": "1" }),
      reply(201, { data: poll }),
    ]);
    expect((await settle(client.createPoll(body))).recovered).toBeUndefined();
    expect(log()).toEqual(["POST /polls", "POST /polls", "POST /polls"]);
  });

  it("backs off although no wait for the rate limit is allowed", async () => {
    const { client, requests } = script([errorReply(500, "INTERNAL_ERROR"), ok()], { maxWaitMs: 0 });
    await settle(client.getPoll({ pollId: "p1" }));
    expect(requests.length).toBe(2);
  });
});

describe("a delete", () => {
  const lost = connectionError("ECONNRESET");

  it("whose response was lost counts a poll that is gone as deleted", async () => {
    const { client } = script([lost, errorReply(404, "POLL_NOT_FOUND")]);
    expect(await settle(client.deletePoll({ pollId: "p1" }))).toEqual({ data: { id: "p1", deleted: true } });
  });

  it.each([
    ["the first answer says that there is no poll", [errorReply(404, "POLL_NOT_FOUND")], "refused"],
    ["another refusal follows an unclear attempt", [lost, errorReply(401, "UNAUTHORIZED")], "unknown"],
    ["a refused connection follows an unclear attempt", [lost, connectionError("ECONNREFUSED")], "unknown"],
  ])("reports truly when %s", async (_, steps, outcome) => {
    const { client } = script(steps);
    expect((await failure(settle(client.deletePoll({ pollId: "p1" })))).outcome).toBe(outcome);
  });
});

describe("the time of a call", () => {
  it.each([
    ["an attempt", { timeoutMs: 1000, attempts: 1 }, 1000, "DEADLINE_EXCEEDED"],
    ["the whole call", { deadlineMs: 1000 }, 1000, "DEADLINE_EXCEEDED"],
  ])("ends %s, although the fetch ignores its signal", async (_, options, expected, code) => {
    const { client } = script(["hang"], options);
    const start = performance.now();
    const error = await failure(settle(client.getPoll({ pollId: "p1" })));
    expect(error).toMatchObject({ outcome: "unknown", code });
    expect(performance.now() - start).toBe(expected);
  });

  it.each([
    ["timeoutMs", { timeoutMs: 1000, attempts: 1 }, 1000],
    ["deadlineMs", { deadlineMs: 1500 }, 1500],
  ])("is that of the call rather than the client's: %s", async (_, options, expected) => {
    const { client } = script(["hang"], { timeoutMs: 5000, deadlineMs: 20_000 });
    const start = performance.now();
    const error = await failure(settle(client.getPoll({ pollId: "p1" }, options)));
    expect(error).toMatchObject({ outcome: "unknown", code: "DEADLINE_EXCEEDED" });
    expect(performance.now() - start).toBe(expected);
  });

  it("leaves no timer behind", async () => {
    const { client } = script([ok()]);
    await client.getPoll({ pollId: "p1" });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("an abort", () => {
  const reason = new Error("changed my mind");

  it("before the call sends nothing, and rejects with the reason", async () => {
    const { client, requests } = script([ok()]);
    await expect(client.createPoll(body, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(requests).toEqual([]);
  });

  it("of a create that waits for the rate limit or for another attempt rejects with the reason", async () => {
    const busy = errorReply(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "20" });
    const { client, requests } = script([busy]);
    const controller = new AbortController();
    const { signal } = controller;
    const first = client.createPoll(body, { signal });
    const second = client.createPoll({ ...body, title: "Other" }, { signal });
    await vi.advanceTimersByTimeAsync(100);
    controller.abort(reason);
    const results = await Promise.allSettled([first, second]);
    expect(results).toEqual([reason, reason].map((each) => ({ status: "rejected", reason: each })));
    expect(requests.every(({ at }) => at === 0)).toBe(true);
  });

  it("of a create before its first request rejects with the reason, and sends nothing", async () => {
    const { client, requests } = script([ok()]);
    const controller = new AbortController();
    const call = client.createPoll(body, { signal: controller.signal });
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(requests).toEqual([]);
  });

  it.each([
    ["during a request", ["hang"] as Step[]],
    ["during a wait for a retry", [errorReply(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "20" })]],
  ])("%s rejects with the reason", async (_, steps) => {
    const { client } = script(steps);
    const controller = new AbortController();
    const call = client.getPoll({ pollId: "p1" }, { signal: controller.signal });
    call.catch(() => {});
    await vi.advanceTimersByTimeAsync(100);
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("of a create that was sent says that the poll may exist, with the reason as cause", async () => {
    const { client } = script(["hang"]);
    const controller = new AbortController();
    const call = failure(client.createPoll(body, { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort(reason);
    expect(await call).toMatchObject({ outcome: "unknown", cause: reason });
  });
});
