import { createServer, type Server } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";

/** The server of a sandbox, on a port of loopback. */
export interface SandboxServer {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /**
   * Closes all connections and refuses new ones until the returned function is called. That function rejects when
   * another program has taken the port. With several refusals at once, the last one that ends counts.
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
  const listener = getRequestListener(serve, { overrideGlobalObjects: false });
  const server = createServer(listener);
  await listen(server, port);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");

  let refusals = 0;
  let isClosed = false;
  let updating = Promise.resolve();
  const timers = new Set<NodeJS.Timeout>();
  // One update at a time: a server that is about to listen cannot be closed.
  const update = (): Promise<void> => {
    const step = updating.then(async () => {
      const shouldListen = refusals === 0;
      if (isClosed || shouldListen === server.listening) return;
      if (shouldListen) await listen(server, address.port);
      else server.close();
    });
    updating = step.catch(() => {});
    return step;
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
      const accept = await refuse();
      if (isClosed) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        accept().catch(report);
      }, milliseconds);
      timers.add(timer);
    },
    async close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      await updating;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}
