import { constants } from "node:os";
import { version } from "../src/version.ts";
import { createBackend } from "./backend.ts";
import type { Caller } from "./caller.ts";
import { createLog, type Log } from "./log.ts";
import { type Environment, help, parseOptions, readEnvironment, UsageError } from "./options.ts";
import { createServer, selectTools } from "./server.ts";
import { type Service, serveOnStdio } from "./stdio.ts";

/** For a person who starts the server in a terminal, where it seems to hang. */
const terminalHint =
  "stdin is a terminal. This server speaks MCP on stdin and stdout, and an AI client starts it by itself. To check your setup: rallly-connect doctor. Ctrl+C stops the server.";

/** Runs the server until the host leaves or a signal arrives. Resolves with the exit code: 2 for a wrong command line. */
export function runMcp(args: string[]): Promise<number> {
  return runCommand(async (environment, log) => {
    const options = parseOptions(args, environment);
    if (options.help || options.version) {
      process.stdout.write(options.help ? help : `${version}\n`);
      return 0;
    }
    if (selectTools(options).length === 0) log("No tools: --read-only removes every tool in --tools.");
    const backend = await createBackend(options, environment, log);
    const { readOnly, only, http } = options;
    const create = (caller: Caller) => createServer(caller, { readOnly, only, log });
    const service: Service = http
      ? // A server on stdio does not load it.
        await (await import("./http.ts")).serveHttp(options, backend, create, log)
      : serveOnStdio(() => create(backend.caller), log);
    log(`ready, on ${backend.description}${service.url ? `; serving ${service.url}` : ""}`);
    if (!http && process.stdin.isTTY) log(terminalHint);
    await endWith(service);
    await backend.close();
    return 0;
  });
}

/** Ends a service at a signal, after its calls in flight. A second signal ends the process at once. */
async function endWith(service: Service): Promise<void> {
  let isEnding = false;
  const onSignal = (signal: "SIGINT" | "SIGTERM") => {
    if (isEnding) process.exit(128 + constants.signals[signal]);
    isEnding = true;
    service.close();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  await service.ended;
}

/** Runs a command. Resolves with its exit code: 2 for what the person at the terminal can correct, 1 for another error. */
export async function runCommand(
  command: (environment: Environment, log: Log) => number | Promise<number>,
): Promise<number> {
  const { RALLLY_API_KEY, RALLLY_MCP_TOKEN } = process.env;
  const log = createLog([RALLLY_API_KEY, RALLLY_MCP_TOKEN]);
  // A host or a reader such as `head` may close the pipes early.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  try {
    return await command(readEnvironment(process.env), log);
  } catch (error) {
    const text = describeStartError(error);
    log(text ?? error);
    return text === undefined ? 1 : 2;
  }
}

/** Texts for system errors of listening. */
const listenErrors: Partial<Record<string, string>> = {
  EADDRINUSE: "The port is in use. Pass another with --port, or 0 for a free one.",
  EACCES: "No permission to use the port. Pass another with --port, or 0 for a free one.",
  EADDRNOTAVAIL: "--host is not an address of this machine.",
  ENOTFOUND: "--host is not an address of this machine.",
};

function describeStartError(error: unknown): string | undefined {
  if (error instanceof UsageError) return `${error.message}. See --help.`;
  return error instanceof Error && "code" in error ? listenErrors[String(error.code)] : undefined;
}
