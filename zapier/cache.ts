import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { ZObject } from "zapier-platform-core";

/** All Zaps of a connection share the values, whoever owns them and whatever key it has. Nothing is kept for one Zap. */
const scope = ["auth"];

/** Names from here on: a later version of the app may store other shapes under the same ones. */
const prefix = "10_";

/** Zapier keeps at most so many characters under a name. */
const maxCharacters = 500_000;

/** The ids of options come again in each response of a poll, further apart than gzip looks back. */
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** What the triggers of a connection share and remember. */
export interface RunCache {
  /** The value, or undefined if there surely is none. Throws if the cache fails. The caller names the type that it stored. */
  get<Value>(name: string): Promise<Value | undefined>;
  /** Stores a value for `seconds`, and tells whether it is small enough to be kept. Throws if the cache fails. */
  set(name: string, value: unknown, seconds: number): Promise<boolean>;
  /** Whether this run is the first that claims the name in these seconds; also true if the cache fails. */
  claim(name: string, seconds: number): Promise<boolean>;
}

/** Zapier's cache failed, which is not the same as a value that is not there. */
export class CacheError extends Error {}

export function openCache({ cache }: ZObject): RunCache {
  // Core's types lack the scope of `get`. Without it, values that were set with a scope are not found.
  const getScoped: (key: string, scope: string[]) => Promise<unknown> = cache.get;
  const twice = <Result>(act: () => Promise<Result>) => act().catch(act);
  const fail = () => {
    throw new CacheError();
  };
  return {
    async get(name) {
      const packed = await twice(() => getScoped(prefix + name, scope)).catch(fail);
      return packed === null
        ? undefined
        : JSON.parse(brotliDecompressSync(Buffer.from(String(packed), "base64")).toString());
    },
    async set(name, value, seconds) {
      const packed = brotliCompressSync(JSON.stringify(value), compression).toString("base64");
      // It is stored in quotes.
      if (packed.length + 2 > maxCharacters) return false;
      await twice(() => cache.set(prefix + name, packed, seconds, scope)).catch(fail);
      return true;
    },
    claim: (name, seconds) =>
      cache.set(`${prefix}claim_${name}`, 1, seconds, scope, true).then(
        (isFirst) => ![false, null].includes(isFirst as boolean | null),
        () => true,
      ),
  };
}
