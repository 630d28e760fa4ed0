import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { StoredPoll } from "./model.ts";

/**
 * Locks a data file and reads its polls. A file that is new or empty gets `first`. Throws, and changes nothing, when
 * another sandbox uses the file, when it is not a regular file, and when it cannot be read; then the error names the line.
 */
export function openDataFile(path: string, first: StoredPoll[]) {
  // A rename would replace a link, or a device such as /dev/null, by a file.
  const target = existsSync(path) ? realpathSync(path) : resolve(path);
  if (existsSync(target) && !statSync(target).isFile())
    throw new Error(`${path} is not a regular file. Use another data file.`);
  const unlock = lockFile(target);
  try {
    const text = existsSync(target) ? readFileSync(target, "utf8") : "";
    if (text === "") writePolls(target, first);
    return {
      polls: text === "" ? first : parsePolls(text, path),
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

const firstLine = '{"format":"rallly-sandbox","version":4,"polls":[';
const lastLine = "]}";

function writePolls(target: string, polls: StoredPoll[]): void {
  // One poll in each line, so that an error can name the line.
  const lines = polls.map((poll, index) => JSON.stringify(poll) + (index < polls.length - 1 ? "," : ""));
  writeFileSync(`${target}.tmp`, [firstLine, ...lines, lastLine, ""].join("\n"), { mode: 0o600 });
  renameSync(`${target}.tmp`, target);
}

function parsePolls(text: string, path: string): StoredPoll[] {
  const lines = text.trimEnd().split("\n");
  const fail = (line: number, reason: string) =>
    new Error(`${path}, line ${line}: ${reason}. Repair the line, or use another data file.`);
  if (lines[0] !== firstLine) throw fail(1, "Not the first line of a data file of this version");
  if (lines.pop() !== lastLine) throw fail(lines.length + 1, "The end of the file is missing");
  return lines.slice(1).map((line, index) => {
    try {
      return JSON.parse(line.replace(/,$/, ""));
    } catch {
      throw fail(index + 2, "Not valid JSON");
    }
  });
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
