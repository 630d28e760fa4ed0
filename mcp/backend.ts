import type { Client } from "../src/api/core.ts";
import {
  checkClientOptions,
  checkProxySettings,
  connectOptions,
  type Environment,
  parseBaseUrl,
  registerRedactor,
  sendsKeyInClearText,
} from "../src/api/setup.ts";
import { isTurnedOn } from "./environment.ts";
import type { Log } from "./log.ts";
import { createServiceTransport } from "./runtime/service-transport.ts";
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

/**
 * Prepares the client from the environment, or starts a sandbox. Throws InvalidInputError for an invalid base URL, key or
 * proxy, and CliError for another invalid variable.
 */
export async function createBackend(options: {
  sandbox: boolean;
  /** Lets the sandbox send webhooks to other machines. */
  allowExternalWebhooks?: boolean;
  environment: Environment;
  log: Log;
}): Promise<Backend> {
  const { environment } = options;
  const apiKey = environment["RALLLY_API_KEY"]?.trim();
  if (options.sandbox) return createSandboxBackend(options);
  const address = {
    baseUrl: environment["RALLLY_BASE_URL"]?.trim() || undefined,
    allowHttp: isTurnedOn(environment, "RALLLY_ALLOW_HTTP"),
  };
  const connect = (key: string) => prepareClient({ apiKey: key, ...address }, environment);
  const baseUrl = parseBaseUrl(address.baseUrl, address);
  if (typeof baseUrl === "string" && sendsKeyInClearText(baseUrl))
    options.log("Warning: RALLLY_BASE_URL is plain http, so the API key and the polls travel in clear text.");
  const close = async () => {};
  if (!apiKey) {
    const startMessage =
      "ready without RALLLY_API_KEY: tools are listed, and each call explains how to set it";
    return { client: undefined, secret: undefined, connect, startMessage, close };
  }
  return { client: connect(apiKey), secret: apiKey, connect, startMessage: "ready", close };
}

interface ClientSettings {
  apiKey: string;
  baseUrl: string | undefined;
  allowHttp?: boolean;
}

/** Checks the client's options now. The first call loads the client: that takes longer than listing the tools. */
function prepareClient(given: ClientSettings, environment: Environment): ClientLoader {
  const options = { ...given, deadlineMs: clientDeadlineMs };
  const { apiKey, baseUrl } = checkClientOptions(connectOptions, options);
  checkProxySettings(baseUrl, environment);
  let client: Promise<Client> | undefined;
  const load = () => {
    client ??= Promise.all([import("../src/api/index.ts"), createServiceTransport(environment)]).then(
      ([{ createClient }, transport]) => createClient({ ...options, transport }),
    );
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

/** Environment variables without effect beside a sandbox. */
const serviceVariables = ["RALLLY_API_KEY", "RALLLY_BASE_URL", "RALLLY_ALLOW_HTTP"];

async function createSandboxBackend({
  allowExternalWebhooks = false,
  environment,
  log,
}: {
  allowExternalWebhooks?: boolean;
  environment: Environment;
  log: Log;
}): Promise<Backend> {
  const sandbox = await startDemoSandbox({
    allowExternalWebhooks,
    report: (message) => log(`sandbox: ${message}`),
  });
  const startPage = `${new URL(sandbox.url).origin}/`;
  const ignoredVariables = serviceVariables.filter((name) => environment[name]?.trim());
  const note =
    ignoredVariables.length === 0 ? "" : `; ignored with --sandbox: ${ignoredVariables.join(", ")}`;
  return {
    client: prepareClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url }, environment),
    secret: sandbox.apiKey,
    connect: undefined,
    startMessage: `ready, on a sandbox at ${sandbox.url} (to vote in a browser, open ${startPage})${note}`,
    close: () => sandbox.close(),
  };
}
