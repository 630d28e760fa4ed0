import type { Server } from "node:http";
import { listenOn } from "./http.ts";

/** Stops and resumes listening. With several refusals at once, listening resumes when the last one ends. */
export interface Listener {
  /** Sets the server, which already listens on the port. */
  attach(server: Server, port: number): void;
  /**
   * Closes all connections and refuses new ones until the returned function is called. That function rejects when
   * another program has taken the port.
   */
  refuseConnections(): Promise<() => Promise<void>>;
  /** Refuses new connections for milliseconds. Idle connections are closed; requests in flight get their response. */
  refuseConnectionsFor(milliseconds: number): Promise<void>;
  /** Stops changing the state of the server. */
  close(): Promise<void>;
}

/** Creates a listener. `report` receives the error when the port is taken after `refuseConnectionsFor`. */
export function createListener(report: (error: unknown) => void): Listener {
  let attached: { server: Server; port: number } | undefined;
  let holds = 0;
  let isClosed = false;
  let updating = Promise.resolve();
  const timers = new Set<NodeJS.Timeout>();

  // One update at a time: a server that is about to listen cannot be closed.
  const update = (): Promise<void> => {
    const step = updating.then(async () => {
      const shouldListen = holds === 0;
      if (attached === undefined || isClosed || shouldListen === attached.server.listening) return;
      if (shouldListen) await listenOn(attached.server, attached.port);
      else attached.server.close();
    });
    updating = step.catch(() => {});
    return step;
  };
  const hold = async (): Promise<() => Promise<void>> => {
    holds += 1;
    let holding = true;
    await update();
    return () => {
      if (holding) holds -= 1;
      holding = false;
      return update();
    };
  };

  return {
    attach(server, port) {
      attached = { server, port };
    },
    async refuseConnections() {
      const release = await hold();
      attached?.server.closeAllConnections();
      return release;
    },
    async refuseConnectionsFor(milliseconds) {
      const release = await hold();
      if (isClosed) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        release().catch(report);
      }, milliseconds);
      timers.add(timer);
    },
    close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      return updating;
    },
  };
}
