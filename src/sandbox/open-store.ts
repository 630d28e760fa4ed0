import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Clock } from "./clock.ts";
import { lockData } from "./data-lock.ts";
import { readJournal, writeJournal } from "./journal.ts";
import { demoPolls } from "./seed.ts";
import { type Change, createStore, type Store } from "./store.ts";

/** Opens the store of a sandbox: seeded, and kept in a file, for itself alone, when there is one. */
export async function openStore(
  clock: Clock,
  seed: "demo" | "empty",
  data?: string,
): Promise<{ store: Store; closeStore: () => void }> {
  const seeded = (): Change[] => (seed === "demo" ? demoPolls(clock).map((put) => ({ put })) : []);
  if (data === undefined) return { store: createStore(seeded()), closeStore: () => {} };
  const path = resolveLinks(data);
  const unlock = await lockData(path);
  try {
    const changes = readJournal(path) ?? seeded();
    const journal = writeJournal(path, compact(changes));
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

// One file has one lock, whatever it is called.
function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Not there yet, and perhaps its folder neither: whoever makes the lock says so.
  }
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

// What a restart needs of a long history: each poll as it is now, in the order of creation, and the last number used.
function compact(changes: readonly Change[]): Change[] {
  const store = createStore(changes);
  const last = store.nextSequence() - 1;
  return [...[...store.all()].map((put) => ({ put })), { remove: "", sequence: last }];
}
