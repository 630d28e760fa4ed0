import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { inflateRawSync } from "node:zlib";

/** One file of a zip. */
export interface ZipEntry {
  name: string;
  content: Buffer;
}

const endMark = 0x06054b50;
const methods: Record<number, (packed: Buffer) => Buffer> = { 0: (packed) => packed, 8: inflateRawSync };

/** Every file of a zip, read through its central directory. Enough for what Zapier's build writes: no zip64. */
export function readZip(file: string): ZipEntry[] {
  const zip = readFileSync(file);
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== endMark) end -= 1;
  if (end < 0) throw new Error(`${file} is not a zip`);
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const unpack = methods[zip.readUInt16LE(at + 10)];
    if (unpack === undefined) throw new Error(`${name} is packed in a way that is not known`);
    if (!name.endsWith("/"))
      entries.push({ name, content: unpack(zip.subarray(start, start + zip.readUInt32LE(at + 20))) });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** Writes the files of a zip below a folder. */
export function unpack(entries: readonly ZipEntry[], folder: string): void {
  for (const { name, content } of entries) {
    const target = join(folder, normalize(name));
    if (!target.startsWith(folder)) throw new Error(`${name} leads out of the folder`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
}
