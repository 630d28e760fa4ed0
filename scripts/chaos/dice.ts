/** Numbers that only look random: the same seed throws the same dice. */
export function createDice(seed: number) {
  let state = seed >>> 0;
  const roll = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    /** From 0 to 1. */
    roll,
    /** One of a list. */
    pick<Item>(items: readonly Item[]): Item {
      const item = items[Math.floor(roll() * items.length)];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
  };
}

/** What `createDice` makes. */
export type Dice = ReturnType<typeof createDice>;
