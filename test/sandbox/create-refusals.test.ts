/** Validation of create bodies: every invalid field is named. */
import { beforeEach, expect, it } from "vitest";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { bare, call, datePoll, generator, newYork, openSandbox } from "./request.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});

const days = (...dates: string[]) => ({ ...datePoll, options: dates.map((date) => ({ date })) });
const times = (...startTimes: string[]) => ({
  ...bare,
  duration: 30,
  options: startTimes.map((startTime) => ({ startTime })),
});
const lengths = (duration: number, ...durations: number[]) => ({
  ...bare,
  duration,
  options: durations.map((own) => ({ startTime: "2027-03-01T09:00", duration: own })),
});
const slots = (change: object) => ({ ...newYork, generators: [{ ...generator, ...change }] });
const long = { title: "x".repeat(256), description: "x".repeat(1001), location: "x".repeat(256) };
const dstGap = {
  startDate: "2027-03-28",
  endDate: "2027-03-28",
  days: undefined,
  from: "01:00",
  to: "02:00",
};

it("the error message is that of the contract", async () => {
  const body = { kind: "date", options: [{ date: "2027-13-01" }] };
  const response = await call(sandbox, "POST", "/polls", { body });
  expect(response.body.error.message).toBe(
    "title: Invalid input: expected string, received undefined; options.0.date: Invalid ISO date",
  );
});

it.each<[unknown, string]>([
  [{ ...datePoll, hidescores: true }, "hidescores"],
  [{ ...datePoll, options: [{ date: "2027-03-01", time: 1 }] }, "options.0.time"],
  [{ ...datePoll, timeZone: "UTC", duration: 30, generators: [] }, "timeZone duration generators"],
  [slots({ step: 5 }), "generators.0.step"],
  [{ ...datePoll, conferencing: { provider: "meet", label: "x" } }, "conferencing.label"],
  [{ ...datePoll, conferencing: { provider: "skype" } }, "conferencing.provider"],
  [{ ...datePoll, conferencing: { provider: "custom", uri: "x" } }, "conferencing.label conferencing.uri"],
  [{ title: 1, options: [] }, "kind"],
  [times("0000-01-01T00:00+05:00"), "options.0.startTime"],
  [{ title: "x", kind: "week" }, "kind"],
  [{ ...datePoll, title: "   " }, "title"],
  [{ ...datePoll, ...long }, "title description location"],
  [{ ...datePoll, requireEmail: "yes", hideScores: null }, "requireEmail hideScores"],
  [{ title: "x", kind: "date" }, "options"],
  [days("2027-02-29", "2027-03-01T00:00"), "options.0.date options.1.date"],
  [bare, "options"],
  [{ ...bare, duration: 30, options: [], generators: [] }, "options generators"],
  [{ ...times("2027-03-01T10:00"), duration: undefined }, "duration"],
  [{ ...newYork, duration: undefined }, "duration"],
  [lengths(14, 15, 1440), "duration"],
  [
    lengths(30, 0, 14, 15.5, 1441),
    "options.0.duration options.1.duration options.2.duration options.3.duration",
  ],
  [{ ...newYork, timeZone: "Mars/Base" }, "timeZone"],
  [times("2027-02-30T09:00", "tomorrow"), "options.0.startTime options.1.startTime"],
  [times("2027-03-01", "2027-03-01T24:00"), "options.0.startTime options.1.startTime"],
  [slots({ to: "09:00" }), "generators.0.to"],
  [slots({ to: "09:29" }), "generators.0.to"],
  [slots({ endDate: "2027-02-28" }), "generators.0.endDate"],
  [slots({ endDate: "2028-03-01" }), "generators.0.endDate"],
  [slots({ days: ["sat", "sun"] }), "generators.0.days"],
  [slots({ days: ["monday"] }), "generators.0.days.0"],
  [{ ...slots(dstGap), timeZone: "Europe/London" }, "generators.0.to"],
])("%j is refused, naming %s", async (body, fields) => {
  const response = await call(sandbox, "POST", "/polls", { body });
  expect([response.status, response.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
  const named = response.body.error.message.split("; ").map((part) => part.split(": ")[0] ?? "");
  expect(named.sort()).toEqual(fields.split(" ").sort());
});

it.each<[string, { raw?: string; headers?: Record<string, string>; body?: unknown }]>([
  ["no JSON", { raw: "{title" }],
  ["no body", { raw: "" }],
  ["a list", { body: [] }],
  ["null", { raw: "null" }],
  ["another content type", { body: datePoll, headers: { "content-type": "text/plain" } }],
  ["more than 1 MiB", { raw: `"${"x".repeat(1_100_000)}"` }],
])("a body that is %s is refused, naming the body", async (_name, options) => {
  const { status, body } = await call(sandbox, "POST", "/polls", options);
  expect([status, body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
  expect(body.error.message).toMatch(/^body: /);
});

it("a content type with a charset is accepted", async () => {
  const headers = { "content-type": "Application/JSON; charset=utf-8" };
  expect((await call(sandbox, "POST", "/polls", { body: datePoll, headers })).status).toBe(201);
});
