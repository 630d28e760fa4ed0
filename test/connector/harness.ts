/** The built Worker in Cloudflare's runtime, on a sandbox. */
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import {
  Miniflare,
  type Request as WorkerRequest,
  Response as WorkerResponse,
  fetch as workerFetch,
} from "miniflare";
import { onTestFinished } from "vitest";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";
import { bundleFolder } from "./build.ts";

const settings = fileURLToPath(new URL("../../wrangler.jsonc", import.meta.url));

export interface ConnectorOptions {
  sandbox?: SandboxOptions;
  /** Variables of the Worker. */
  variables?: Record<string, string>;
  /** Documents by URL, in place of those on the network. The connector reaches nothing else but the sandbox. */
  documents?: Readonly<Record<string, unknown>>;
  /** Whether the rate limits are those of wrangler.jsonc. Default: false, none. */
  limits?: boolean;
}

/** A running connector and the sandbox that it uses. */
export interface Connector {
  /** Without a slash at the end. */
  origin: string;
  sandbox: Sandbox;
  /** What the Worker has logged. */
  log(): string;
  store: KVNamespace;
  /** Every key and value that it has stored. */
  stored(): Promise<Record<string, string>>;
}

type RateLimit = { simple: { limit: number; period: 10 | 60 } };
type KVNamespace = Awaited<ReturnType<Miniflare["getKVNamespace"]>>;

/** Starts the Worker with the settings of wrangler.jsonc and an empty store, until the test ends. */
export async function openConnector({
  variables = {},
  documents = {},
  limits = false,
  ...options
}: ConnectorOptions = {}): Promise<Connector> {
  const sandbox = await startSandbox({ limits: "none", ...options.sandbox });
  onTestFinished(() => sandbox.close());
  const { workerOptions } = unstable_getMiniflareWorkerOptions(settings);
  const ratelimits = Object.entries<RateLimit>(workerOptions["ratelimits"]).map(([name, limiter]) => {
    const limit = limits ? limiter.simple.limit : 1_000_000;
    return [name, { ...limiter, simple: { ...limiter.simple, limit } }];
  });
  let logged = "";
  const keep = (stream: Readable) => stream.on("data", (chunk: Buffer) => (logged += chunk.toString()));
  const runtime = new Miniflare({
    ...workerOptions,
    ratelimits: Object.fromEntries(ratelimits),
    modules: true,
    modulesRoot: bundleFolder,
    scriptPath: join(bundleFolder, "worker.js"),
    bindings: {
      ...workerOptions["bindings"],
      OPERATOR: "Example Ltd",
      RALLLY_BASE_URL: sandbox.url,
      ...variables,
    },
    host: "127.0.0.1",
    handleRuntimeStdio(stdout: Readable, stderr: Readable) {
      keep(stdout);
      keep(stderr);
    },
    outboundService: (request: WorkerRequest) => {
      const document = documents[request.url];
      if (document !== undefined) return WorkerResponse.json(document);
      if (request.url.startsWith(sandbox.url)) return workerFetch(request);
      return new WorkerResponse("There is no network.", { status: 502 });
    },
  });
  onTestFinished(() => runtime.dispose());
  const { origin } = await runtime.ready;
  const store = await runtime.getKVNamespace("OAUTH_KV");
  return {
    origin,
    sandbox,
    log: () => logged,
    store,
    async stored() {
      const { keys } = await store.list();
      return Object.fromEntries(
        await Promise.all(keys.map(async ({ name }) => [name, (await store.get(name)) ?? ""])),
      );
    },
  };
}

/** The names of the grants that a connector has stored. */
export async function listGrants({ stored }: Pick<Connector, "stored">): Promise<string[]> {
  return Object.keys(await stored()).filter((name) => name.startsWith("grant:"));
}
