/** Writes the version of package.json into the other files that name it. `npm version X` runs this. */
import { readFileSync, writeFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

for (const file of [
  "zapier/package.json",
  "server.json",
  "publish/desktop/manifest.json",
  "publish/claude/.claude-plugin/plugin.json",
  "src/version.ts",
]) {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/("?version"?(?:: | = ))"\d[^"]*"/g, `$1"${version}"`));
}
