import { readFileSync } from "node:fs";
import { join } from "node:path";
import { help } from "../../mcp/cli.ts";
import { allTools } from "../../mcp/index.ts";
import { root } from "../bundle/root.ts";
import { engines } from "./package-info.ts";

/** The published README, with tools, options and example of the repository. */
export function writeReadme(): string {
  const parts = {
    node: engines.node.replace(">=", "").concat(" or newer"),
    tools: toolSummaries.map(({ name, description }) => `- \`${name}\`: ${description}`).join("\n"),
    options: help.trim(),
    example: getExample().trim(),
  };
  return Object.entries(parts).reduce(
    (text, [name, part]) => text.replace(`<!-- ${name} -->`, () => part),
    readFileSync(new URL("readme.md", import.meta.url), "utf8"),
  );
}

function getExample(): string {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, example] = /^```ts\n([\s\S]*?)^```/m.exec(readme) ?? [];
  if (example === undefined) throw new Error("README.md has no example of the client");
  return example;
}

/** Every tool in the order of the list, with the first sentence of its description. */
export const toolSummaries = allTools.map(({ name, description }) => ({
  name,
  description: /^.*?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description,
}));
