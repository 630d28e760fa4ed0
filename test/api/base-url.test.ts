/** The base URL of a client: what it may be, and the message that shows the likely right one. */
import { describe, expect, it } from "vitest";
import { parseBaseUrl, sendsKeyInClearText } from "../../src/api/base-url.ts";
import { createClient } from "../../src/api/index.ts";
import { apiKey, listProblems } from "./scripted.ts";

const problemsOf = (options: object) => listProblems(() => createClient({ apiKey, ...options }));

describe("the message of createClient", () => {
  it.each([
    ["api.rallly.co/v1", "Must be a URL such as https://api.rallly.co/v1"],
    ["https://user@api.rallly.co/v1", "Must not contain a user name or a password"],
    ["https://:secret@api.rallly.co/v1", "Must not contain a user name or a password"],
    ["https://api.rallly.co/v1?space=1", "Must not have a query or a fragment"],
    ["https://api.rallly.co/v1?", "Must not have a query or a fragment"],
    ["https://api.rallly.co/v1#", "Must not have a query or a fragment"],
    [
      "http://api.rallly.co/v1",
      "Must start with https://. Plain http:// is accepted for loopback only, such as http://127.0.0.1, unless allowHttp is set: the API key then travels in clear text",
    ],
    ["https://api.rallly.co", "Must end with /v1. Did you mean https://api.rallly.co/v1?"],
    ["https://rallly.co/", "Must end with /v1. Did you mean https://api.rallly.co/v1?"],
    ["https://app.rallly.co/api", "Must end with /v1. Did you mean https://api.rallly.co/v1?"],
    ["https://api.rallly.co/v2", "Must end with /v1. Did you mean https://api.rallly.co/v1?"],
    ["https://myrallly.co", "Must end with /v1. Did you mean https://myrallly.co/api/v1?"],
    ["https://polls.example.com", "Must end with /v1. Did you mean https://polls.example.com/api/v1?"],
    [
      "https://polls.example.com:8443/api/",
      "Must end with /v1. Did you mean https://polls.example.com:8443/api/v1?",
    ],
    [
      "https://polls.example.com/api/v1/polls",
      "Must end with /v1. Did you mean https://polls.example.com/api/v1?",
    ],
    ["https://polls.example.com/xv1", "Must end with /v1. Did you mean https://polls.example.com/api/v1?"],
    ["http://127.0.0.1:4270", "Must end with /v1. Did you mean http://127.0.0.1:4270/v1?"],
    ["http://localhost:3000/api", "Must end with /v1. Did you mean http://localhost:3000/api/v1?"],
    [`https://example.com/${apiKey}/v1/polls`, "Must end with /v1. Did you mean https://example.com/[key]?"],
    [`https://${"a".repeat(250)}.com`, "Must end with /v1"],
  ])("for the base URL %j", (baseUrl, message) => {
    expect(problemsOf({ baseUrl })).toEqual([{ path: "baseUrl", message }]);
  });
});

it("a base URL may have white space around it", () => {
  for (const space of [" ", "\n", "\u00a0", "\ufeff"]) {
    expect(parseBaseUrl(`${space}https://api.rallly.co/v1${space}`)).toBe("https://api.rallly.co/v1");
  }
});

it("a base URL may have slashes at its end", () => {
  expect(parseBaseUrl("https://polls.example.com/api/v1//")).toBe("https://polls.example.com/api/v1");
});

describe("allowHttp", () => {
  it("accepts plain http for every host, and nothing else", () => {
    for (const baseUrl of ["http://polls.example.com/api/v1", "https://polls.example.com/api/v1"])
      expect(problemsOf({ baseUrl, allowHttp: true })).toEqual([]);
    for (const baseUrl of ["ftp://polls.example.com/v1", "http://polls.example.com", "http://a@b.com/v1"])
      expect(problemsOf({ baseUrl, allowHttp: true })).toMatchObject([{ path: "baseUrl" }]);
  });

  it.each([1, "1", "true", null])("rejects %j, which is not true or false", (allowHttp) => {
    expect(problemsOf({ allowHttp, baseUrl: "http://a.com/v1" })).toContainEqual({
      path: "allowHttp",
      message: "Must be true or false",
    });
  });

  it.each([
    ["http://polls.example.com/v1", true],
    ["http://127.example.com/v1", true],
    ["http://10.0.0.1/v1", true],
    ["https://polls.example.com/v1", false],
    ["http://localhost:3000/v1", false],
    ["http://127.9.9.9/v1", false],
    ["http://[::1]:80/v1", false],
  ])("makes requests to %s send the key in clear text: %j", (baseUrl, expected) => {
    expect(sendsKeyInClearText(baseUrl)).toBe(expected);
  });
});
