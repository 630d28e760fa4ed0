import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * Moves the files of a folder into another folder on the same disk and removes all other files there. A program that runs
 * from that folder never misses a file that has the same name in both: new files are added first, then changed files are
 * replaced atomically, then old files are removed, except those to keep. Equal files are not touched.
 */
export function replaceFolder(
  source: string,
  target: string,
  isKept: (file: string) => boolean = () => false,
): void {
  const next = listFiles(source);
  const before = new Set(listFiles(target));
  const added = next.filter((file) => !before.has(file));
  const changed = next.filter(
    (file) => before.has(file) && !areEqual(join(source, file), join(target, file)),
  );
  for (const file of [...added, ...changed]) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    renameSync(join(source, file), join(target, file));
  }
  const kept = new Set(next);
  for (const file of before)
    if (!kept.has(file) && !isKept(join(target, file))) rmSync(join(target, file), { force: true });
  removeEmpty(target);
  rmSync(source, { recursive: true, force: true });
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function areEqual(one: string, other: string): boolean {
  return statSync(one).mode === statSync(other).mode && readFileSync(one).equals(readFileSync(other));
}

function removeEmpty(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
