import type { McpServerFactory } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { InvalidInputError, toSentence } from "../src/api/setup.ts";
import { type Backend, createBackend } from "./backend.ts";
import { CliError, type CliOptions } from "./cli.ts";
import { isTurnedOn, removePlaceholders } from "./environment.ts";
import { UnsafeSettingsError } from "./http/settings.ts";
import type { Log } from "./log.ts";
import { nameVariable, nameVariables } from "./runtime/variable-names.ts";
import { createServerFactory, localKeyHelp } from "./server.ts";
import { createStdioTransport } from "./stdio/transport.ts";
import { listedTools } from "./tools/listing.ts";
import { selectFrom } from "./tools/select.ts";

type Environment = Record<string, string | undefined>;

/** A running server. */
export interface Service {
  /** Waits for `--shutdown-delay-seconds`, refuses new requests, finishes those in flight within `--drain-seconds`, then closes everything. */
  close(): Promise<void>;
  /** Resolves when the service has closed: after `close()`, or when the host on stdio disconnects. */
  ended: Promise<void>;
}

/** Time for the responses of calls that are stopped after the drain, in milliseconds. */
export const stopGraceMs = 1000;

/** How to get a key, and to send it in a header over HTTP. */
const createRemoteKeyHelp = (keyHeader: string) =>
  `The owner of a space on a Pro plan creates one at rallly.co, in the space's settings under "API keys"; it is shown once. Send it in the ${keyHeader} header of the connection (in the MCP configuration of the client). Never paste it into the conversation.`;

/** For a person who starts the server in a terminal, where it seems to hang. */
const terminalHint =
  "stdin is a terminal. This server speaks MCP on stdin and stdout, and an AI client starts it by itself. To check your setup: rallly-mcp doctor. Options: rallly-mcp --help. Ctrl+C stops the server.";

/** Starts the server with the options of the command line. Throws the errors of {@link createBackend} and the HTTP settings. */
export async function startService(options: CliOptions, given: Environment, log: Log): Promise<Service> {
  const environment = removePlaceholders(given);
  const sandbox = options.sandbox || isTurnedOn(environment, "RALLLY_SANDBOX");
  const backend = await createBackend({ ...options, sandbox, environment, log });
  if (selectFrom(listedTools, { readOnly: options.readOnly, only: options.tools }).length === 0)
    log("No tools: --read-only removes every tool in --tools.");
  try {
    return options.http
      ? await startHttp(options, environment, backend, log)
      : startStdio(options, backend, log);
  } catch (error) {
    await backend.close();
    throw error;
  }
}

function startStdio(options: CliOptions, backend: Backend, log: Log): Service {
  const stopping = new AbortController();
  const stop = new AbortController();
  const drainMs = options.drainSeconds * 1000;
  const service = createService(drainMs + 3 * stopGraceMs, log, async () => {
    transport.refuseRequests();
    stopping.abort();
    if (!(await transport.inFlight.drained(drainMs))) {
      log(`stopping with ${transport.inFlight.size} requests in flight`);
      stop.abort();
      await transport.inFlight.drained(stopGraceMs);
    }
    await handle.close();
    await transport.flush(stopGraceMs);
    await backend.close();
  });
  const transport = createStdioTransport({
    stdin: process.stdin,
    stdout: process.stdout,
    onEnd: () => void service.close(),
    onBroken() {
      // The host cannot receive responses anymore.
      stop.abort();
      void service.close();
    },
  });
  const createServerFor = createServerFactory({
    keyHelp: localKeyHelp,
    readOnly: options.readOnly,
    only: options.tools,
    stopping: stopping.signal,
    stopped: stop.signal,
    report: log,
  });
  const handle = serveStdio(() => createServerFor(backend), { onerror: log, transport });
  log(backend.startMessage);
  if (process.stdin.isTTY) log(terminalHint);
  return service;
}

async function startHttp(
  options: CliOptions,
  environment: Environment,
  backend: Backend,
  log: Log,
): Promise<Service> {
  const stopping = new AbortController();
  const stop = new AbortController();
  const drainMs = options.drainSeconds * 1000;
  const delayMs = options.shutdownDelaySeconds * 1000;
  // Imported here, so that a server on stdio does not load them.
  const { createClientCache, keyHeader } = await import("./http/client-cache.ts");
  const { serveHttp } = await import("./http/serve.ts");
  const callers = createClientCache(backend, backend.connect);
  const createServerFor = createServerFactory({
    keyHelp: createRemoteKeyHelp(keyHeader),
    readOnly: options.readOnly,
    only: options.tools,
    stopping: stopping.signal,
    stopped: stop.signal,
    report: log,
  });
  const factory: McpServerFactory = ({ requestInfo }) =>
    createServerFor(callers(requestInfo?.headers.get(keyHeader) ?? null));
  const settings = {
    ...options,
    token: environment["RALLLY_MCP_TOKEN"]?.trim() || undefined,
    tokenIssuer: createTokenIssuer(options),
    acceptsKeys: backend.connect !== undefined,
  };
  const http = await serveHttp(factory, settings, log);
  log(`${backend.startMessage}; serving ${http.url}`);
  return createService(delayMs + drainMs + 3 * stopGraceMs, log, async () => {
    if (delayMs > 0) {
      // A balancer that still considers this server healthy would send it requests on connections that are about to close.
      http.announceShutdown();
      log(`shutting down in ${options.shutdownDelaySeconds} s`);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
    stopping.abort();
    if (!(await http.drain(drainMs))) {
      log("stopping with requests in flight");
      stop.abort();
      await http.drain(stopGraceMs);
    }
    await http.close();
    await backend.close();
  });
}

/** The provider of `--issuer`, with the server's URL at its first allowed host as the resource. */
function createTokenIssuer({ issuer, allowedHosts: [host] }: CliOptions) {
  return issuer === undefined ? undefined : { issuer, resource: `https://${host}/mcp` };
}

/** Creates a {@link Service} that shuts down once and ends within `maxMs`. */
function createService(maxMs: number, log: Log, shutDown: () => Promise<void>): Service {
  let closing = false;
  let resolve = () => {};
  const ended = new Promise<void>((done) => {
    resolve = done;
  });
  return {
    ended,
    close() {
      if (!closing) {
        closing = true;
        // A host that does not read can block the closing of its subscriptions.
        setTimeout(resolve, maxMs).unref();
        shutDown().catch(log).finally(resolve);
      }
      return ended;
    },
  };
}

/** Texts for system errors of listen(). `{port}` is the port of the error. */
const listenFailures = new Map<unknown, string>([
  ["EADDRINUSE", "Port {port} is in use. Pass another with --port, or 0 for a free one."],
  ["EACCES", "No permission to use port {port}. Pass another with --port, or 0 for a free one."],
  ["EADDRNOTAVAIL", "--host is not an address of this machine."],
  ["ENOTFOUND", "--host is not an address of this machine."],
  ["EAI_AGAIN", "--host is not an address of this machine."],
]);

/**
 * Formats an error that the person who starts the server can fix: a wrong option or variable, or a port in use. Undefined
 * for other errors. Contains no value, because it may be a key.
 */
export function formatStartError(error: unknown): string | undefined {
  if (error instanceof CliError || error instanceof UnsafeSettingsError)
    return `${toSentence(error.message)} See rallly-mcp --help.`;
  if (error instanceof InvalidInputError) {
    return error.problems
      .map(({ path, message }) => toSentence(`${nameVariable(path)}: ${nameVariables(message)}`))
      .join(" ");
  }
  const { code, port } = Object(error);
  return error instanceof Error ? listenFailures.get(code)?.replace("{port}", String(port)) : undefined;
}
