import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** The path of a file that a package ships, whatever the package exports. */
export function fileOf(name: string, path: string): string {
  const folder = (require.resolve.paths(name) ?? [])
    .map((base) => join(base, name))
    .find((base) => hasManifest(base));
  if (folder === undefined) throw new Error(`${name} is not installed`);
  return join(folder, path);
}

function hasManifest(folder: string): boolean {
  try {
    return dirname(require.resolve(join(folder, "package.json"))) !== "";
  } catch {
    return false;
  }
}

/** What a program did. */
export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program of this project's Node to its end. */
export function runNode(args: string[], env: Record<string, string> = {}): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
