import { describe, expect, it } from "vitest";
import { type Poll, UnknownOutcomeError } from "../../src/api/index.ts";
import {
  body,
  errorReply,
  getRejection,
  participant,
  poll,
  reply,
  results,
  scriptClient,
} from "./scripted.ts";

const timePoll = {
  ...poll,
  kind: "time",
  timeZone: "Europe/Berlin",
  options: [{ id: "o1", startTime: "2027-03-01T09:00:00.000Z", duration: 45 }],
};

/** Adds an unknown field to every object. */
function addUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addUnknownFields);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]): [string, unknown] => [
    name,
    addUnknownFields(inner),
  ]);
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
  it.each(Object.entries(calls))("is returned unchanged: %s", async (name, [response, input]) => {
    const extended = addUnknownFields(response);
    const { client } = scriptClient([reply(200, extended)]);
    const call = client[name as keyof typeof calls] as (given: unknown) => Promise<unknown>;
    expect(await call(input)).toEqual(extended);
  });

  it("may have unknown vote types, modifiers, providers and error codes", async () => {
    const { client } = scriptClient([
      reply(200, {
        data: { ...results, options: [{ ...results.options[0], votes: [{ type: "loveIt", count: 2 }] }] },
      }),
      reply(200, {
        data: { ...participant, availability: [{ ...participant.availability[0], modifiers: ["remote"] }] },
      }),
      reply(200, { data: { ...poll, conferencing: { provider: "jitsi" } } }),
      errorReply(418, "TEAPOT"),
    ]);
    expect((await client.getPollResults({ pollId: "p1" })).data.options[0]?.votes[0]?.type).toBe("loveIt");
    const { data } = await client.getParticipant({ pollId: "p1", participantId: "u1" });
    expect(data.availability[0]?.modifiers).toEqual(["remote"]);
    expect((await client.getPoll({ pollId: "p1" })).data.conferencing?.provider).toBe("jitsi");
    await expect(client.getPoll({ pollId: "p1" })).rejects.toMatchObject({ code: "TEAPOT", status: 418 });
  });

  it("has options typed by its kind", async () => {
    const { client } = scriptClient([reply(200, { data: timePoll })]);
    const first = (found: Poll) =>
      found.kind === "time" ? found.options[0]?.startTime : found.options[0]?.date;
    expect(first((await client.getPoll({ pollId: "p1" })).data)).toBe("2027-03-01T09:00:00.000Z");
  });
});

describe("a response without a promised field", () => {
  const incomplete: [string, unknown][] = [
    ...Object.keys(poll).map((field): [string, unknown] => [
      `a poll without ${field}`,
      { data: { ...poll, [field]: undefined } },
    ]),
    ["an unknown status", { data: { ...poll, status: "draft" } }],
    ["an unknown kind", { data: { ...poll, kind: "week" } }],
    ["a date that does not exist", { data: { ...poll, options: [{ id: "o1", date: "2027-02-30" }] } }],
    ["a slot of no length", { data: { ...timePoll, options: [{ ...timePoll.options[0], duration: 0 }] } }],
    ["options of the other kind", { data: { ...timePoll, options: poll.options } }],
    ["no data", {}],
    ["null", null],
    ["a list", [poll]],
  ];
  it.each(incomplete)("throws UnknownOutcomeError: %s", async (_, response) => {
    const { client, log } = scriptClient([reply(200, response)]);
    const error = await getRejection(client.getPoll({ pollId: "p1" }));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ status: 200, attempts: 1 });
    expect(log()).toHaveLength(1);
  });

  it("throws UnknownOutcomeError if a page has no cursor", async () => {
    const { client } = scriptClient([reply(200, { data: [] })]);
    expect(await getRejection(client.listPolls({}))).toBeInstanceOf(UnknownOutcomeError);
  });
});
