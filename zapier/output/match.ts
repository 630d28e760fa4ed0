/** How well a text answers a search, the best first; `undefined` when not at all. */
export function rankMatch(text: string, wanted: string): number | undefined {
  const [have, want] = [fold(text), fold(wanted)];
  if (have === want) return 0;
  if (have.startsWith(want)) return 1;
  if (have.includes(want)) return 2;
  return want.split(" ").every((word) => have.includes(word)) ? 3 : undefined;
}

/** Without case, accents, width and doubled blanks: as people compare, not as computers do. */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
}

/** What answers a search, best first; equals keep their order. `rank` gives `undefined` for what does not answer. */
export function pickBest<Item>(items: readonly Item[], rank: (item: Item) => number | undefined): Item[] {
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .filter((entry): entry is { item: Item; rank: number } => entry.rank !== undefined)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
