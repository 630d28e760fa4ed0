import type { Clock } from "./clock.ts";
import { readJournal, writeJournal } from "./journal.ts";
import { demoPolls } from "./seed.ts";
import { type Change, createStore, type Store } from "./store.ts";

/** Opens the store of a sandbox: seeded, and kept in a file when there is one. */
export function openStore(
  clock: Clock,
  seed: "demo" | "empty",
  path?: string,
): { store: Store; closeStore: () => void } {
  const seeded = (): Change[] => (seed === "demo" ? demoPolls(clock).map((put) => ({ put })) : []);
  if (path === undefined) return { store: createStore(seeded()), closeStore: () => {} };
  const changes = readJournal(path) ?? seeded();
  const journal = writeJournal(path, compact(changes));
  return { store: createStore(changes, journal.append), closeStore: journal.close };
}

// What a restart needs of a long history: each poll as it is now, in the order of creation, and the last number used.
function compact(changes: readonly Change[]): Change[] {
  const store = createStore(changes);
  const last = store.nextSequence() - 1;
  return [...[...store.all()].map((put) => ({ put })), { remove: "", sequence: last }];
}
