/**
 * Writes the version of package.json into the other files that name it, and the files of the places, which then start the published
 * package. `npm version X` runs this. With `--checkout` they start the files of this checkout, as before the first release.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

for (const file of ["zapier/package.json", "src/version.ts"]) {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/("?version"?(?:: | = ))"\d[^"]*"/, `$1"${version}"`));
}

// Loaded only now, with the new version.
const { listPlaces } = await import("./places.ts");
const places = listPlaces(process.argv.includes("--checkout") ? "checkout" : "published");
for (const [file, content] of Object.entries(places)) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
}
execFileSync("npx", ["biome", "format", "--write", ...Object.keys(places)], { stdio: "inherit" });
