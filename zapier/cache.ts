import type { ZObject } from "zapier-platform-core";

/** All Zaps of one person with one connection share the values. Zapier gives the app nothing that is a Zap's own. */
const scope = ["user", "auth"];

/** Maximum length of a value as JSON. Zapier documents none, and each value crosses the network. */
const maxLength = 500_000;

/**
 * Values that save requests and remember visits. Any of them may be missing at any time: Zapier's cache may fail or drop them.
 * Without it a trigger gives the same records with more requests; only a change back may be missed.
 */
export interface RunCache {
  /** The value, or undefined if there is none or the cache fails. The caller names the type that it stored. */
  get<Value>(name: string): Promise<Value | undefined>;
  /** Stores a value for `seconds`, or only if there is none. Returns false if the value is too long or the cache fails. */
  set(name: string, value: unknown, seconds: number, onlyIfNone?: boolean): Promise<boolean>;
}

/** Opens the cache for the space of a key. */
export function openCache(z: ZObject, apiKey: string): RunCache {
  // Names from here on: a later version of the app may store other shapes under the same ones.
  const space = `2_${z.hash("sha256", apiKey).slice(0, 32)}`;
  // Core's types lack the scope of `get`. Without it, values that were set with a scope are not found.
  const read: (key: string, scope: string[]) => Promise<unknown> = z.cache.get;
  return {
    get: async <Value>(name: string) =>
      ((await read(`${name}_${space}`, scope).catch(() => null)) ?? undefined) as Value | undefined,
    async set(name, value, seconds, onlyIfNone = false) {
      if (JSON.stringify(value).length > maxLength) return false;
      try {
        await z.cache.set(`${name}_${space}`, value, seconds, scope, onlyIfNone);
        return true;
      } catch {
        return false;
      }
    },
  };
}
