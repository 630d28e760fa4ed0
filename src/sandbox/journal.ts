import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Change } from "./store.ts";

// One JSON line for each change. A line counts once its line break is on the disk: a kill can tear off no more than
// the end of the last line, and what stood there had not been answered yet.
const heading = `${JSON.stringify({ format: "rallly-sandbox", version: 1 })}\n`;

/** The changes in a data file; null when there is no such file, or nothing in it yet. Throws for a file that is something else. */
export function readJournal(path: string): Change[] | null {
  const text = readText(path);
  if (text === null || text === "") return null;
  const lines = text.split("\n");
  lines.pop();
  if (`${lines.shift()}\n` !== heading) throw new Error(`${path} is not a data file of the Rallly sandbox`);
  return lines.map((line, index) => readLine(line, `${path}:${index + 2}`));
}

/** An open data file; every `append` is on the disk when it returns. */
export interface Journal {
  append(change: Change): void;
  close(): void;
}

/** Writes a data file anew, all at once or not at all, and opens it for what follows. */
export function writeJournal(path: string, changes: Iterable<Change>): Journal {
  const draft = `${path}.${process.pid}.tmp`;
  const file = openSync(draft, "w", 0o600);
  let size = writeAll(file, heading + [...changes].map(writeLine).join(""));
  fsyncSync(file);
  renameSync(draft, path);
  syncFolder(path);
  const { ino } = fstatSync(file);
  let open = true;

  return {
    append(change) {
      // A second sandbox on the same file would have replaced it: better to fail than to write where no one reads.
      if (statSync(path).ino !== ino || fstatSync(file).size !== size) {
        throw new Error(`${path} is in use by another process`);
      }
      try {
        size += writeAll(file, writeLine(change), size);
        fdatasyncSync(file);
      } catch (error) {
        ftruncateSync(file, size);
        throw error;
      }
    },
    close() {
      if (open) closeSync(file);
      open = false;
    },
  };
}

const writeLine = (change: Change) => `${JSON.stringify(change)}\n`;

function writeAll(file: number, text: string, position = 0): number {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
  }
  return bytes.length;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function readLine(line: string, place: string): Change {
  try {
    const change: Change = JSON.parse(line);
    if ("put" in change || "remove" in change) return change;
  } catch {
    // Falls through to the one message that both kinds of damage deserve.
  }
  throw new Error(`${place} is damaged`);
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
