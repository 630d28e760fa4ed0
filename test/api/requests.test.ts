import { describe, expect, it } from "vitest";
import { InvalidInputError, operations } from "../../src/api/index.ts";
import { prepareRequest } from "../../src/api/request.ts";
import { apiKey, body, errorReply, getRejection, poll, reply, scriptClient } from "./scripted.ts";

const { client, requests } = scriptClient([reply(201, { data: poll })]);

describe("an input", () => {
  it("is split into path, query and body by the operation's definition", () => {
    const prepare = (name: keyof typeof operations, input: object) =>
      prepareRequest("https://x.example/v1", operations[name], input);
    expect(prepare("getParticipant", { pollId: "a/b ?#", participantId: "ü%2F" })).toEqual({
      url: "https://x.example/v1/polls/a%2Fb%20%3F%23/participants/%C3%BC%252F",
    });
    expect(prepare("listPolls", { status: "open", cursor: "a+b&c=", limit: 5 })).toEqual({
      url: "https://x.example/v1/polls?status=open&cursor=a%2Bb%26c%3D&limit=5",
    });
    expect(prepare("listPolls", { status: undefined })).toEqual({ url: "https://x.example/v1/polls" });
    expect(prepare("createPoll", { ...body, description: null })).toEqual({
      url: "https://x.example/v1/polls",
      body: JSON.stringify(body),
    });
    expect(prepare("getOpenApi", {})).toEqual({ url: "https://x.example/v1/openapi" });
  });

  it("has a content type only with a body", async () => {
    const one = scriptClient([reply(201, { data: poll })]);
    await one.client.createPoll(body);
    await one.client.getPoll({ pollId: "p1" });
    expect(one.requests.map(({ headers }) => headers["content-type"])).toEqual([
      "application/json",
      undefined,
    ]);
    expect(one.requests.map((request) => "body" in request)).toEqual([true, false]);
  });

  type Call = [string, () => Promise<unknown>, string[]];
  const bad = (value: unknown) => value as never;
  const calls: Call[] = [
    ["a limit of 0", () => client.listPolls({ limit: 0 }), ["limit"]],
    ["a limit of 101", () => client.listPolls({ limit: 101 }), ["limit"]],
    ["a limit in words", () => client.listPolls(bad({ limit: "5" })), ["limit"]],
    ["half a limit", () => client.listPolls({ limit: 1.5 }), ["limit"]],
    ["an unknown status", () => client.listPolls(bad({ status: "live" })), ["status"]],
    ["an empty cursor", () => client.listPolls({ cursor: "" }), ["cursor"]],
    [
      "all of these",
      () => client.listPolls(bad({ limit: -1, status: 1, cursor: 2, page: 3 })),
      ["cursor", "limit", "page", "status"],
    ],
    ["no id", () => client.getPoll(bad({})), ["pollId"]],
    ["no input", () => client.getPoll(bad(undefined)), ["pollId"]],
    ["an unknown field", () => client.deletePoll(bad({ pollId: "p1", force: true })), ["force"]],
    [
      "two bad ids",
      () => client.getParticipant({ pollId: "", participantId: " " }),
      ["participantId", "pollId"],
    ],
    ["half a character", () => client.getPoll({ pollId: "\ud800" }), ["pollId"]],
    ["something for nothing", () => client.getOpenApi(bad({ format: "yaml" })), ["format"]],
    ...[".", "..", "%2e", "%2E%2e", ".%2e", "%2e."].map(
      (id): Call => [`the id ${id}`, () => client.getPollResults({ pollId: id }), ["pollId"]],
    ),
  ];
  it.each(calls)("is rejected before anything is sent: %s", async (_, call, fields) => {
    const error = await getRejection(call());
    expect(error).toBeInstanceOf(InvalidInputError);
    if (!(error instanceof InvalidInputError)) return;
    expect([...new Set(error.problems.map(({ path: field }) => field))].sort()).toEqual(fields);
    expect(requests).toEqual([]);
  });

  it("may have dots in an id", async () => {
    const one = scriptClient([errorReply(404, "POLL_NOT_FOUND")]);
    await getRejection(one.client.getPoll({ pollId: "..." }));
    await getRejection(one.client.getPoll({ pollId: "a.%2e" }));
    expect(one.log()).toEqual(["GET /v1/polls/...", "GET /v1/polls/a.%252e"]);
  });

  it("with the key as a field name is rejected without showing it", async () => {
    const error = await getRejection(client.listPolls(bad({ [apiKey]: 1 })));
    expect(JSON.stringify(error)).not.toContain(apiKey);
    expect(String(error)).toContain("[key]");
  });
});
