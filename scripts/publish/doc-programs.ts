/** The TypeScript programs of the documentation. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A program as a page shows it. */
export interface DocProgram {
  /** A file name, such as `README-md-0.ts`. */
  name: string;
  text: string;
  /** What the page shows as its output. */
  output: string | undefined;
}

/** The programs of every page, each with the text block that follows it. */
export function listDocPrograms(root: string): DocProgram[] {
  const pages = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  return ["README.md", ...pages.map((name) => `docs/${name}`)].flatMap((page) => {
    const blocks = readFileSync(join(root, page), "utf8").matchAll(
      /^```ts\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```)?/gm,
    );
    const stem = page.replace(/\W/g, "-");
    return [...blocks].map(([, text = "", output], index) => ({ name: `${stem}-${index}.ts`, text, output }));
  });
}
