/** Starts programs as their users would: each in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { onTestFinished } from "vitest";

/** A started program. It is killed at the end of the test. */
export interface Program {
  /** Everything that it has printed. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
  /** Its exit code, null after a signal. */
  ended: Promise<number | null>;
}

/** Starts a program with the environment of this process and more variables. */
export function startProgram(
  command: string,
  args: string[],
  { cwd, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Program {
  const child: ChildProcess = spawn(command, args, { cwd, env: { ...process.env, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (piece) => {
      output += piece;
    });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { output: () => output, kill: (signal) => child.kill(signal), ended };
}

/** Runs a program to its end. Returns what it has printed. Throws when it fails. */
export async function runProgram(...start: Parameters<typeof startProgram>): Promise<string> {
  const program = startProgram(...start);
  const code = await program.ended;
  if (code !== 0) throw new Error(`${start[1].join(" ")} exited with ${code}\n${program.output()}`);
  return program.output();
}

/** Returns a free port. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
