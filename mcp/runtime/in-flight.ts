/** Counts work that is not finished yet, so that a process can wait for it before it exits. */
export interface InFlight<Key> {
  readonly size: number;
  keys(): Iterable<Key>;
  /** Adds one piece of work. The same key can be added several times. */
  add(key: Key): void;
  /** Removes one piece of work. Does nothing for a key that is not in. */
  delete(key: Key): void;
  /** Resolves with true once nothing is left, or with false after `maxWaitMs`. */
  drained(maxWaitMs: number): Promise<boolean>;
}

/** Makes an {@link InFlight} with nothing in it. */
export function createInFlight<Key>(): InFlight<Key> {
  const counts = new Map<Key, number>();
  const waiting = new Set<() => void>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    keys: () => counts.keys(),
    add(key) {
      size += 1;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    delete(key) {
      const count = counts.get(key);
      if (count === undefined) return;
      size -= 1;
      if (count > 1) counts.set(key, count - 1);
      else counts.delete(key);
      if (size === 0) for (const resolve of waiting) resolve();
    },
    drained(maxWaitMs) {
      return new Promise((resolve) => {
        const finish = (drained: boolean) => {
          clearTimeout(timer);
          waiting.delete(onEmpty);
          resolve(drained);
        };
        const onEmpty = () => finish(true);
        const timer = setTimeout(finish, maxWaitMs, false);
        waiting.add(onEmpty);
        if (size === 0) finish(true);
      });
    },
  };
}
