/**
 * Writes the version of package.json and its oldest Node into the other files that name them, and the files of the places. `npm run
 * format` runs this. Those start the files of a checkout until `npm version X` runs it with `--published`, and then the published package.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const { version, engines } = JSON.parse(readFileSync("package.json", "utf8"));

function replaceIn(files: string[], pattern: RegExp, replacement: string): void {
  for (const file of files) writeFileSync(file, readFileSync(file, "utf8").replace(pattern, replacement));
}

replaceIn(["zapier/package.json", "src/version.ts"], /("?version"?(?:: | = ))"\d[^"]*"/, `$1"${version}"`);
const minNode = engines.node.replace(/^>=/, "");
replaceIn(["src/node-version.ts"], /(minNodeVersion = )"[^"]*"/, `$1"${minNode}"`);
const pages = ["README.md", "docs/mcp.md", "docs/troubleshooting.md"];
replaceIn(pages, /(Node(?:\.js)? )\d+\.\d+( or newer)/g, `$1${minNode}$2`);

// Loaded only now, with the new version.
const { isPublished, listPlaces } = await import("./places.ts");
const places = listPlaces(process.argv.includes("--published") || isPublished() ? "published" : "checkout");
for (const [file, content] of Object.entries(places)) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
}
execFileSync("npx", ["biome", "format", "--write", ...Object.keys(places)], { stdio: "inherit" });
