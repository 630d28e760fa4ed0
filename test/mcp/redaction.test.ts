/** The API key, typed by somebody into a poll or echoed by the service, is masked in everything that leaves the server. */
import { describe, expect, it } from "vitest";
import { resultText } from "./harness.ts";
import { listCalls, openHostile, pollId, strings } from "./hostile-service.ts";

const apiKey = "sk_live_this-Must.Never_Be~Seen0123456789=";
const secret = /this.{0,3}must|never|seen01|0123456/i;

const forms: Record<string, string> = {
  plain: apiKey,
  "zero-width characters": [...apiKey].join("\u200b"),
  "soft hyphens and line breaks": [...apiKey].join("\u00ad\n"),
  "terminal colors": [...apiKey].join("\u001b[31m"),
  "combining marks": [...apiKey].join("\u0301"),
  "URL-coded": [...apiKey].map((each) => `%${each.charCodeAt(0).toString(16)}`).join(""),
  "JSON-escaped": [...apiKey].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`).join(""),
  base64: Buffer.from(`Bearer ${apiKey}`).toString("base64"),
};

const calls = [...listCalls(apiKey), ["list_polls", { query: "nothing like it" }] as const];

/** As a reader or a program would put it together again. */
function decoded(text: string): string {
  const plain = text
    .replace(/\\u([0-9a-f]{4})|%([0-9a-f]{2})/gi, (_, one, other) =>
      String.fromCharCode(Number.parseInt(one ?? other, 16)),
    )
    .normalize("NFKD")
    .replace(/[^!-~]/g, "");
  const base64 = plain.match(/[A-Za-z0-9+/_-]{16,}/g) ?? [];
  return [plain, ...base64.map((each) => Buffer.from(each, "base64").toString("latin1"))].join("\n");
}

describe.each(Object.entries(forms))("the key, written with %s", (_, text) => {
  it("is masked in the result of every tool", async () => {
    for (const status of [200, 400, 429, 500]) {
      const reports: unknown[] = [];
      const host = await openHostile(text, status, { apiKey, report: (error) => reports.push(error) });
      for (const [name, given] of calls) {
        const result = await host.callTool({ name, arguments: given });
        for (const value of strings(result)) expect(decoded(value)).not.toMatch(secret);
      }
      for (const error of reports) expect(decoded(String(error))).not.toMatch(secret);
    }
  });

  it("is masked in resources, and in the question to the person", async () => {
    const asked: string[] = [];
    const host = await openHostile(text, 200, { apiKey }, { capabilities: { elicitation: { form: {} } } });
    host.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return { action: "accept", content: { confirm: false } };
    });
    for (const path of ["", "/results", "/participants"]) {
      const { contents } = await host.readResource({ uri: `rallly://polls/${pollId}${path}` });
      expect(decoded(JSON.stringify(contents))).not.toMatch(secret);
    }
    expect(decoded(JSON.stringify(await host.listResources()))).not.toMatch(secret);
    const prompt = await host.getPrompt({ name: "plan_meeting", arguments: { about: text, when: apiKey } });
    expect(decoded(JSON.stringify(prompt.messages))).not.toMatch(secret);
    const { structuredContent } = await host.callTool({ name: "get_poll", arguments: { pollId } });
    const { title } = structuredContent as { title: string };
    const confirmed = await host.callTool({
      name: "delete_poll",
      arguments: { pollId, confirmTitle: title },
    });
    expect(resultText(confirmed)).toMatch(/^Nothing was deleted: the person declined/);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain("[key]");
    expect(decoded(JSON.stringify(asked))).not.toMatch(secret);
  });
});
