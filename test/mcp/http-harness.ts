import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createClientCache, keyHeader } from "../../mcp/http/client-cache.ts";
import { serveHttp } from "../../mcp/http/serve.ts";
import type { HttpSettings } from "../../mcp/http/settings.ts";
import { type CreateServerOptions, createServer } from "../../mcp/index.ts";
import { createClient } from "../../src/api/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { closeLater, fixedNow, openSandbox } from "./harness.ts";

/** A sandbox and a server on it over real HTTP. What the server reports is kept in `reported`. */
export async function openHttp(
  settings: Partial<HttpSettings> = {},
  options: CreateServerOptions = {},
  given?: Sandbox,
) {
  const sandbox = given ?? (await openSandbox());
  const reported: unknown[] = [];
  const connect = (apiKey: string) => createClient({ apiKey, baseUrl: sandbox.url });
  const callers = createClientCache({ client: connect(sandbox.apiKey), secret: sandbox.apiKey }, connect);
  const open = async () => {
    const service = await serveHttp(
      ({ requestInfo }) =>
        createServer({
          now: () => new Date(fixedNow),
          ...callers(requestInfo?.headers.get(keyHeader) ?? null),
          ...options,
        }),
      { host: "127.0.0.1", port: 0, allowedHosts: [], acceptsKeys: true, ...settings },
      (error) => reported.push(error),
    );
    closeLater(() => service.close());
    return service;
  };
  return { sandbox, reported, open, service: await open() };
}

/** A client connected over HTTP, in one era or another. */
export async function connectHttp(
  url: string,
  options: ClientOptions = {},
  headers: Record<string, string> = {},
): Promise<Client> {
  const host = new Client({ name: "test-host", version: "1.0.0" }, options);
  await host.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  closeLater(() => host.close());
  return host;
}
