/** Which column of a line item is which, by the names that sheets, forms and calendars give them. */

/** Which end of a slot a column is about; "both" for a column such as Date or Time Zone. */
export type Side = "start" | "end" | "both";

/** What a column holds; "moment" is a date with a time of day. */
export type Part = "moment" | "date" | "time" | "timeZone" | "duration";

/** One column of a line item. */
export interface Column {
  side: Side;
  part: Part;
  /** The name of the column as it was given. */
  key: string;
  cell: unknown;
  /** The unit that the name of a duration column ends in. */
  unit?: string | undefined;
}

const owners =
  "(?:event|slot|meeting|appointment|booking|session|interview|shift|call|lesson|class|proposed|preferred|requested|scheduled)?";
const starts = "dtstart|start|starts|starting|begin|begins|beginning|from";
const ends = "dtend|end|ends|ending|finish|finishes|finishing|until|till|to|stop|stops";
const parts: [Part, string][] = [
  ["moment", "(?:at|on)?(?:datetime|dateandtime|datetimeiso|timestamp)|at"],
  ["date", "(?:on)?(?:date|day)|on"],
  ["time", "(?:at)?(?:time|clock|hour|timeofday)"],
  ["timeZone", "(?:timezone|tz)(?:id|name)?"],
];
const sided = new RegExp(
  `^${owners}(?:(?<start>${starts})|(?<end>${ends}))(?:${parts.map(([part, names]) => `(?<${part}>${names})`).join("|")})?$`,
);
const shared: [Part, RegExp][] = [
  ["moment", new RegExp(`^(?:${owners}(?:datetime|dateandtime|at)|when|slot)$`)],
  ["date", new RegExp(`^${owners}(?:date|day)$`)],
  ["time", new RegExp(`^${owners}(?:time|timeofday|hour)$`)],
  ["timeZone", new RegExp(`^${owners}(?:timezone|tz)(?:id|name)?$`)],
];
const durations = new RegExp(
  `^${owners}(?:(?:duration|length)(?:in)?(?<unit>[a-z]*)|(?<alone>minutes|mins|hours|seconds))$`,
);

/** When an entry was made or changed: never a date to vote on, unless a person maps it alone. */
const bookkeeping =
  /creat|updat|submi(?:t|ssion)|modifi|timestamp|edited|received|inserted|changed|completed|entrydate|entrytime|dateadded|addedat|addedon/;

const foldKey = (key: string) => key.toLowerCase().replace(/[^a-z]/g, "");

/** The columns of an object that are known by their names, in the order of the object. */
export function findColumns(object: Readonly<Record<string, unknown>>): Column[] {
  return Object.entries(object).flatMap(([key, cell]) => {
    const column = identify(key);
    return column === undefined ? [] : { ...column, key, cell };
  });
}

/** Whether a column says when an entry was made or changed, such as Created At, Timestamp or Submission Date. */
export const isBookkeeping = (key: string): boolean => bookkeeping.test(foldKey(key));

function identify(key: string): Pick<Column, "side" | "part" | "unit"> | undefined {
  // Longer names are no names of columns; the patterns are not tried on them.
  const name = key.length > 60 ? "" : foldKey(key);
  const groups = sided.exec(name)?.groups;
  if (groups !== undefined) {
    const part = parts.find(([part]) => groups[part] !== undefined)?.[0] ?? "moment";
    return { side: groups["start"] === undefined ? "end" : "start", part };
  }
  const part = shared.find(([, pattern]) => pattern.test(name))?.[0];
  if (part !== undefined) return { side: "both", part };
  const duration = durations.exec(name)?.groups;
  if (duration === undefined) return undefined;
  const unit = duration["unit"] || duration["alone"];
  return { side: "both", part: "duration", unit };
}
