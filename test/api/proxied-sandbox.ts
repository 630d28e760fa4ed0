/** A sandbox behind TLS that is reached through a real proxy. */
import { afterEach, beforeAll, beforeEach } from "vitest";
import { createClient as createCoreClient, type PolicyOptions } from "../../src/api/core.ts";
import { createUndiciTransport, type UndiciOptions } from "../../src/api/index.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { startForwardProxy } from "./forward-proxy.ts";
import { createAuthority, startTlsFront, testHost } from "./tls.ts";

/** The base URL of the sandbox, which only the proxy knows. */
export const baseUrl = `https://${testHost}/v1`;

/** The parts of the network. */
interface Network {
  authority: Awaited<ReturnType<typeof createAuthority>>;
  sandbox: Sandbox;
  front: Awaited<ReturnType<typeof startTlsFront>>;
  proxy: Awaited<ReturnType<typeof startForwardProxy>>;
}

/** Starts sandbox, TLS and proxy before each test of a file, and closes them after it. Tests may replace the parts. */
export function useProxiedSandbox() {
  const parts = {} as Network;
  const startProxy = async (options: Partial<Parameters<typeof startForwardProxy>[0]> = {}) => {
    parts.proxy?.close();
    parts.proxy = await startForwardProxy({ hosts: { [testHost]: parts.front.port }, ...options });
  };
  beforeAll(async () => {
    parts.authority = await createAuthority();
  });
  beforeEach(async () => {
    parts.sandbox = await startSandbox({ seed: "empty", limits: "none" });
    parts.front = await startTlsFront(parts.sandbox.url, await parts.authority.issue());
    await startProxy();
  });
  afterEach(async () => {
    parts.proxy.close();
    parts.front.close();
    await parts.sandbox.close();
  });
  return Object.assign(parts, {
    /** Replaces the proxy. */
    startProxy,
    /** A client that sees only these environment variables. By default it uses the proxy. */
    createClient(
      environment: Record<string, string> = { HTTPS_PROXY: parts.proxy.url },
      options: UndiciOptions & PolicyOptions = {},
    ) {
      const { connectTimeoutMs, idleTimeoutMs, ca = parts.authority.cert, ...policy } = options;
      return createCoreClient({
        apiKey: parts.sandbox.apiKey,
        baseUrl,
        transport: createUndiciTransport({ connectTimeoutMs, idleTimeoutMs, ca }, environment),
        backoffMs: 1,
        reconcileDelaysMs: [1, 10, 50, 100],
        ...policy,
      });
    },
    countPosts: () => parts.sandbox.requests.filter(({ method }) => method === "POST").length,
  });
}
