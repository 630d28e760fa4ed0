import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { SandboxClock } from "./clock.ts";
import { acquireFileLock } from "./file-lock.ts";
import {
  formatEnd,
  formatHeading,
  formatRecord,
  isDraft,
  type JournalContent,
  parseJournal,
} from "./journal-format.ts";
import { buildDemoPolls } from "./seed.ts";
import { type Change, createStore, type Store } from "./store.ts";

// A change is acknowledged after its whole record is on the disk. A kill can only leave the last record incomplete,
// whose change was not acknowledged.

/** What is added to the name of a data file for the draft that replaces it. */
const draftSuffix = ".rallly-sandbox.tmp";

/**
 * The real path of a data file: links to regular files are followed, so that each file has one lock. Throws for a link
 * that leads nowhere, for everything that is not a regular file, such as a folder or a device, and for a draft's name.
 */
function resolveDataPath(path: string): string {
  const resolved = resolvePath(path);
  if (resolved.toLowerCase().endsWith(draftSuffix))
    throw new Error(
      `${path} ends with ${draftSuffix}, which is for temporary files of the sandbox: use another name`,
    );
  return resolved;
}

function resolvePath(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return resolveFolder(path);
  const target = stats.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : stats;
  if (target === undefined) throw new Error(`${path} is a link to a file that does not exist`);
  assertRegularFile(path, target);
  return realpathSync(path);
}

function resolveFolder(path: string): string {
  const folder = dirname(path);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`there is no folder ${folder} to keep the data in`);
  return join(realpathSync(folder), basename(path));
}

function assertRegularFile(path: string, stats: Stats): void {
  if (stats.isFile()) return;
  const kinds: [boolean, string][] = [
    [stats.isDirectory(), "a folder"],
    [stats.isFIFO(), "a pipe"],
    [stats.isSocket(), "a socket"],
    [stats.isCharacterDevice() || stats.isBlockDevice(), "a device"],
    [stats.isSymbolicLink(), "a link"],
  ];
  const kind = kinds.find(([is]) => is)?.[1] ?? "something else";
  throw new Error(`${path} is ${kind}: only a regular file can keep the data`);
}

/** Reads a data file; `changes` is null when there is none. Throws for a damaged record, with its line number. */
function loadJournal(path: string): JournalContent {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return { changes: null, warning: null };
  // The file may have been replaced since it was checked: do not follow a link or wait for a pipe.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    assertRegularFile(path, fstatSync(file));
    return parseJournal(readFileSync(file), path);
  } finally {
    closeSync(file);
  }
}

/** An open data file; every `append` is on the disk when it returns. */
export interface Journal {
  append(change: Change): void;
  close(): void;
}

/** Replaces a data file atomically and opens it for appending. The caller must hold the file's lock. */
function createJournal(path: string, changes: Iterable<Change>): Journal {
  const draft = `${path}${draftSuffix}`;
  removeOldDraft(draft);
  const file = openSync(draft, "wx", 0o600);
  let size = 0;
  try {
    size = writeAll(file, formatHeading() + [...changes].map(formatRecord).join(""));
    fsyncSync(file);
    const target = lstatSync(path, { throwIfNoEntry: false });
    if (target !== undefined) assertRegularFile(path, target);
    renameSync(draft, path);
  } catch (error) {
    closeSync(file);
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(path);
  const { ino } = fstatSync(file);
  let open = true;

  const write = (line: string) => {
    // Another sandbox has replaced the file: fail instead of writing to a file without a name.
    if (statSync(path).ino !== ino || fstatSync(file).size !== size) {
      throw new Error(`${path} is in use by another process`);
    }
    try {
      size += writeAll(file, line, size);
      fdatasyncSync(file);
    } catch (error) {
      ftruncateSync(file, size);
      throw error;
    }
  };
  return {
    append: (change) => write(formatRecord(change)),
    close() {
      if (!open) return;
      open = false;
      try {
        write(formatEnd());
      } catch {
        // Nothing is lost; the next start says that the file was not closed.
      }
      closeSync(file);
    },
  };
}

/** Removes the draft that a killed sandbox left. Throws when the file of that name is not a draft of a sandbox. */
function removeOldDraft(draft: string): void {
  const stats = lstatSync(draft, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isFile() || !isDraft(readFileSync(draft)))
    throw new Error(
      `${draft} is in the way: it was not written by the sandbox. Move it, or use another data file`,
    );
  rmSync(draft, { force: true });
}

function writeAll(file: number, text: string, position = 0): number {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
  }
  return bytes.length;
}

// A rename is safe from a power cut only once its folder is on the disk too. Not every system opens folders.
function syncFolder(path: string): void {
  try {
    const folder = openSync(dirname(path), "r");
    fsyncSync(folder);
    closeSync(folder);
  } catch {
    // Nothing more can be done there.
  }
}

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
