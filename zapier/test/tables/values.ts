/** What is entered, what is sent or `! ` and why it is refused, and other fields of the form. */
type Row = [value: unknown, expected: string, form?: Record<string, string>];

/**
 * What a value is: a time or a day with what is sent for it, a row of a sheet, a length with its minutes, the first or last time of
 * day with the start of that slot, weekdays with their days of March 2027, or a time zone.
 */
export type Kind = "time" | "day" | "row" | "length" | "first slot" | "last slot" | "weekdays" | "zone";

/** The values of each source. */
export type Values = Readonly<Record<string, Partial<Record<Kind, Row[]>>>>;
