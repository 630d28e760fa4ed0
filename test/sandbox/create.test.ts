/** The create body of the contract: its defaults, its slot rules, and strictness that names every field. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { call, create, datePoll, start } from "./call.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
});
afterAll(() => sandbox.close());

const newYork = {
  title: "Interviews",
  kind: "time",
  timeZone: "America/New_York",
  duration: 30,
  generators: [
    {
      startDate: "2027-03-01",
      endDate: "2027-03-05",
      days: ["mon", "tue", "wed", "thu", "fri"],
      from: "09:00",
      to: "12:00",
      interval: 60,
    },
  ],
};
const generator = newYork.generators[0];
const bare = { title: "Call", kind: "time" };
const starts = (poll: { options: { startTime: string }[] }) => poll.options.map(({ startTime }) => startTime);

/** The fields that a refusal names, in order. */
async function refusedFields(body: unknown): Promise<string[]> {
  const { status, body: answer } = await call(sandbox, "POST", "/polls", { body });
  expect(status).toBe(400);
  expect(answer.error.code).toBe("VALIDATION_ERROR");
  return answer.error.message.split("; ").map((part) => part.split(": ")[0] ?? "");
}

describe("a date poll", () => {
  it("is answered with 201 and every field of the contract, defaults filled in", async () => {
    const { status, body } = await call(sandbox, "POST", "/polls", {
      body: { ...datePoll, title: "  Team offsite " },
    });
    expect(status).toBe(201);
    const { id } = body.data;
    expect(id).toMatch(/^[A-Za-z0-9]{12}$/);
    expect(body).toEqual({
      data: {
        id,
        title: "Team offsite",
        description: null,
        location: null,
        conferencing: null,
        timeZone: null,
        status: "open",
        kind: "date",
        createdAt: start,
        updatedAt: start,
        organizer: { id: expect.any(String), name: "Ada Lovelace", email: "ada@example.com", image: null },
        requireEmail: false,
        hideParticipants: false,
        hideScores: false,
        disableComments: true,
        allowTentativeVotes: true,
        participantCount: 0,
        options: [
          { id: expect.any(String), date: "2027-03-01" },
          { id: expect.any(String), date: "2027-03-02" },
        ],
        adminUrl: expect.stringContaining(id),
        inviteUrl: expect.stringContaining(id),
      },
    });
    expect((await call(sandbox, "GET", `/polls/${id}`)).body).toEqual(body);
  });

  it("keeps the order given and drops dates given twice, before counting to 100", async () => {
    const dates = Array.from({ length: 100 }, (_, day) =>
      new Date(Date.UTC(2028, 0, 100 - day)).toISOString().slice(0, 10),
    );
    const options = [...dates, ...dates].map((date) => ({ date }));
    const poll = await create(sandbox, { ...datePoll, options });
    expect(poll.options.map(({ date }: { date: string }) => date)).toEqual(dates);
  });

  it("keeps what it is told", async () => {
    const wishes = {
      description: "Two days away",
      location: "Lisbon",
      conferencing: { provider: "custom", label: "Our room", uri: "https://meet.example.com/1" },
      requireEmail: true,
      hideParticipants: true,
      hideScores: true,
      disableComments: false,
      allowTentativeVotes: false,
    };
    const poll = await create(sandbox, { ...datePoll, ...wishes, organizer: { email: "grace@example.com" } });
    expect(poll).toMatchObject(wishes);
    expect(poll.organizer?.name).toBe("Grace Hopper");
    expect(await create(sandbox, { ...datePoll, conferencing: { provider: "meet" } })).toMatchObject({
      conferencing: { provider: "meet" },
    });
  });
});

describe("a time poll", () => {
  it("takes bare times as wall clock of its zone, and times with an offset as they are", async () => {
    const options = [
      { startTime: "2027-07-01T09:00" },
      { startTime: "2027-07-01T09:00:00", duration: 45 },
      { startTime: "2027-07-01T09:00:00Z" },
      { startTime: "2027-07-01T09:00:00.500+05:30" },
    ];
    const poll = await create(sandbox, { ...bare, timeZone: "Europe/London", duration: 30, options });
    expect(poll.options).toEqual([
      { id: expect.any(String), startTime: "2027-07-01T08:00:00.000Z", duration: 30 },
      { id: expect.any(String), startTime: "2027-07-01T08:00:00.000Z", duration: 45 },
      { id: expect.any(String), startTime: "2027-07-01T09:00:00.000Z", duration: 30 },
      { id: expect.any(String), startTime: "2027-07-01T03:30:00.500Z", duration: 30 },
    ]);
    expect(poll.timeZone).toBe("Europe/London");
  });

  it("lets times float without a zone: taken as UTC, and the poll has none", async () => {
    const poll = await create(sandbox, {
      ...bare,
      duration: 60,
      options: [{ startTime: "2027-07-01T09:00" }],
    });
    expect(starts(poll)).toEqual(["2027-07-01T09:00:00.000Z"]);
    expect(poll.timeZone).toBeNull();
  });

  it("cuts the contract's worked example into 15 slots, and 30 without interval", async () => {
    const poll = await create(sandbox, newYork);
    expect(poll.options).toHaveLength(15);
    expect(starts(poll).slice(0, 4)).toEqual([
      "2027-03-01T14:00:00.000Z",
      "2027-03-01T15:00:00.000Z",
      "2027-03-01T16:00:00.000Z",
      "2027-03-02T14:00:00.000Z",
    ]);
    const { interval: _interval, ...close } = { ...generator };
    expect((await create(sandbox, { ...newYork, generators: [close] })).options).toHaveLength(30);
  });

  it("uses all seven days when none are listed", async () => {
    const { days: _days, ...daily } = { ...generator, endDate: "2027-03-07" };
    expect((await create(sandbox, { ...newYork, generators: [daily] })).options).toHaveLength(21);
  });

  it("appends generated slots to the options, each start and duration once", async () => {
    const options = [
      { startTime: "2027-03-01T10:00" },
      { startTime: "2027-03-01T10:00", duration: 60 },
      { startTime: "2027-03-01T15:00:00Z" },
    ];
    const poll = await create(sandbox, { ...newYork, options });
    expect(poll.options).toHaveLength(16);
    expect(poll.options.slice(0, 3)).toMatchObject([
      { startTime: "2027-03-01T15:00:00.000Z", duration: 30 },
      { startTime: "2027-03-01T15:00:00.000Z", duration: 60 },
      { startTime: "2027-03-01T14:00:00.000Z", duration: 30 },
    ]);
  });

  it("refuses more than 100 options however they come about", async () => {
    const long = { ...generator, endDate: "2027-12-31" };
    const options = Array.from({ length: 101 }, (_, at) => ({
      startTime: new Date(Date.UTC(2027, 3, 1, at)).toISOString(),
    }));
    for (const body of [
      { ...newYork, generators: [long] },
      { ...bare, duration: 30, options },
    ]) {
      const { status, body: answer } = await call(sandbox, "POST", "/polls", { body });
      expect([status, answer.error.code]).toEqual([400, "TOO_MANY_OPTIONS"]);
    }
  });

  it("resolves a time in a gap forward, and has an hour less of slots that day", async () => {
    const gap = { ...bare, timeZone: "Europe/London", duration: 30 };
    const explicit = await create(sandbox, { ...gap, options: [{ startTime: "2027-03-28T01:30" }] });
    expect(starts(explicit)).toEqual(["2027-03-28T01:30:00.000Z"]);
    const window = { startDate: "2027-03-28", endDate: "2027-03-28", from: "00:00", to: "04:00" };
    expect((await create(sandbox, { ...gap, generators: [window] })).options).toHaveLength(6);
  });

  it("can be made again from a GET, without ids and response-only fields", async () => {
    const first = await create(sandbox, {
      ...newYork,
      options: [{ startTime: "2027-03-01T10:00", duration: 10 }],
    });
    const { data } = (await call(sandbox, "GET", `/polls/${first.id}`)).body;
    const { id, status, createdAt, updatedAt, participantCount, adminUrl, inviteUrl, organizer, ...again } =
      data;
    const bareOptions = (poll: typeof data) => poll.options.map(({ id: _id, ...option }) => option);
    const second = await create(sandbox, {
      ...again,
      options: bareOptions(data),
      organizer: { email: organizer?.email },
    });
    const bareOf = (poll: typeof data) => ({ ...poll, options: bareOptions(poll) });
    expect({ ...bareOf(second), id, adminUrl, inviteUrl }).toEqual(bareOf(first));
    expect([status, createdAt, updatedAt, participantCount]).toEqual(["open", start, start, 0]);
  });
});

describe("strictness", () => {
  it("words a refusal as the contract does", async () => {
    const { body } = await call(sandbox, "POST", "/polls", {
      body: { kind: "date", options: [{ date: "2027-13-01" }] },
    });
    expect(body.error.message).toBe(
      "title: Invalid input: expected string, received undefined; options.0.date: Invalid ISO date",
    );
  });

  it.each<[string, unknown, string[]]>([
    ["an unknown field", { ...datePoll, hidescores: true }, ["hidescores"]],
    [
      "an unknown field of an option",
      { ...datePoll, options: [{ date: "2027-03-01", time: 1 }] },
      ["options.0.time"],
    ],
    [
      "a field of the other kind",
      { ...datePoll, timeZone: "UTC", duration: 30, generators: [] },
      ["timeZone", "duration", "generators"],
    ],
    [
      "an unknown field of a generator",
      { ...newYork, generators: [{ ...generator, step: 5 }] },
      ["generators.0.step"],
    ],
    [
      "an unknown field of the organizer",
      { ...datePoll, organizer: { email: "ada@example.com", id: "1" } },
      ["organizer.id"],
    ],
    [
      "a label on a video service",
      { ...datePoll, conferencing: { provider: "meet", label: "x" } },
      ["conferencing.label"],
    ],
    ["an unknown provider", { ...datePoll, conferencing: { provider: "skype" } }, ["conferencing.provider"]],
    [
      "a custom place without label, with a bad uri",
      { ...datePoll, conferencing: { provider: "custom", uri: "x" } },
      ["conferencing.label", "conferencing.uri"],
    ],
    [
      "a label too long",
      { ...datePoll, conferencing: { provider: "custom", label: "x".repeat(101) } },
      ["conferencing.label"],
    ],
    [
      "a prototype",
      JSON.parse('{"__proto__": 1, "title": "x", "kind": "date", "options": [{"date": "2027-03-01"}]}'),
      ["__proto__"],
    ],
    ["no kind", { title: 1, options: [], wish: 1 }, ["title", "kind", "wish"]],
    ["another kind", { title: "x", kind: "week" }, ["kind"]],
    ["a blank title", { ...datePoll, title: "   " }, ["title"]],
    [
      "long texts",
      { ...datePoll, title: "x".repeat(256), description: "x".repeat(1001), location: "x".repeat(256) },
      ["title", "description", "location"],
    ],
    [
      "settings that are no booleans",
      { ...datePoll, requireEmail: "yes", hideScores: null, disableComments: 1 },
      ["requireEmail", "hideScores", "disableComments"],
    ],
    ["no options", { title: "x", kind: "date" }, ["options"]],
    ["empty options", { ...datePoll, options: [] }, ["options"]],
    [
      "a day that does not exist",
      { ...datePoll, options: [{ date: "2027-02-29" }, { date: "2027-03-01T00:00" }] },
      ["options.0.date", "options.1.date"],
    ],
    ["neither options nor generators", bare, ["options"]],
    [
      "empty options and generators",
      { ...bare, duration: 30, options: [], generators: [] },
      ["options", "generators"],
    ],
    [
      "no duration anywhere",
      {
        ...bare,
        options: [{ startTime: "2027-03-01T09:00", duration: 30 }, { startTime: "2027-03-01T10:00" }],
      },
      ["duration"],
    ],
    ["generators without duration", { ...newYork, duration: undefined }, ["duration"]],
    [
      "durations out of bounds",
      {
        ...bare,
        duration: 14,
        options: [
          { startTime: "2027-03-01T09:00", duration: 0 },
          { startTime: "2027-03-01T09:00", duration: 1441 },
        ],
      },
      ["duration", "options.0.duration", "options.1.duration"],
    ],
    [
      "a broken duration and interval",
      { ...newYork, duration: 30.5, generators: [{ ...generator, interval: 10 }] },
      ["duration", "generators.0.interval"],
    ],
    ["zones that are none", { ...newYork, timeZone: "Mars/Base" }, ["timeZone"]],
    ["an offset as a zone", { ...newYork, timeZone: "+02:00" }, ["timeZone"]],
    [
      "times that are none",
      {
        ...bare,
        duration: 30,
        options: [
          { startTime: "2027-02-30T09:00" },
          { startTime: "tomorrow" },
          { startTime: "2027-03-01" },
          { startTime: "2027-03-01T24:00" },
        ],
      },
      ["options.0.startTime", "options.1.startTime", "options.2.startTime", "options.3.startTime"],
    ],
    ["to before from", { ...newYork, generators: [{ ...generator, to: "09:00" }] }, ["generators.0.to"]],
    [
      "a window shorter than duration",
      { ...newYork, generators: [{ ...generator, to: "09:29" }] },
      ["generators.0.to"],
    ],
    [
      "an end before its start",
      { ...newYork, generators: [{ ...generator, endDate: "2027-02-28" }] },
      ["generators.0.endDate"],
    ],
    [
      "a range of 366 days",
      { ...newYork, generators: [{ ...generator, endDate: "2028-03-01" }] },
      ["generators.0.endDate"],
    ],
    [
      "a range without the listed days",
      { ...newYork, generators: [{ ...generator, days: ["sat", "sun"] }] },
      ["generators.0.days"],
    ],
    ["no days at all", { ...newYork, generators: [{ ...generator, days: [] }] }, ["generators.0.days"]],
    [
      "days misspelt",
      { ...newYork, generators: [{ ...generator, days: ["monday"] }] },
      ["generators.0.days.0"],
    ],
    [
      "a window in a gap",
      {
        ...bare,
        timeZone: "Europe/London",
        duration: 30,
        generators: [{ startDate: "2027-03-28", endDate: "2027-03-28", from: "01:00", to: "02:00" }],
      },
      ["generators.0.to"],
    ],
    [
      "several generators at fault at once",
      {
        ...newYork,
        titel: "x",
        generators: [
          { ...generator, from: "9:00", extra: 1 },
          { ...generator, endDate: "2026-01-01", to: "08:00" },
        ],
      },
      ["generators.0.from", "generators.0.extra", "titel", "generators.1.to", "generators.1.endDate"],
    ],
  ])("refuses %s and names every field", async (_name, body, fields) => {
    expect((await refusedFields(body)).sort()).toEqual([...fields].sort());
  });

  it.each<[string, { raw?: string; headers?: Record<string, string>; body?: unknown }]>([
    ["no JSON", { raw: "{title" }],
    ["no body", { raw: "" }],
    ["a list", { body: [] }],
    ["null", { raw: "null" }],
    ["bytes that are no text", { raw: '"\ud800"'.replace(/"/g, "") }],
    ["another content type", { body: datePoll, headers: { "content-type": "text/plain" } }],
    ["a body over 1 MiB", { raw: `"${"x".repeat(1_100_000)}"` }],
  ])("refuses %s and names the body", async (_name, options) => {
    const { status, body } = await call(sandbox, "POST", "/polls", options);
    expect([status, body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.error.message).toMatch(/^body: /);
  });

  it("takes a content type with a charset", async () => {
    const headers = { "content-type": "Application/JSON; charset=utf-8" };
    expect((await call(sandbox, "POST", "/polls", { body: datePoll, headers })).status).toBe(201);
  });
});
