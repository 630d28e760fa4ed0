import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative, sep } from "node:path";
import { apiKeys } from "../../../src/sandbox/accounts.ts";
import { run } from "../commands.ts";
import { root } from "../package-info.ts";

/** What has no place in a file that others get: keys, paths of this machine, registries. One line for each find. */
export async function findSecrets(folder: string): Promise<string[]> {
  const registry = new URL((await run("npm", ["config", "get", "registry"], root)).trim()).host;
  const marks = [root, homedir() + sep, registry, ["registry.", "npmjs"].join("")];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((file) => {
      const text = readFileSync(file, "utf8");
      const finds = [...marks.filter((mark) => text.includes(mark)), ...listKeys(text)];
      return finds.map((find) => `${relative(folder, file)}: ${find}`);
    });
}

// The sandbox's own keys open nothing anywhere else.
function listKeys(text: string): string[] {
  const known: string[] = Object.values(apiKeys);
  return (text.match(/\bsk_[a-z0-9]+_\w{8,}/gi) ?? []).filter((key) => !known.includes(key));
}
