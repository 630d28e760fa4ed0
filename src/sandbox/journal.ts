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

// The response to a change is sent after its record is on the disk. After a kill only the last record can be incomplete, and
// the client has got no response for it.

/** The suffix of the draft that replaces a data file. */
const draftSuffix = ".rallly-sandbox.tmp";

/**
 * The real path of a data file. Follows links to regular files, so that each file has one lock. Throws for a broken link,
 * for anything but a regular file, and for the name of a draft.
 */
function resolveDataPath(path: string): string {
  const resolved = resolvePath(path);
  if (resolved.toLowerCase().endsWith(draftSuffix))
    throw new Error(
      `${path} ends with ${draftSuffix}, which is reserved for temporary files of the sandbox. Use another name.`,
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
    throw new Error(`the folder ${folder} of the data file does not exist`);
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
  const kind = kinds.find(([is]) => is)?.[1] ?? "not a file";
  throw new Error(`${path} is ${kind}. A data file must be a regular file.`);
}

/** Loads a data file; `changes` is null without a file. Throws for a damaged record and names its line. */
function loadJournal(path: string): JournalContent {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return { changes: null, warning: null };
  // Another program may have replaced the file since it was checked: do not follow a link or wait for a pipe.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    assertRegularFile(path, fstatSync(file));
    return parseJournal(readFileSync(file), path);
  } finally {
    closeSync(file);
  }
}

/** An open data file. A change is on the disk when `append` returns. */
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
    // Another sandbox has replaced the file. Its polls would be lost in a file without a name.
    if (statSync(path).ino !== ino || fstatSync(file).size !== size) {
      throw new Error(`${path} was changed by another process`);
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
        // No change is lost. The next start warns that the end record is missing.
      }
      closeSync(file);
    },
  };
}

/** Removes the draft of a killed sandbox. Throws when the file is not a draft. */
function removeOldDraft(draft: string): void {
  const stats = lstatSync(draft, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isFile() || !isDraft(readFileSync(draft)))
    throw new Error(`${draft} exists and was not written by the sandbox. Move it, or use another data file.`);
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

// A rename is on the disk only after its folder is synced. Some systems cannot open folders.
function syncFolder(path: string): void {
  try {
    const folder = openSync(dirname(path), "r");
    fsyncSync(folder);
    closeSync(folder);
  } catch {
    // The rename is still atomic, only not durable.
  }
}

/**
 * Opens the store of a sandbox: in memory, or in the locked data file `data`. `warn` receives warnings about the file.
 * Throws for a file that is damaged, not a data file, or in use.
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
    const { changes: loaded, warning } = loadJournal(path);
    const changes = loaded ?? seeded();
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

// The shortest list of changes with the same result: the current polls, oldest first, and the last sequence number.
function compact(changes: readonly Change[]): Change[] {
  const store = createStore(changes);
  const last = store.nextSequence() - 1;
  return [...[...store.all()].map((put) => ({ put })), { remove: "", sequence: last }];
}
