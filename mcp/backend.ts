import type { Client } from "../src/api/core.ts";
import { checkClientOptions, connectOptions, registerRedactor } from "../src/api/setup.ts";
import type { Log } from "./log.ts";
import type { ClientLoader } from "./server.ts";

/** The service or sandbox that the tools use. */
export interface Backend {
  client: ClientLoader | undefined;
  /** Signs request state: the same for every replica with the same key. */
  secret: string | undefined;
  /** Prepares the client for another caller's key. Undefined with a sandbox: no key may then be sent to the service. */
  connect: ((apiKey: string) => ClientLoader) | undefined;
  /** The line to log once the server is ready. */
  startMessage: string;
  close(): Promise<void>;
}

/** Deadline of a client call, in ms: shorter than a tool call's, so that the tool can report a timeout. */
const clientDeadlineMs = 45_000;

/** Prepares the client from the environment, or starts a sandbox. Throws InvalidInputError for an invalid base URL or key. */
export async function createBackend(options: {
  sandbox: boolean;
  /** Lets the sandbox send webhooks to other machines. */
  allowExternalWebhooks?: boolean;
  environment: Record<string, string | undefined>;
  log: Log;
}): Promise<Backend> {
  const apiKey = options.environment["RALLLY_API_KEY"]?.trim();
  const baseUrl = options.environment["RALLLY_BASE_URL"]?.trim();
  if (options.sandbox)
    return createSandboxBackend(options.allowExternalWebhooks ?? false, options.log, [
      ...(apiKey ? ["RALLLY_API_KEY"] : []),
      ...(baseUrl ? ["RALLLY_BASE_URL"] : []),
    ]);
  const connect = (key: string) => prepareClient(key, baseUrl);
  const close = async () => {};
  if (!apiKey) {
    const startMessage =
      "ready without RALLLY_API_KEY: tools are listed, and each call explains how to set it";
    return { client: undefined, secret: undefined, connect, startMessage, close };
  }
  return { client: connect(apiKey), secret: apiKey, connect, startMessage: "ready", close };
}

/** Checks the client's options now. The first call loads the client: that takes longer than listing the tools. */
function prepareClient(key: string, url: string | undefined): ClientLoader {
  const options = { apiKey: key, ...(url ? { baseUrl: url } : {}), deadlineMs: clientDeadlineMs };
  const { apiKey } = checkClientOptions(connectOptions, options);
  let client: Promise<Client> | undefined;
  const load = () => {
    client ??= import("../src/api/index.ts").then(({ createClient }) => createClient(options));
    return client;
  };
  registerRedactor(load, apiKey);
  return load;
}

/** Starts a sandbox with demo polls. */
export async function startDemoSandbox(options: { allowExternalWebhooks?: boolean; report?: Log } = {}) {
  // Imported here, so that a server for the service never loads it.
  const { startSandbox } = await import("../src/sandbox/index.ts");
  return startSandbox(options);
}

/** Starts a sandbox. `ignoredVariables` are environment variables without effect, for the log. */
async function createSandboxBackend(
  allowExternalWebhooks: boolean,
  log: Log,
  ignoredVariables: string[],
): Promise<Backend> {
  const sandbox = await startDemoSandbox({
    allowExternalWebhooks,
    report: (message) => log(`sandbox: ${message}`),
  });
  const note =
    ignoredVariables.length === 0 ? "" : `; ignored with --sandbox: ${ignoredVariables.join(", ")}`;
  return {
    client: prepareClient(sandbox.apiKey, sandbox.url),
    secret: sandbox.apiKey,
    connect: undefined,
    startMessage: `ready, on a sandbox at ${sandbox.url} (play the participants at ${sandbox.controlUrl})${note}`,
    close: () => sandbox.close(),
  };
}
