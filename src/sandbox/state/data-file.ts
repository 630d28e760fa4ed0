import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { validate } from "../validate.ts";
import { type StoredPoll, storedPoll } from "./model.ts";

/**
 * Locks a data file and reads its polls. A new file gets `first`. Throws, and changes nothing, when another sandbox uses
 * the file, when it is not a regular file, and when it has something else than polls; then the error names the field.
 */
export function openDataFile(path: string, first: StoredPoll[]) {
  // A rename would replace a link, or a device such as /dev/null, by a file.
  const target = existsSync(path) ? realpathSync(path) : resolve(path);
  if (existsSync(target) && !statSync(target).isFile())
    throw new Error(`${path} is not a regular file. Use another data file.`);
  const unlock = lockFile(target);
  try {
    const polls = existsSync(target) ? readPolls(target, path) : first;
    if (polls === first) writePolls(target, first);
    return {
      polls,
      /** Replaces the polls in the file. A process that is killed meanwhile leaves the old ones or the new ones. */
      save: (polls: StoredPoll[]): void => writePolls(target, polls),
      /** Releases the lock. */
      close: unlock,
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

const dataFile = z.strictObject({
  format: z.literal("rallly-sandbox"),
  version: z.literal(4),
  polls: z.array(storedPoll),
});

function writePolls(target: string, polls: StoredPoll[]): void {
  const temporary = `${target}.tmp`;
  try {
    // What a killed process left. Not written through: it may be a link that somebody laid there.
    rmSync(temporary, { force: true });
    const content = { format: "rallly-sandbox", version: 4, polls };
    // Flushed, or a power cut could leave an empty file.
    writeFileSync(temporary, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: "wx", flush: true });
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function readPolls(target: string, path: string): StoredPoll[] {
  try {
    const content: z.output<typeof dataFile> = JSON.parse(readFileSync(target, "utf8"));
    validate(dataFile, content, "file");
    return content.polls;
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : "Not valid JSON";
    throw new Error(`${path} is no data file of this version: ${reason}. Use another data file.`);
  }
}

/** The locks of this process. A container starts each process with the same id, so an id alone does not say whose it is. */
const ownLocks = new Set<string>();

/** Makes `FILE.lock` with the process id. Throws when another sandbox holds it. Returns the function that releases it. */
function lockFile(target: string): () => void {
  const lock = `${target}.lock`;
  if (existsSync(lock)) {
    const owner = readFileSync(lock, "utf8");
    const remedy = `Stop that sandbox, or use another data file. If there is none, delete ${lock}.`;
    if (isAlive(owner, lock))
      throw new Error(`${target} is in use by another sandbox (process ${owner}). ${remedy}`);
    rmSync(lock);
  }
  writeFileSync(lock, String(process.pid), { flag: "wx" });
  ownLocks.add(lock);
  return () => {
    // A sandbox may be closed twice, and the lock may then be another's.
    if (ownLocks.delete(lock)) rmSync(lock, { force: true });
  };
}

function isAlive(owner: string, lock: string): boolean {
  if (owner === String(process.pid)) return ownLocks.has(lock);
  try {
    process.kill(Number(owner), 0);
    return true;
  } catch (error) {
    // A process of another user is alive too.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
