/** Builds the views: for each one HTML file with script and style. */
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { paletteCss } from "../../src/palette.ts";

/** The pages. */
export const viewNames = ["results", "plan"] as const;

/** Maximum size of a built page in bytes. A host loads it into every conversation with its tool. */
export const maxViewBytes = 51_200;

const folder = new URL("../../mcp/view/page/", import.meta.url);

type Words = Record<string, Record<string, string>>;

/** Packs the words of all languages into one text, a fifth of the page unpacked, and leaves out those of the other page. */
const packWords = (name: string): Plugin => ({
  name: "pack-words",
  setup: ({ onLoad }) =>
    onLoad({ filter: /view\/words\/\w+\.json$/ }, async ({ path }) => {
      const language = basename(path, ".json");
      if (language !== "en") {
        const contents = `import { read } from "./en.json" with { type: "json" }; export default read("${language}");`;
        return { contents, loader: "js", resolveDir: dirname(path) };
      }
      const files = (await readdir(dirname(path))).filter((file) => file.endsWith(".json"));
      const read = async (file: string): Promise<Words> =>
        JSON.parse(await readFile(join(dirname(path), file), "utf8"));
      const all = await Promise.all(files.map(read));
      const own = Object.entries(await read("en.json")).filter(
        ([group]) => group === name || !viewNames.some((each) => each === group),
      );
      // What says the same stands side by side.
      const rows = own.map(([group, words]) => [
        group,
        Object.keys(words).map((key) => [key, ...all.map((each) => each[group]?.[key])]),
      ]);
      const packed = deflateRawSync(JSON.stringify(rows), { level: 9 }).toString("base64");
      const languages = files.map((file) => basename(file, ".json"));
      const contents = `const bytes = Uint8Array.from(atob("${packed}"), (letter) => letter.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
const groups = await new Response(stream).json();
export const read = (language) => {
  const at = ${JSON.stringify(languages)}.indexOf(language) + 1;
  return Object.fromEntries(groups.map(([group, rows]) => [group, Object.fromEntries(rows.map((row) => [row[0], row[at]]))]));
};
export default read("en");`;
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
    plugins: [packWords(name)],
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
    .replace("/* style */", () => textOf(".css") + paletteCss)
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
