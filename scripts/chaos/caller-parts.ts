import type { Connection } from "./connection.ts";
import type { Ledger } from "./ledger.ts";
import type { Random } from "./random.ts";

/** What one caller needs to make its calls and to write down its results. */
export interface CallerParts {
  connection: Connection;
  random: Random;
  ledger: Ledger;
  /** Calls left for all callers together. */
  budget: { left: number };
  /** Titles for creates: mostly unique, some shared with other callers. */
  nextTitle: () => string;
  /** Adds a participant to a poll and returns the id. */
  vote: (pollId: string, optionId: string) => string;
  /** Returns the maximum duration of a call in ms, delays of the machine included. */
  maxDurationMs: () => number;
  apiKey: string;
}
