/** Lost creates: which poll is recovered, how long the search lasts, and the error if no poll is found. */
import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { type RalllyError, TransportError } from "../../src/api/index.ts";
import { completePolicy } from "../../src/api/policy.ts";
import { createReconciler } from "../../src/api/reconcile.ts";
import { createRegistry } from "../../src/api/shared-creates.ts";
import {
  body,
  errorReply,
  getRejection,
  poll,
  reply,
  scriptClient,
  scriptSteppedClient,
} from "./scripted.ts";
import { start } from "./virtual-clock.ts";

const lost = errorReply(500, "INTERNAL_ERROR");
const made = (offset: number, fields: Record<string, unknown> = {}) => ({
  ...poll,
  createdAt: new Date(start + offset).toISOString(),
  ...fields,
});
const other = (offset = 0) => made(offset, { title: "Dinner" });
const page = (polls: unknown[], nextCursor: string | null = null, headers = {}) =>
  reply(200, { data: polls, nextCursor }, headers);
const unfound =
  "None of the newest polls matches it in kind, title, texts, time zone, settings, options and creation time.";
const advice = "The create was not retried. Look at the list of polls before you create it again.";
/** A single search. */
const once = { reconcileDelaysMs: [] };

describe("a candidate for a lost create", () => {
  it.each([
    [0, true],
    [-2_000, true],
    [-2_001, false],
    [2_000, true],
    [2_001, false],
  ])("created %d ms from the call is accepted: %j", async (offset, taken) => {
    const { client } = scriptClient([lost, page([made(offset)])], once);
    const call = client.createPoll(body);
    if (taken) await expect(call).resolves.toMatchObject({ recovered: true, data: { id: poll.id } });
    else expect(await getRejection(call)).toMatchObject({ name: "UnknownOutcomeError" });
  });

  it("is not accepted if it is older by the service's clock, although the local clock is behind", async () => {
    const date = "Mon, 01 Feb 2027 09:00:00 GMT";
    const { client } = scriptClient([lost, page([made(30 * 60_000)], null, { date })], once);
    expect(await getRejection(client.createPoll(body))).toMatchObject({ name: "UnknownOutcomeError" });
  });

  it("is not accepted if another call returned it", async () => {
    const { client } = scriptClient([reply(201, { data: made(0) }), lost, page([made(0)])], once);
    await client.createPoll(body);
    expect(await getRejection(client.createPoll(body))).toMatchObject({ name: "UnknownOutcomeError" });
  });

  it("is not accepted if another lost create recovered it", async () => {
    const { client } = scriptClient([lost, page([made(0)]), lost, page([made(0)])], once);
    await expect(client.createPoll(body)).resolves.toMatchObject({ recovered: true });
    expect(await getRejection(client.createPoll(body))).toMatchObject({ name: "UnknownOutcomeError" });
  });

  it("is accepted after a getPoll of it", async () => {
    const { client, clock } = scriptSteppedClient([
      lost,
      page([]),
      reply(200, { data: made(0) }),
      page([made(0)]),
    ]);
    const call = client.createPoll(body);
    await clock.advance(100);
    await client.getPoll({ pollId: poll.id });
    await clock.advance(400);
    await expect(call).resolves.toMatchObject({ recovered: true });
  });
});

describe("a search for a lost create", () => {
  const paths = (cursors: (string | undefined)[]) => [
    "POST /v1/polls",
    ...cursors.map((cursor) => `GET /v1/polls?limit=100${cursor === undefined ? "" : `&cursor=${cursor}`}`),
  ];

  it("reads at most three pages", async () => {
    const { client, log } = scriptClient(
      [lost, ...["a", "b", "c", "d"].map((cursor) => page([other()], cursor))],
      once,
    );
    await getRejection(client.createPoll(body));
    expect(log()).toEqual(paths([undefined, "a", "b"]));
  });

  it("ends with the last page", async () => {
    const { client, log } = scriptClient([lost, page([other()], "a"), page([other()])], once);
    await getRejection(client.createPoll(body));
    expect(log()).toEqual(paths([undefined, "a"]));
  });

  it("ends with a page whose oldest poll is older than the call", async () => {
    const { client, log } = scriptClient([lost, page([other(), other(), other(-60_000)], "a")], once);
    await getRejection(client.createPoll(body));
    expect(log()).toEqual(paths([undefined]));
  });

  it("ends with an empty page", async () => {
    const { client, log } = scriptClient([lost, page([], "a")], once);
    expect(String(await getRejection(client.createPoll(body)))).toContain(unfound);
    expect(log()).toEqual(paths([undefined]));
  });

  it("requests each page once, and is repeated after every delay", async () => {
    const { client, log, since } = scriptClient([lost, reply(500, {})], { reconcileDelaysMs: [10, 20] });
    await getRejection(client.createPoll(body));
    expect(log()).toEqual(paths([undefined, undefined, undefined]));
    expect(since()).toBe(30);
  });

  it.each([5_000, 1_000])("is not repeated after %d ms with one second left", async (wait) => {
    const { client, log, since } = scriptClient([lost, page([])], {
      deadlineMs: 1_000,
      reconcileDelaysMs: [wait],
    });
    expect(await getRejection(client.createPoll(body))).toMatchObject({ name: "UnknownOutcomeError" });
    expect(log()).toHaveLength(2);
    expect(since()).toBe(0);
  });
});

describe("the error of a create that was not found", () => {
  it.each<[string, Parameters<typeof scriptClient>[0], string, object]>([
    [
      "its error response",
      [lost, page([other()])],
      `About INTERNAL_ERROR. The poll may or may not exist. ${unfound} ${advice}`,
      { status: 500, code: "INTERNAL_ERROR" },
    ],
    [
      "its connection failure",
      [new TransportError("The service sent nothing for 50 ms.", true), page([])],
      `The service sent nothing for 50 ms. The poll may or may not exist. ${unfound} ${advice}`,
      {},
    ],
    [
      "several matching polls",
      [lost, page([made(0, { id: "one" }), made(0, { id: "two" })])],
      `About INTERNAL_ERROR. The poll may or may not exist. 2 new polls match it. ${advice}`,
      { status: 500, code: "INTERNAL_ERROR" },
    ],
    [
      "a failed list of polls",
      [lost, errorReply(403, "SPACE_NOT_PRO")],
      `About INTERNAL_ERROR. The poll may or may not exist. The newest polls could not be listed. ${advice}`,
      { status: 500, code: "INTERNAL_ERROR" },
    ],
  ])("reports %s", async (_, steps, message, figures) => {
    const { client } = scriptClient(steps, once);
    const error = (await getRejection(client.createPoll(body))) as RalllyError;
    expect(error.message).toBe(message);
    expect({ ...error }).toEqual({
      operation: "createPoll",
      attempts: 1,
      outcome: "unknown",
      ...figures,
    });
    expect(error).not.toHaveProperty("cause");
  });

  it("reports no match if an earlier search succeeded and the last one failed", async () => {
    const { client } = scriptClient([lost, page([]), reply(500, {})], { reconcileDelaysMs: [10] });
    expect(String(await getRejection(client.createPoll(body)))).toContain(unfound);
  });

  it("reports an abort with its reason and the number of attempts", async () => {
    const caller = new AbortController();
    const limited = errorReply(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "1" });
    const giveUp = () => {
      caller.abort("enough");
      return new Promise<never>(() => {});
    };
    const { client, log } = scriptClient([limited, giveUp]);
    expect(await getRejection(client.createPoll(body, { signal: caller.signal }))).toMatchObject({
      message: `The call was aborted. The poll may or may not exist. The newest polls could not be listed. ${advice}`,
      attempts: 2,
      cause: "enough",
    });
    expect(log()).toEqual(["POST /v1/polls", "POST /v1/polls"]);
  });
});

describe("an abort during the search for a lost create", () => {
  it("is reported with its reason and the status of the create", async () => {
    const { client, clock } = scriptSteppedClient([lost, page([])]);
    const caller = new AbortController();
    const rejection = getRejection(client.createPoll(body, { signal: caller.signal }));
    await clock.advance(100);
    caller.abort("enough");
    expect(await rejection).toMatchObject({
      message: `The call was aborted. The poll may or may not exist. ${unfound} ${advice}`,
      status: 500,
      cause: "enough",
    });
  });
});

describe("identical creates", () => {
  it("run one at a time, for any result of the first, and leave no listener", async () => {
    const record = createRegistry();
    const reconciler = createReconciler({
      policy: completePolicy({}),
      creates: () => record,
      serviceTime: (moment) => moment,
      listPage: () => Promise.reject(new Error("Not asked for")),
    });
    const { signal } = new AbortController();
    const order: string[] = [];
    const run = (name: string, fails: boolean) =>
      reconciler
        .oneAtATime(body, signal, async () => {
          order.push(`${name} begins`);
          await new Promise((resolve) => setImmediate(resolve));
          order.push(`${name} ends`);
          if (fails) throw new Error(name);
        })
        .catch(() => {});
    await Promise.all([run("one", true), run("two", false), run("three", false)]);
    expect(order).toEqual(["one", "two", "three"].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
