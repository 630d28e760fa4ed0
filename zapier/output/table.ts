/** Tables of output fields: one row gives a field its key, label, type and value, so that fields, records and samples agree. */
import type { PlainOutputField } from "zapier-platform-core";

type FieldType = NonNullable<PlainOutputField["type"]>;

/** What a step returns. Every record has an id. */
export interface OutputRecord {
  id: string;
  [key: string]: unknown;
}

/** One output field, and how its value is read. */
export interface Column<Source> {
  field: PlainOutputField;
  read: (source: Source) => unknown;
}

export const field = (key: string, label: string, type: FieldType = "string"): PlainOutputField => ({
  key,
  label,
  type,
});

/** A row of a table: a single value. */
export const column = <Source>(
  key: string,
  label: string,
  read: (source: Source) => string | number | boolean | null | undefined,
  type?: FieldType,
): Column<Source> => ({ field: field(key, label, type), read: (source) => read(source) ?? null });

/** A row of a table: line items, with a table of their own. */
export const lineItems = <Source, Item>(
  key: string,
  label: string,
  columns: readonly Column<Item>[],
  list: (source: Source) => readonly NoInfer<Item>[],
): Column<Source> => ({
  field: { key, label, children: listFields(columns) },
  read: (source) => list(source).map((item) => toValues(columns, item)),
});

/** The rows of a part of the source. Their values are null if there is no such part. */
export const rowsOf = <Source, Part>(
  columns: readonly Column<Part>[],
  pick: (source: Source) => Part | undefined,
): Column<Source>[] =>
  columns.map(({ field, read }) => ({
    field,
    read(source) {
      const part = pick(source);
      return part === undefined ? null : read(part);
    },
  }));

export const listFields = <Source>(columns: readonly Column<Source>[]): PlainOutputField[] =>
  columns.map(({ field }) => field);

/** A record of a table that has the key `id`. */
export const toRecord = <Source>(columns: readonly Column<Source>[], source: Source): OutputRecord =>
  toValues(columns, source) as OutputRecord;

const toValues = <Source>(columns: readonly Column<Source>[], source: Source): Record<string, unknown> =>
  Object.fromEntries(columns.map(({ field, read }) => [field.key, read(source)]));

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
