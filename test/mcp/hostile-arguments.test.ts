/** Hostile text that a person passes on: a list of invited people, a file, a title. It is data and changes nothing. */
import { describe, expect, it } from "vitest";
import { fastClock } from "./assistant/run-job.ts";
import { openHost, resultText } from "./harness.ts";
import { corpus, forbidden, trace } from "./hostile-corpus.ts";
import { strings } from "./hostile-service.ts";

const title = "Weekly sync";

/** Calls that create and delete nothing, with the text as an argument. */
const listCalls = (text: string): [name: string, args: Record<string, unknown>][] => [
  ["list_polls", { query: text }],
  ["list_polls", { not: text }],
  ["get_poll", { title: text }],
  ["get_poll_results", { title: text }],
  ["find_best_times", { title, required: [text] }],
  ["find_best_times", { title, exclude: [text, `${text} <ada@example.com>`] }],
  ["list_participants", { title: text }],
  ["list_participants", { title, option: text, answer: ["yes"] }],
  ["get_participant", { title, person: text }],
  ["wait_for_responses", { title, people: [text], timeoutSeconds: 1 }],
  ["find_missing_people", { title, invited: [text] }],
  ["create_poll", { copyFrom: text }],
  [
    "create_poll",
    { copyFrom: title, shiftDays: 7, title: text, description: text, location: text, dryRun: true },
  ],
  ["create_poll", { ...createFree(text), dryRun: true }],
  ["create_poll", { ...createFree(text.replace(/[\\;,]|\r?\n/g, "\\$&")), dryRun: true }],
  ["create_poll", { ...createFree(""), busy: text, dryRun: true }],
  ["find_missing_people", { title, invited: `Grace Hopper, ${text} <zoe@example.org>; ${text}` }],
];

/** A calendar file with the text as the title of an event, which collides with the second of two options. */
const createCalendar = (text: string) =>
  ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "DTSTART:20370302T090000Z", "DTEND:20370302T100000Z"]
    .concat(`SUMMARY:${text}`, `DESCRIPTION:${text}`, "END:VEVENT", "END:VCALENDAR")
    .join("\r\n");

/** A new poll without the options of a calendar file. */
const createFree = (text: string) => ({
  title: "T",
  timeZone: "UTC",
  duration: 60,
  times: [{ start: "2037-03-01T09:00" }, { start: "2037-03-02T09:00" }],
  busy: createCalendar(text),
});

/** A result without the caller's own arguments, which the view passes back to the tool. */
const withoutRefresh = (result: object): unknown =>
  JSON.parse(JSON.stringify(result, (key, value: unknown) => (key === "refresh" ? undefined : value)));

it("hostile text of a person arrives in data fields", async () => {
  const { host } = await openHost();
  const text = corpus["instruction"] ?? "";
  const { structuredContent } = await host.callTool({
    name: "find_missing_people",
    arguments: { title, invited: [text, "Grace Hopper"] },
  });
  expect(structuredContent).toMatchObject({ missing: [text], counts: { answered: 1 } });
});

it("hostile text of a calendar file arrives in data fields, and never in the poll", async () => {
  const { host, sandbox } = await openHost();
  const text = corpus["instruction"] ?? "";
  const result = await host.callTool({ name: "create_poll", arguments: createFree(text) });
  expect(result.structuredContent).toMatchObject({
    created: true,
    optionCount: 1,
    dropped: [{ title: text }],
  });
  expect(resultText(result)).not.toMatch(trace);
  const [created, ...others] = sandbox.requests.filter(({ method }) => method !== "GET");
  expect(others).toEqual([]);
  expect(created?.body).toMatchObject({ title: "T", options: [{ startTime: "2037-03-01T09:00:00Z" }] });
  expect(JSON.stringify(created)).not.toMatch(trace);
});

describe.each(Object.entries(corpus))("an argument with hostile text: %s", (_, text) => {
  it("only reads, and is sanitized and bounded in the results", async () => {
    const { host, sandbox } = await openHost({ clock: fastClock });
    for (const [name, args] of listCalls(text)) {
      const result = await host.callTool({ name, arguments: args });
      expect(resultText(result)).not.toMatch(trace);
      expect(JSON.stringify(result).length).toBeLessThan(12_000);
      for (const value of strings(withoutRefresh(result))) expect(value).not.toMatch(forbidden);
    }
    // Longer text is refused before a request.
    if (text.length < 1_000) expect(sandbox.requests.length).toBeGreaterThan(listCalls("").length / 2);
    expect(sandbox.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});
