/** Writes the tables of the pages that the code decides. `npm run format` runs this, and a test compares them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hosts } from "../../cli/hosts.ts";
import { skills } from "../../mcp/skills.ts";
import { listedTools } from "../../mcp/tools/listing.ts";
import * as formats from "../../zapier/input/written/formats.ts";

const code = (text: string) => `\`${text}\``;

/** The tables by the name in the comment before them, each as rows of cells. */
const tables: Readonly<Record<string, string[][]>> = {
  clients: [
    ["client", "command", "what it prints, or where that goes"],
    ...Object.entries(hosts).map(([name, { title, place }]) => [
      title,
      code(`npx rallly-connect config ${name}`),
      place,
    ]),
  ],
  tools: [
    ["tool", "what it does", "read-only", "destructive", "idempotent", "open world"],
    ...listedTools.map(({ name, summary, annotations }) => {
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
      const hints = [readOnlyHint, destructiveHint, idempotentHint, openWorldHint];
      return [code(name), summary, ...hints.map((hint) => (hint ? "yes" : "no"))];
    }),
  ],
  prompts: [
    ["prompt", "skill", "arguments", "job"],
    ...skills.map(({ name, description, prompt }) => {
      const args = Object.entries(prompt.args).map(([arg, { isOptional }]) =>
        code(isOptional ? `${arg}?` : arg),
      );
      return [code(prompt.name), code(name), args.join(", "), description];
    }),
  ],
  formats: [
    ["Value", "Example", "Who writes it"],
    ...Object.entries({
      Day: formats.days,
      "Refused day": formats.refusedDays,
      "Time of day": formats.clocks,
      "Day and time": formats.joins,
      Offset: formats.offsets,
      Zone: formats.zones,
      Range: formats.ranges,
    }).flatMap(([kind, rows]) => rows.map(([, example, writtenBy]) => [kind, code(example), writtenBy])),
  ],
};

/** The pages that have such tables. */
export const pagesWithTables = ["docs/mcp.md", "docs/tools.md", "docs/zapier.md"];

/** A page with its tables as the code has them now. Throws for a table that no code has. */
export function fillTables(page: string): string {
  return page.replace(/(<!-- table: (\w+) -->\n\n)(?:\|.*\n)*/g, (_, comment: string, name: string) => {
    const [head = [], ...rows] = tables[name] ?? [];
    if (head.length === 0) throw new Error(`No table has the name ${name}.`);
    const toLine = (cells: string[]) => `| ${cells.join(" | ")} |\n`;
    return `${comment}${toLine(head)}${"|---".repeat(head.length)}|\n${rows.map(toLine).join("")}`;
  });
}

if (import.meta.main) {
  for (const name of pagesWithTables) {
    const path = join(import.meta.dirname, "../..", name);
    writeFileSync(path, fillTables(readFileSync(path, "utf8")));
  }
}
