/** What the methods accept, what they send, and which problems they name before anything is sent. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Client, CreatePollInput, Poll } from "../../src/api/web.ts";
import { body, failure, participant, poll, reply, results, script, timePoll } from "./harness.ts";

const time = { title: "Call", kind: "time" as const, timeZone: "Europe/Berlin", duration: 30 };
const slots = { ...time, options: [{ startTime: "2027-03-01T09:00:00Z" }] };
const window = { startDate: "2027-03-01", endDate: "2027-03-05", from: "09:00", to: "12:00" };
const days = (count: number) =>
  Array.from({ length: count }, (_, day) => ({
    date: new Date(Date.UTC(2027, 0, day + 1)).toISOString().slice(0, 10),
  }));

// Equal creates of one process run in turn, so each test has its own base URL.
let count = 0;
const open = (data: unknown = poll) => {
  count += 1;
  return script([reply(200, { data, nextCursor: null })], {
    baseUrl: `https://input${count}.example.com/v1`,
  });
};
let service: ReturnType<typeof open>;
beforeEach(() => {
  service = open();
});

describe("createPoll names every problem at once", () => {
  it.each<[body: unknown, problems: Record<string, RegExp>]>([
    [{}, { kind: /expected "date" or "time"/, title: /expected a string/ }],
    [
      { kind: "week", title: "", titel: "T" },
      { kind: /got "week"/, title: /1 to 255/, titel: /unknown field$/ },
    ],
    [undefined, { kind: /"date" or "time"/, title: /expected a string/ }],
    ["text", { input: /expected an object, got a string/ }],
    [{ ...body, title: "  " }, { title: /1 to 255 characters/ }],
    [
      { ...body, title: "x".repeat(256), description: "x".repeat(1001), location: "x".repeat(256) },
      { title: /255/, description: /1000/, location: /255/ },
    ],
    [{ ...body, title: "😀".repeat(256) }, { title: /255/ }],
    [
      { ...body, titel: "T", hideScore: true },
      { titel: /unknown field$/, hideScore: /Did you mean hideScores\?$/ },
    ],
    [{ ...body, hideScores: "yes" }, { hideScores: /true or false/ }],
    [{ ...body, organizer: { email: "ada" } }, { "organizer.email": /email address/ }],
    [{ ...body, options: [] }, { options: /1 to 1000 items/ }],
    [{ ...body, options: days(1001) }, { options: /1 to 1000 items/ }],
    [{ ...time, generators: Array(1001).fill(window) }, { generators: /1 to 1000 items/ }],
    [
      { ...body, options: [{ date: "2027-02-30" }, { date: "1 March", id: "o1" }] },
      {
        "options.0.date": /calendar date/,
        "options.1.date": /calendar date/,
        "options.1.id": /unknown field/,
      },
    ],
    [{ ...body, options: days(101) }, { options: /more than 100 options/ }],
    [
      { ...body, kind: "both", duration: 5 },
      { kind: /"date" or "time"/, duration: /from 15/ },
    ],
    [
      { ...body, timeZone: "Europe/Berlin", generators: [] },
      { timeZone: /unknown field$/, generators: /unknown field$/ },
    ],
    [{ ...body, conferencing: { provider: "custom" } }, { "conferencing.label": /required/ }],
    [
      { ...body, conferencing: { provider: "custom", label: "J", uri: "javascript:alert(1)" } },
      { "conferencing.uri": /https:\/\// },
    ],
    [
      { ...time, title: "" },
      { title: /1 to 255/, options: /options, generators or both/ },
    ],
    [{ ...slots, timeZone: "Mars/Base" }, { timeZone: /IANA time zone/ }],
    [{ ...slots, duration: 14.5 }, { duration: /whole number from 15 to 1440/ }],
    [{ ...slots, duration: undefined }, { duration: /options\.0 has no duration/ }],
    [
      { ...slots, title: "", options: [{ startTime: "tomorrow", duration: 5 }] },
      { title: /1 to 255/, "options.0.startTime": /ISO 8601/, "options.0.duration": /15 to 1440/ },
    ],
    [{ ...slots, options: [{ startTime: "2027-02-30T09:00:00Z" }] }, { "options.0.startTime": /ISO 8601/ }],
    [{ ...time, duration: undefined, generators: [window] }, { duration: /generators need it/ }],
    [
      {
        ...time,
        generators: [
          { ...window, to: "09:00" },
          { ...window, to: "09:20" },
        ],
      },
      { "generators.0.to": /later than from/, "generators.1.to": /20 minutes/ },
    ],
    [
      { ...time, generators: [{ ...window, endDate: "2027-02-01", from: "9" }] },
      { "generators.0.endDate": /before startDate/, "generators.0.from": /HH:mm/ },
    ],
    [
      {
        ...time,
        generators: [
          { ...window, endDate: "2028-03-05" },
          { ...window, days: ["sat"] },
        ],
      },
      { "generators.0.endDate": /366 days/, "generators.1.days": /sat/ },
    ],
    [
      {
        ...time,
        generators: [
          { ...window, interval: 5, every: 1 },
          { ...window, interval: Infinity },
        ],
      },
      {
        "generators.0.interval": /15 to 1440/,
        "generators.0.every": /unknown field/,
        "generators.1.interval": /15 to 1440/,
      },
    ],
    [{ ...time, generators: [{ ...window, endDate: "2027-05-01" }] }, { options: /more than 100 options/ }],
    [
      { ...time, options: [{ startTime: "2027-03-28T02:30:00" }, { startTime: "2027-10-31T02:30" }] },
      {
        "options.0.startTime":
          /^02:30 does not exist on 2027-03-28 in Europe\/Berlin: the clocks go from 02:00 straight to 03:00: write 2027-03-28T01:30:00\+01:00 or 2027-03-28T03:30:00\+02:00$/,
        "options.1.startTime":
          /^02:30 happens twice on 2027-10-31 in Europe\/Berlin: write 2027-10-31T02:30:00\+02:00 or 2027-10-31T02:30:00\+01:00$/,
      },
    ],
    [
      {
        ...time,
        generators: [
          { startDate: "2027-03-27", endDate: "2027-03-29", from: "02:30", to: "04:00" },
          { startDate: "2027-10-30", endDate: "2027-11-01", from: "01:00", to: "02:30" },
        ],
      },
      {
        "generators.0.from": /^02:30 does not exist on 2027-03-28 in Europe\/Berlin/,
        "generators.1.to": /^02:30 happens twice on 2027-10-31 in Europe\/Berlin$/,
      },
    ],
    ...["EST", "PST8PDT"].map((timeZone): [object, Record<string, RegExp>] => [
      { ...time, timeZone, options: [{ startTime: "2027-03-01T09:00" }] },
      { timeZone: /not the IANA time zone of a place/ },
    ]),
    ...["+03:17", "-23:00"].map((offset): [object, Record<string, RegExp>] => [
      { ...time, options: [{ startTime: `2027-03-01T09:00${offset}` }] },
      { "options.0.startTime": /which no time zone has/ },
    ]),
    [
      { ...slots, timeZone: undefined, options: [{ startTime: "2030-03-04T09:00:00+01:00" }] },
      { timeZone: /options\.0\.startTime has the offset \+01:00: a zone .*, or null/ },
    ],
    [
      { ...slots, timeZone: undefined, title: "" },
      { timeZone: /has Z/, title: /1 to 255/ },
    ],
    [
      { ...slots, timeZone: null, options: [{ startTime: "2030-03-04T09:00:00+01:00" }] },
      { "options.0.startTime": /has the offset \+01:00, but the times are floating/ },
    ],
    [
      { ...slots, options: [{ startTime: "2027-03-01T09:00:00.1234567891" }] },
      { "options.0.startTime": /ISO 8601/ },
    ],
  ])("of %j", async (input, problems) => {
    const error = await failure(service.client.createPoll(input as CreatePollInput));
    expect(error).toMatchObject({
      outcome: "not-sent",
      code: "INVALID_INPUT",
      attempts: 0,
      operation: "createPoll",
    });
    expect(error.problems?.map(({ path }) => path).sort()).toEqual(Object.keys(problems).sort());
    for (const { path, message } of error.problems ?? []) {
      expect(message).toMatch(problems[path] ?? "");
      expect(error.message).toContain(`${path}: ${message}`);
    }
    expect(service.requests).toEqual([]);
  });
});

describe("createPoll sends", () => {
  it.each<[string, CreatePollInput, object]>([
    ["a title without white space around it", { ...body, title: " T\n" }, { ...body, title: "T" }],
    [
      "wall-clock times, offsets and generators as instants",
      {
        ...time,
        options: [{ startTime: "2027-03-01T09:00", duration: 45 }, { startTime: "2027-03-01T09:00-05:00" }],
        generators: [{ ...window, days: ["mon"], to: "10:00" }],
      },
      {
        ...time,
        options: [
          { startTime: "2027-03-01T08:00:00Z", duration: 45 },
          { startTime: "2027-03-01T14:00:00Z" },
          { startTime: "2027-03-01T08:00:00Z" },
          { startTime: "2027-03-01T08:30:00Z" },
        ],
      },
    ],
    [
      "floating times as UTC, without a zone",
      {
        ...slots,
        timeZone: null,
        options: [{ startTime: "2027-03-28T02:30:00Z" }, { startTime: "2027-03-28T03:30" }],
      },
      {
        title: "Call",
        kind: "time",
        duration: 30,
        options: [{ startTime: "2027-03-28T02:30:00Z" }, { startTime: "2027-03-28T03:30:00Z" }],
      },
    ],
    ...(
      [
        ["europe/berlin", "Europe/Berlin"],
        ["ASIA/KOLKATA", "Asia/Kolkata"],
        ["EST", "EST"],
      ] as const
    ).map(([given, timeZone]): [string, CreatePollInput, object] => [
      `the zone ${given} as ${timeZone}`,
      { ...slots, timeZone: given },
      { ...slots, timeZone },
    ]),
    [
      "the last minute of the calendar",
      { ...slots, timeZone: "UTC", options: [{ startTime: "9999-12-31T23:59" }] },
      { ...slots, timeZone: "UTC", options: [{ startTime: "9999-12-31T23:59:00Z" }] },
    ],
    [
      "no field that is null",
      { ...body, description: null, location: null, conferencing: null, organizer: null },
      body,
    ],
    ["no field that is undefined", { ...body, hideScores: undefined }, body],
    [
      "a provider of the future",
      { ...body, conferencing: { provider: "webex" } },
      { ...body, conferencing: { provider: "webex" } },
    ],
    [
      "255 characters of two UTF-16 units each",
      { ...body, title: "😀".repeat(255) },
      { ...body, title: "😀".repeat(255) },
    ],
    ["100 options", { ...body, options: days(100) }, { ...body, options: days(100) }],
    [
      "more than 100 days of which 100 differ",
      { ...body, options: [...days(100), ...days(5)] },
      { ...body, options: [...days(100), ...days(5)] },
    ],
  ])("%s", async (_, input, sent) => {
    await service.client.createPoll(input);
    expect(service.requests.map(({ json }) => json)).toEqual([sent]);
  });

  it.each<[string, Poll]>([
    [
      "days",
      { ...poll, conferencing: { provider: "custom", label: "Jitsi", uri: "https://meet.example.com" } },
    ],
    ["times", { ...timePoll, options: [{ id: "o1", startTime: "2027-03-01T08:00:00Z", duration: 30 }] }],
  ])("a poll of %s from a response, without what only responses have", async (_, stored) => {
    const { id, status, createdAt, updatedAt, organizer, participantCount, adminUrl, inviteUrl, ...rest } =
      stored;
    const { timeZone, ...fields } = rest;
    const options = rest.options.map(({ id: _id, ...option }) => option);
    const input = { ...(rest.kind === "time" ? rest : fields), options } as CreatePollInput;
    await service.client.createPoll(input);
    expect(service.requests[0]?.json).toMatchObject({ title: "Team offsite", kind: rest.kind, options });
  });
});

describe("the other methods", () => {
  const calls: [string, unknown, (client: Client) => Promise<unknown>][] = [
    ["GET /polls", [], (client) => client.listPolls()],
    ["GET /polls", [], (client) => client.listPolls({ status: null, cursor: null, limit: null })],
    [
      "GET /polls?status=open&cursor=a+b%26c&limit=100",
      [],
      (client) => client.listPolls({ status: "open", cursor: "a b&c", limit: 100 }),
    ],
    ["GET /polls/p%2F1%3Fx", poll, (client) => client.getPoll({ pollId: "p/1?x" })],
    ["DELETE /polls/p1", { id: "p1", deleted: true }, (client) => client.deletePoll({ pollId: "p1" })],
    ["GET /polls/p1/results", results, (client) => client.getPollResults({ pollId: "p1" })],
    ["GET /polls/p1/participants", [participant], (client) => client.listParticipants({ pollId: "p1" })],
    [
      "GET /polls/p1/participants/u1",
      participant,
      (client) => client.getParticipant({ pollId: "p1", participantId: "u1" }),
    ],
  ];

  it.each(calls)("send %s, with the key in a header", async (request, data, call) => {
    const { client, log, requests } = open(data);
    await call(client);
    expect(log()).toEqual([request]);
    expect(requests[0]?.headers["authorization"]).toMatch(/^Bearer sk_/);
    expect(requests[0]?.headers["user-agent"]).toMatch(/^rallly-connect\/\d/);
  });

  it.each(["", " ", ".", "..", "%2e%2E", "\ud800"])(
    "refuse the id %j, which would lead to another path",
    async (pollId) => {
      expect((await failure(service.client.getPoll({ pollId }))).problems).toMatchObject([
        { path: "pollId" },
      ]);
      expect(service.requests).toEqual([]);
    },
  );

  it.each<[unknown, string]>([
    [
      { pollID: "p1" },
      "pollId: expected a string, got undefined; pollID: unknown field. Did you mean pollId?",
    ],
    [{ id: "p1" }, "pollId: expected a string, got undefined; id: unknown field. Did you mean pollId?"],
    [{ pollId: new Date(0) }, "pollId: expected a string, got an object"],
  ])("say what was meant by %j", async (input, problems) => {
    const { message } = await failure(service.client.getPoll(input as { pollId: string }));
    expect(message).toBe(`Invalid input, nothing was sent. ${problems}`);
  });

  it("quote a word that is none of those that are possible", async () => {
    const { message } = await failure(service.client.listPolls({ status: "live" } as object));
    expect(message).toMatch(/status: expected "open" or "closed" or "scheduled" or "canceled", got "live"$/);
  });

  it("name every wrong field", async () => {
    const error = await failure(
      service.client.listPolls({ status: "live", limit: 101, cursor: "", page: 2 } as object),
    );
    expect(error.problems?.map(({ path }) => path).sort()).toEqual(["cursor", "limit", "page", "status"]);
    expect(
      (await failure(service.client.getParticipant({} as never))).problems?.map(({ path }) => path),
    ).toEqual(["pollId", "participantId"]);
  });
});
