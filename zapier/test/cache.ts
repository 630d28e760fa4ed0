/** Lets other checks go on before this one, some turns of the event loop. */
async function waitTurns(): Promise<void> {
  for (let turns = Math.floor(Math.random() * 4); turns > 0; turns--) await new Promise(setImmediate);
}

/**
 * Zapier's cache as it is in production: values are found only with the scope they were set with, have at most 500,000 characters,
 * and expire, and each call takes its time, so that checks overtake each other.
 */
export function createCache() {
  const values = new Map<string, { value: string; expires: number }>();
  const place = (key: string, scope: string[] = []) => `${scope.join("+")} ${key}`;
  const find = (name: string): unknown => {
    const found = values.get(name);
    return found === undefined || found.expires <= Date.now() ? null : JSON.parse(found.value);
  };
  let calls = 0;
  const isDown = () => cache.isBroken || (cache.failEvery !== undefined && ++calls % cache.failEvery === 0);
  const cache = {
    /** Makes every call reject, as when Zapier's service for the cache is down. */
    isBroken: false,
    /** Makes so many reads reject. */
    failingReads: 0,
    /** Makes each call of so many reject. */
    failEvery: undefined as number | undefined,
    clear: () => values.clear(),
    /** Drops one value in so many, as a cache does that needs room. */
    drop: (one: number, of: number) => {
      for (const [index, key] of [...values.keys()].entries()) if (index % of === one) values.delete(key);
    },
    async get(key: string, scope?: string[]): Promise<unknown> {
      await waitTurns();
      if (isDown() || cache.failingReads-- > 0) throw new Error("RPC request failed");
      return find(place(key, scope));
    },
    async set(key: string, value: unknown, seconds = 0, scope?: string[], nx = false): Promise<boolean> {
      await waitTurns();
      if (isDown()) throw new Error("RPC request failed");
      if (nx && find(place(key, scope)) !== null) return false;
      const text = JSON.stringify(value);
      if (text.length > 500_000) throw new Error("The value is too long");
      values.set(place(key, scope), { value: text, expires: Date.now() + seconds * 1000 });
      return true;
    },
  };
  return cache;
}
