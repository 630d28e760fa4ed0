import type { SandboxClock } from "./clock.ts";
import { acquireFileLock } from "./file-lock.ts";
import { createJournal, loadJournal, resolveDataPath } from "./journal.ts";
import { buildDemoPolls } from "./seed.ts";
import { type Change, createStore, type Store } from "./store.ts";

/**
 * Opens the store of a sandbox: seeded, and kept in a locked data file when one is given. `warn` receives warnings about
 * the file. Throws for a file that is damaged, of another kind, or in use.
 */
export async function openStore(
  clock: SandboxClock,
  seed: "demo" | "empty",
  data: string | undefined,
  warn: (message: string) => void,
): Promise<{ store: Store; closeStore: () => void }> {
  const seeded = (): Change[] => (seed === "demo" ? buildDemoPolls(clock).map((put) => ({ put })) : []);
  if (data === undefined) return { store: createStore(seeded()), closeStore: () => {} };
  const path = resolveDataPath(data);
  const unlock = await acquireFileLock(path);
  try {
    const { changes: kept, warning } = loadJournal(path);
    const changes = kept ?? seeded();
    const journal = createJournal(path, compact(changes));
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

// The state that a restart needs: each current poll in the order of creation, and the last sequence number.
function compact(changes: readonly Change[]): Change[] {
  const store = createStore(changes);
  const last = store.nextSequence() - 1;
  return [...[...store.all()].map((put) => ({ put })), { remove: "", sequence: last }];
}
