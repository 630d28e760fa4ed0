/** onRequest, onResponse and onRetry: what they get, when, and that they change nothing. */
import { describe, expect, it } from "vitest";
import { type Hooks, TransportError, UnknownOutcomeError } from "../../src/api/index.ts";
import { apiKey, body, errorReply, getRejection, poll, reply, scriptClient } from "./scripted.ts";

type Event = Record<string, unknown>;

/** Hooks that record every event with the name of its hook. */
function record() {
  const events: [string, Event][] = [];
  const on = (name: string) => (event: object) => {
    events.push([name, event as Event]);
  };
  const hooks = { onRequest: on("request"), onResponse: on("response"), onRetry: on("retry") };
  return { events, hooks };
}

const pollUrl = "https://api.rallly.co/v1/polls/p1";

describe("hooks", () => {
  it("get each request, response and wait of a call, in order", async () => {
    const { events, hooks } = record();
    const limited = errorReply(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "7" });
    const { client } = scriptClient([limited, reply(200, { data: poll })], hooks);
    await client.getPoll({ pollId: "p1" });
    const sent = { operation: "getPoll", method: "GET", url: pollUrl };
    const refused = { status: 429, outcome: "refused", code: "RATE_LIMIT_EXCEEDED" };
    expect(events).toEqual([
      ["request", { ...sent, attempt: 1 }],
      ["response", { ...sent, attempt: 1, ...refused, durationMs: 0 }],
      ["retry", { ...sent, attempt: 1, ...refused, waitMs: 7000 }],
      ["request", { ...sent, attempt: 2 }],
      ["response", { ...sent, attempt: 2, status: 200, outcome: "done", code: undefined, durationMs: 0 }],
    ]);
    expect(events.map(([, event]) => Object.isFrozen(event))).toEqual(events.map(() => true));
  });

  it("get the requests that a create makes to find its poll", async () => {
    const { events, hooks } = record();
    const { client } = scriptClient(
      [new TransportError("The connection failed.", true), reply(200, { data: [poll], nextCursor: null })],
      hooks,
    );
    await expect(client.createPoll(body)).resolves.toMatchObject({ recovered: true });
    expect(
      events.map(([name, { operation, status, outcome }]) => [name, operation, status, outcome]),
    ).toEqual([
      ["request", "createPoll", undefined, undefined],
      ["response", "createPoll", undefined, "unknown"],
      ["request", "listPolls", undefined, undefined],
      ["response", "listPolls", 200, "done"],
    ]);
  });

  it("get the time that a request took", async () => {
    const { events, hooks } = record();
    const { client, clock } = scriptClient(
      [
        async () => {
          await clock.sleep(250);
          return reply(200, { data: poll });
        },
      ],
      hooks,
    );
    await client.getPoll({ pollId: "p1" });
    expect(events.at(-1)).toMatchObject(["response", { durationMs: 250 }]);
  });

  it("get the confirmation of a refusal as a retry without a wait", async () => {
    const { events, hooks } = record();
    const refused = { ...errorReply(404, "POLL_NOT_FOUND"), reusedConnection: true };
    const { client } = scriptClient([refused], hooks);
    await getRejection(client.getPoll({ pollId: "p1" }));
    expect(events.map(([name]) => name)).toEqual(["request", "response", "retry", "request", "response"]);
    expect(events[2]?.[1]).toMatchObject({ attempt: 1, waitMs: 0, code: "POLL_NOT_FOUND" });
  });

  it("get nothing for a request that the rate limiter holds back", async () => {
    const { events, hooks } = record();
    const empty = { "ratelimit-remaining": "0", "ratelimit-reset": "90" };
    const { client } = scriptClient([reply(200, { data: poll }, empty)], { ...hooks, maxWaitMs: 0 });
    await client.getPoll({ pollId: "p1" });
    await getRejection(client.getPoll({ pollId: "p1" }));
    expect(events.map(([name]) => name)).toEqual(["request", "response"]);
  });

  it("get neither the key, nor bodies, nor texts of the service", async () => {
    const { events, hooks } = record();
    const secret = "Grace Hopper";
    const refusal = errorReply(400, "VALIDATION_ERROR");
    const { client } = scriptClient([{ ...refusal, text: refusal.text.replace("About", secret) }], {
      ...hooks,
      baseUrl: `https://rallly.example/${apiKey}/v1`,
    });
    await getRejection(client.createPoll({ ...body, title: secret }));
    expect(events).toHaveLength(2);
    expect(JSON.stringify(events)).not.toContain(secret);
    expect(JSON.stringify(events)).not.toContain(apiKey);
    expect(events[0]?.[1]).toMatchObject({ url: expect.stringMatching(/^https:..rallly.example.\[key\]/) });
  });
});

describe("a hook", () => {
  const throwing = () => {
    throw new Error("from the hook");
  };
  const outcomes: [string, () => unknown][] = [
    ["that throws", throwing],
    ["that rejects", async () => throwing()],
    ["whose promise never settles", () => new Promise(() => {})],
    ["whose result throws when it is awaited", () => new Proxy({}, { get: throwing })],
    [
      "that changes the event",
      (event?: unknown) => Object.assign(Object(event), { url: "https://evil.example" }),
    ],
  ];
  it.each(outcomes)("%s does not change the outcome", async (_, hook) => {
    const hooks: Hooks = { onRequest: hook, onResponse: hook, onRetry: hook };
    const { client, log } = scriptClient(
      [errorReply(503, "SERVICE_UNAVAILABLE"), reply(200, { data: poll })],
      hooks,
    );
    await expect(client.getPoll({ pollId: "p1" })).resolves.toEqual({ data: poll });
    expect(log()).toEqual(["GET /v1/polls/p1", "GET /v1/polls/p1"]);
    const failing = scriptClient([new TransportError("lost", true)], { ...hooks, reconcileDelaysMs: [] });
    expect(await getRejection(failing.client.createPoll(body))).toBeInstanceOf(UnknownOutcomeError);
    // An unhandled rejection would fail this file.
    await new Promise((resolve) => setImmediate(resolve));
  });
});
