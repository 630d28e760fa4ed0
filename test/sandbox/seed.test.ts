/** The demo polls: every kind of poll that a front end has to display. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { call, list } from "./request.ts";
import type { ParticipantShape, PollShape, ResultsShape } from "./shapes.ts";

let sandbox: Sandbox;
let polls: PollShape[];
beforeAll(async () => {
  sandbox = await startSandbox({ now: "2027-06-15T10:00:00Z", limits: "none" });
  polls = (await list(sandbox, "limit=100")).data;
});
afterAll(() => sandbox.close());

const resultsOf = async (id: string) =>
  (await call<ResultsShape>(sandbox, "GET", `/polls/${id}/results`)).body.data;

describe("the demo polls", () => {
  it("fill more than a page, newest first, in all four states and both kinds", () => {
    expect(polls.length).toBeGreaterThan(20);
    expect(new Set(polls.map(({ status }) => status))).toEqual(
      new Set(["open", "closed", "scheduled", "canceled"]),
    );
    expect(new Set(polls.map(({ kind }) => kind))).toEqual(new Set(["date", "time"]));
    const created = polls.map(({ createdAt }) => createdAt);
    expect(created).toEqual([...created].sort().reverse());
    expect(polls.every(({ createdAt }) => createdAt < "2027-06-15T10:00:00.000Z")).toBe(true);
  });

  it("include floating times, 100 options, a poll without votes and one without organizer", () => {
    expect(polls.some(({ kind, timeZone }) => kind === "time" && timeZone === null)).toBe(true);
    expect(polls.some(({ options }) => options.length === 100)).toBe(true);
    expect(polls.some(({ participantCount }) => participantCount === 0)).toBe(true);
    expect(polls.some(({ organizer }) => organizer === null)).toBe(true);
  });

  it("include a tie, ifNeedBe votes, and a poll without ifNeedBe", async () => {
    const results = await Promise.all(polls.map(({ id }) => resultsOf(id)));
    const tops = results.map(({ options }) => options.filter(({ isTopChoice }) => isTopChoice).length);
    expect(Math.max(...tops)).toBeGreaterThan(1);
    const kinds = results.map(({ options }) => options[0]?.votes.length);
    expect(new Set(kinds)).toEqual(new Set([2, 3]));
    const maybes = results.flatMap(({ options }) => options.map(({ votes }) => votes.at(-2)?.count ?? 0));
    expect(Math.max(...maybes)).toBeGreaterThan(0);
  });

  it("have names in other scripts, and only reserved email domains", async () => {
    const people = await Promise.all(
      polls.map(
        async ({ id }) =>
          (await call<ParticipantShape[]>(sandbox, "GET", `/polls/${id}/participants`)).body.data,
      ),
    );
    const names = people
      .flat()
      .map(({ name }) => name)
      .join(" ");
    for (const script of ["Han", "Arabic", "Devanagari", "Greek", "Cyrillic", "Hangul", "Hebrew"]) {
      expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, "u"));
    }
    const emails = people.flat().flatMap(({ email }) => email ?? []);
    expect(emails.length).toBeGreaterThan(10);
    expect(emails.filter((email) => !/@example\.(com|org)$/.test(email))).toEqual([]);
  });

  it("are dated by the sandbox's clock and have fixed ids", async () => {
    const later = await startSandbox({ now: "2031-01-01T00:00:00Z" });
    const { data } = await list(later, "limit=100");
    expect(data.map(({ id }) => id)).toEqual(polls.map(({ id }) => id));
    expect(data.map(({ status }) => status)).toEqual(polls.map(({ status }) => status));
    expect(data[0]?.createdAt).toMatch(/^2030-12-31/);
    await later.close();
  });

  it("are missing in an empty sandbox, which has the same spaces and keys", async () => {
    const empty = await startSandbox({ seed: "empty" });
    expect((await call(empty, "GET", "/polls")).body).toEqual({ data: [], nextCursor: null });
    expect(empty.apiKey).toMatch(/^sk_[a-z0-9]+_[a-z0-9]+$/);
    expect((await call(empty, "GET", "/polls", { key: empty.apiKeys.secondSpace })).status).toBe(200);
    await empty.close();
  });
});
