import type { Client } from "../src/api/web.ts";
import type { Log } from "./log.ts";

/** Whose space a server serves: over HTTP another one for each key. */
export interface Caller {
  /** Masked in every result, and signs questions. Undefined without a key. */
  apiKey: string | undefined;
  /** How to get a key and hand it to this server. */
  keyHelp: string;
  /** Loads the client with the first call. Throws ToolError or RalllyError for settings that cannot work. */
  loadClient(): Promise<Client>;
}

/** Options of every call. */
export interface CallOptions {
  /** The current time. Default: the machine's. */
  now?: (() => Date) | undefined;
  /** Receives the error of every failed call in words, with the key masked. */
  log?: Log | undefined;
}
