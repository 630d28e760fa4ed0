import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../../node_modules/.bin", import.meta.url));

type Env = Record<string, string>;

/** Runs a command and returns its stdout. Throws with all its output when it fails. */
export async function run(command: string, args: string[], folder: string, env: Env = {}): Promise<string> {
  const child = spawn(command, args, {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
      DISABLE_ZAPIER_ANALYTICS: "1",
      NO_UPDATE_NOTIFIER: "1",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  const errors: string[] = [];
  child.stdout.on("data", (piece) => output.push(String(piece)));
  child.stderr.on("data", (piece) => errors.push(String(piece)));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0)
    throw new Error(`${command} ${args.join(" ")} exited with ${code}\n${output.join("")}${errors.join("")}`);
  return output.join("");
}

/** Runs the Zapier CLI in a folder and returns its stdout. */
export const zapier = (args: string[], folder: string, env?: Env) =>
  run("zapier-platform", args, folder, env);
