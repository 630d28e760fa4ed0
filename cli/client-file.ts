import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { applyEdits, type JSONPath, modify, type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { UsageError } from "./options.ts";

const format = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

type Entry = Record<string, unknown>;

/** What became of a file. */
interface Added {
  /** The copy of the file as it was, if one was made. */
  copy: string | undefined;
  /** The variables and headers of the entry that was there, which the new one does not need. */
  kept: string[];
}

/**
 * Adds an entry to a client's file of JSON, whose comments and other entries stay. Of an entry that is there already, what starts the
 * server is replaced, and its variables and headers stay, but for `placeholders`: they may have the key. Throws UsageError for a file
 * that is no JSON, and leaves it.
 */
export function addEntry(
  file: string,
  path: [servers: string, name: string],
  entry: Entry,
  { placeholders, input }: { placeholders: readonly string[]; input?: object | undefined },
): Added {
  const exists = existsSync(file);
  // Some editors begin a file with a byte order mark.
  const before = exists ? readFileSync(file, "utf8").replace(/^\ufeff/, "") : "";
  const data = read(file, before);
  const [servers, name] = path;
  if (!isObject(data[servers] ?? {}))
    throw new UsageError(`config: ${file} is not changed, because its ${servers} is no JSON object`);
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
  const edits: [JSONPath, unknown][] = data[servers] === null ? [[[servers], {}]] : [];
  edits.push([path, { ...entry, ...merge("env"), ...merge("headers") }]);
  const inputs: unknown = data["inputs"] ?? [];
  if (input && Array.isArray(inputs) && !inputs.some(({ id }) => id === Reflect.get(input, "id")))
    edits.push([["inputs"], [...inputs, input]]);
  const after = edits.reduce(
    (text, [place, value]) => applyEdits(text, modify(text, place, value, format)),
    before.trim() === "" ? "{}\n" : before,
  );
  // The first copy is the person's own file. A later one would replace it, and hold the key.
  const first = `${file}.before-${name}`;
  const copy = exists && after !== before && !existsSync(first) ? first : undefined;
  if (copy) copyFileSync(file, copy);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, after);
  return { copy, kept };
}

/** The content of a file as an object. An empty file is an empty object. */
function read(file: string, text: string): Entry {
  if (text.trim() === "") return {};
  const errors: ParseError[] = [];
  const data: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split("\n").length;
    throw new UsageError(
      `config: ${file} is not changed, because it is not JSON (line ${line}: ${printParseErrorCode(error.error)}). Correct it, or add the entry by hand`,
    );
  }
  if (!isObject(data))
    throw new UsageError(`config: ${file} is not changed, because it holds no JSON object`);
  return data;
}

const isObject = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value);
