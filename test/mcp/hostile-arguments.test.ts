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
  ["find_missing_people", { title, invited: `Grace Hopper, ${text} <zoe@example.org>; ${text}` }],
];

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
