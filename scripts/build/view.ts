/** Builds the views: for each one HTML file with script and style. */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { paletteCss } from "../../src/palette.ts";

/** The pages. */
export const viewNames = ["results", "plan"] as const;

/** Maximum size of a built page in bytes. A host loads it into every conversation with its tool. */
export const maxViewBytes = 52_000;

const folder = new URL("../../mcp/view/page/", import.meta.url);

type Groups = Record<string, Record<string, string>>;

/** What stands between the texts of a language. No text has it. */
const between = "~";

/** Leaves the words of the other page out of a page, and has the keys once, in English. */
const ownWords = (name: string): Plugin => ({
  name: "own-words",
  setup: ({ onLoad }) =>
    onLoad({ filter: /view\/words\/\w+\.json$/ }, async ({ path }) => {
      const read = async (file: string) => {
        const groups = Object.entries<Groups[string]>(JSON.parse(await readFile(file, "utf8")));
        return groups.filter(([group]) => group === name || !viewNames.some((each) => each === group));
      };
      const english = await read(join(dirname(path), "en.json"));
      const own: Groups = Object.fromEntries(await read(path));
      const texts = english.flatMap(([group, words]) => Object.keys(words).map((key) => own[group]?.[key]));
      const contents = path.endsWith("en.json")
        ? `const en = ${JSON.stringify(own)};
export default en;
export const translate = (texts) => {
  const next = texts.split("${between}").values();
  const fill = (words) => Object.fromEntries(Object.keys(words).map((key) => [key, next.next().value]));
  return Object.fromEntries(Object.entries(en).map(([group, words]) => [group, fill(words)]));
};`
        : `import { translate } from "./en.json" with { type: "json" };
export default translate(${JSON.stringify(texts.join(between))});`;
      return { contents, loader: "js", resolveDir: dirname(path) };
    }),
});

/** Returns a page. Throws when it does not compile, is too large, or contains a second end of a script. */
export async function buildView(name: (typeof viewNames)[number]): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ["ts", "css"].map((type) => fileURLToPath(new URL(`${name}.${type}`, folder))),
    outdir: ".",
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    plugins: [ownWords(name)],
  });
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? "";
  const [frame, content] = await Promise.all(
    ["page", name].map((each) => readFile(new URL(`${each}.html`, folder), "utf8")),
  );
  const html = `${frame}`
    .replace("<!-- content -->\n", `${content}`)
    // No form is there to submit.
    .replaceAll(' type="button"', "")
    .replaceAll(">\n<", "><")
    .replace("/* style */", () => paletteCss + textOf(".css"))
    .replace("/* script */", () => textOf(".js"));
  const size = Buffer.byteLength(html);
  if (size > maxViewBytes)
    throw new Error(`The ${name} page has ${size} bytes; it must have at most ${maxViewBytes}.`);
  if (html.split("</script").length !== 2) throw new Error("The script of the view contains </script.");
  return html;
}

/** Lets tests import the pages, which esbuild and wrangler embed as text. */
export const viewPlugin = {
  name: "view",
  enforce: "pre" as const,
  resolveId: (id: string) => {
    const name = viewNames.find((each) => id.endsWith(`/mcp/view/${each}.html`));
    return name && `\0${name}.view.js`;
  },
  load: async (id: string) => {
    const name = viewNames.find((each) => id === `\0${each}.view.js`);
    return name && `export default ${JSON.stringify(await buildView(name))}`;
  },
};
