/** The maximum response size of each request. */
import { describe, expect, it } from "vitest";
import { defaultMaxParticipantsBytes, defaultMaxResponseBytes, operations } from "../../src/api/index.ts";
import { body, getRejection, poll, reply, scriptClient } from "./scripted.ts";

type Options = Parameters<typeof scriptClient>[1];

const ids = { pollId: "p1", participantId: "u1" };
const inputs: Record<string, object> = {
  listPolls: {},
  createPoll: body,
  getParticipant: ids,
  getOpenApi: {},
};

/** The limit of every operation's request, by its name. */
async function readLimits(options: Options): Promise<Record<string, number | undefined>> {
  const limits: Record<string, number | undefined> = {};
  for (const name of Object.keys(operations) as (keyof typeof operations)[]) {
    const { client, requests } = scriptClient([reply(403, {})], options);
    const call = client[name] as (input: object) => Promise<unknown>;
    await getRejection(call(inputs[name] ?? { pollId: "p1" }));
    limits[name] = requests[0]?.maxResponseBytes;
  }
  return limits;
}

const all = (size: number, participants: number) => ({
  ...Object.fromEntries(Object.keys(operations).map((name) => [name, size])),
  listParticipants: participants,
});

describe("the maximum size of a response", () => {
  it("is 5 MiB, and 64 MiB for a list of participants", async () => {
    expect([defaultMaxResponseBytes, defaultMaxParticipantsBytes]).toEqual([5_242_880, 67_108_864]);
    expect(await readLimits({})).toEqual(all(5_242_880, 67_108_864));
  });

  it("can be set with maxResponseBytes and maxParticipantsBytes", async () => {
    expect(await readLimits({ maxResponseBytes: 1_000 })).toEqual(all(1_000, 67_108_864));
    expect(await readLimits({ maxParticipantsBytes: 2_000 })).toEqual(all(5_242_880, 2_000));
    expect(await readLimits({ maxResponseBytes: 1_000, maxParticipantsBytes: 2_000 })).toEqual(
      all(1_000, 2_000),
    );
  });

  it("also applies to the search for a lost create", async () => {
    const { client, requests } = scriptClient(
      [reply(500, {}), reply(200, { data: [poll], nextCursor: null })],
      {
        maxResponseBytes: 1_000,
      },
    );
    await expect(client.createPoll(body)).resolves.toMatchObject({ recovered: true });
    expect(requests.map(({ maxResponseBytes }) => maxResponseBytes)).toEqual([1_000, 1_000]);
  });

  it("exceeded makes a read and a create unknown after one attempt, and keeps a refusal", async () => {
    const large = { ...reply(200, { data: poll }), text: "", broken: "too-large" as const };
    const read = scriptClient([large]);
    expect(await getRejection(read.client.getPoll({ pollId: "p1" }))).toMatchObject({
      name: "UnknownOutcomeError",
      message: "The response is too large. Raise maxResponseBytes, or maxParticipantsBytes for participants.",
      attempts: 1,
      status: 200,
    });
    expect(read.log()).toHaveLength(1);
    const create = scriptClient([large, reply(200, { data: [], nextCursor: null })], {
      reconcileDelaysMs: [],
    });
    expect(await getRejection(create.client.createPoll(body))).toMatchObject({
      name: "UnknownOutcomeError",
      message: expect.stringMatching(/^The response is too large\. .* The poll may or may not exist\./),
    });
    expect(create.log()).toEqual(["POST /v1/polls", "GET /v1/polls?limit=100"]);
    const refused = scriptClient([{ ...large, status: 403 }]);
    expect(await getRejection(refused.client.getPoll({ pollId: "p1" }))).toMatchObject({
      name: "RefusedError",
      message: "The service responded with status 403.",
    });
  });
});
