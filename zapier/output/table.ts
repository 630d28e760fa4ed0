/** Tables of outputs: under each key stands how its value is read, so that fields, records and samples agree. */
import type { PlainOutputField } from "zapier-platform-core";
import { labelOf } from "../label.ts";

/** What a step returns. Every record has an id. */
export interface OutputRecord {
  id: string;
  [key: string]: unknown;
}

type Read<Source, Value> = (source: Source) => Value | null | undefined;

/** What a field has beside its key, and beside its label unless that is not its key in words. */
type FieldRest = Omit<PlainOutputField, "key">;

interface Column<Source> {
  /** Null for fields that depend on the form: the step lists them by itself. */
  field: FieldRest | null;
  read: (source: Source) => unknown;
  /** What is read has keys of its own. */
  isSpread?: boolean;
}

/** How the output under each key is read. A function alone gives a text. */
export type Outputs<Source> = Readonly<Record<string, Read<Source, string> | Column<Source>>>;

const typed =
  <Value>(field: FieldRest | null, isSpread = false) =>
  <Source>(read: Read<Source, Value>): Column<Source> => ({ field, read, isSpread });

export const integer = typed<number>({ type: "integer" });
export const flag = typed<boolean>({ type: "boolean" });
export const moment = typed<string>({ type: "datetime" });
/** The id of something that happened. */
export const eventId = typed<string>({ label: "Event ID" });
/** Texts under keys that depend on the poll. */
export const spread = typed<Record<string, string>>(null, true);
/** Line items whose fields depend on the form. */
export const openItems = typed<readonly Record<string, unknown>[]>(null);

export const lineItems = <Source, Item>(
  outputs: Outputs<Item>,
  list: (source: Source) => readonly NoInfer<Item>[],
): Column<Source> => ({
  field: { children: listFields(outputs) },
  read: (source) => list(source).map((item) => toRecord(outputs, item)),
});

const listColumns = <Source>(outputs: Outputs<Source>): [string, Column<Source>][] =>
  Object.entries(outputs).map(([key, output]) => [
    key,
    typeof output === "function" ? { field: {}, read: output } : output,
  ]);

/** The outputs of a part of the source. They are null if there is no such part. */
export const outputsOf = <Source, Part>(
  outputs: Outputs<Part>,
  pick: (source: Source) => Part | undefined,
): Outputs<Source> =>
  Object.fromEntries(
    listColumns(outputs).map(([key, { field, read }]) => [
      key,
      {
        field,
        read(source: Source) {
          const part = pick(source);
          return part === undefined ? null : read(part);
        },
      },
    ]),
  );

export const toField = (key: string, field: FieldRest = {}): PlainOutputField => ({
  key,
  label: labelOf(key),
  ...(field.children === undefined && { type: "string" }),
  ...field,
});

export const listFields = <Source>(outputs: Outputs<Source>): PlainOutputField[] =>
  listColumns(outputs).flatMap(([key, { field }]) => (field === null ? [] : toField(key, field)));

/** A record of a table that has the key `id`. */
export const toRecord = <Source>(outputs: Outputs<Source>, source: Source): OutputRecord =>
  Object.fromEntries(
    listColumns(outputs).flatMap(([key, { read, isSpread }]) => {
      const value = read(source) ?? null;
      return isSpread ? Object.entries(Object(value)) : [[key, value]];
    }),
  ) as OutputRecord;

/** Maximum size of the records of a run, in bytes of JSON. Zapier's limit is 6 MiB. */
const maxRunBytes = 6_000_000;

/** The first records, newest first, that together are within the size of a run. */
export function limitSize<Item>(records: readonly Item[]): Item[] {
  let bytes = 2;
  const count = records.findIndex((record) => {
    bytes += Buffer.byteLength(JSON.stringify(record)) + 1;
    return bytes > maxRunBytes;
  });
  return count === -1 ? [...records] : records.slice(0, count);
}
