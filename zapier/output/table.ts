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
  /** Null if its field depends on the form, so that the step lists it by itself. */
  field: FieldRest | null;
  read: (source: Source) => unknown;
}

/** How the output under each key is read. A function alone gives a text. */
export type Outputs<Source> = Readonly<Record<string, Read<Source, string> | Column<Source>>>;

const typed =
  <Value>(field: FieldRest) =>
  <Source>(read: Read<Source, Value>): Column<Source> => ({ field, read });

export const integer = typed<number>({ type: "integer" });
export const flag = typed<boolean>({ type: "boolean" });
export const moment = typed<string>({ type: "datetime" });
/** The id of something that happened. */
export const eventId = typed<string>({ label: "Event ID" });

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
    listColumns(outputs).map(([key, { read }]) => [key, read(source) ?? null]),
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
