import { describe, expect, it } from "vitest";
import { type Poll, UnknownOutcomeError } from "../../src/api/index.ts";
import { body, failure, poll, refusal, reply, script } from "./scripted.ts";

const timePoll = {
  ...poll,
  kind: "time",
  timeZone: "Europe/Berlin",
  options: [{ id: "o1", startTime: "2027-03-01T09:00:00.000Z", duration: 45 }],
};
const results = {
  pollId: "p1",
  kind: "date",
  status: "open",
  participantCount: 1,
  highScore: 3,
  options: [
    { id: "o1", date: "2027-03-01", votes: [{ type: "yes", count: 1 }], score: 3, isTopChoice: true },
  ],
};
const participant = {
  id: "u1",
  name: "Ada",
  email: null,
  createdAt: "2027-02-01T08:00:00.000Z",
  availability: [
    { start: "2027-03-01T00:00:00Z", end: "2027-03-02T00:00:00Z", allDay: true, modifiers: ["ifNeedBe"] },
  ],
};

/** The same, with a field that v1 did not have at the time of writing on every object. */
function grow(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(grow);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]): [string, unknown] => [name, grow(inner)]);
  return Object.fromEntries([...fields, ["addedLater", { nested: true }]]);
}

describe("a response with unknown fields", () => {
  const calls = {
    listPolls: [{ data: [poll, timePoll], nextCursor: "c2" }, {}],
    createPoll: [{ data: poll }, body],
    getPoll: [
      {
        data: {
          ...timePoll,
          conferencing: { provider: "custom", label: "Room", uri: "https://meet.example" },
        },
      },
      { pollId: "p1" },
    ],
    deletePoll: [{ data: { id: "p1", deleted: true } }, { pollId: "p1" }],
    getPollResults: [{ data: results }, { pollId: "p1" }],
    listParticipants: [{ data: [participant] }, { pollId: "p1" }],
    getParticipant: [{ data: participant }, { pollId: "p1", participantId: "u1" }],
    getOpenApi: [{ openapi: "3.1.0", info: {}, paths: { "/v1/polls": {} } }, {}],
  } as const;
  it.each(Object.entries(calls))("is returned unchanged: %s", async (name, [answer, input]) => {
    const grown = grow(answer);
    const { client } = script([reply(200, grown)]);
    const call = client[name as keyof typeof calls] as (given: unknown) => Promise<unknown>;
    expect(await call(input)).toEqual(grown);
  });

  it("may have unknown vote types, modifiers, providers and error codes", async () => {
    const { client } = script([
      reply(200, {
        data: { ...results, options: [{ ...results.options[0], votes: [{ type: "loveIt", count: 2 }] }] },
      }),
      reply(200, {
        data: { ...participant, availability: [{ ...participant.availability[0], modifiers: ["remote"] }] },
      }),
      reply(200, { data: { ...poll, conferencing: { provider: "jitsi" } } }),
      refusal(418, "TEAPOT"),
    ]);
    expect((await client.getPollResults({ pollId: "p1" })).data.options[0]?.votes[0]?.type).toBe("loveIt");
    const { data } = await client.getParticipant({ pollId: "p1", participantId: "u1" });
    expect(data.availability[0]?.modifiers).toEqual(["remote"]);
    expect((await client.getPoll({ pollId: "p1" })).data.conferencing?.provider).toBe("jitsi");
    await expect(client.getPoll({ pollId: "p1" })).rejects.toMatchObject({ code: "TEAPOT", status: 418 });
  });

  it("has options typed by its kind", async () => {
    const { client } = script([reply(200, { data: timePoll })]);
    const first = (found: Poll) =>
      found.kind === "time" ? found.options[0]?.startTime : found.options[0]?.date;
    expect(first((await client.getPoll({ pollId: "p1" })).data)).toBe("2027-03-01T09:00:00.000Z");
  });
});

describe("a response without a promised field", () => {
  const lacking: [string, unknown][] = [
    ...Object.keys(poll).map((field): [string, unknown] => [
      `a poll without ${field}`,
      { data: { ...poll, [field]: undefined } },
    ]),
    ["a status of its own", { data: { ...poll, status: "draft" } }],
    ["a kind of its own", { data: { ...poll, kind: "week" } }],
    ["a date that is none", { data: { ...poll, options: [{ id: "o1", date: "2027-02-30" }] } }],
    ["a slot of no length", { data: { ...timePoll, options: [{ ...timePoll.options[0], duration: 0 }] } }],
    ["options of the other kind", { data: { ...timePoll, options: poll.options } }],
    ["no data", {}],
    ["null", null],
    ["a list", [poll]],
  ];
  it.each(lacking)("throws UnknownOutcomeError: %s", async (_, answer) => {
    const { client, log } = script([reply(200, answer)]);
    const error = await failure(client.getPoll({ pollId: "p1" }));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ status: 200, attempts: 1 });
    expect(log()).toHaveLength(1);
  });

  it("throws UnknownOutcomeError if a page has no cursor", async () => {
    const { client } = script([reply(200, { data: [] })]);
    expect(await failure(client.listPolls({}))).toBeInstanceOf(UnknownOutcomeError);
  });
});
