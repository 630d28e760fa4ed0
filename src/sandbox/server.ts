import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";

/** The server of a sandbox, on a port of loopback. */
export interface SandboxServer {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /**
   * Closes all connections and refuses new ones until the returned function is called. With several refusals at once, the
   * last one that ends counts.
   */
  refuseConnections(): Promise<() => Promise<void>>;
  /** Refuses new connections for milliseconds. Requests in flight get their response. */
  refuseConnectionsFor(milliseconds: number): Promise<void>;
  /** Stops listening and closes every connection. */
  close(): Promise<void>;
}

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

/**
 * Starts a server on a port of loopback. Rejects when the port is taken. `report` receives the error when it is taken
 * while connections are refused.
 */
export async function startServer(
  port: number,
  fetch: Fetch,
  report: (error: unknown) => void,
): Promise<SandboxServer> {
  const serve = ({ url, method, headers, body }: Request, env: unknown) => {
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

  let refusals = 0;
  let isClosed = false;
  let updating = Promise.resolve();
  // One update at a time: a server that is about to listen cannot be closed.
  const update = (): Promise<void> => {
    updating = updating
      .then(async () => {
        const shouldListen = refusals === 0;
        if (isClosed || shouldListen === server.listening) return;
        if (shouldListen) await listen(address.port);
        else server.close();
      })
      .catch(report);
    return updating;
  };
  const refuse = async (): Promise<() => Promise<void>> => {
    refusals += 1;
    let isRefusing = true;
    await update();
    return () => {
      if (isRefusing) refusals -= 1;
      isRefusing = false;
      return update();
    };
  };

  return {
    origin: `http://127.0.0.1:${address.port}`,
    async refuseConnections() {
      const accept = await refuse();
      server.closeAllConnections();
      return accept;
    },
    async refuseConnectionsFor(milliseconds) {
      setTimeout(await refuse(), milliseconds).unref();
    },
    async close() {
      isClosed = true;
      await updating;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
