import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A program that goes on until it is stopped, and the first line that it said. */
export interface Running {
  line: string;
  stop(): Promise<void>;
}

/** Starts a program and waits until one of its streams says a line that fits. Throws when it ends before. */
export async function startProgram(
  [command, ...args]: [string, ...string[]],
  env: Record<string, string>,
  stream: "stdout" | "stderr",
  expected: RegExp,
): Promise<Running> {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const line = await waitForLine(child, stream, expected);
  return {
    line,
    async stop() {
      const closed = once(child, "close");
      if (child.kill()) await closed;
    },
  };
}

function waitForLine(child: ChildProcess, stream: "stdout" | "stderr", expected: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    for (const name of ["stdout", "stderr"] as const)
      child[name]?.on("data", (piece) => {
        said += piece;
        const line = name === stream ? said.split("\n").find((text) => expected.test(text)) : undefined;
        if (line !== undefined && said.endsWith("\n")) resolve(line);
      });
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
}
