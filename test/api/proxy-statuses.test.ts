/** A proxy that replaces the response after the service has executed the request: no poll is created twice or reported as not created. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { type ProxyResponse, startProxy } from "./proxy.ts";
import { getRejection } from "./scripted.ts";

let sandbox: Sandbox;
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  sandbox = await startSandbox({ limits: "none", seed: "empty" });
  proxy = await startProxy(sandbox);
});
afterAll(async () => {
  proxy.close();
  await sandbox.close();
});
beforeEach(() => {
  proxy.requests.length = 0;
});

const connect = (options: object = {}) =>
  createClient({
    apiKey: sandbox.apiKey,
    baseUrl: proxy.url,
    backoffMs: 1,
    reconcileDelaysMs: [20, 50],
    deadlineMs: 10_000,
    ...options,
  });

let serial = 0;
const form = () => {
  serial += 1;
  return { title: `Behind a proxy ${serial}`, kind: "date" as const, options: [{ date: "2099-03-01" }] };
};
const titled = async (title: string) =>
  (
    await createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url }).listPolls({ limit: 100 })
  ).data.filter((poll) => poll.title === title);

const html = { "content-type": "text/html" };
const page = (status: number, headers: Record<string, string> = {}): ProxyResponse => ({
  status,
  headers: { ...html, ...headers },
  text: "<html>Sorry</html>",
});
const statuses = [
  200, 202, 300, 301, 302, 303, 307, 308, 400, 401, 402, 403, 404, 405, 407, 408, 409, 410, 413, 421, 422,
  425, 429, 431, 451, 499, 500, 502, 503, 504, 520, 522, 524, 599,
];
const replacements: [string, ProxyResponse][] = [
  ...statuses.map((status): [string, ProxyResponse] => [`${status} as HTML`, page(status)]),
  ...[429, 503].map((status): [string, ProxyResponse] => [
    `${status} as HTML with Retry-After`,
    page(status, { "retry-after": "1" }),
  ]),
  ["204", { status: 204, text: "" }],
  ["304", { status: 304, text: "" }],
  ["429 as JSON of a gateway", { status: 429, text: '{"message":"API rate limit exceeded"}' }],
  ["429 as JSON of a cloud", { status: 429, text: '{"error":{"code":"TooManyRequests","message":"Slow"}}' }],
  ["429 with a number for a code", { status: 429, text: '{"error":{"code":429,"message":"Slow"}}' }],
  ["429 without a body", { status: 429, text: "" }],
  [
    "403 as problem JSON",
    { status: 403, headers: { "content-type": "application/problem+json" }, text: "{}" },
  ],
  ["200 with an error", { status: 200, text: '{"error":{"code":"INTERNAL_ERROR","message":"Oops"}}' }],
  ["201 with an error", { status: 201, text: '{"error":{"code":"VALIDATION_ERROR","message":"title: no"}}' }],
  ["201 with nothing", { status: 201, text: "" }],
];

describe("a create whose response a proxy replaced", () => {
  it.each(replacements)("is found, and sent once: %s", async (_name, replacement) => {
    proxy.rewrite = (request) => (request.method === "POST" ? replacement : undefined);
    const body = form();
    const { data, recovered } = await connect().createPoll(body);
    expect(recovered).toBe(true);
    expect(proxy.requests.filter((method) => method === "POST")).toHaveLength(1);
    expect((await titled(body.title)).map(({ id }) => id)).toEqual([data.id]);
  });

  it("is unknown, not refused, if no poll is found", async () => {
    for (const status of [302, 403, 404, 429, 503]) {
      proxy.rewrite = () => page(status, { "retry-after": "60" });
      const body = form();
      const error = await getRejection(connect().createPoll(body));
      expect(error).toMatchObject({ name: "UnknownOutcomeError", outcome: "unknown", status, attempts: 1 });
      expect(proxy.requests.filter((method) => method === "POST")).toHaveLength(1);
      expect(await titled(body.title)).toHaveLength(1);
      proxy.requests.length = 0;
    }
  });

  it("is found although Retry-After of the proxy exceeds the deadline", async () => {
    proxy.rewrite = (request) =>
      request.method === "POST" ? page(429, { "retry-after": "3600" }) : undefined;
    await expect(connect({ maxWaitMs: 0 }).createPoll(form())).resolves.toMatchObject({
      recovered: true,
    });
  });
});

describe("a deletion whose response a proxy replaced", () => {
  it.each(statuses.filter((status) => status >= 300))(
    "succeeds or is unknown, never refused: %i",
    async (status) => {
      proxy.rewrite = () => undefined;
      const { data } = await connect().createPoll(form());
      let replaced = 0;
      proxy.rewrite = (request) => {
        if (request.method !== "DELETE" || replaced > 0) return undefined;
        replaced += 1;
        return page(status);
      };
      const result = await connect()
        .deletePoll({ pollId: data.id })
        .catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toMatchObject({ outcome: "unknown", status });
      else expect(result).toEqual({ data: { id: data.id, deleted: true } });
      expect(await titled(data.title)).toEqual([]);
    },
  );
});

describe("an error of the service", () => {
  it("refuses a create, which is retried after a 429", async () => {
    proxy.rewrite = () => undefined;
    sandbox.setFaults({
      rules: [{ fault: { kind: "status", status: 429, retryAfter: "0" }, method: "POST", times: 2 }],
    });
    const body = form();
    const { recovered } = await connect().createPoll(body);
    expect(recovered).toBeUndefined();
    expect(proxy.requests.filter((method) => method === "POST")).toHaveLength(3);
    expect(await titled(body.title)).toHaveLength(1);
  });
});
