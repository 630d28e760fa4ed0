/** Validation of create bodies: every invalid field is named. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { bare, generator, newYork } from "./create-bodies.ts";
import { call, datePoll, start } from "./request.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
});
afterAll(() => sandbox.close());

/** The fields in an error message, in order. */
async function refusedFields(body: unknown): Promise<string[]> {
  const { status, body: response } = await call(sandbox, "POST", "/polls", { body });
  expect(status).toBe(400);
  expect(response.error.code).toBe("VALIDATION_ERROR");
  return response.error.message.split("; ").map((part) => part.split(": ")[0] ?? "");
}

describe("create body validation", () => {
  it("returns the error message of the contract", async () => {
    const { body } = await call(sandbox, "POST", "/polls", {
      body: { kind: "date", options: [{ date: "2027-13-01" }] },
    });
    expect(body.error.message).toBe(
      "title: Invalid input: expected string, received undefined; options.0.date: Invalid ISO date",
    );
  });

  it.each<[string, unknown, string[]]>([
    ["an unknown field", { ...datePoll, hidescores: true }, ["hidescores"]],
    [
      "an unknown field of an option",
      { ...datePoll, options: [{ date: "2027-03-01", time: 1 }] },
      ["options.0.time"],
    ],
    [
      "a field of the other kind",
      { ...datePoll, timeZone: "UTC", duration: 30, generators: [] },
      ["timeZone", "duration", "generators"],
    ],
    [
      "an unknown field of a generator",
      { ...newYork, generators: [{ ...generator, step: 5 }] },
      ["generators.0.step"],
    ],
    [
      "a label on a video service",
      { ...datePoll, conferencing: { provider: "meet", label: "x" } },
      ["conferencing.label"],
    ],
    ["an unknown provider", { ...datePoll, conferencing: { provider: "skype" } }, ["conferencing.provider"]],
    [
      "custom conferencing without label and with an invalid uri",
      { ...datePoll, conferencing: { provider: "custom", uri: "x" } },
      ["conferencing.label", "conferencing.uri"],
    ],
    ["no kind", { title: 1, options: [] }, ["title", "kind"]],
    ["another kind", { title: "x", kind: "week" }, ["kind"]],
    ["a blank title", { ...datePoll, title: "   " }, ["title"]],
    [
      "long texts",
      { ...datePoll, title: "x".repeat(256), description: "x".repeat(1001), location: "x".repeat(256) },
      ["title", "description", "location"],
    ],
    [
      "settings that are not booleans",
      { ...datePoll, requireEmail: "yes", hideScores: null, disableComments: 1 },
      ["requireEmail", "hideScores", "disableComments"],
    ],
    ["no options", { title: "x", kind: "date" }, ["options"]],
    [
      "a date that does not exist",
      { ...datePoll, options: [{ date: "2027-02-29" }, { date: "2027-03-01T00:00" }] },
      ["options.0.date", "options.1.date"],
    ],
    ["neither options nor generators", bare, ["options"]],
    [
      "empty options and generators",
      { ...bare, duration: 30, options: [], generators: [] },
      ["options", "generators"],
    ],
    [
      "no duration",
      {
        ...bare,
        options: [{ startTime: "2027-03-01T09:00", duration: 30 }, { startTime: "2027-03-01T10:00" }],
      },
      ["duration"],
    ],
    [
      "durations out of bounds",
      {
        ...bare,
        duration: 14,
        options: [
          { startTime: "2027-03-01T09:00", duration: 0 },
          { startTime: "2027-03-01T09:00", duration: 1441 },
          { startTime: "2027-03-01T09:00", duration: 15 },
          { startTime: "2027-03-01T09:00", duration: 14 },
          { startTime: "2027-03-01T09:00", duration: 1440 },
          { startTime: "2027-03-01T09:00", duration: 1 },
          { startTime: "2027-03-01T09:00", duration: 15.5 },
        ],
      },
      ["duration", ...[0, 1, 3, 5, 6].map((index) => `options.${index}.duration`)],
    ],
    ["zones that are none", { ...newYork, timeZone: "Mars/Base" }, ["timeZone"]],
    [
      "invalid times",
      {
        ...bare,
        duration: 30,
        options: [
          { startTime: "2027-02-30T09:00" },
          { startTime: "tomorrow" },
          { startTime: "2027-03-01" },
          { startTime: "2027-03-01T24:00" },
        ],
      },
      ["options.0.startTime", "options.1.startTime", "options.2.startTime", "options.3.startTime"],
    ],
    ["to before from", { ...newYork, generators: [{ ...generator, to: "09:00" }] }, ["generators.0.to"]],
    [
      "a window shorter than duration",
      { ...newYork, generators: [{ ...generator, to: "09:29" }] },
      ["generators.0.to"],
    ],
    [
      "an end before its start",
      { ...newYork, generators: [{ ...generator, endDate: "2027-02-28" }] },
      ["generators.0.endDate"],
    ],
    [
      "a range of 366 days",
      { ...newYork, generators: [{ ...generator, endDate: "2028-03-01" }] },
      ["generators.0.endDate"],
    ],
    [
      "a range without the listed days",
      { ...newYork, generators: [{ ...generator, days: ["sat", "sun"] }] },
      ["generators.0.days"],
    ],
    [
      "misspelled days",
      { ...newYork, generators: [{ ...generator, days: ["monday"] }] },
      ["generators.0.days.0"],
    ],
    [
      "a window inside a DST gap",
      {
        ...bare,
        timeZone: "Europe/London",
        duration: 30,
        generators: [{ startDate: "2027-03-28", endDate: "2027-03-28", from: "01:00", to: "02:00" }],
      },
      ["generators.0.to"],
    ],
  ])("rejects %s and names every field", async (_name, body, fields) => {
    expect((await refusedFields(body)).sort()).toEqual([...fields].sort());
  });

  it.each<[string, { raw?: string; headers?: Record<string, string>; body?: unknown }]>([
    ["no JSON", { raw: "{title" }],
    ["no body", { raw: "" }],
    ["a list", { body: [] }],
    ["null", { raw: "null" }],
    ["bytes that are no text", { raw: '"\ud800"'.replace(/"/g, "") }],
    ["another content type", { body: datePoll, headers: { "content-type": "text/plain" } }],
    ["a body over 1 MiB", { raw: `"${"x".repeat(1_100_000)}"` }],
  ])("rejects %s and names the body", async (_name, options) => {
    const { status, body } = await call(sandbox, "POST", "/polls", options);
    expect([status, body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.error.message).toMatch(/^body: /);
  });

  it("accepts a content type with a charset", async () => {
    const headers = { "content-type": "Application/JSON; charset=utf-8" };
    expect((await call(sandbox, "POST", "/polls", { body: datePoll, headers })).status).toBe(201);
  });
});
