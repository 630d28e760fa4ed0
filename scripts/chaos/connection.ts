import { type Client, type ConnectOptions, createClient } from "../../src/api/index.ts";

/** The client that all callers share, and which one in a row it is. */
export interface Connection {
  current(): { client: Client; generation: number };
  /** Replaces the client, unless someone else has already replaced that generation. */
  renew(generation: number): void;
}

/** Opens the first client. */
export function openConnection(options: ConnectOptions): Connection {
  let current = { client: createClient(options), generation: 1 };
  return {
    current: () => current,
    renew(generation) {
      if (generation !== current.generation) return;
      current = { client: createClient(options), generation: generation + 1 };
    },
  };
}
