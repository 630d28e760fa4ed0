/** The built Worker in Cloudflare's runtime, on a sandbox. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import {
  Miniflare,
  type Request as WorkerRequest,
  Response as WorkerResponse,
  fetch as workerFetch,
} from "miniflare";
import { Agent, setGlobalDispatcher } from "undici";
import { afterAll, beforeAll, beforeEach, onTestFinished } from "vitest";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import {
  type LoggedRequest,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from "../../src/sandbox/index.ts";
import { bundleFolder } from "./build.ts";

// The runtime closes a connection that was idle for five seconds. By default fetch uses one for four, and longer on a busy machine.
setGlobalDispatcher(new Agent({ keepAliveTimeout: 1_000 }));

const settings = fileURLToPath(new URL("../../wrangler.jsonc", import.meta.url));

export interface ConnectorOptions {
  sandbox?: SandboxOptions;
  /** Variables of the Worker. */
  variables?: Record<string, string>;
  /** Answers what is sent to hosts that have subscribed: all of https. Default: nothing does. */
  host?: (request: Request) => Promise<Response>;
  /** Whether the rate limits are those of wrangler.jsonc. Default: false, none. */
  limits?: boolean;
}

/** A running connector and the sandbox that it uses. */
export interface Connector {
  /** Without a slash at the end. */
  origin: string;
  sandbox: Sandbox;
  /** What it has requested of the sandbox since the test began. */
  requests(): LoggedRequest[];
  /** What the Worker has logged. */
  log(): string;
  store: KVNamespace;
  /** Every key and value that it has stored. */
  stored(): Promise<Record<string, string>>;
  /** What its Durable Objects have stored, as the bytes of their databases. */
  storedByObjects(): Promise<string>;
  /** The number of its Durable Objects. */
  countObjects(): Promise<number>;
  /** Changes what its Durable Objects have stored under names that begin with a prefix. */
  changeObjects(prefix: string, change: (value: unknown) => unknown): Promise<void>;
  /** Documents by URL, in place of those on the network; a URL redirects. It reaches nothing else but the sandbox. */
  documents: Map<string, unknown>;
  /** The documents that were fetched since the test began. */
  fetched: string[];
  /** Begins a test: nothing is stored but in Durable Objects, and the sandbox has no faults. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

type RateLimit = { simple: { limit: number; period: 10 | 60 } };
type KVNamespace = Awaited<ReturnType<Miniflare["getKVNamespace"]>>;

/** Starts a connector until the test ends. */
export async function openConnector(options?: ConnectorOptions): Promise<Connector> {
  const connector = await startConnector(options);
  onTestFinished(() => connector.close());
  return connector;
}

/** Starts a connector for all tests of a file or a group, which get it by the returned function. A start takes a second. */
export function shareConnector(options?: ConnectorOptions): () => Connector {
  let connector: Connector;
  beforeAll(async () => {
    connector = await startConnector(options);
  });
  beforeEach(() => connector.reset());
  afterAll(() => connector.close());
  return () => connector;
}

/** Starts the Worker with the settings of wrangler.jsonc and an empty store. */
async function startConnector({
  variables = {},
  host,
  limits = false,
  ...options
}: ConnectorOptions = {}): Promise<Connector> {
  const sandbox = await startSandbox({ limits: "none", ...options.sandbox });
  const folder = await mkdtemp(join(tmpdir(), "connector-"));
  const documents = new Map<string, unknown>();
  const fetched: string[] = [];
  let requestsBefore = 0;
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
    durableObjectsPersist: folder,
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
    outboundService: async (request: WorkerRequest) => {
      const document = documents.get(request.url);
      if (document !== undefined) fetched.push(request.url);
      if (document instanceof URL) return WorkerResponse.redirect(document.href, 302);
      if (document !== undefined) return WorkerResponse.json(document);
      if (request.url.startsWith(sandbox.url)) return workerFetch(request);
      if (host) {
        const { method, headers, url } = request;
        const body = await request.arrayBuffer();
        const answer = await host(new Request(url, { method, headers: Object.fromEntries(headers), body }));
        return new WorkerResponse(answer.body, { status: answer.status });
      }
      return new WorkerResponse("There is no network.", { status: 502 });
    },
  });
  const { origin } = await runtime.ready;
  const store = await runtime.getKVNamespace("OAUTH_KV");
  return {
    origin,
    sandbox,
    requests: () => sandbox.requests.slice(requestsBefore),
    log: () => logged,
    store,
    documents,
    fetched,
    async reset() {
      sandbox.setFaults({ rules: [] });
      requestsBefore = sandbox.requests.length;
      fetched.length = 0;
      const { keys } = await store.list();
      await Promise.all(keys.map(({ name }) => store.delete(name)));
    },
    async close() {
      // First, because the runtime waits for requests that the sandbox has not answered.
      await sandbox.close();
      await runtime.dispose();
      await rm(folder, { recursive: true, force: true });
    },
    async storedByObjects() {
      const names = await readdir(folder, { recursive: true });
      const texts = names
        .filter((name) => name.endsWith(".sqlite"))
        .map(async (name) => {
          const path = join(folder, name);
          // Before its database, into which the runtime moves it when the object is idle.
          const log = await readFile(`${path}-wal`, "latin1").catch((error) => {
            if (error.code === "ENOENT") return "";
            throw error;
          });
          return log + (await readFile(path, "latin1"));
        });
      return (await Promise.all(texts)).join("");
    },
    async countObjects() {
      const names = await readdir(folder, { recursive: true });
      return names.filter((name) => name.endsWith(".sqlite")).length;
    },
    async changeObjects(prefix, change) {
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      for (const { name, parentPath } of files.filter((file) => file.name.endsWith(".sqlite"))) {
        // The runtime may be writing.
        using database = new DatabaseSync(join(parentPath, name), { timeout: 5_000 });
        if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_cf_KV'").get()) continue;
        const rows = database.prepare("SELECT key, value FROM _cf_KV WHERE key GLOB ?").all(`${prefix}*`);
        for (const { key, value } of rows)
          database
            .prepare("UPDATE _cf_KV SET value = ? WHERE key = ?")
            .run(serialize(change(deserialize(value as Uint8Array))), String(key));
      }
    },
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
