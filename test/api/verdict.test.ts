/** What an answer is taken for: done, refused or unclear, and whether to try again. */
import { describe, expect, it } from "vitest";
import { operations } from "../../src/api/operations.ts";
import { redact } from "../../src/api/redact.ts";
import type { TransportResponse } from "../../src/api/transport.ts";
import { judgeAnswer, readAnswer } from "../../src/api/verdict.ts";
import { apiKey, poll, refusal, reply } from "./scripted.ts";

const now = Date.parse("2027-03-01T09:00:00Z");

function judge(response: TransportResponse) {
  return judgeAnswer(operations.getPoll, readAnswer(response), apiKey, now);
}

/** The poll's answer with something changed. */
const answer = (change: Partial<TransportResponse> = {}) => ({ ...reply(200, { data: poll }), ...change });

describe("an answer with a status of success", () => {
  it.each([200, 201, 299])("of %i holds the data", (status) => {
    expect(judge(answer({ status }))).toMatchObject({ data: { data: { id: poll.id } } });
  });

  it.each([
    "application/json",
    "Application/JSON; charset=utf-8",
    "application/problem+json",
    "application/vnd.rallly.v1+json",
  ])("is read as JSON when it says %s", (type) => {
    expect(judge(answer({ headers: { "Content-Type": type } }))).toHaveProperty("data");
  });

  it("is read as JSON when it does not say what it is", () => {
    expect(judge(answer({ headers: {} }))).toHaveProperty("data");
  });

  it.each([
    "text/html",
    "application/jsonp",
    "application/json5",
    "text/application/json",
    "x-application/json",
    "",
  ])("is not read when it says %j, and not asked for again", (type) => {
    expect(judge(answer({ headers: { "content-type": type } }))).toEqual({
      outcome: "unknown",
      status: 200,
      again: false,
      message: "the answer is not JSON",
    });
  });

  it.each([
    ["cut-short", true, "the answer was cut short"],
    ["too-large", false, "the answer is larger than the client reads"],
  ] as const)("that came %s is unclear; another attempt helps: %j", (broken, again, message) => {
    expect(judge(answer({ broken }))).toEqual({ outcome: "unknown", status: 200, again, message });
  });

  it.each(["", "{", "null", '{"data":{"id":5}}'])("is unclear when its body is %j", (text) => {
    expect(judge(answer({ text }))).toEqual({
      outcome: "unknown",
      status: 200,
      again: false,
      message: "the answer lacks what the contract promises",
    });
  });
});

describe("an answer with another status", () => {
  it.each([
    [199, "refused", false],
    [300, "refused", false],
    [404, "refused", false],
    [429, "refused", true],
    [499, "refused", false],
    [500, "unknown", true],
    [502, "unknown", true],
    [503, "unknown", true],
  ])("of %i is %s; another attempt helps: %j", (status, outcome, again) => {
    expect(judge(refusal(status, "SOME_CODE"))).toEqual({
      status,
      outcome,
      again,
      code: "SOME_CODE",
      message: "About SOME_CODE",
    });
  });

  it.each([
    [404, "refused", false, {}],
    [429, "refused", true, { retryAfterMs: 7_000 }],
    [503, "refused", true, { retryAfterMs: 7_000 }],
    [500, "unknown", true, {}],
  ])("of %i with Retry-After is %s; another attempt helps: %j, after %j", (status, outcome, again, wait) => {
    expect(judge(refusal(status, "SOME_CODE", { "Retry-After": "7" }))).toEqual({
      status,
      outcome,
      again,
      code: "SOME_CODE",
      message: "About SOME_CODE",
      ...wait,
    });
  });

  it.each(["<html>", "", '{"error":"no"}'])("says no more than its status when its body is %j", (text) => {
    expect(judge({ status: 403, headers: {}, text })).toEqual({
      status: 403,
      outcome: "refused",
      again: false,
      message: "the service answered 403",
    });
  });

  it("is told without the key, wherever the service repeated it", () => {
    const error = { code: `NO_${apiKey}`, message: `${apiKey} is not known` };
    expect(judge(reply(401, { error }))).toMatchObject({ code: "NO_[key]", message: "[key] is not known" });
  });
});

it("reads headers in any case, several of a name as one, and none that are undefined", () => {
  const headers = { "X-One": "1", Vary: ["a", "b"], "x-none": undefined };
  expect(readAnswer({ status: 200, text: "", headers }).headers).toEqual({ "x-one": "1", vary: "a, b" });
  expect(Object.keys(readAnswer({ status: 200, text: "", headers }).headers)).not.toContain("x-none");
});

it("keeps a text of the longest length whole, and cuts a longer one to it", () => {
  expect(redact("x".repeat(10), "sk_key", 10)).toBe("x".repeat(10));
  expect(redact("x".repeat(11), "sk_key", 10)).toBe(`${"x".repeat(9)}…`);
});
