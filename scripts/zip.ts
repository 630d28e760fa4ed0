import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { unzipSync } from "fflate";

/** The files of a zip by their path, without folders. Throws when the file is not a zip. */
export function readZip(file: string): Map<string, Buffer> {
  const entries = Object.entries(unzipSync(readFileSync(file)));
  return new Map(
    entries.filter(([name]) => !name.endsWith("/")).map(([name, content]) => [name, Buffer.from(content)]),
  );
}

/** Writes the files of a zip into a folder. Throws for a path outside of the folder. */
export function unpack(entries: ReadonlyMap<string, Buffer>, folder: string): void {
  for (const [name, content] of entries) {
    const target = join(folder, name);
    if (!target.startsWith(folder + sep)) throw new Error(`${name} is outside of ${folder}`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
}
