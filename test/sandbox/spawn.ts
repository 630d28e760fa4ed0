import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const main = `${import.meta.dirname}/../../dist/cli/main.js`;

/** Runs the program. `ended` resolves with the exit code, or with the signal that ended it. */
export function spawnSandbox(...options: string[]) {
  const child = spawn(process.execPath, [main, "sandbox", ...options], { stdio: ["ignore", "pipe", "pipe"] });
  const [lines, errors]: string[][] = [[], []];
  createInterface({ input: child.stdout }).on("line", (line) => lines?.push(line));
  child.stderr.on("data", (chunk: Buffer) => errors?.push(chunk.toString()));
  const ended = new Promise<number | string | null>((resolve) =>
    child.once("close", (code, signal) => resolve(code ?? signal)),
  );
  return { child, ended, output: () => lines?.join("\n") ?? "", errors: () => errors?.join("") ?? "" };
}
