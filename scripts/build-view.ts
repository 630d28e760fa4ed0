/** Builds the results view: one HTML file with its script and style inside, which needs nothing else. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Upper bound of the built file, in bytes: a host loads it into every conversation that shows results. */
export const SIZE_LIMIT = 40_000;

const page = new URL("../mcp/view/page/", import.meta.url);

/** The whole page as text. Throws when it does not compile, is too big, or would close its own script. */
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
  if (size >= SIZE_LIMIT) throw new Error(`The view has ${size} bytes; it must stay under ${SIZE_LIMIT}.`);
  if (html.split("</script").length !== 2) throw new Error("The view's script would end too early.");
  return html;
}
