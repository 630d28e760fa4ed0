import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { applyEdits, type JSONPath, modify, type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { UsageError } from "./options.ts";

const format = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

/**
 * Adds an entry to a client's file of JSON, whose comments and other entries stay. Of an entry that is there already, what starts the
 * server is replaced, and its variables stay: they may have the key. Returns the copy of the file as it was, if there was one.
 * Throws UsageError for a file that is no JSON, and leaves it.
 */
export function addEntry(file: string, path: JSONPath, entry: object, input?: object): string | undefined {
  const exists = existsSync(file);
  const before = exists ? readFileSync(file, "utf8") : "";
  const data = read(file, before);
  const [servers = "", name = ""] = path;
  const known = Reflect.get(Object(Reflect.get(data, servers)), name);
  const { env, headers, ...start } = { env: undefined, headers: undefined, ...entry };
  const kept = Object(known) as { env?: object; headers?: object };
  const edits: [JSONPath, unknown][] = [
    [
      path,
      { ...start, ...optional("env", kept.env ?? env), ...optional("headers", kept.headers ?? headers) },
    ],
  ];
  const inputs: unknown = Reflect.get(data, "inputs") ?? [];
  if (input && Array.isArray(inputs) && !inputs.some(({ id }) => id === Reflect.get(input, "id")))
    edits.push([["inputs"], [...inputs, input]]);
  const after = edits.reduce(
    (text, [place, value]) => applyEdits(text, modify(text, place, value, format)),
    before.trim() === "" ? "{}\n" : before,
  );
  if (after === before) return undefined;
  // The first copy is the person's own file. A later one would replace it, and hold the key.
  const first = `${file}.before-${name}`;
  const copy = exists && !existsSync(first) ? first : undefined;
  if (copy) copyFileSync(file, copy);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, after);
  return copy;
}

const optional = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value });

/** The content of a file as an object. An empty file is an empty object. */
function read(file: string, text: string): object {
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
  if (typeof data !== "object" || data === null || Array.isArray(data))
    throw new UsageError(`config: ${file} is not changed, because it holds no JSON object`);
  return data;
}
