import type { ZObject } from "zapier-platform-core";

/** All Zaps of a connection share the values, whoever owns them and whatever key it has. Nothing is kept for one Zap. */
const scope = ["auth"];

/** Names from here on: a later version of the app may store other shapes under the same ones. */
const prefix = "6_";

/** Length of a part. As JSON it has at most twice as many characters, and Zapier keeps 500,000 under a name. */
const maxPart = 240_000;

/** How often a read or a write is tried. */
const maxTries = 3;

/** A value as it is stored: the first part of its JSON, and the names of the others. */
interface Stored {
  first: string;
  others: string[];
}

/** What the triggers share and remember. */
export interface RunCache {
  /** The value, or undefined if there surely is none. Throws if the cache fails. The caller names the type that it stored. */
  get<Value>(name: string): Promise<Value | undefined>;
  /** Stores a value for `seconds`. Throws if the cache fails. */
  set(name: string, value: unknown, seconds: number): Promise<void>;
  /** Whether this run is the first that claims the name in these seconds; also true if the cache fails. */
  claim(name: string, seconds: number): Promise<boolean>;
}

/** Zapier's cache failed, which is not the same as a value that is not there. */
export class CacheError extends Error {}

export function openCache(z: ZObject): RunCache {
  // Core's types lack the scope of `get`. Without it, values that were set with a scope are not found.
  const getScoped: (key: string, scope: string[]) => Promise<unknown> = z.cache.get;
  const read = (name: string) => retry(() => getScoped(prefix + name, scope));
  const write = (name: string, value: unknown, seconds: number, onlyIfNone = false) =>
    retry(() => z.cache.set(prefix + name, value, seconds, scope, onlyIfNone));
  const isFirst = async (name: string, seconds: number) =>
    ![false, null].includes(await write(name, 1, seconds, true));
  const fail = () => {
    throw new CacheError();
  };
  const get = async <Value>(name: string): Promise<Value | undefined> => {
    const stored = (await read(name)) as Stored | null;
    if (stored === null) return undefined;
    const others = await Promise.all(stored.others.map(read));
    return others.includes(null) ? undefined : JSON.parse(stored.first + others.join(""));
  };
  const set = async (name: string, value: unknown, seconds: number): Promise<void> => {
    const [first = "", ...parts] = cut(JSON.stringify(value));
    const stamp = Math.random().toString(36).slice(2);
    const others = parts.map((_, index) => `${name}_${stamp}_${index}`);
    await Promise.all(others.map((other, index) => write(other, parts[index], seconds)));
    await write(name, { first, others } satisfies Stored, seconds);
  };
  return {
    get: (name) => get<never>(name).catch(fail),
    set: (name, value, seconds) => set(name, value, seconds).catch(fail),
    claim: (name, seconds) => isFirst(`claim_${name}`, seconds).catch(() => true),
  };
}

const cut = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / maxPart) }, (_, index) =>
    text.slice(index * maxPart, (index + 1) * maxPart),
  );

async function retry<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await act();
    } catch (error) {
      if (tries === maxTries) throw error;
    }
}
