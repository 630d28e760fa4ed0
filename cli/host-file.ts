import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { applyEdits, type JSONPath, modify, type ParseError, parse } from "jsonc-parser";
import { UsageError } from "./options.ts";

const format = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

/** Maximum size of a file, in bytes. Those of hosts have kilobytes. */
const maxBytes = 1_000_000;

type Entry = Record<string, unknown>;

/**
 * Adds an entry to a host's file of JSON, whose comments and other entries stay. Of an entry that is there already, what starts the
 * server is replaced, and its variables and headers stay, but for `placeholders`: they may have the key. Throws UsageError for a file
 * that is no JSON, and the system's error for one that cannot be written; both leave it as it was. Returns the
 * copy of the file as it was, if one was made, and what was kept of the entry that was there, and the new one does not need.
 */
export function addEntry(
  file: string,
  [servers, name]: [servers: string, name: string],
  entry: Entry,
  { placeholders, input }: { placeholders: readonly string[]; input?: object | undefined },
): { copy: string | undefined; kept: string[] } {
  const found = readFile(file);
  // Some editors begin a file with a byte order mark.
  const before = found?.toString().replace(/^\s*$|^\ufeff/, "") || "{}\n";
  const data = readObject(file, before);
  if (!isObject(data[servers] ?? {})) throw refuse(file, `its ${servers} is no JSON object`);
  const known: Entry = Object(Object(data[servers])[name]);
  const kept: string[] = [];
  const merge = (field: "env" | "headers") => {
    const given: Entry = Object(entry[field]);
    const own = Object.entries(Object(known[field])).filter(
      ([key, value]) => key in given || !placeholders.includes(String(value)),
    );
    kept.push(...own.flatMap(([key]) => (key in given ? [] : key)));
    const all = { ...given, ...Object.fromEntries(own) };
    return Object.keys(all).length > 0 && { [field]: all };
  };
  const merged = { ...entry, ...merge("env"), ...merge("headers") };
  const edits: [JSONPath, unknown][] =
    data[servers] === null ? [[[servers], { [name]: merged }]] : [[[servers, name], merged]];
  const inputs: unknown = data["inputs"] ?? [];
  if (input && Array.isArray(inputs) && !inputs.some(({ id }) => id === Reflect.get(input, "id")))
    edits.push([["inputs"], [...inputs, input]]);
  const after = edits.reduce(
    (text, [place, value]) => applyEdits(text, modify(text, place, value, format)),
    before,
  );
  const written = readObject(file, after);
  const read = (place: JSONPath) => place.reduce<unknown>((value, field) => Object(value)[field], written);
  // The editor changes the first field of a name, and hosts read the last.
  if (!edits.every(([place, value]) => isDeepStrictEqual(read(place), value)))
    throw refuse(file, `it has a field twice, such as ${servers}`);
  // The first copy is the person's own file. A later one would replace it, and hold the key.
  const first = `${file}.before-${name}`;
  const copy = found && after !== before && readFile(first) === undefined ? first : undefined;
  const mode = found ? statSync(file).mode & 0o7777 : 0o600;
  if (copy && found) writeFile(copy, found, mode);
  writeFile(file, after, mode);
  return { copy, kept };
}

const refuse = (file: string, reason: string) =>
  new UsageError(`${file} is not changed, because ${reason}. Correct that, or add the entry by hand`);

/** The content of a file. Undefined without one. */
function readFile(file: string): Buffer | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  // A link may lead to what never ends.
  if (!stats.isFile() || stats.size > maxBytes)
    throw refuse(file, `it is no file of at most ${maxBytes} bytes`);
  return readFileSync(file);
}

/** Writes a file whole or not at all: beside it, then under its name. A link stays, and what it leads to is written. */
function writeFile(file: string, content: string | Buffer, mode: number): void {
  const target = followLinks(file);
  const beside = `${target}.${process.pid}`;
  mkdirSync(dirname(target), { recursive: true });
  try {
    // At no moment may others read what they could not read before.
    writeFileSync(beside, content, { mode: 0o600, flag: "wx", flush: true });
    chmodSync(beside, mode);
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** The file that links lead to, which may not exist yet. */
function followLinks(file: string): string {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return file;
  return followLinks(resolve(realpathSync(dirname(file)), readlinkSync(file)));
}

/** The content of a file as an object. */
function readObject(file: string, text: string): Entry {
  const errors: ParseError[] = [];
  const data: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split("\n").length;
    throw refuse(file, `it is not JSON (the first mistake is in line ${line})`);
  }
  if (!isObject(data)) throw refuse(file, "it holds no JSON object");
  return data;
}

const isObject = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value);
