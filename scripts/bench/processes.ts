/** Memory, processor time and children of processes. Read from /proc on Linux, because small images lack ps and pgrep. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** The resident memory of a process, in MB. */
export function readMemory(pid: number): number {
  const kilobytes =
    process.platform === "linux"
      ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
      : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kilobytes) / 1024;
}

/** Milliseconds per tick of the kernel's process times. */
const tickMs = 10;

/** Processor time that a process has used, in milliseconds. Linux only. */
export function readProcessorMs(pid: number): number {
  const { fields } = readStat(pid);
  // User and system time.
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** The processes with this name that this process has started, oldest first. Linux only. */
export function findChildren(name: string): number[] {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => isChild(pid, name))
    .sort((one, other) => one - other);
}

function isChild(pid: number, name: string): boolean {
  try {
    const stat = readStat(pid);
    return stat.name === name && Number(stat.fields[1]) === process.pid;
  } catch {
    // It has just ended.
    return false;
  }
}

/** The name of a process, and what follows it in the kernel's list: state, parent, ... */
function readStat(pid: number): { name: string; fields: string[] } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const end = stat.lastIndexOf(")");
  return { name: stat.slice(stat.indexOf("(") + 1, end), fields: stat.slice(end + 2).split(" ") };
}
