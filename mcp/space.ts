import { type Client, createClient } from "../src/api/index.ts";

/** Where a server's tools work, and what goes with it. */
export interface Space {
  client: Client | undefined;
  /** Seals what hosts carry back: the same for every replica with the same key. */
  secret: string | undefined;
  /** A line for the log. */
  greeting: string;
  close(): Promise<void>;
}

/** Leaves room within the whole call's time to say what happened when the service does not answer. */
const CLIENT_DEADLINE_MS = 45_000;

/** Opens the space that the environment names, or a sandbox. Throws when the base URL or the key is unusable. */
export async function openSpace(options: {
  sandbox: boolean;
  environment: Record<string, string | undefined>;
}): Promise<Space> {
  if (options.sandbox) return openSandbox();
  const apiKey = options.environment["RALLLY_API_KEY"]?.trim();
  const baseUrl = options.environment["RALLLY_BASE_URL"]?.trim();
  if (!apiKey) {
    const greeting = "no RALLLY_API_KEY is set: tools are listed, and each call says how to set it";
    return { client: undefined, secret: undefined, greeting, close: async () => {} };
  }
  return {
    client: connect(apiKey, baseUrl),
    secret: apiKey,
    greeting: "ready",
    close: async () => {},
  };
}

/** A client for one key. */
export function connect(apiKey: string, baseUrl: string | undefined): Client {
  return createClient({ apiKey, ...(baseUrl ? { baseUrl } : {}), deadlineMs: CLIENT_DEADLINE_MS });
}

async function openSandbox(): Promise<Space> {
  // Only here, so that a server for the real service never loads it.
  const { startSandbox } = await import("../src/sandbox/index.ts");
  const sandbox = await startSandbox();
  return {
    client: connect(sandbox.apiKey, sandbox.url),
    secret: sandbox.apiKey,
    greeting: `ready, on a sandbox at ${sandbox.url} (play the participants at ${sandbox.controlUrl})`,
    close: () => sandbox.close(),
  };
}
