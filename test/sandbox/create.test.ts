/** Polls made from create bodies: defaults, slots and their order, and the fields that a refusal names. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { findInstants, listSlots } from "../time/oracle.ts";
import { bare, call, create, datePoll, generator, newYork, openSandbox, start } from "./request.ts";
import type { PollShape } from "./shapes.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});

const starts = (poll: { options: { startTime: string }[] }) => poll.options.map(({ startTime }) => startTime);

describe("creating a date poll", () => {
  it("returns 201 and every field of the contract, with defaults", async () => {
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

  it("keeps the order and removes duplicate dates before it counts to 100", async () => {
    const dates = Array.from({ length: 100 }, (_, day) =>
      new Date(Date.UTC(2028, 0, 100 - day)).toISOString().slice(0, 10),
    );
    const options = [...dates, ...dates].map((date) => ({ date }));
    const poll = await create(sandbox, { ...datePoll, options });
    expect(poll.options.map(({ date }: { date: string }) => date)).toEqual(dates);
  });

  it("stores every given field", async () => {
    const fields = {
      description: "Two days away",
      location: "Lisbon",
      conferencing: { provider: "custom", label: "Our room", uri: "https://meet.example.com/1" },
    };
    const poll = await create(sandbox, { ...datePoll, ...fields, organizer: { email: "grace@example.com" } });
    expect(poll).toMatchObject(fields);
    expect(poll.organizer?.name).toBe("Grace Hopper");
    expect(await create(sandbox, { ...datePoll, conferencing: { provider: "meet" } })).toMatchObject({
      conferencing: { provider: "meet" },
    });
  });
});

describe("creating a time poll", () => {
  it("reads times without offset in the poll's time zone and times with offset as instants", async () => {
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

  it.each([
    ["as UTC without a time zone, and stores no zone", null, "2027-07-01T09:00", "2027-07-01T09:00:00.000Z"],
    ["forward that the clocks skip", "Europe/London", "2027-03-28T01:30", "2027-03-28T01:30:00.000Z"],
  ])("moves times %s", async (_name, timeZone, startTime, instant) => {
    const poll = await create(sandbox, { ...bare, timeZone, duration: 60, options: [{ startTime }] });
    expect([poll.timeZone, ...starts(poll)]).toEqual([timeZone, instant]);
  });

  it("makes 15 slots of the contract's example, and 30 without interval", async () => {
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

  it("adds generated slots after the options, without duplicates", async () => {
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

  // Days of clock changes, and zones of half and quarter hours.
  it.each([
    ["Europe/London", "2027-03-26"],
    ["America/New_York", "2027-11-05"],
    ["Australia/Lord_Howe", "2027-04-02"],
    ["Asia/Kathmandu", "2027-06-01"],
    ["Pacific/Kiritimati", "2027-12-30"],
  ])("makes the slots in %s from %s that an independent calendar gives", async (timeZone, startDate) => {
    const endDate = new Date(Date.parse(startDate) + 4 * 86_400_000).toISOString().slice(0, 10);
    const days = ["mon", "tue", "wed", "fri", "sat", "sun"] as const;
    const window = { startDate, endDate, days, from: "00:15", to: "06:00", interval: 45 };
    const local = `${startDate}T09:30`;
    const body = { ...bare, timeZone, duration: 30, options: [{ startTime: local }], generators: [window] };
    const expected = [...findInstants(local, timeZone), ...listSlots(window, timeZone, 30)];
    expect(expected.length).toBeGreaterThan(20);
    expect(starts(await create(sandbox, body))).toEqual(
      expected.map((instant) => new Date(instant).toISOString()),
    );
  });

  it("accepts the response to a GET without its ids and response-only fields", async () => {
    const responseOnly = /^(id|status|createdAt|updatedAt|participantCount|adminUrl|inviteUrl)$/;
    const toBody = ({ options, organizer, ...poll }: PollShape) => ({
      ...Object.fromEntries(Object.entries(poll).filter(([name]) => !responseOnly.test(name))),
      organizer: { email: organizer?.email },
      options: options.map(({ id: _id, ...option }) => option),
    });
    const options = [{ startTime: "2027-03-01T10:00", duration: 15 }];
    const body = toBody(await create(sandbox, { ...newYork, options }));
    expect(toBody(await create(sandbox, body))).toEqual(body);
  });
});

const days = (...dates: string[]) => ({ ...datePoll, options: dates.map((date) => ({ date })) });
const times = (...startTimes: string[]) => ({
  ...bare,
  duration: 30,
  options: startTimes.map((startTime) => ({ startTime })),
});
const lengths = (duration: number, ...durations: number[]) => ({
  ...bare,
  duration,
  options: durations.map((own) => ({ startTime: "2027-03-01T09:00", duration: own })),
});
const slots = (change: object) => ({ ...newYork, generators: [{ ...generator, ...change }] });
const long = { title: "x".repeat(256), description: "x".repeat(1001), location: "x".repeat(256) };
const dstGap = {
  startDate: "2027-03-28",
  endDate: "2027-03-28",
  days: undefined,
  from: "01:00",
  to: "02:00",
};

it("the error message is that of the contract", async () => {
  const body = { kind: "date", options: [{ date: "2027-13-01" }] };
  const response = await call(sandbox, "POST", "/polls", { body });
  expect(response.body.error.message).toBe(
    "title: Invalid input: expected string, received undefined; options.0.date: Invalid ISO date",
  );
});

it.each<[unknown, string]>([
  [{ ...datePoll, hidescores: true }, "hidescores"],
  [{ ...datePoll, options: [{ date: "2027-03-01", time: 1 }] }, "options.0.time"],
  [{ ...datePoll, timeZone: "UTC", duration: 30, generators: [] }, "timeZone duration generators"],
  [slots({ step: 5 }), "generators.0.step"],
  [{ ...datePoll, conferencing: { provider: "meet", label: "x" } }, "conferencing.label"],
  [{ ...datePoll, conferencing: { provider: "skype" } }, "conferencing.provider"],
  [{ ...datePoll, conferencing: { provider: "custom", uri: "x" } }, "conferencing.label conferencing.uri"],
  [{ title: 1, options: [] }, "kind"],
  [times("0000-01-01T00:00+05:00"), "options.0.startTime"],
  [{ title: "x", kind: "week" }, "kind"],
  [{ ...datePoll, title: "   " }, "title"],
  [{ ...datePoll, ...long }, "title description location"],
  [{ ...datePoll, requireEmail: "yes", hideScores: null }, "requireEmail hideScores"],
  [{ title: "x", kind: "date" }, "options"],
  [days("2027-02-29", "2027-03-01T00:00"), "options.0.date options.1.date"],
  [bare, "options"],
  [{ ...bare, duration: 30, options: [], generators: [] }, "options generators"],
  [{ ...times("2027-03-01T10:00"), duration: undefined }, "duration"],
  [{ ...newYork, duration: undefined }, "duration"],
  [lengths(14, 15, 1440), "duration"],
  [
    lengths(30, 0, 14, 15.5, 1441),
    "options.0.duration options.1.duration options.2.duration options.3.duration",
  ],
  [{ ...newYork, timeZone: "Mars/Base" }, "timeZone"],
  [times("2027-02-30T09:00", "tomorrow"), "options.0.startTime options.1.startTime"],
  [times("2027-03-01", "2027-03-01T24:00"), "options.0.startTime options.1.startTime"],
  [slots({ to: "09:00" }), "generators.0.to"],
  [slots({ to: "09:29" }), "generators.0.to"],
  [slots({ endDate: "2027-02-28" }), "generators.0.endDate"],
  [slots({ endDate: "2028-03-01" }), "generators.0.endDate"],
  [slots({ days: ["sat", "sun"] }), "generators.0.days"],
  [slots({ days: ["monday"] }), "generators.0.days.0"],
  [{ ...slots(dstGap), timeZone: "Europe/London" }, "generators.0.to"],
])("%j is refused, naming %s", async (body, fields) => {
  const response = await call(sandbox, "POST", "/polls", { body });
  expect([response.status, response.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
  const named = response.body.error.message.split("; ").map((part) => part.split(": ")[0] ?? "");
  expect(named.sort()).toEqual(fields.split(" ").sort());
});

it.each<[string, { raw?: string; headers?: Record<string, string>; body?: unknown }]>([
  ["no JSON", { raw: "{title" }],
  ["no body", { raw: "" }],
  ["a list", { body: [] }],
  ["null", { raw: "null" }],
  ["another content type", { body: datePoll, headers: { "content-type": "text/plain" } }],
  ["more than 1 MiB", { raw: `"${"x".repeat(1_100_000)}"` }],
])("a body that is %s is refused, naming the body", async (_name, options) => {
  const { status, body } = await call(sandbox, "POST", "/polls", options);
  expect([status, body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
  expect(body.error.message).toMatch(/^body: /);
});

it("a content type with a charset is accepted", async () => {
  const headers = { "content-type": "Application/JSON; charset=utf-8" };
  expect((await call(sandbox, "POST", "/polls", { body: datePoll, headers })).status).toBe(201);
});
