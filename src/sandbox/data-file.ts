import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { isKnownTimeZone } from "../time/index.ts";
import { describeProblems, toProblems } from "./errors.ts";
import type { StoredPoll } from "./model.ts";
import type { State } from "./store.ts";

/** A data file that this process has locked. */
export interface DataFile {
  /** What the file holds. Null for a file that does not exist or is empty. */
  state: State | null;
  /** Replaces the content of the file. A process that is killed meanwhile leaves the old content or the new one. */
  save(state: State): void;
  /** Releases the lock. */
  close(): void;
}

/**
 * Locks and reads a data file. Throws, and changes nothing, when another sandbox uses it, when it is not a regular file,
 * and when it cannot be read; then the error names the line.
 */
export function openDataFile(path: string): DataFile {
  // A rename would replace a link, or a device such as /dev/null, by a file.
  const target = existsSync(path) ? realpathSync(path) : resolve(path);
  if (existsSync(target) && !statSync(target).isFile())
    throw new Error(`${path} is not a regular file. Use another data file.`);
  const unlock = lockFile(target);
  try {
    const text = existsSync(target) ? readFileSync(target, "utf8") : "";
    return {
      state: text === "" ? null : parseState(text, path),
      save(state) {
        writeFileSync(`${target}.tmp`, formatState(state), { mode: 0o600 });
        renameSync(`${target}.tmp`, target);
      },
      close: unlock,
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

// One poll in each line, so that an error can name the line.
function formatState({ lastSequence, polls }: State): string {
  const list = polls.map((poll) => `\n${JSON.stringify(poll)}`).join();
  return `{"format":"rallly-sandbox","version":3,"lastSequence":${lastSequence},"polls":[${list}\n]}\n`;
}

const firstLine = /^\{"format":"rallly-sandbox","version":3,"lastSequence":(\d+),"polls":\[$/;

function parseState(text: string, path: string): State {
  const lines = text.trimEnd().split("\n");
  const fail = (line: number, reason: string) =>
    new Error(`${path}, line ${line}: ${reason}. Repair the line, or use another data file.`);
  const [, lastSequence] = firstLine.exec(lines[0] ?? "") ?? [];
  if (lastSequence === undefined) throw fail(1, "Not the first line of a data file of this version");
  if (lines.pop() !== "]}") throw fail(lines.length + 1, "The end of the file is missing");
  const polls = lines.slice(1).map((line, index) => {
    try {
      return storedPoll.parse(JSON.parse(line.replace(/,$/, "")));
    } catch (error) {
      const problems = error instanceof z.ZodError && describeProblems(toProblems(error, "poll"));
      throw fail(index + 2, problems || String(error));
    }
  });
  return { lastSequence: Number(lastSequence), polls };
}

// Checks what the sandbox computes with. The rest was checked when the poll was created.
const instant = z.iso.datetime();
const storedPoll = z.custom<StoredPoll>().and(
  z.looseObject({
    sequence: z.int().min(1),
    id: z.string().min(1),
    title: z.string(),
    timeZone: z.string().refine(isKnownTimeZone, "Not a time zone").nullable(),
    status: z.enum(["open", "closed", "scheduled", "canceled"]),
    createdAt: instant,
    options: z
      .array(z.union([z.looseObject({ date: z.iso.date() }), z.looseObject({ startTime: instant })]))
      .min(1),
    participants: z.array(z.looseObject({ id: z.string(), name: z.string(), votes: z.looseObject({}) })),
  }),
);

/** The locks of this process. A container starts each process with the same id, so an id alone does not say whose it is. */
const ownLocks = new Set<string>();

/** Makes `FILE.lock` with the process id. Throws when another sandbox holds it. Returns the function that releases it. */
function lockFile(target: string): () => void {
  const lock = `${target}.lock`;
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    removeDeadLock(lock, target);
    return lockFile(target);
  }
  ownLocks.add(lock);
  return () => {
    ownLocks.delete(lock);
    rmSync(lock, { force: true });
  };
}

function removeDeadLock(lock: string, target: string): void {
  const moved = `${lock}.${process.pid}`;
  try {
    const owner = readFileSync(lock, "utf8");
    if (isAlive(owner, lock)) {
      const remedy = `Stop that sandbox, or use another data file. If there is none, delete ${lock}.`;
      throw new Error(`${target} is in use by another sandbox (process ${owner}). ${remedy}`);
    }
    renameSync(lock, moved);
    // Of several starts that find the same dead owner, a slower one may have moved the lock of a faster one.
    if (readFileSync(moved, "utf8") === owner) rmSync(moved);
    else renameSync(moved, lock);
  } catch (error) {
    // Another start removed it first.
    if (!hasCode(error, "ENOENT")) throw error;
  }
}

function isAlive(owner: string, lock: string): boolean {
  if (owner === String(process.pid)) return ownLocks.has(lock);
  try {
    // An owner that is not yet written stands for 0, this process's group.
    process.kill(Number(owner), 0);
    return true;
  } catch (error) {
    return !hasCode(error, "ESRCH");
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
