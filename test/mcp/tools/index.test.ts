import { encode } from "gpt-tokenizer";
import { expect, it } from "vitest";
import * as z from "zod";
import { allTools } from "../../../mcp/tools/index.ts";
import { openHost } from "../harness.ts";

const list = async () => (await (await openHost()).host.listTools()).tools;

it("tools/list is as published: names, arguments and outputs, one line each", async () => {
  const lines = (await list()).flatMap(
    ({ name, title, description, annotations, inputSchema, outputSchema, _meta }) => [
      `# ${name}: ${JSON.stringify({ title, annotations, _meta })}`,
      String(description),
      ...[inputSchema, outputSchema].flatMap((schema) => [
        `required: ${JSON.stringify(schema?.["required"] ?? [])}`,
        ...Object.entries(schema?.properties ?? {}).map(
          ([argument, value]) => `  ${argument}: ${JSON.stringify(value)}`,
        ),
      ]),
    ],
  );
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../snapshots/tools-list.snap");
});

it("tools/list takes at most 4,350 tokens", async () => {
  expect(encode(JSON.stringify(await list())).length).toBeLessThanOrEqual(4_350);
});

it("every input refuses unknown arguments, and no output refuses further fields", async () => {
  for (const { inputSchema, outputSchema } of await list()) {
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    expect(JSON.stringify(outputSchema)).not.toContain('additionalProperties":false');
  }
});

it("every list in an input has a maximum", () => {
  const findOpen = (schema: unknown, path: string): string[] => {
    if (typeof schema !== "object" || schema === null) return [];
    const open = "items" in schema && !("maxItems" in schema) ? [path] : [];
    return [...open, ...Object.entries(schema).flatMap(([key, each]) => findOpen(each, `${path}.${key}`))];
  };
  for (const { name, input } of allTools)
    expect(findOpen(z.toJSONSchema(input, { io: "input" }), name)).toEqual([]);
});
