import { readFile } from "node:fs/promises";
import { allTools } from "../../mcp/index.ts";
import { type Exchange, playExchange } from "./exchanges.ts";

/** The page whose exchanges are real. */
export const page = "docs/mcp.md";

/** The page with every exchange as the server answers today. Throws when a tool has no place in it. */
export async function refreshPage(): Promise<string> {
  let text = await readFile(page, "utf8");
  for (const { name } of allTools) {
    const place = new RegExp(`<!-- exchange ${name} -->.*?<!-- /exchange -->`, "s");
    if (!place.test(text)) throw new Error(`${page} has no place for an exchange of ${name}`);
    const block = render(await playExchange(name));
    text = text.replace(place, () => `<!-- exchange ${name} -->\n${block}\n<!-- /exchange -->`);
  }
  return text;
}

function render({ tool, input, result }: Exchange): string {
  const [sentence] = result.content as { text: string }[];
  return [
    "```jsonc",
    `// ${tool}`,
    JSON.stringify(input, null, 2),
    "// answers",
    `// ${sentence?.text}`,
    JSON.stringify(result.structuredContent, null, 2),
    "```",
  ].join("\n");
}
