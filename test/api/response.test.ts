/** How responses are classified: success, refused or unknown, retryable or not. */
import { describe, expect, it } from "vitest";
import { notTheApi } from "../../src/api/foreign-response.ts";
import { type Operation, operations } from "../../src/api/operations.ts";
import { userAgent } from "../../src/api/policy.ts";
import { redact } from "../../src/api/redact.ts";
import { classifyResponse, normalizeResponse } from "../../src/api/response.ts";
import type { TransportResponse } from "../../src/api/transport.ts";
import { apiKey, errorReply, poll, reply } from "./scripted.ts";

const now = Date.parse("2027-03-01T09:00:00Z");

function classify(response: TransportResponse) {
  const call = { name: "getPoll", operation: operations.getPoll, input: { pollId: poll.id } } as const;
  return classifyResponse(call, normalizeResponse(response), apiKey, now);
}

const changed = `The service may have changed since this version (${userAgent.replace("/", " ")})`;

const signIn =
  "Sign in to the network if it asks for that in a browser, check the proxy, and check the base URL.";

/** The response with the poll, changed in some fields. */
const pollResponse = (change: Partial<TransportResponse> = {}) => ({
  ...reply(200, { data: poll }),
  ...change,
});

/** Accepts a response without a copy, as a compiled schema does. */
const keepAll = { safeParse: (data: unknown) => ({ success: true, data }) } as Operation["output"];

describe("a 2xx response", () => {
  it.each([200, 201, 299])("with status %i has the data", (status) => {
    expect(classify(pollResponse({ status }))).toMatchObject({ data: { data: { id: poll.id } } });
  });

  it.each([
    "application/json",
    "Application/JSON; charset=utf-8",
    "application/problem+json",
    "application/vnd.rallly.v1+json",
  ])("is parsed as JSON with the content type %s", (type) => {
    expect(classify(pollResponse({ headers: { "Content-Type": type } }))).toHaveProperty("data");
  });

  it.each(["__proto__", "\\u005f_proto__", "__\\u0070roto_\\u005F"])(
    "loses fields with the name %s at any depth, and no other",
    (name) => {
      const text = JSON.stringify({ data: { ...poll, addedLater: { kept: 1 } } }).replaceAll(
        "{",
        `{"${name}":{"polluted":true},`,
      );
      for (const operation of [operations.getPoll, { ...operations.getPoll, output: keepAll }]) {
        const call = { name: "getPoll", operation, input: { pollId: poll.id } } as const;
        const result = classifyResponse(call, normalizeResponse({ ...reply(200, {}), text }), apiKey, now);
        expect(result).toEqual({ data: { data: { ...poll, addedLater: { kept: 1 } } } });
        expect(JSON.stringify(result)).not.toContain("polluted");
      }
    },
  );

  it("is parsed as JSON without a content type", () => {
    expect(classify(pollResponse({ headers: {} }))).toHaveProperty("data");
  });

  it.each([
    "text/html",
    "application/jsonp",
    "application/json5",
    "text/application/json",
    "x-application/json",
    "",
  ])("is not parsed with the content type %j, and not retried", (type) => {
    const received = type === "text/html" ? type : "something else";
    expect(classify(pollResponse({ headers: { "content-type": type } }))).toEqual({
      outcome: "unknown",
      status: 200,
      retryable: false,
      code: notTheApi,
      message: `Something else responds, not the API (200: expected JSON, got ${received}). ${signIn}`,
      issues: [{ path: "body", message: `expected JSON, got ${received}` }],
    });
  });

  it.each([
    ["cut-short", true, "The response was cut short."],
    [
      "too-large",
      false,
      "The response is too large. Raise maxResponseBytes, or maxParticipantsBytes for participants.",
    ],
  ] as const)("that came %s is unclear; another attempt helps: %j", (broken, retryable, message) => {
    expect(classify(pollResponse({ broken }))).toEqual({
      outcome: "unknown",
      status: 200,
      retryable,
      message,
    });
  });

  it.each([
    ["", "expected JSON, got an empty body"],
    ["{", "expected JSON, got something else"],
  ])("is not the API's if its body is %j", (text, found) => {
    expect(classify(pollResponse({ text }))).toMatchObject({
      outcome: "unknown",
      status: 200,
      retryable: false,
      code: notTheApi,
      message: `Something else responds, not the API (200: ${found}). ${signIn}`,
    });
  });

  it.each([
    ["null", "body: expected an object, got null"],
    ['{"data":{"id":5}}', 'data.kind: expected "date" or "time", got undefined'],
  ])("is unknown if its body is %j", (text, issue) => {
    expect(classify(pollResponse({ text }))).toMatchObject({
      outcome: "unknown",
      status: 200,
      retryable: false,
      message: `Unexpected response to GET /polls/{pollId}: ${issue}. ${changed}.`,
    });
  });

  it("with an unexpected body is retried if its connection was reused", () => {
    expect(classify(pollResponse({ text: "{}", reusedConnection: true }))).toMatchObject({ retryable: true });
  });

  it("with another poll is unknown and retried", () => {
    expect(classify(reply(200, { data: { ...poll, id: "p2" } }))).toEqual({
      outcome: "unknown",
      status: 200,
      retryable: true,
      message:
        "The response does not belong to GET /polls/{pollId}: data.id: differs from the requested pollId.",
      issues: [{ path: "data.id", message: "differs from the requested pollId" }],
    });
  });
});

describe("a response with another status", () => {
  it.each([
    [199, "refused", false],
    [300, "refused", false],
    [404, "refused", false],
    [429, "refused", true],
    [499, "refused", false],
    [500, "unknown", true],
    [502, "unknown", true],
    [503, "unknown", true],
  ])("%i is %s, retryable: %j", (status, outcome, retryable) => {
    expect(classify(errorReply(status, "SOME_CODE"))).toEqual({
      status,
      outcome,
      retryable,
      code: "SOME_CODE",
      message: "About SOME_CODE",
    });
  });

  it.each([
    [404, "refused", false, {}],
    [429, "refused", true, { retryAfterMs: 7_000 }],
    [503, "refused", true, { retryAfterMs: 7_000 }],
    [500, "unknown", true, {}],
  ])("%i with Retry-After is %s, retryable: %j, after %j", (status, outcome, retryable, wait) => {
    expect(classify(errorReply(status, "SOME_CODE", { "Retry-After": "7" }))).toEqual({
      status,
      outcome,
      retryable,
      code: "SOME_CODE",
      message: "About SOME_CODE",
      ...wait,
    });
  });

  it.each([
    ["<html>", "expected JSON, got something else"],
    ["", "expected JSON, got an empty body"],
    ['{"error":"no"}', "expected the API's error, got other JSON"],
  ])("is not the API's if its body is %j", (text, found) => {
    for (const status of [400, 401, 403, 404, 407])
      expect(classify({ status, headers: {}, text })).toEqual({
        status,
        outcome: "refused",
        retryable: false,
        code: notTheApi,
        message: `Something else responds, not the API (${status}: ${found}). ${signIn}`,
      });
  });

  it("is not the API's if the content type of an error is another", () => {
    const html = { ...errorReply(401, "UNAUTHORIZED"), headers: { "content-type": "text/html" } };
    expect(classify(html)).toMatchObject({
      code: notTheApi,
      message: expect.stringContaining("got text/html"),
    });
  });

  it.each([408, 429, 499, 500, 502, 503, 504])("with HTML and %i may be a gateway's", (status) => {
    const result = classify({ status, headers: { "content-type": "text/html" }, text: "<html>" });
    expect(result).toMatchObject({ status, message: `The service responded with status ${status}.` });
    expect(result).not.toHaveProperty("code");
  });

  it.each([
    ["https://login.example.com/?key=hunter22#x", "login.example.com"],
    ["https://ada:hunter22@login.example.com:8443/hunter22", "login.example.com:8443"],
    ["//login.example.com/hunter22", "login.example.com"],
    ["/login?hunter22", "another path"],
    [undefined, "another address"],
    ["javascript:hunter22", "another address"],
    ["https://hunter 22/", "another address"],
    [`https://${"a.".repeat(200)}example/`, "another address"],
    [`https://${apiKey}.example/`, "[key]"],
  ])("is a redirect to %s, of which only the host is named", (location, host) => {
    const result = classify({ status: 302, headers: { location }, text: "" });
    expect(result).toEqual({
      status: 302,
      outcome: "refused",
      retryable: false,
      code: notTheApi,
      message: `The service's address redirects to ${host} (302). Redirects are not followed. ${signIn}`,
    });
  });

  it("is reported without the key", () => {
    const error = { code: `NO_${apiKey}`, message: `${apiKey} is not known` };
    expect(classify(reply(401, { error }))).toMatchObject({
      code: "NO_[key]",
      message: "[key] is not known",
    });
  });
});

it("normalizeResponse merges headers in any letter case and omits undefined ones", () => {
  const headers = { "X-One": "1", Vary: ["a", "b"], "x-none": undefined };
  expect(normalizeResponse({ status: 200, text: "", headers }).headers).toEqual({
    "x-one": "1",
    vary: "a, b",
  });
  expect(Object.keys(normalizeResponse({ status: 200, text: "", headers }).headers)).not.toContain("x-none");
});

it("a message of the maximum length is kept, and a longer one is cut", () => {
  expect(redact("x".repeat(10), "sk_key", 10)).toBe("x".repeat(10));
  expect(redact("x".repeat(11), "sk_key", 10)).toBe(`${"x".repeat(9)}…`);
});
