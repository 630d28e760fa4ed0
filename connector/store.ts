/** Maximum size of a key in Workers KV, in bytes. */
const maxKeyBytes = 512;

const encoder = new TextEncoder();
const isTooLong = (key: string) => encoder.encode(key).length > maxKeyBytes;

/**
 * A store that holds nothing under a key that is too long for Workers KV, which would throw. The OAuth library makes keys of
 * what requests contain: client ids, codes, tokens.
 */
export function tolerateLongKeys(store: KVNamespace): KVNamespace {
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return async (...input: unknown[]) => {
        const [first] = input;
        if (typeof first === "string" && isTooLong(first)) {
          if (name === "get") return null;
          if (name === "delete") return undefined;
        }
        const { prefix } = Object(first);
        if (name === "list" && typeof prefix === "string" && isTooLong(prefix))
          return { keys: [], list_complete: true, cacheStatus: null };
        return member.apply(target, input);
      };
    },
  });
}
