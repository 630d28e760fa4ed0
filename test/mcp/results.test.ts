import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { help } from "../../mcp/cli.ts";
import { doctorHelp } from "../../mcp/doctor/doctor-options.ts";
import { allTools } from "../../mcp/index.ts";
import { page, refreshPage, runExchange } from "../../scripts/mcp/exchanges.ts";

const names = allTools.map(({ name }) => name);

describe("the whole result", () => {
  it.each(names)("of %s matches its snapshot", async (name) => {
    const { result } = await runExchange(name);
    await expect(JSON.stringify(result, null, 2)).toMatchFileSnapshot(`snapshots/${name}.snap`);
  });

  it.each(names)("of %s has no null, and the same data as text", async (name) => {
    const { result } = await runExchange(name);
    expect(JSON.stringify([result.content, result.structuredContent])).not.toContain("null");
    const [sentence, data] = result.content as { type: string; text: string }[];
    expect(sentence?.text.length).toBeLessThan(300);
    expect(JSON.parse(data?.text ?? "")).toEqual(result.structuredContent);
  });
});

describe("docs/mcp.md", () => {
  it("shows recorded results (node scripts/mcp-docs.ts writes them)", async () => {
    expect(readFileSync(page, "utf8")).toBe(await refreshPage());
  });

  it("has valid configuration and names only existing options and tests", () => {
    const text = readFileSync(page, "utf8");
    const snippets = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => json ?? "");
    expect(snippets.length).toBeGreaterThan(2);
    for (const snippet of snippets) expect(() => JSON.parse(snippet)).not.toThrow();
    const options = text.match(/(?<=rallly-mcp.*|\| `|, )--[a-z-]+/g) ?? [];
    expect(options.length).toBeGreaterThan(6);
    for (const option of options) expect(help + doctorHelp).toContain(option);
    for (const file of text.match(/test\/mcp\/[\w/-]+\.test\.ts/g) ?? []) expect(existsSync(file)).toBe(true);
  });
});
