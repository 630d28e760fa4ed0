import { randomUUID } from "node:crypto";
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { validate } from "../routes/error-responses.ts";
import { type StoredPoll, storedPoll } from "./model.ts";

/**
 * Locks a data file and reads its polls. A new file gets `first`. Throws, and changes nothing, when another sandbox uses
 * the file, when it is not a regular file, when it is empty, and when a line is no poll; then the error names the line.
 */
export function openDataFile(path: string, first: StoredPoll[]) {
  // A rename would replace a link, or a device such as /dev/null, by a file.
  const target = existsSync(path) ? realpathSync(path) : resolve(path);
  if (existsSync(target) && !statSync(target).isFile())
    throw new Error(`${path} is not a regular file. Use another data file.`);
  const unlock = lockFile(target);
  removeLeftovers(target);
  try {
    const polls = existsSync(target) ? parsePolls(readFileSync(target, "utf8"), path) : first;
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

const firstLine = '{"format":"rallly-sandbox","version":4,"polls":[';
const lastLine = "]}";

function writePolls(target: string, polls: StoredPoll[]): void {
  // One poll in each line, so that an error can name the line.
  const lines = polls.map((poll, index) => JSON.stringify(poll) + (index < polls.length - 1 ? "," : ""));
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    // Flushed, or a power cut could leave an empty file; and never through a link that lies there.
    const options = { mode: 0o600, flag: "wx", flush: true };
    writeFileSync(temporary, [firstLine, ...lines, lastLine, ""].join("\n"), options);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Removes the unfinished files of a process that was killed while it wrote. The lock is held, so that no other one writes now. */
function removeLeftovers(target: string): void {
  const name = basename(target);
  for (const file of readdirSync(dirname(target)))
    if (file.startsWith(`${name}.`) && /^\.[\da-f-]{36}\.tmp$/.test(file.slice(name.length)))
      rmSync(join(dirname(target), file), { force: true });
}

function parsePolls(text: string, path: string): StoredPoll[] {
  // It may be what a power cut left of a file with polls.
  if (text === "") throw new Error(`${path} is empty. Delete it, or use another data file.`);
  const lines = text.trimEnd().split("\n");
  const fail = (line: number, reason: string) =>
    new Error(`${path}, line ${line}: ${reason}. Repair the line, or use another data file.`);
  if (lines[0] !== firstLine) throw fail(1, "Not the first line of a data file of this version");
  if (lines.pop() !== lastLine) throw fail(lines.length + 1, "The end of the file is missing");
  const ids = new Set<string>();
  let previous = 0;
  return lines.slice(1).map((line, index) => {
    try {
      const poll: StoredPoll = JSON.parse(line.replace(/,$/, ""));
      validate(storedPoll, poll, "poll");
      if (ids.has(poll.id)) throw new RangeError(`id: ${poll.id} is that of another line`);
      if (poll.sequence <= previous) throw new RangeError("sequence: Not greater than in the line before");
      ids.add(poll.id);
      previous = poll.sequence;
      return poll;
    } catch (error) {
      throw fail(index + 2, error instanceof RangeError ? error.message : "Not valid JSON");
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
