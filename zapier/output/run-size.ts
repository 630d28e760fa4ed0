/** Maximum size of the records of a run as JSON, in bytes. Zapier's limit is 6 MB. */
const maxRunBytes = 3_000_000;

const sizeOf = (record: unknown): number => Buffer.byteLength(JSON.stringify(record)) + 1;

/** The first records that together are within the size of a run. */
export function limitSize<Item>(records: readonly Item[]): Item[] {
  let bytes = 2;
  const count = records.findIndex((record) => {
    bytes += sizeOf(record);
    return bytes > maxRunBytes;
  });
  return count === -1 ? [...records] : records.slice(0, count);
}

/**
 * The same responses, newest first, within the size of a run: the last ones lose their line items, which repeat what their
 * text and the fields of the options say. No response may be left out, because later runs may not return it.
 */
export function limitLineItems<Item extends { availability: unknown[] }>(records: readonly Item[]): Item[] {
  let bytes = records.reduce((sum, record) => sum + sizeOf(record), 2);
  const limited = [...records];
  for (let index = records.length - 1; index >= 0 && bytes > maxRunBytes; index--) {
    const record = records[index];
    if (record === undefined) break;
    bytes -= sizeOf(record.availability) - sizeOf([]);
    limited[index] = { ...record, availability: [] };
  }
  return limited;
}
