import { readFileSync } from "node:fs";

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
