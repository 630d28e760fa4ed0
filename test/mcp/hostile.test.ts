import { describe, expect, it } from "vitest";
import { allTools } from "../../mcp/index.ts";
import { resultText } from "./harness.ts";
import { corpus, forbidden, trace } from "./hostile-corpus.ts";
import { listCalls, openHostile, pollId, strings } from "./hostile-service.ts";

const calls = listCalls("T");

it("every tool is called with hostile text", () => {
  expect(new Set(calls.map(([name]) => name))).toEqual(new Set(allTools.map(({ name }) => name)));
});

it("hostile text arrives in data fields", async () => {
  const host = await openHostile(corpus["instruction"] ?? "");
  for (const [name, args] of calls.slice(0, 4)) {
    const { structuredContent, isError } = await host.callTool({ name, arguments: args });
    expect(isError).toBeFalsy();
    expect(JSON.stringify(structuredContent)).toMatch(trace);
  }
});

/** The requests of one call to a service with the text in every field. */
async function listRequests(text: string, name: string, args: Record<string, unknown>): Promise<string[]> {
  const requests: string[] = [];
  const host = await openHostile(text, 200, { onRequest: (request) => requests.push(request) });
  await host.callTool({ name, arguments: args });
  return requests.sort();
}

describe.each(Object.entries(corpus))("hostile text: %s", (_, text) => {
  it.each(calls)("is sanitized, bounded and only in data fields of %s", async (name, args) => {
    const host = await openHostile(text);
    const result = await host.callTool({ name, arguments: args });
    const whole = JSON.stringify(result);
    expect(whole.length).toBeLessThan(12_000);
    expect(resultText(result)).not.toMatch(trace);
    for (const value of strings(result)) {
      // Lines of a calendar entry end with both characters.
      expect(value.replaceAll("\r\n", "\n")).not.toMatch(forbidden);
      expect(Array.from(value).length).toBeLessThan(5_500);
    }
    const [, data] = result.content;
    if (data?.type === "text")
      expect(JSON.parse(data.text)).toEqual(result.structuredContent ?? expect.anything());
  });

  it.each(calls)("causes no request that other text does not cause in %s", async (name, args) => {
    const [harmless, hostile] = [
      await listRequests("Team lunch", name, args),
      await listRequests(text, name, args),
    ];
    // Text that is too long or invisible is refused before a copy is created.
    expect(harmless).toEqual(expect.arrayContaining(hostile));
    expect(hostile.length).toBeGreaterThan(0);
  });

  it("is sanitized in resources and completions", async () => {
    const host = await openHostile(text);
    for (const path of ["", "/results", "/participants"]) {
      const { contents } = await host.readResource({ uri: `rallly://polls/${pollId}${path}` });
      for (const value of strings(JSON.parse(String((contents[0] as { text: string }).text))))
        expect(value).not.toMatch(forbidden);
    }
    const calendar = await host.readResource({ uri: `rallly://polls/${pollId}/options/1/calendar.ics` });
    const lines = String((calendar.contents[0] as { text: string }).text).split("\r\n");
    for (const line of lines) expect(line).not.toMatch(forbidden);
    expect(lines.filter((line) => line.startsWith("BEGIN:") && line !== "BEGIN:VTIMEZONE")).toEqual([
      "BEGIN:VCALENDAR",
      ...lines.filter((line) => /^BEGIN:(?:STANDARD|DAYLIGHT)$/.test(line)),
      "BEGIN:VEVENT",
    ]);
    for (const value of strings((await host.listResources()).resources)) expect(value).not.toMatch(forbidden);
    const ref = { type: "ref/resource" as const, uri: "rallly://polls/{pollId}" };
    const { completion } = await host.complete({ ref, argument: { name: "pollId", value: "" } });
    expect(completion.values).toEqual([pollId]);
  });

  it("is sanitized and shortened in a quoted message of the service", async () => {
    const host = await openHostile(text, 400);
    const result = await host.callTool({ name: "get_poll", arguments: { pollId } });
    expect(result.isError).toBe(true);
    expect(resultText(result).length).toBeLessThan(900);
    expect(resultText(result)).not.toMatch(forbidden);
    expect(resultText(result)).toMatch(
      /^The service found the request invalid\. It says: ".*"\. Correct the field it names and call again\.$/s,
    );
  });

  it("is data in prompts", async () => {
    const host = await openHostile(text);
    const { messages } = await host.getPrompt({
      name: "plan_meeting",
      arguments: { about: text, when: text },
    });
    const [message] = messages;
    const prompt = message?.content.type === "text" ? message.content.text : "";
    expect(prompt).not.toMatch(forbidden);
    expect(prompt.length).toBeLessThan(4_000);
    expect(prompt.slice(prompt.lastIndexOf("\n\n"))).not.toMatch(trace);
  });
});
