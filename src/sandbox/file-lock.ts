import { randomUUID } from "node:crypto";
import {
  closeSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

interface Owner extends ProcessName {
  /** Tells two locks of one process apart. */
  token: string;
}

// Node has no lock that the system lifts when its holder dies, so one is a file that names its holder.
const held = new Set<string>();
const longestWriting = 250;

/** How long a claim must stand before it counts, in milliseconds: one that took over the same dead one may move it. */
const settling = 20;

/**
 * Claims a data file for one sandbox by a file beside it, and answers how to give it back. The claim of a process that
 * no longer lives is taken over. Throws when another sandbox has the file, in this process or in another one on this
 * machine; a container sees only its own.
 */
export async function acquireFileLock(path: string): Promise<() => void> {
  const lock = `${path}.lock`;
  if (held.has(lock)) {
    throw new Error(`${path} is in use by another sandbox of this process: close that one first`);
  }
  held.add(lock);
  const owner: Owner = { ...nameProcess(process.pid), token: randomUUID() };
  try {
    while (!(writeLock(lock, owner) && (await stands(lock, owner)))) {
      const other = await readOwner(lock);
      if (other === "gone") continue;
      if (other !== null && isAlive(other)) throw new Error(describeOwner(path, lock, other));
      setAside(lock, other);
    }
  } catch (error) {
    held.delete(lock);
    throw error;
  }
  let open = true;
  return () => {
    if (!open) return;
    open = false;
    held.delete(lock);
    if (parseOwner(readText(lock))?.token === owner.token) rmSync(lock, { force: true });
  };
}

const describeOwner = (path: string, lock: string, { pid }: Owner) =>
  `${path} is in use by another sandbox (process ${pid}): stop that one, or use another file. ` +
  `If process ${pid} is no sandbox, remove ${lock}`;

/** Whether the lock could be made; false when there is one. */
function writeLock(lock: string, owner: Owner): boolean {
  let file: number;
  try {
    file = openSync(lock, "wx", 0o600);
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
  writeSync(file, `${JSON.stringify(owner)}\n`);
  closeSync(file);
  return true;
}

async function stands(lock: string, { token }: Owner): Promise<boolean> {
  await wait(settling);
  return parseOwner(readText(lock))?.token === token;
}

/** Who holds a lock: `gone` when nobody does, null when whoever made it died before saying who it was. */
async function readOwner(lock: string): Promise<Owner | null | "gone"> {
  const deadline = Date.now() + longestWriting;
  for (;;) {
    const text = readText(lock);
    const owner = parseOwner(text);
    if (text === null) return "gone";
    if (owner !== null || Date.now() >= deadline) return owner;
    await wait(10);
  }
}

// Between reading a dead claim and removing it another may have done so and claimed the file: what is moved away is
// looked at once more, and put back when it is not the dead one.
function setAside(lock: string, dead: Owner | null): void {
  const aside = `${lock}.${process.pid}.tmp`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (isCode(error, "ENOENT")) return;
    throw error;
  }
  const moved = parseOwner(readText(aside));
  if (moved?.token !== dead?.token) putBack(aside, lock);
  rmSync(aside, { force: true });
}

function putBack(aside: string, lock: string): void {
  try {
    linkSync(aside, lock);
  } catch (error) {
    // Somebody claimed the file meanwhile; whoever lost the claim that was moved notices before counting on it.
    if (!isCode(error, "EEXIST")) throw error;
  }
}

function parseOwner(text: string | null): Owner | null {
  try {
    const owner: Partial<Owner> = JSON.parse(text ?? "");
    const { pid, started = null, token } = owner;
    return Number.isSafeInteger(pid) && typeof token === "string"
      ? { pid: Number(pid), started, token }
      : null;
  } catch {
    return null;
  }
}

function readText(path: string): string | null {
  // Reading a pipe would wait for whoever writes to it.
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`${path} is not a lock file of a sandbox: remove it, or use another data file`);
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;
/** What tells a process from every other, also from a later one with the same number where the system says enough. */
export interface ProcessName {
  pid: number;
  /** When it began, as Linux counts it; null on systems that do not say. */
  started: string | null;
}
/** The name of a process that runs. */
export function nameProcess(pid: number): ProcessName {
  return { pid, started: readStatus(pid)?.started ?? null };
}
/** Whether another process of that name still runs. */
export function isAlive({ pid, started }: ProcessName): boolean {
  const status = readStatus(pid);
  // A killed process that nobody waits for keeps its number: in containers for good.
  if (status?.state === "Z") return false;
  if (status !== null && started !== null) return status.started === started;
  // In containers the same few numbers come back, and nobody but this process has its own now.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs for somebody else, who alone may signal it.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
/** State and beginning of a process, on systems that have /proc. */
function readStatus(pid: number): { state: string | undefined; started: string | undefined } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field is the command in brackets, which may hold blanks and brackets itself.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0], started: fields[19] };
  } catch {
    return null;
  }
}
