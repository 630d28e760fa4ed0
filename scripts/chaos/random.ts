/** A pseudo-random number generator: the same seed gives the same numbers. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    /** At least 0, below 1. */
    next,
    /** One of a list. */
    pick<Item>(items: readonly Item[]): Item {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
  };
}

/** A generator made by `createRandom`. */
export type Random = ReturnType<typeof createRandom>;
