/** Builds the results view: one HTML file with script and style. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Maximum size of the built file in bytes. A host loads it into every conversation with results. */
export const maxViewBytes = 40_000;

const page = new URL("../mcp/view/page/", import.meta.url);

/** Returns the page. Throws when it does not compile, is too large, or contains a second end of a script. */
export async function buildView(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ["main.ts", "style.css"].map((name) => fileURLToPath(new URL(name, page))),
    outdir: ".",
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    legalComments: "none",
  });
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? "";
  const template = await readFile(new URL("page.html", page), "utf8");
  const html = template
    .replace("/* style.css */", () => textOf(".css"))
    .replace("/* main.js */", () => textOf(".js"));
  const size = Buffer.byteLength(html);
  if (size >= maxViewBytes)
    throw new Error(`The view has ${size} bytes; it must stay under ${maxViewBytes}.`);
  if (html.split("</script").length !== 2) throw new Error("The script of the view contains </script.");
  return html;
}

/** Lets tests import the page, which esbuild and wrangler embed as text. */
export const viewPlugin = {
  name: "view",
  enforce: "pre" as const,
  resolveId: (id: string) => (id.endsWith("/results.html") ? "\0results.js" : undefined),
  load: async (id: string) =>
    id === "\0results.js" ? `export default ${JSON.stringify(await buildView())}` : undefined,
};
