import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A program that goes on until it is stopped, and the first line that it said. */
export interface Running {
  line: string;
  stop(): Promise<void>;
}

// A program that starts at all says its line within seconds, on a busy machine too.
const patienceMs = 60_000;

/**
 * Starts a program and waits until one of its streams says a line that fits. Throws with what it said when it ends
 * before, or when it has not said the line within a minute; it is killed then.
 */
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
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`no line like ${expected} in ${patienceMs / 1000} s, but: ${said}`));
    }, patienceMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    for (const name of ["stdout", "stderr"] as const)
      child[name]?.on("data", (piece) => {
        said += piece;
        const line = name === stream ? said.split("\n").find((text) => expected.test(text)) : undefined;
        if (line === undefined || !said.endsWith("\n")) return;
        clearTimeout(timer);
        resolve(line);
      });
    child.once("error", fail);
    child.once("close", (code) => fail(new Error(`ended with ${code}: ${said}`)));
  });
}
