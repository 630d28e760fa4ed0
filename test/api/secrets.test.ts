/** The key is in every request, and in no value that a caller can print. */
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/client.ts";
import { InvalidInputError, RalllyError, TransportError } from "../../src/api/index.ts";
import { redact } from "../../src/api/redact.ts";
import { apiKey, body, errorReply, getRejection, reply, scriptClient } from "./scripted.ts";

/** An error in every form in which it can be logged. */
function print(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const stack = error instanceof Error ? error.stack : "";
  return [
    inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
    JSON.stringify(error),
    String(error),
    stack,
    inspect(cause, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
  ].join("\n");
}

const echo = `You sent Authorization: Bearer ${apiKey}`;

describe("an error shows no key", () => {
  const noisy = Object.assign(new Error(echo), {
    request: { headers: { authorization: `Bearer ${apiKey}` } },
    cause: new Error(echo),
  });
  const steps: [string, Parameters<typeof scriptClient>[0]][] = [
    [
      "if the service repeats it in a message",
      [reply(400, { error: { code: "VALIDATION_ERROR", message: echo } })],
    ],
    ["when the service echoes it in a code", [reply(400, { error: { code: apiKey, message: "No" } })]],
    ["when the service echoes it in a page", [{ status: 502, headers: {}, text: `<pre>${echo}</pre>` }]],
    ["when an invalid response contains it", [reply(200, { echo })]],
    ["when a header echoes it", [errorReply(429, "RATE_LIMIT_EXCEEDED", { "retry-after": apiKey })]],
    ["when the transport throws an error that holds the request", [noisy]],
    ["when time is over", ["hang"]],
  ];
  it.each(steps)("%s", async (_, played) => {
    const { client } = scriptClient(played, { reconcileDelaysMs: [] });
    for (const call of [
      () => client.getPoll({ pollId: "p1" }),
      () => client.createPoll(body),
      () => client.deletePoll({ pollId: "p1" }),
    ]) {
      const error = await getRejection(call());
      expect(error).toBeInstanceOf(RalllyError);
      expect(print(error)).not.toContain(apiKey);
      expect(print(error)).not.toContain("Bearer sk_");
    }
  });

  it("the client itself shows no key", () => {
    expect(
      inspect(scriptClient(["hang"]).client, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    ).not.toContain(apiKey);
  });

  it("the error of a transport that contains the key shows none", async () => {
    const client = createClient({
      apiKey,
      attempts: 1,
      transport: () => Promise.reject(new TransportError(echo, true)),
    });
    expect(print(await getRejection(client.getPoll({ pollId: "p1" })))).not.toContain(apiKey);
  });
});

describe("the service's message", () => {
  it("is kept up to 1,000 characters", async () => {
    const { client } = scriptClient([
      reply(400, { error: { code: "C".repeat(500), message: "m".repeat(1e6) } }),
    ]);
    const error = await getRejection(client.getPoll({ pollId: "p1" }));
    if (!(error instanceof RalllyError)) throw error;
    expect(error.message.length).toBeLessThan(1_100);
    expect(error.code).toHaveLength(100);
    expect(error.message).toMatch(/m{900,}…$/);
  });

  it("is masked before the cut, so that no half of a key is left", () => {
    expect(redact(`${"x".repeat(8)}${apiKey}`, apiKey, 12)).toBe("xxxxxxxx[ke…");
    expect(redact(`${apiKey} and ${apiKey}`, apiKey)).toBe("[key] and [key]");
    expect(redact("plain", apiKey)).toBe("plain");
  });
});

describe("an input with many problems", () => {
  it("has a bounded error without the key in a field name", async () => {
    const { client } = scriptClient([]);
    const names = Array.from({ length: 50_000 }, (_, index) => [`${apiKey}${index}`, "x"]);
    const error = await getRejection(client.createPoll({ ...body, ...Object.fromEntries(names) }));
    if (!(error instanceof InvalidInputError)) throw error;
    expect(error.problems).toHaveLength(101);
    expect(error.problems.at(-1)).toEqual({ path: "input", message: "Has 49900 more problems" });
    expect(error.message.length).toBeLessThan(2_000);
    expect(print(error)).not.toContain(apiKey);
  });
});
