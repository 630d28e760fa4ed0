import type { Clock } from "./clock.ts";
import { lockData } from "./data-lock.ts";
import { readJournal, resolveDataPath, writeJournal } from "./journal.ts";
import { demoPolls } from "./seed.ts";
import { type Change, createStore, type Store } from "./store.ts";

/**
 * Opens the store of a sandbox: seeded, and kept in a file, for itself alone, when there is one. `warn` gets what the
 * owner of the file should know. Throws for a file that is damaged, of another kind, or in use.
 */
export async function openStore(
  clock: Clock,
  seed: "demo" | "empty",
  data: string | undefined,
  warn: (message: string) => void,
): Promise<{ store: Store; closeStore: () => void }> {
  const seeded = (): Change[] => (seed === "demo" ? demoPolls(clock).map((put) => ({ put })) : []);
  if (data === undefined) return { store: createStore(seeded()), closeStore: () => {} };
  const path = resolveDataPath(data);
  const unlock = await lockData(path);
  try {
    const { changes: kept, warning } = readJournal(path);
    const changes = kept ?? seeded();
    const journal = writeJournal(path, compact(changes));
    if (warning !== null) warn(warning);
    const closeStore = () => {
      journal.close();
      unlock();
    };
    return { store: createStore(changes, journal.append), closeStore };
  } catch (error) {
    unlock();
    throw error;
  }
}

// What a restart needs of a long history: each poll as it is now, in the order of creation, and the last number used.
function compact(changes: readonly Change[]): Change[] {
  const store = createStore(changes);
  const last = store.nextSequence() - 1;
  return [...[...store.all()].map((put) => ({ put })), { remove: "", sequence: last }];
}
