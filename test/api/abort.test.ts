/** Aborts at every stage of a call, over real sockets: the result, and that no timer and no listener is left. */
import { getEventListeners } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, UnknownOutcomeError } from "../../src/api/index.ts";
import { type FaultRule, type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { body, errorReply, getRejection, poll, reply, scriptClient } from "./scripted.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ now: Date.parse("2027-02-01T08:00:00Z"), limits: "none", seed: "empty" });
});
afterAll(() => sandbox.close());

const reason = new Error("The person closed the window");
const operations = {
  read: (client: ReturnType<typeof createClient>, signal: AbortSignal) => client.listPolls({}, { signal }),
  create: (client: ReturnType<typeof createClient>, signal: AbortSignal) =>
    client.createPoll(body, { signal }),
  delete: (client: ReturnType<typeof createClient>, signal: AbortSignal) =>
    client.deletePoll({ pollId: "p1" }, { signal }),
};
const stages: [string, FaultRule][] = [
  ["waiting for headers", { fault: { kind: "hang" } }],
  ["waiting for headers, the change made", { fault: { kind: "hang" }, when: "after" }],
  ["in the middle of a body", { fault: { kind: "stall" }, when: "after" }],
  ["in a body that drips", { fault: { kind: "drip", everyMs: 20 }, when: "after" }],
];

describe.each(stages)("a call aborted %s", (_, rule) => {
  it.each(Object.entries(operations))("a %s", async (effect, call) => {
    const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
    sandbox.setFaults({ rules: [rule] });
    const before = sandbox.requests.length;
    const giveUp = new AbortController();
    const rejection = getRejection(call(client, giveUp.signal));
    await until(() => sandbox.requests.length > before);
    // Long enough for headers to arrive, if the service sends any.
    await new Promise((resolve) => setTimeout(resolve, 60));
    giveUp.abort(reason);
    const error = await rejection;
    if (effect === "create") {
      expect(error).toBeInstanceOf(UnknownOutcomeError);
      expect(error).toMatchObject({ outcome: "unknown", attempts: 1, cause: reason });
    } else expect(error).toBe(reason);
    expect(sandbox.requests.length).toBe(before + 1);
    expect(getEventListeners(giveUp.signal, "abort")).toEqual([]);
    sandbox.setFaults({ rules: [] });
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("a finished call leaves nothing open", () => {
  const fates: [string, Parameters<typeof scriptClient>[0]][] = [
    ["a response", [reply(200, { data: poll })]],
    ["a refusal", [errorReply(400, "VALIDATION_ERROR")]],
    ["a limit", [errorReply(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "2" })]],
    ["a limit without end", [errorReply(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "99999999999" })]],
    ["a failure", [errorReply(500, "INTERNAL_ERROR")]],
    ["silence", ["hang"]],
    ["a broken transport", [new Error("broken")]],
  ];
  it.each(fates)("after %s: no timer, no listener", async (_, steps) => {
    const { client, pending } = scriptClient(steps);
    const giveUp = new AbortController();
    for (const call of Object.values(operations)) await call(client, giveUp.signal).catch(() => {});
    expect(pending()).toBe(0);
    expect(getEventListeners(giveUp.signal, "abort")).toEqual([]);
  });

  it("after calls over sockets: no timer", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
    const before = timers();
    const { data } = await client.createPoll(body);
    await client.getPoll({ pollId: data.id });
    await client.deletePoll({ pollId: data.id });
    expect(timers()).toBeLessThanOrEqual(before);
  });
});
