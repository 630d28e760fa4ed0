import { createHash } from "node:crypto";
import { changeSchema } from "./change-schema.ts";
import { validate } from "./errors.ts";
import type { Change } from "./store.ts";

// A data file is lines of JSON: a heading, one record for each change, and a last one written when the sandbox closes. A
// record carries a checksum of its bytes. Version 1 had neither checksums nor an end.
const heading = '{"format":"rallly-sandbox","version":2}';
const formerHeading = '{"format":"rallly-sandbox","version":1}';
const sumPattern = /^\{"sum":"([0-9a-f]{16})",$/;
const sumLength = '{"sum":"0123456789abcdef",'.length;
const lineBreak = 10;

/** What a data file holds. */
export interface JournalContent {
  /** Null for an empty file. */
  changes: Change[] | null;
  /** What was dropped or may be missing; null without a problem. */
  warning: string | null;
}

/** The first line of a data file. */
export const formatHeading = (): string => `${heading}\n`;

/** Whether bytes are a data file that was written in full or in part, from its beginning. */
export function isDraft(bytes: Buffer): boolean {
  const expected = Buffer.from(formatHeading());
  const length = Math.min(bytes.length, expected.length);
  return bytes.subarray(0, length).equals(expected.subarray(0, length));
}

/** One change as a line. Throws a RangeError for a change that could not be read back. */
export function formatRecord(change: Change): string {
  validate(changeSchema(change), change, "change");
  return signRecord(JSON.stringify(change));
}

/** The line that says that the sandbox was closed and nothing is missing. */
export const formatEnd = (): string => signRecord('{"closed":true}');

/** A JSON object as a line, its checksum before its own fields. */
function signRecord(object: string): string {
  const fields = object.slice(1);
  return `{"sum":"${checksum(Buffer.from(fields))}",${fields}\n`;
}

const checksum = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

/** Reads the bytes of a data file; `path` is for messages. Throws for a damaged record, with its line number. */
export function parseJournal(bytes: Buffer, path: string): JournalContent {
  if (bytes.length === 0)
    return { changes: null, warning: `${path} is empty: a new data file is made of it` };
  const lines = splitLines(bytes);
  const first = lines.shift()?.toString();
  if (first !== heading && first !== formerHeading)
    throw new Error(`${path} is not a data file of the Rallly sandbox (line 1)`);
  const parse = first === heading ? parseRecord : parseFormerRecord;
  const isTornOff = bytes.at(-1) !== lineBreak;

  const changes: Change[] = [];
  let isClosed = false;
  for (const [index, line] of lines.entries()) {
    const number = index + 2;
    const record = isClosed ? "something follows the end of the file" : parse(line);
    if (typeof record === "string") {
      const isLast = index === lines.length - 1;
      if (isLast && isTornOff && isIncomplete(line, parse))
        return { changes, warning: describeTear(path, number) };
      throw new Error(describeDamage(path, number, record));
    }
    if ("closed" in record) isClosed = true;
    else changes.push(record);
  }
  const warning = isClosed || first === formerHeading ? null : describeKill(path, lines.length + 1);
  return { changes, warning };
}

const describeTear = (path: string, line: number) =>
  `${path}:${line} is incomplete, as after a kill in the middle of a write. It is dropped; the lines before it are kept.`;

const describeKill = (path: string, line: number) =>
  `${path} was not closed: its sandbox was killed, or the file was cut off. It is read up to its last line, ${line}.`;

const describeDamage = (path: string, line: number, reason: string) =>
  `${path}:${line} is damaged: ${reason}. Restore the file, or remove line ${line} to go on without that change.`;

/** The lines of a file, the last with or without its line break. */
function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(lineBreak, start);
    lines.push(bytes.subarray(start, end < 0 ? bytes.length : end));
    start = end < 0 ? bytes.length : end + 1;
  }
  return lines;
}

type Parse = (line: Buffer) => Change | { closed: true } | string;

/** A record, or why it is none. */
const parseRecord: Parse = (line) => {
  const sum = sumPattern.exec(line.subarray(0, sumLength).toString("latin1"))?.[1];
  const fields = line.subarray(sumLength);
  if (sum === undefined) return "it does not begin with a checksum";
  if (sum !== checksum(fields)) return "its checksum does not match";
  const object = `{${fields.toString()}`;
  return object === '{"closed":true}' ? { closed: true } : parseChange(object);
};

const parseFormerRecord: Parse = (line) => parseChange(line.toString());

function parseChange(text: string): Change | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return "it is not a record";
    return validate(changeSchema(value), value, "record");
  } catch (error) {
    return error instanceof RangeError ? error.message : "it is not JSON";
  }
}

/**
 * Whether a last line without a line break is only the beginning of a record, as a kill in the middle of a write leaves
 * it. Complete JSON, and a record with one byte more, were damaged after they were written.
 */
function isIncomplete(line: Buffer, parse: Parse): boolean {
  if (typeof parse(line.subarray(0, -1)) !== "string") return false;
  try {
    JSON.parse(line.toString());
    return false;
  } catch {
    return true;
  }
}
