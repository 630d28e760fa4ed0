import { createHash } from "node:crypto";
import { changeSchema } from "./change-schema.ts";
import { validate } from "./errors.ts";
import type { Change } from "./store.ts";

// A data file has one JSON object per line: a heading, a record for each change, and an end record, which is written when
// the sandbox closes. A record starts with a checksum of its other bytes. Version 1 had no checksums and no end record.
const heading = '{"format":"rallly-sandbox","version":2}';
const formerHeading = '{"format":"rallly-sandbox","version":1}';
const sumPattern = /^\{"sum":"([0-9a-f]{16})",$/;
const sumLength = '{"sum":"0123456789abcdef",'.length;
const lineBreak = 10;

/** The content of a data file. */
export interface JournalContent {
  /** Null for an empty file. */
  changes: Change[] | null;
  /** What was dropped or may be missing, and what to do; null without a problem. */
  warning: string | null;
}

/** The first line of a data file. */
export const formatHeading = (): string => `${heading}\n`;

/** Whether bytes are the beginning of a data file of the current version. */
export function isDraft(bytes: Buffer): boolean {
  const expected = Buffer.from(formatHeading());
  const length = Math.min(bytes.length, expected.length);
  return bytes.subarray(0, length).equals(expected.subarray(0, length));
}

/** One change as a line. Throws a RangeError for a change that `parseJournal` would reject. */
export function formatRecord(change: Change): string {
  validate(changeSchema(change), change, "change");
  return withChecksum(JSON.stringify(change));
}

/** The line that ends a file whose sandbox was closed. */
export const formatEnd = (): string => withChecksum('{"closed":true}');

/** A JSON object as a line, with the checksum as its first field. */
function withChecksum(object: string): string {
  const fields = object.slice(1);
  return `{"sum":"${checksum(Buffer.from(fields))}",${fields}\n`;
}

const checksum = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

/** Parses a data file. Throws for a damaged record and names its line; `path` is for messages. */
export function parseJournal(bytes: Buffer, path: string): JournalContent {
  if (bytes.length === 0)
    return { changes: null, warning: `${path} was empty. It was replaced by a new data file.` };
  const lines = splitLines(bytes);
  const first = lines.shift()?.toString();
  if (first !== heading && first !== formerHeading)
    throw new Error(`${path} is not a data file of the Rallly sandbox (line 1)`);
  const parse = first === heading ? parseRecord : parseFormerRecord;
  const isCutOff = bytes.at(-1) !== lineBreak;

  const changes: Change[] = [];
  let isClosed = false;
  for (const [index, line] of lines.entries()) {
    const number = index + 2;
    const record = isClosed ? "it follows the end of the file" : parse(line);
    if (typeof record === "string") {
      const isLast = index === lines.length - 1;
      if (isLast && isCutOff && isIncomplete(line, parse))
        return { changes, warning: describeIncomplete(path, number) };
      throw new Error(describeDamage(path, number, record));
    }
    if ("closed" in record) isClosed = true;
    else changes.push(record);
  }
  const warning = isClosed || first === formerHeading ? null : describeMissingEnd(path, lines.length + 1);
  return { changes, warning };
}

const describeIncomplete = (path: string, line: number) =>
  `${path}:${line} is incomplete. The sandbox was killed while it wrote this line. The line was dropped; all others were kept.`;

const describeMissingEnd = (path: string, line: number) =>
  `${path} ends without an end record: its sandbox was killed, or the file was cut off. All ${line} lines were read.`;

const describeDamage = (path: string, line: number, reason: string) =>
  `${path}:${line} is damaged: ${reason}. Restore the file, or remove line ${line} to lose only that change.`;

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

/** The record of a line, or the reason why the line is not a record. */
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
 * Whether a last line without a line break is the beginning of a record, as a kill during a write leaves it. Complete JSON
 * and a record with one byte more were damaged later.
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
