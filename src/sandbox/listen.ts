import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

/** Starts a server on a port of loopback. Rejects when the port is taken. */
export async function startServer(port: number, fetch: Fetch) {
  const serve = (request: Request, env: unknown) => {
    // With a Host such as 127.999.0.1 the getters below throw. The adapter refuses other malformed ones like this.
    if (!URL.canParse(request.url)) return new Response(null, { status: 400 });
    const { url, method, headers, body } = request;
    // The adapter's own class, which cannot be copied unless it replaces the global Request.
    const copied = { method, headers: [...headers], body, duplex: "half" as const };
    return fetch(new Request(url, copied), env as HttpBindings);
  };
  const server = createServer(getRequestListener(serve, { overrideGlobalObjects: false }));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    /** `http://127.0.0.1:<port>` */
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Stops listening and closes every connection. */
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
