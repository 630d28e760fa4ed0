import type { Server } from "node:http";
import { listenAgain } from "./http.ts";

/** The way in: open while the server listens. Several may hold it shut at once; it opens when the last lets go. */
export interface Listener {
  /** Puts it before a server that listens. */
  attach(server: Server, origin: string): void;
  /**
   * Refuses new connections and drops those there are, until the function it answers is called; that one rejects when
   * something else has taken the port meanwhile.
   */
  refuseConnections(): Promise<() => Promise<void>>;
  /** Refuses new connections for the given milliseconds. Closes idle connections; busy ones get their response. */
  refuseConnectionsFor(milliseconds: number): Promise<void>;
  /** Leaves the server as it is, for good. */
  close(): Promise<void>;
}

/** Makes a door; `report` is told when the port cannot be had again and nobody waits for it. */
export function createListener(report: (error: unknown) => void): Listener {
  let attached: { server: Server; origin: string } | undefined;
  let holds = 0;
  let isClosed = false;
  let moving = Promise.resolve();
  const timers = new Set<NodeJS.Timeout>();

  // One movement after the other: a server that is just about to listen cannot be told to stop.
  const settle = (): Promise<void> => {
    const step = moving.then(async () => {
      const wanted = holds === 0;
      if (attached === undefined || isClosed || wanted === attached.server.listening) return;
      if (wanted) await listenAgain(attached.server, attached.origin);
      else attached.server.close();
    });
    moving = step.catch(() => {});
    return step;
  };
  const hold = async (): Promise<() => Promise<void>> => {
    holds += 1;
    let holding = true;
    await settle();
    return () => {
      if (holding) holds -= 1;
      holding = false;
      return settle();
    };
  };

  return {
    attach(server, origin) {
      attached = { server, origin };
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
      return moving;
    },
  };
}
