/** Zapier's cache as it is in production: values are found only with the scope they were set with, and they expire. */
import type { Bundle, ZObject } from "zapier-platform-core";
import { findPerform } from "./harness.ts";

/** A cache that any number of Zaps share. */
export function createTestCache() {
  const values = new Map<string, { value: string; expires: number }>();
  const place = (key: string, scope: string[] = []) => `${scope.join("+")} ${key}`;
  const cache = {
    /** Makes every call reject, as when Zapier's service for the cache is down. */
    isBroken: false,
    /** Every value, with its key. */
    values,
    async get(key: string, scope?: string[]): Promise<unknown> {
      if (cache.isBroken) throw new Error("RPC request failed");
      const found = values.get(place(key, scope));
      return found === undefined || found.expires <= Date.now() ? null : JSON.parse(found.value);
    },
    async set(key: string, value: unknown, seconds = 0, scope?: string[]): Promise<boolean> {
      if (cache.isBroken) throw new Error("RPC request failed");
      values.set(place(key, scope), {
        value: JSON.stringify(value),
        expires: Date.now() + seconds * 1000,
      });
      return true;
    },
  };
  return cache;
}

/** The step with another cache than the tester's. */
export const useCache =
  (step: unknown, cache: object) =>
  (z: ZObject, bundle: Bundle): unknown =>
    findPerform(step)({ ...z, cache: { ...z.cache, ...cache } }, bundle);
