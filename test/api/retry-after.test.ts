import { describe, expect, it } from "vitest";
import { parseRetryAfter } from "../../src/api/response.ts";

const now = Date.parse("2027-03-01T09:00:00Z");

describe("parseRetryAfter", () => {
  it.each([
    ["0", 0],
    ["1", 1_000],
    [" 30 ", 30_000],
    ["86400", 86_400_000],
    ["Mon, 01 Mar 2027 09:00:10 GMT", 10_000],
    ["Mon, 01 Mar 2027 08:00:00 GMT", 0],
  ])("parses %j as %d ms", (text, milliseconds) => {
    expect(parseRetryAfter({ "retry-after": text }, now)).toBe(milliseconds);
  });

  it.each([
    undefined,
    "",
    "-1",
    "1.5",
    "0x10",
    "1e3",
    "soon",
    "2027-03-01T09:00:10Z",
    "Mon, 01 Mar 2027 09:00:10 CET",
    "Mon, 99 Mar 2027 09:00:10 GMT",
    "Tue, 01 Mar 2027 09:00:10 GMT",
  ])("rejects %j", (text) => {
    expect(parseRetryAfter(text === undefined ? {} : { "retry-after": text }, now)).toBeUndefined();
  });

  it("compares a date with the Date header", () => {
    const date = "Mon, 01 Mar 2027 12:00:00 GMT";
    expect(parseRetryAfter({ "retry-after": "Mon, 01 Mar 2027 12:00:07 GMT", date }, now)).toBe(7_000);
  });
});
