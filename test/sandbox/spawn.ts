import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The built entry of `rallly-sandbox`. */
export const main = fileURLToPath(new URL("../../dist/src/sandbox/main.js", import.meta.url));

/** Runs the built `rallly-sandbox`. `firstLine` resolves with its first line on stdout. */
export function spawnSandbox(...options: string[]) {
  const child = spawn(process.execPath, [main, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  const errors: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  const lines: string[] = [];
  const firstLine = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(line);
      resolve(line);
    });
    child.once("close", () => reject(new Error(errors.join("") || "rallly-sandbox exited without output")));
  });
  firstLine.catch(() => {});
  return { child, firstLine, lines, errors, ended: waitForExit(child) };
}

/** Resolves with the exit code, or with the signal that ended the process. */
function waitForExit(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  return new Promise((resolve) => child.once("close", (code, signal) => resolve(code ?? signal)));
}

/** Runs it with `--json` and returns its URL and key. */
export async function startSpawned(...options: string[]) {
  const spawned = spawnSandbox("--json", ...options);
  const { url, apiKey }: { url: string; apiKey: string } = JSON.parse(await spawned.firstLine);
  return { ...spawned, url, apiKey };
}
