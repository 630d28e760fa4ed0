/** No poll is created twice, and none is reported twice: what happens after a create whose response was lost. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CreatePollInput, Poll } from "../../src/api/web.ts";
import {
  apiKey,
  body,
  connectionError,
  errorReply,
  failure,
  fakeTimers,
  page,
  poll,
  reply,
  type SentRequest,
  type Step,
  script,
  settle,
  startTime,
  timePoll,
} from "./harness.ts";

// Claimed polls and running creates are shared in a process by base URL, so each test has its own.
let count = 0;
let baseUrl = "";
beforeEach(() => {
  count += 1;
  baseUrl = `https://polls${count}.example.com/v1`;
});
fakeTimers();

const list = (...data: Poll[]) => reply(200, { data, nextCursor: null });
const lost = connectionError("ECONNRESET");
const isCreate = ({ method }: SentRequest) => method === "POST";

/** Loses the response of every create, and lists the polls. */
const loses =
  (...polls: Poll[]): Step =>
  (request) =>
    isCreate(request) ? lost : list(...polls);

const found: Poll = { ...poll, id: "found", createdAt: startTime };

describe("a 201 with a valid poll is believed", () => {
  it.each<[string, Partial<Poll>]>([
    ["texts that are stored in another form", { title: "Team &amp; offsite", description: "" }],
    ["settings of its own", { hideScores: true, allowTentativeVotes: false }],
    ["other options", { options: [] }],
    ["the creation time of a clock that is wrong", { createdAt: "2020-01-01T00:00:00Z" }],
    ["votes already", { participantCount: 3, status: "closed" }],
  ])("with %s", async (_, other) => {
    const data = { ...poll, ...other };
    const { client, requests } = script([reply(201, { data })], { baseUrl });
    expect(await client.createPoll(body)).toEqual({ data });
    expect(requests.length).toBe(1);
  });

  it("also if a mock server gives every poll the same id", async () => {
    const { client } = script([reply(201, { data: poll })], { baseUrl });
    const created = await Promise.all(
      [1, 2, 3].map((day) => client.createPoll({ ...body, title: `Day ${day}` })),
    );
    expect(created.map(({ data }) => data.id)).toEqual(["p1", "p1", "p1"]);
  });
});

describe("a lost create", () => {
  it("is found among the newest 100 polls, and never sent again", async () => {
    const { client, log } = script([loses(found)], { baseUrl });
    expect(await settle(client.createPoll(body))).toEqual({ data: found, recovered: true });
    expect(log()).toEqual(["POST /polls", "GET /polls?limit=100"]);
  });

  it("is looked for again while the service may still be writing it", async () => {
    const answers: Step[] = [lost, list(), page(502), list(), list(found)];
    const { client, requests } = script(answers, { baseUrl });
    expect((await settle(client.createPoll(body))).recovered).toBe(true);
    expect(requests.map(({ at }) => at)).toEqual([0, 0, 500, 1500, 3500]);
  });

  it.each<[string, Poll, CreatePollInput]>([
    ["with white space around the title", found, { ...body, title: "  Team offsite\n" }],
    [
      "with its days in another order and once more",
      {
        ...poll,
        createdAt: startTime,
        options: ["2027-03-01", "2027-03-02"].map((date) => ({ id: date, date })),
      },
      { ...body, options: ["2027-03-02", "2027-03-01", "2027-03-02"].map((date) => ({ date })) },
    ],
    [
      "with texts and settings in another form",
      { ...found, description: "a &amp; b", hideScores: true },
      { ...body, description: "a & b" },
    ],
    [
      "with an instant that has an offset",
      timePoll,
      {
        title: "Team offsite",
        kind: "time",
        timeZone: "Europe/Berlin",
        options: [{ startTime: "2027-03-01T09:00+01:00", duration: 30 }],
      },
    ],
    [
      "with a wall-clock time, and a duration that is undefined",
      timePoll,
      {
        title: "Team offsite",
        kind: "time",
        timeZone: "Europe/Berlin",
        duration: 30,
        options: [{ startTime: "2027-03-01T09:00", duration: undefined }],
      },
    ],
    [
      "with a floating time",
      timePoll,
      { title: "Team offsite", kind: "time", duration: 30, options: [{ startTime: "2027-03-01T08:00" }] },
    ],
    [
      "with a generator",
      {
        ...timePoll,
        options: ["08", "09"].map((hour) => ({
          id: hour,
          startTime: `2027-03-01T${hour}:00:00Z`,
          duration: 60,
        })),
      },
      {
        title: "Team offsite",
        kind: "time",
        timeZone: "Europe/Berlin",
        duration: 60,
        generators: [{ startDate: "2027-03-01", endDate: "2027-03-01", from: "09:00", to: "11:00" }],
      },
    ],
  ])("is found %s", async (_, stored, input) => {
    const { client } = script([loses({ ...stored, createdAt: startTime })], { baseUrl });
    expect((await settle(client.createPoll(input))).recovered).toBe(true);
  });

  it.each<[string, Poll[], RegExp]>([
    ["no new poll", [], /None of the newest polls matches/],
    ["one that was created before", [{ ...found, createdAt: "2027-02-01T07:59:57.000Z" }], /None of/],
    ["another title", [{ ...found, title: "Other" }], /None of/],
    ["another kind", [{ ...timePoll, createdAt: startTime }], /None of/],
    ["another day", [{ ...found, kind: "date", options: [{ id: "o1", date: "2027-03-02" }] }], /None of/],
    ["two that may be it", [found, { ...found, id: "other" }], /More than one new poll may be it/],
  ])("may exist if the list has %s", async (_, polls, expected) => {
    const { client, requests } = script([loses(...polls)], { baseUrl });
    const error = await failure(settle(client.createPoll(body)));
    expect(error).toMatchObject({ outcome: "unknown", code: "ECONNRESET", attempts: 1 });
    expect(error.message).toMatch(
      /The poll may or may not exist\. .* Look at the list of polls before you create it again\.$/,
    );
    expect(error.message).toMatch(expected);
    expect(requests.filter(isCreate).length).toBe(1);
  });

  it("may exist if the newest polls cannot be listed", async () => {
    const { client } = script([lost, errorReply(500, "INTERNAL_ERROR")], { baseUrl });
    expect((await failure(settle(client.createPoll(body)))).message).toContain(
      "The newest polls could not be listed.",
    );
  });

  it("is dated by the service's clock, not by this one", async () => {
    const ahead = { date: "Mon, 01 Feb 2027 09:00:00 GMT" };
    const createdAt = (time: string) =>
      reply(200, { data: [{ ...found, createdAt: `2027-02-01T${time}Z` }], nextCursor: null }, ahead);
    const old = script([lost, createdAt("08:30:00")], { baseUrl });
    expect((await failure(settle(old.client.createPoll(body)))).outcome).toBe("unknown");
    const fresh = script([lost, createdAt("08:59:59")], { baseUrl });
    expect((await settle(fresh.client.createPoll(body))).recovered).toBe(true);
  });

  it("is dated by the clock at the start of a response, however long its body takes", async () => {
    const slow: Step = async () => {
      const older = { ...found, createdAt: "2027-02-01T07:59:56.000Z" };
      const text = JSON.stringify({ data: [older], nextCursor: null });
      const start = async (controller: ReadableStreamDefaultController) => {
        await new Promise((resolve) => setTimeout(resolve, 8000));
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      };
      return new Response(new ReadableStream({ start }), { headers: { date: new Date().toUTCString() } });
    };
    const { client } = script([lost, slow], { baseUrl });
    expect((await failure(settle(client.createPoll(body)))).outcome).toBe("unknown");
  });

  it("is looked for although the rate limit lets no other request wait", async () => {
    const limited = errorReply(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "1" });
    const { client } = script([lost, limited, list(found)], { baseUrl, maxWaitMs: 0 });
    expect((await settle(client.createPoll(body))).recovered).toBe(true);
  });

  it("leaves half of the time to look for it", async () => {
    const { client } = script([(request) => (isCreate(request) ? "hang" : list(found))], {
      baseUrl,
      deadlineMs: 4000,
    });
    expect((await settle(client.createPoll(body))).recovered).toBe(true);
  });
});

/** A service that stores polls, and loses the response of the first creates. */
function storing(losses: number) {
  const polls: Poll[] = [];
  const step: Step = async (request) => {
    if (!isCreate(request)) return list(...polls);
    polls.unshift({ ...poll, id: `p${polls.length}`, createdAt: new Date().toISOString() });
    const [created] = polls;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return polls.length <= losses ? lost : reply(201, { data: created });
  };
  return { polls, step };
}

describe("equal creates", () => {
  it("of all clients of a key run one after the other, so that each gets a poll of its own", async () => {
    const { polls, step } = storing(2);
    const clients = [1, 2, 3].map(() => script([step], { baseUrl }).client);
    const created = await settle(Promise.all(clients.map((client) => client.createPoll(body))));
    expect(new Set(created.map(({ data }) => data.id)).size).toBe(3);
    expect(created.filter(({ recovered }) => recovered).length).toBe(2);
    expect(polls.length).toBe(3);
  });

  it("of another key do not wait", async () => {
    const hanging = script([(request) => (isCreate(request) ? "hang" : list())], { baseUrl });
    const call = failure(hanging.client.createPoll(body));
    const other = script([reply(201, { data: poll })], { baseUrl, apiKey: `${apiKey}2` });
    await other.client.createPoll(body);
    expect(performance.now()).toBe(0);
    await vi.runAllTimersAsync();
    await call;
  });

  it("of different content do not wait", async () => {
    const { client } = script(
      [({ json }) => (Object(json).title === "Team offsite" ? "hang" : reply(201, { data: poll }))],
      { baseUrl },
    );
    const call = failure(client.createPoll(body));
    await client.createPoll({ ...body, title: "Other" });
    await vi.runAllTimersAsync();
    await call;
  });

  it("reject at their own deadline, and were not sent", async () => {
    const hanging = script([(request) => (isCreate(request) ? "hang" : list())], { baseUrl });
    const first = failure(hanging.client.createPoll(body));
    const second = script([reply(201, { data: poll })], { baseUrl, deadlineMs: 1000 });
    const error = failure(second.client.createPoll(body));
    await vi.runAllTimersAsync();
    expect(await error).toMatchObject({ outcome: "not-sent", code: "DEADLINE_EXCEEDED", attempts: 0 });
    await first;
  });

  it("of another key that are under way keep a search from claiming what may be their poll", async () => {
    // The other create stores the only poll, and its response is slow.
    let stored: Poll[] = [];
    const slow = script(
      [
        async () => {
          stored = [found];
          await new Promise((resolve) => setTimeout(resolve, 12_000));
          return reply(201, { data: found });
        },
      ],
      { baseUrl, apiKey: `${apiKey}2` },
    );
    const other = slow.client.createPoll(body);
    const { client } = script([(request) => (isCreate(request) ? lost : list(...stored))], { baseUrl });
    const call = failure(client.createPoll(body));
    await vi.runAllTimersAsync();
    expect((await call).outcome).toBe("unknown");
    expect((await other).data.id).toBe("found");
  });

  it("claim no poll that another create got", async () => {
    await script([reply(201, { data: found })], { baseUrl }).client.createPoll(body);
    const { client } = script([loses(found)], { baseUrl });
    expect((await failure(settle(client.createPoll(body)))).outcome).toBe("unknown");
  });
});
