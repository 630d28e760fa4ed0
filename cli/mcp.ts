import type { Caller } from "../mcp/call.ts";
import type { Log } from "../mcp/log.ts";
import { createServer, selectTools } from "../mcp/server.ts";
import { version } from "../src/version.ts";
import { createBackend } from "./backend.ts";
import { type Environment, help, parseOptions } from "./options.ts";
import { type RunningServer, serveOnStdio } from "./serve-stdio.ts";

/** For a person who starts the server in a terminal, where it seems to hang. */
const terminalHint =
  "stdin is a terminal. This server speaks MCP on stdin and stdout, and an AI client starts it by itself. To check your setup: rallly-connect doctor. Ctrl+C stops the server.";

/** `rallly-connect mcp`: runs the server until the host leaves or a signal arrives. Returns the exit code. Throws UsageError. */
export async function runMcp(args: string[], environment: Environment, log: Log): Promise<number> {
  const options = parseOptions(args, environment);
  if (options.help || options.version) {
    process.stdout.write(options.help ? help : `${version}\n`);
    return 0;
  }
  if (selectTools(options).length === 0) log("No tools: --read-only removes every tool in --tools.");
  const backend = await createBackend(options, environment, log);
  const { readOnly, only, http } = options;
  const create = (caller: Caller) => createServer(caller, { readOnly, only, log });
  try {
    const server: RunningServer = http
      ? // A server on stdio does not load it.
        await (await import("./serve-http.ts")).serveHttp(options, backend, create, log)
      : serveOnStdio(() => create(backend.caller), log);
    log(`ready, on ${backend.description}${server.url ? `; serving ${server.url}` : ""}`);
    if (!http && process.stdin.isTTY) log(terminalHint);
    await endWith(server);
    return 0;
  } finally {
    await backend.close();
  }
}

/** Ends a server at a signal, after its calls in flight. A second signal ends the process at once. */
async function endWith(server: RunningServer): Promise<void> {
  let isEnding = false;
  const onSignal = (_: string, number: number) => {
    if (isEnding) process.exit(128 + number);
    isEnding = true;
    server.close();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  await server.ended;
}
