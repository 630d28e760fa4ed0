/**
 * The formats of days, times of day, offsets and zones that are read, each with an example and who writes it. A part in braces is
 * one of the parts in `compile.ts`; `[x]` may be missing. The longest format that fits counts. To read another format, add a row.
 */
export type Format = readonly [pattern: string, example: string, writtenBy: string];

export const days: readonly Format[] = [
  ["{year}-{m}-{day}", "2027-03-01", "ISO 8601: APIs, sheets, forms, Formatter"],
  ["{yyyymmdd}", "20270301T090000Z", "calendar files, links to Google Calendar"],
  ["{year}/{m}/{day}", "2027/03/01", "sheets in Japan, China, South Africa"],
  ["{year}.[ ]{m}.[ ]{day}[.]", "2027. 03. 01.", "sheets in Hungary and Korea"],
  ["{year}\u5e74{m}\u6708{day}\u65e5", "2027\u5e743\u67081\u65e5", "sheets and calendars in Japan and China"],
  ["{day}.[ ]{m}.[ ]{year}", "1.3.2027", "Excel and Sheets in German, Polish, Nordic, Czech"],
  ["{one}/{two}/{year}", "3/1/2027", "Excel and Sheets; Date Order decides"],
  ["{one}-{two}-{year}", "03-01-2027", "Formatter by Zapier, Excel in the Netherlands; Date Order decides"],
  ["{month} {day}[,] {year}", "March 1, 2027", "English programs, AI steps; Mar 01 2027 by Formatter"],
  ["{month} {day}{th}[,] {year}", "March 1st, 2027", "Formatter's Do, Slack, Typeform"],
  ["{day} {month} {year}", "1 March 2027", "British English, RFC 2822, most languages"],
  ["{day}. {month} {year}", "1. M\u00e4rz 2027", "German, Danish, Norwegian"],
  ["{day}-{month}-{year}", "01-Mar-2027", "Excel, Oracle, SAS"],
  ["{year} {month} {day}", "2027 Mar 1", "logs"],
  // Without a year: the year follows the time of day, or the start of the row decides.
  ["{month} {day}", "Mar 1", "ctime, with its year last: Mon Mar 1 09:00:00 2027"],
  ["{day}[.] {month}", "1 March", "the date cell of a row"],
  ["{one}/{two}", "3/1", "the date cell of a row"],
  ["{day}.{m}.", "1.3.", "the date cell of a row"],
];

/** Refused, with the reason: the start of what a program writes and nobody can read for certain. */
export const refusedDays: readonly Format[] = [
  ["{one}/{two}/{short}", "3/1/27", "zap_meta_human_now, Excel"],
  ["{one}-{two}-{short}", "03-01-27", "Excel"],
  ["{day}.{m}.{short}", "1.3.27", "Excel in German"],
  ["{day}-{month}-{short}", "1-Mar-27", "Excel"],
];

/** What stands between a day and its time, besides what Intl writes there in the languages. */
export const joins: readonly Format[] = [
  ["t", "2027-03-01T09:00", "ISO 8601"],
  [" ", "2027-03-01 09:00", "sheets, forms, Formatter"],
  [", ", "3/1/2027, 9:00 AM", "JavaScript, Intl"],
  [" at ", "March 1, 2027 at 9:00 AM", "English programs, AI steps"],
  [": ", "2027-03-01: 09:00", "AI steps"],
  [" @ ", "March 1, 2027 @ 9:00 am", "The Events Calendar"],
  [" \u00b7 ", "Monday, March 1, 2027 \u00b7 9:00am", "Google Calendar"],
  [" \u22c5 ", "Monday, March 1 2027 \u22c5 9:00am", "Google Calendar"],
];

export const clocks: readonly Format[] = [
  ["{hour}:{minute}[:{second}[{fraction}]]", "09:00:00.000", "ISO 8601; 09:00 in sheets and forms"],
  ["{hhmmss}", "T090000", "calendar files"],
  ["{hour}:{minute}[:{second}][ ]{half}", "9:00 AM", "English programs; 09:00AM by Zapier"],
  ["{hour}[ ]{half}", "9am", "Google Calendar"],
  ["{hour}.{minute}", "09.00", "Danish, Finnish, Italian, Indonesian"],
  ["{hour}.{minutes}.{second}", "09.00.00", "the same, in sheets and by Intl"],
  ["{hour}[ ]h[ ]{minute}", "14 h 30", "French of Canada"],
  ["{hour}:{minute} uhr", "09:00 Uhr", "German calendars, Intl.formatRange"],
];

/**
 * The last column says behind which clocks an offset counts: any, those with T or with seconds (`t`), or with seconds only. With a
 * plus, `t` is any: a minus can as well begin the end of a range.
 */
export const offsets: readonly (readonly [...Format, behind: "any" | "t" | "seconds"])[] = [
  ["[ ]z", "09:00:00Z", "JSON, calendars", "any"],
  ["{sign}{hh}:{mm}", "09:00:00-05:00", "ISO 8601", "t"],
  ["{sign}{hh}{mm}", "09:00:00-0500", "Salesforce, Jira, Facebook", "t"],
  ["{sign}{hh}", "09:00:00-05", "PostgreSQL", "seconds"],
  [
    " {sign}{hh}{mm}[ {abbreviation}][ {comment}]",
    "09:00:00 -0500 (EST)",
    "RFC 2822, Ruby, Go, Formatter",
    "any",
  ],
  [" {sign}{hh}:{mm}", "09:00:00 -05:00", "Formatter, .NET", "seconds"],
  [" utc", "09:00 UTC", "Ruby, BigQuery", "any"],
  ["{behindSeconds} gmt", "09:00:00 GMT", "HTTP, RSS", "any"],
  [" [(]{letters}[)]", "09:00 EST", "Java, date, AI steps; if the zone of the poll is called so then", "any"],
  [" {gmt}{sign}{hh}{mm}[ {comment}]", "09:00:00 GMT-0500 (Eastern Standard Time)", "JavaScript", "any"],
  [" [(]{gmt}{sign}{h}[:{mm}][)]", "09:00 GMT-5", "Intl", "any"],
];

export const zones: readonly Format[] = [
  [" {zone}", "09:00 Europe/Berlin", "Java, Zapier"],
  ["[ ]\\[{zone}\\]", "09:00+01:00[Europe/Berlin]", "Java, Temporal"],
  [" ({zone}[, utc{offset}[ to utc{last}]])", "09:00 (Europe/Berlin, UTC+01:00)", "the outputs of this app"],
];

/** Between a start and an end. */
export const ranges: readonly Format[] = [
  ["[ ]-[ ]", "2027-03-01 09:00 - 10:30", "calendars, AI steps, the outputs of this app"],
  [" to ", "2027-03-01 9:00 AM to 10:30 AM", "English programs"],
  ["[ ]\u2192[ ]", "2027-03-01 09:00 \u2192 10:30", "Notion"],
  [" -> ", "2027-03-01 09:00 -> 10:30", "AI steps"],
  ["/", "2027-03-01T09:00/2027-03-01T10:30", "ISO 8601"],
];

/** The languages whose dates and times are read as Intl writes them, with their names of months and weekdays. */
export const languages = "en de fr es it pt nl sv da nb pl".split(" ");

/** Languages with the same names for other months: `listopada` is November in Polish and October in Croatian, so it is refused. */
export const rivals = ["hr"];
