import type { Bundle, ZObject } from "zapier-platform-core";
import { getApiKey } from "./client.ts";

/** All Zaps of one person with one connection share the values. Zapier gives the app nothing that is a Zap's own. */
const scope = ["user", "auth"];

/** Maximum length of a value as JSON. Zapier documents no limit. */
const maxLength = 100_000;

/**
 * Values that save requests. Any of them may be missing at any time: Zapier's cache may fail or drop them. So a caller
 * must give the same records without it, only with more requests.
 */
export interface RunCache {
  /** The value, or null if there is none or the cache fails. */
  get(name: string): Promise<unknown>;
  /** Stores a value for `seconds`. Does nothing if the value is too long or the cache fails. */
  set(name: string, value: unknown, seconds: number): Promise<void>;
}

/** Opens the cache for the space of a connection. */
export function openCache(z: ZObject, authData: Bundle["authData"] | undefined): RunCache {
  const space = z.hash("sha256", getApiKey(authData)).slice(0, 32);
  const keyOf = (name: string) => `${name}_${space}`;
  // Core's types lack the scope of `get`. Without it, values that were set with a scope are not found.
  const read: (key: string, scope: string[]) => Promise<unknown> = z.cache.get;
  return {
    get: (name) => read(keyOf(name), scope).catch(() => null),
    async set(name, value, seconds) {
      if (JSON.stringify(value).length > maxLength) return;
      await z.cache.set(keyOf(name), value, seconds, scope).catch(() => null);
    },
  };
}

/** The entries of an object of lists from the cache. Entries of another shape, which another version stored, are left out. */
export const listEntries = (value: unknown): [string, unknown[]][] =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    : [];
