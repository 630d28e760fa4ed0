import type { ServerResponse } from "node:http";

/** Knows which answers are still owed. */
export interface Drain {
  /** Notes that an answer is owed until it is sent or its caller is gone. */
  begin(response: ServerResponse): void;
  /** Resolves once nothing is owed, or after the given milliseconds. */
  ended(patienceMs: number): Promise<void>;
}

/** A {@link Drain} with nothing owed. */
export function createDrain(): Drain {
  const owed = new Set<ServerResponse>();
  let dried = () => {};
  return {
    begin(response) {
      owed.add(response);
      response.once("close", () => {
        owed.delete(response);
        if (owed.size === 0) dried();
      });
    },
    ended(patienceMs) {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, patienceMs);
        dried = () => {
          clearTimeout(timer);
          resolve();
        };
        if (owed.size === 0) dried();
      });
    },
  };
}
