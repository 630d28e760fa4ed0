import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

/**
 * Starts a server on a port of loopback. Rejects when the port is taken. `report` receives the error when it is taken
 * while connections are refused.
 */
export async function startServer(port: number, fetch: Fetch, report: (error: unknown) => void) {
  const serve = (request: Request, env: unknown) => {
    // With a Host such as 127.999.0.1 the getters below throw. The adapter refuses other malformed ones like this.
    if (!URL.canParse(request.url)) return new Response(null, { status: 400 });
    const { url, method, headers, body } = request;
    // The adapter's own class, which cannot be copied unless it replaces the global Request.
    const copied = { method, headers: [...headers], body, duplex: "half" as const };
    return fetch(new Request(url, copied), env as HttpBindings);
  };
  const server = createServer(getRequestListener(serve, { overrideGlobalObjects: false }));
  const listen = async (on: number) => {
    server.listen(on, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(port);
  const address = server.address() as AddressInfo;

  /** How many faults keep the server from listening now. */
  let refusals = 0;
  let updating = Promise.resolve();
  // One update at a time: a server that is about to listen cannot be closed.
  const refuse = (more: number): Promise<void> => {
    refusals += more;
    updating = updating
      .then(async () => {
        if (refusals === 0 && !server.listening) await listen(address.port);
        if (refusals > 0 && server.listening) server.close();
      })
      .catch(report);
    return updating;
  };

  return {
    /** `http://127.0.0.1:<port>` */
    origin: `http://127.0.0.1:${address.port}`,
    /** Refuses new connections for milliseconds. Requests in flight get their response. */
    async refuseConnectionsFor(milliseconds: number): Promise<void> {
      await refuse(1);
      setTimeout(refuse, milliseconds, -1).unref();
    },
    /** Stops listening and closes every connection. */
    async close(): Promise<void> {
      await refuse(Number.POSITIVE_INFINITY);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
