/** A proxy in front of a sandbox that may replace, delay or lose the service's responses. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Sandbox } from "../../src/sandbox/index.ts";

/** What a client gets in place of the service's response. */
export interface ProxyResponse {
  status: number;
  headers?: Record<string, string>;
  text: string;
}

/** Returns the proxy's response to a request that the service has executed. Undefined passes the service's response on. */
export type Rewrite = (
  request: IncomingMessage,
  response: ProxyResponse,
) => ProxyResponse | undefined | Promise<ProxyResponse | undefined>;

/** Starts a proxy. `rewrite` can be replaced at any time. */
export async function startProxy(sandbox: Sandbox, rewrite: Rewrite = () => undefined) {
  const proxy = { url: "", rewrite, requests: [] as string[], close: () => {} };
  const server: Server = createServer((request, response) => {
    proxy.requests.push(request.method ?? "");
    forward(sandbox, request)
      .then(async (given) => send(response, (await proxy.rewrite(request, given)) ?? given))
      .catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  proxy.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return proxy;
}

async function forward(sandbox: Sandbox, request: IncomingMessage): Promise<ProxyResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const response = await fetch(new URL(request.url ?? "", sandbox.url), {
    method: request.method ?? "GET",
    headers: {
      authorization: request.headers.authorization ?? "",
      ...(chunks.length > 0 && { "content-type": "application/json" }),
    },
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  return { status: response.status, text: await response.text() };
}

function send(response: ServerResponse, { status, headers, text }: ProxyResponse): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}
