import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import {
  Miniflare,
  type Request as WorkerRequest,
  Response as WorkerResponse,
  fetch as workerFetch,
} from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { bundleFolder } from "./build.ts";

const settings = fileURLToPath(new URL("../../connector/wrangler.jsonc", import.meta.url));

/** Settings of a connector in Cloudflare's runtime. */
export interface ConnectorOptions {
  /** The URL of the API: a sandbox's. */
  baseUrl: string;
  /** Documents by URL, in place of those on the network. The connector reaches nothing else but `baseUrl`. */
  documents?: Readonly<Record<string, unknown>>;
  /** Whether Cloudflare's rate limiters are bound. Without them the Worker counts in memory. Default: true. */
  hasLimiters?: boolean;
  /** The period of those rate limiters, in seconds. Default: as in wrangler.jsonc. */
  limitPeriodS?: 10 | 60;
}

/** A running connector. */
export interface Connector {
  /** Its origin, without a slash at the end. */
  origin: string;
  /** What the Worker has logged. */
  log(): string;
  /** Every key and value that it has stored. */
  stored(): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts the built Worker with the settings of wrangler.jsonc, on loopback, with an empty store. */
export async function startConnector({
  baseUrl,
  documents = {},
  hasLimiters = true,
  limitPeriodS,
}: ConnectorOptions): Promise<Connector> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(settings);
  const { ratelimits, ...options } = workerOptions;
  let logged = "";
  const keep = (stream: Readable) => stream.on("data", (chunk: Buffer) => (logged += chunk.toString()));
  const runtime = new Miniflare({
    ...options,
    ...(hasLimiters ? { ratelimits: withPeriod(ratelimits, limitPeriodS) } : {}),
    modules: true,
    modulesRoot: bundleFolder,
    scriptPath: join(bundleFolder, "worker.js"),
    bindings: { ...options["bindings"], RALLLY_BASE_URL: baseUrl },
    host: "127.0.0.1",
    handleRuntimeStdio(stdout: Readable, stderr: Readable) {
      keep(stdout);
      keep(stderr);
    },
    outboundService: (request: WorkerRequest) => {
      const document = documents[request.url];
      if (document !== undefined) return WorkerResponse.json(document);
      if (request.url.startsWith(baseUrl)) return workerFetch(request);
      return new WorkerResponse("There is no network.", { status: 502 });
    },
  });
  const { origin } = await runtime.ready.catch(async (error: unknown) => {
    await runtime.dispose().catch(() => {});
    throw error;
  });
  return {
    origin,
    log: () => logged,
    async stored() {
      const store = await runtime.getKVNamespace("OAUTH_KV");
      const names: string[] = [];
      let cursor: string | null = null;
      do {
        const page: KeyPage = await store.list({ cursor });
        names.push(...page.keys.map(({ name }) => name));
        cursor = page.list_complete ? null : page.cursor;
      } while (cursor !== null);
      return Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, (await store.get(name)) ?? ""])),
      );
    },
    close: () => runtime.dispose(),
  };
}

type KeyPage = { keys: { name: string }[] } & (
  | { list_complete: true }
  | { list_complete: false; cursor: string }
);

type RateLimits = Record<string, { simple: { limit: number; period?: 10 | 60 } }> | undefined;

function withPeriod(rateLimits: RateLimits, period: 10 | 60 | undefined): RateLimits {
  if (!rateLimits || period === undefined) return rateLimits;
  const entries = Object.entries(rateLimits);
  return Object.fromEntries(
    entries.map(([name, rateLimit]) => [name, { ...rateLimit, simple: { ...rateLimit.simple, period } }]),
  );
}
