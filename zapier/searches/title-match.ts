import { foldText } from "../../src/scheduling/index.ts";

/** How well a title matches a search, the best first; `undefined` when it does not. */
export function rankTitle(title: string, wanted: string): number | undefined {
  const [have, want] = [foldText(title), foldText(wanted)];
  if (have === want) return 0;
  if (have.startsWith(want)) return 1;
  if (have.includes(want)) return 2;
  return want.split(" ").every((word) => have.includes(word)) ? 3 : undefined;
}

/** The items that match, best first; equals keep their order. `rank` gives `undefined` for an item that does not match. */
export function pickBest<Item>(items: readonly Item[], rank: (item: Item) => number | undefined): Item[] {
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .filter((entry): entry is { item: Item; rank: number } => entry.rank !== undefined)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
