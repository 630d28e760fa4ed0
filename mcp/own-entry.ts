/** The entry that a record itself has under a foreign name; never what every object inherits, such as `toString`. */
export function ownEntry<Entry>(record: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
