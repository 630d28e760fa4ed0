import { beforeEach, describe, expect, it } from "vitest";
import type { Fault } from "../../src/sandbox/faults.ts";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness();
// An answer that is cut short is among the tests of the transport: z.request notices it only when time is over.
const faults: Fault[] = [
  { kind: "reset" },
  { kind: "notJson" },
  { kind: "lacking" },
  { kind: "html" },
  { kind: "status", status: 500 },
  { kind: "status", status: 502, html: true },
];
const named = faults.map((fault) => [JSON.stringify(fault), fault] as const);

let serial = 0;
const form = () => {
  serial += 1;
  return { title: `Lunch ${serial}`, offer: "days", dates: ["2027-03-01"] };
};

const create = (inputData: Record<string, unknown>) =>
  harness.run<{ id: string; title: string }>(App.creates.create_poll, { inputData, meta: {} });

const listTitled = async (title: string) =>
  (await harness.run<{ id: string; title: string }[]>(App.triggers.new_poll, { meta: {} })).filter(
    (poll) => poll.title === title,
  );

beforeEach(() => harness.sandbox.setFaults({ rules: [] }));

describe("Create Poll when the response is lost after the poll was created", () => {
  it.each(named)("finds the poll and returns it: %s", async (_name, fault) => {
    harness.sandbox.setFaults({
      rules: [{ fault, when: "after", method: "POST", path: "/v1/polls", times: 1 }],
    });
    const wanted = form();
    const poll = await create(wanted);
    expect((await listTitled(wanted.title)).map(({ id }) => id)).toEqual([poll.id]);
  });
});

describe("Create Poll when the request is lost before the poll was created", () => {
  it.each(named)("fails, and creates one poll when it is run again: %s", async (_name, fault) => {
    harness.sandbox.setFaults({
      rules: [{ fault, when: "before", method: "POST", path: "/v1/polls", times: 1 }],
    });
    const wanted = form();
    const error: unknown = await create(wanted).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    const posts = harness.sandbox.requests.filter(
      ({ method, body }) => method === "POST" && JSON.stringify(body ?? {}).includes(`"${wanted.title}"`),
    );
    expect(posts.length).toBeLessThanOrEqual(1);
    expect(await listTitled(wanted.title)).toEqual([]);
    await create(wanted);
    expect(await listTitled(wanted.title)).toHaveLength(1);
  });
});

describe("Delete Poll when the response is lost", () => {
  it.each(named)("says in a second run that the poll may already be deleted: %s", async (_name, fault) => {
    const { id } = await create(form());
    const remove = () =>
      harness.run<{ deleted: boolean }>(App.creates.delete_poll, { inputData: { poll: id } });
    harness.sandbox.setFaults({ rules: [{ fault, when: "after", method: "DELETE", times: 1 }] });
    await expect(remove()).rejects.toThrow();
    await expect(remove()).rejects.toMatchObject({
      name: "HaltedError",
      message: expect.stringContaining("may already be deleted"),
    });
  });
});

describe("a trigger when a response is lost", () => {
  it.each(named)("fails, and the next check fires the new poll: %s", async (_name, fault) => {
    const poll = await create(form());
    harness.sandbox.setFaults({ rules: [{ fault, method: "GET", times: 1 }] });
    await expect(harness.run(App.triggers.new_poll, { meta: {} })).rejects.toThrow();
    const items = await harness.run<{ id: string }[]>(App.triggers.new_poll, { meta: {} });
    expect(items[0]?.id).toBe(poll.id);
  });
});

describe("a space at its rate limit", () => {
  it("is retried by Zapier after Retry-After", async () => {
    const rule = { fault: { kind: "status", status: 429, retryAfter: "42" } as const, times: 1 };
    harness.sandbox.setFaults({ rules: [rule] });
    const error: unknown = await create(form()).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      name: "ThrottledError",
      message: expect.stringMatching(/"delay":(4[2-9]|[56]\d|7[01])\b/),
    });
  });
});
