import { describe, expect, it } from "vitest";
import { fingerprint, matchesCreate } from "../../src/api/poll-match.ts";
import { type CreatePollInput, poll as pollSchema } from "../../src/api/schemas.ts";
import { poll as anyPoll, reply, scriptSteppedClient } from "./scripted.ts";

const lunch = { title: " Lunch ", kind: "date" as const, options: [{ date: "2027-03-01" }] };
const poll = (fields: Record<string, unknown> = {}) => ({
  ...anyPoll,
  title: "Lunch",
  organizer: null,
  ...fields,
});
const lost = reply(500, { error: { code: "INTERNAL_ERROR", message: "Oops" } });
const page = (polls: unknown[], nextCursor: string | null = null, headers = {}) =>
  reply(200, { data: polls, nextCursor }, headers);

describe("a create whose response was lost", () => {
  it("is found among the newest polls, and sent only once", async () => {
    const { client, log } = scriptSteppedClient([lost, page([poll()])]);
    await expect(client.createPoll(lunch)).resolves.toMatchObject({
      data: { id: "p1" },
      recovered: true,
    });
    expect(log()).toEqual(["POST /v1/polls", "GET /v1/polls?limit=100"]);
  });

  it("is searched again while a slow service may still be writing it", async () => {
    const { client, clock } = scriptSteppedClient([lost, page([]), page([]), page([poll()])]);
    const call = client.createPoll(lunch);
    await clock.advance(1_500);
    await expect(call).resolves.toMatchObject({ recovered: true });
  });

  it("is searched again after a failed search", async () => {
    const { client, clock } = scriptSteppedClient([lost, reply(500, {}), page([poll()])]);
    const call = client.createPoll(lunch);
    await clock.advance(500);
    await expect(call).resolves.toMatchObject({ recovered: true });
  });

  it("is unknown if no poll matches", async () => {
    const { client, clock, requests } = scriptSteppedClient([lost, page([poll({ title: "Dinner" })])]);
    const call = client.createPoll(lunch).catch((error: unknown) => error);
    await clock.advance(7_500);
    const error = await call;
    expect(error).toMatchObject({
      name: "UnknownOutcomeError",
      outcome: "unknown",
      attempts: 1,
      status: 500,
    });
    expect(String(error)).toMatch(
      /may or may not exist\. None of the newest polls matches it .* Look at the list/,
    );
    expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("is unknown if the polls cannot be listed", async () => {
    const { client, clock } = scriptSteppedClient([lost, reply(403, {})]);
    const call = client.createPoll(lunch).catch((error: unknown) => error);
    await clock.advance(7_500);
    expect(String(await call)).toContain("could not be listed");
  });

  it("is unknown if several polls match", async () => {
    const { client, clock } = scriptSteppedClient([lost, page([poll({ id: "one" }), poll({ id: "two" })])]);
    const call = client.createPoll(lunch).catch((error: unknown) => error);
    await clock.advance(7_500);
    expect(String(await call)).toContain("2 new polls match it");
  });

  it("does not recover an equal poll created before, after, or by another call", async () => {
    const old = poll({ id: "old", createdAt: "2027-02-01T07:59:00Z" });
    const early = poll({ id: "early", createdAt: "2027-02-01T08:05:00Z" });
    const other = poll({ id: "other" });
    const { client, clock } = scriptSteppedClient([
      reply(201, { data: other }),
      lost,
      page([early, other, old]),
    ]);
    await client.createPoll(lunch);
    const call = client.createPoll(lunch).catch((error: unknown) => error);
    await clock.advance(7_500);
    expect(await call).toMatchObject({ name: "UnknownOutcomeError" });
  });

  it("is found by the service's clock if it differs from the local one", async () => {
    const date = "Mon, 01 Feb 2027 09:00:00 GMT";
    const { client } = scriptSteppedClient([
      lost,
      page([poll({ createdAt: "2027-02-01T09:00:00.500Z" })], null, { date }),
    ]);
    await expect(client.createPoll(lunch)).resolves.toMatchObject({ recovered: true });
  });

  it("is searched on further pages, down to its creation time", async () => {
    const others = Array.from({ length: 2 }, (_, index) => poll({ id: `other${index}`, title: "Dinner" }));
    const { client, requests } = scriptSteppedClient([
      lost,
      page(others, "more"),
      page([poll()], "evenMore"),
    ]);
    await expect(client.createPoll(lunch)).resolves.toMatchObject({ recovered: true });
    expect(requests[2]?.url).toContain("cursor=more");

    const past = scriptSteppedClient([
      lost,
      page([poll({ id: "old", createdAt: "2026-01-01T00:00:00Z" })], "more"),
    ]);
    const call = past.client.createPoll(lunch).catch((error: unknown) => error);
    await past.clock.advance(7_500);
    await call;
    expect(past.requests.filter(({ url }) => url.includes("cursor"))).toEqual([]);
  });

  it("is found on a page with an empty cursor", async () => {
    const { client, requests } = scriptSteppedClient([lost, page([poll()], "")]);
    await expect(client.createPoll(lunch)).resolves.toMatchObject({ recovered: true });
    expect(requests).toHaveLength(2);
  });

  it("waits behind an identical one, so that each returns its own poll", async () => {
    const made = [reply(201, { data: poll({ id: "one" }) }), reply(201, { data: poll({ id: "two" }) })];
    const { client } = scriptSteppedClient(made);
    const both = await Promise.all([client.createPoll(lunch), client.createPoll(lunch)]);
    expect(both.map(({ data }) => data.id)).toEqual(["one", "two"]);
  });

  it("reports not sent behind an identical one", async () => {
    const { client, clock, requests } = scriptSteppedClient(["silence"], { deadlineMs: 1_000 });
    const both = [client.createPoll(lunch), client.createPoll(lunch)].map((call) =>
      call.catch((error: unknown) => error),
    );
    await clock.advance(1_000);
    const [first, second] = await Promise.all(both);
    expect(first).toMatchObject({ outcome: "unknown" });
    expect(second).toMatchObject({ name: "NotSentError", outcome: "not-sent", attempts: 0 });
    expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

describe("matching a lost create", () => {
  const time: CreatePollInput = {
    title: "Call",
    kind: "time",
    timeZone: "America/New_York",
    duration: 30,
    options: [{ startTime: "2027-03-01T09:00:00-05:00" }, { startTime: "2027-03-01T09:00" }],
    generators: [{ startDate: "2027-03-02", endDate: "2027-03-02", from: "09:00", to: "10:00" }],
    conferencing: { provider: "custom", label: "Jitsi", uri: "https://meet.example.com/" },
    organizer: { email: "Ada@example.com" },
  };
  const answered = (fields: Record<string, unknown> = {}) =>
    pollSchema.parse(
      poll({
        title: "Call",
        kind: "time",
        timeZone: "America/New_York",
        conferencing: { provider: "custom", label: "Jitsi", uri: "https://meet.example.com/" },
        organizer: { id: "u", name: "Ada", email: "ada@example.com", image: null },
        options: [
          { id: "3", startTime: "2027-03-02T14:30:00.000Z", duration: 30 },
          { id: "1", startTime: "2027-03-01T14:00:00.000Z", duration: 30 },
          { id: "2", startTime: "2027-03-02T14:00:00.000Z", duration: 30 },
        ],
        ...fields,
      }),
    );

  it("ignores notation, generators, duplicates and order", () => {
    expect(matchesCreate(answered(), time)).toBe(true);
  });

  it.each([
    { title: "Calls" },
    { timeZone: "America/Chicago" },
    { timeZone: null },
    { description: "Bring cake" },
    { location: "Room 1" },
    { conferencing: null },
    { conferencing: { provider: "zoom" } },
    { requireEmail: true },
    { disableComments: false },
    { allowTentativeVotes: false },
    { organizer: null },
    { options: [{ id: "1", startTime: "2027-03-01T14:00:00.000Z", duration: 30 }] },
  ])("rejects a poll with %j", (fields) => {
    expect(matchesCreate(answered(fields), time)).toBe(false);
  });

  it("gives identical creates the same fingerprint, and others another one", () => {
    expect(fingerprint(lunch)).toBe(
      fingerprint({ ...lunch, title: "Lunch", disableComments: true, description: null }),
    );
    expect(fingerprint(lunch)).not.toBe(fingerprint({ ...lunch, title: "Dinner" }));
    expect(fingerprint(lunch)).not.toBe(fingerprint({ ...lunch, options: [{ date: "2030-01-01" }] }));
    expect(fingerprint(lunch)).not.toBe(fingerprint({ ...lunch, location: "Room 1" }));
  });
});
