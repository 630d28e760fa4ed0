/** Lists, line items and rows of sheets in New York. */
export const lists: [unknown, string][] = [
  [["2027-03-01 22:00-02:00", "2027-03-01 22:00-24:00"], "2027-03-02T03:00 120 | 2027-03-02T03:00 240"],
  [
    [["2027-03-01 09:00"], ["2027-03-02 09:00", ["2027-03-03 09:00"]]],
    "2027-03-01T14:00 30 | 2027-03-02T14:00 30 | 2027-03-03T14:00 30",
  ],
  [{ start: "2027-03-01 09:00" }, "2027-03-01T14:00 30"],
  [
    [{ slot: "2027-03-01 09:00-10:00" }, { slot: "2027-03-02 09:00" }],
    "2027-03-01T14:00 60 | 2027-03-02T14:00 30",
  ],
  [{ start: "2027-03-01 09:00", end: "2027-03-01 10:00" }, "! is a line item with several values"],
  [{ one: "2027-03-01 09:00", two: "soon" }, "! is a line item with several values"],
  [{ start: { date: "2027-03-01", time: "09:00" } }, "! is a line item with several values"],
  [["03/04/2027 9am", "2027-03-01 9:00 - 5:00"], "! could be 3 April or 4 March"],
  [["2027-03-01 09:00", "2027-03-01T04:00-05:00"], "! could be a range or a time with an offset"],
];

export const dayLists: [unknown, string][] = [
  [{ submitted_at: "2027-03-05" }, "2027-03-05"],
  [["2027-03-01", "2027-03-03"], "2027-03-01 | 2027-03-03"],
  [
    ["2027-03-01T23:30:00-11:00", "2027-03-03T00:30:00+14:00", "2027-03-14", "2027-03-28"],
    "2027-03-01 | 2027-03-03 | 2027-03-14 | 2027-03-28",
  ],
  [{ day: ["2027-03-01", ["2027-03-03"]] }, "2027-03-01 | 2027-03-03"],
  [
    [["2027-03-01,2027-03-02"], "2027-03-02", { day: "2027-03-03" }, "2027-03-01T10:00:00Z"],
    "2027-03-01 | 2027-03-02 | 2027-03-03",
  ],
  [["today", "tomorrow", "2027-01-15T10:00:31Z"], "2027-01-15 | 2027-01-16"],
  [{ day: ["2027-03-02", "2027-03-01"] }, "2027-03-01 | 2027-03-02"],
  [[["2027-03-02,2027-03-01"], "2027-03-01"], "2027-03-01 | 2027-03-02"],
  [{ one: "2027-03-01", two: "2027-03-02" }, "! is a line item with several values"],
  [["2027-03-01", "1/3/2027"], "! could be 1 March or 3 January"],
  [["2027-03-01", "null"], "! is not a date"],
  [["2027-03-01", "N/A"], "! is not a date"],
];

export const rows: [row: unknown, expected: string, form?: Record<string, string>][] = [
  [{ row_date: "2027-03-01", row_start: "9:00 am", row_end: "10:30 am" }, "2027-03-01T14:00 90"],
  [{ row_date: "March 2, 2027", row_start: "14:00", row_duration: "45" }, "2027-03-02T19:00 45"],
  [{ row_start: "2027-03-01T09:00:00-05:00", row_end: "2027-03-01T10:00:00-05:00" }, "2027-03-01T14:00 60"],
  [
    { row_date: "2027-03-01", row_start: "2027-03-01T09:00:00-05:00", row_end: "2027-03-01T10:00:00-05:00" },
    "2027-03-01T14:00 60",
  ],
  [
    { row_date: ["2027-03-01", "2027-03-02"], row_start: ["09:00", "14:00"], row_duration: ["30", "1:30"] },
    "! are several values in one row",
  ],
  [{ row_date: "2027-03-01T00:00:00.000Z", row_start: "09:00" }, "2027-03-01T14:00 30"],
  [{ row_date: "2027-03-01 00:00:00", row_start: "9:00 AM" }, "2027-03-01T14:00 30"],
  [
    { row_date: "3/13/2027 12:00:00 AM", row_start: "9:00 AM", row_end: "10:00" },
    "2027-03-13T14:00 60",
    { date_order: "month_first" },
  ],
  [{ row_date: "2027-03-01T05:00:00.000Z", row_start: "09:00" }, "2027-03-01T14:00 30"],
  [
    { row_date: "2027-03-01", row_start: "1899-12-30T09:00:00", row_end: "1899-12-30 10:30:00" },
    "2027-03-01T14:00 90",
  ],
  [
    { row_date: "2027-03-01", row_start: "1899-12-30T14:00:00.000Z" },
    '! "1899-12-30T14:00:00.000Z" is the time of a sheet in UTC',
  ],
  [
    { row_date: "2027-03-01", row_start: "09:00", row_end: "1899-12-30T14:00:00.000Z" },
    "! is the time of a sheet in UTC",
  ],
  [{ row_date: "2027-03-14", row_start: "2027-03-15T01:00:00Z" }, "2027-03-15T01:00 30"],
  [{ row_date: "2027-03-15T01:00:00Z", row_start: "2027-03-15T01:00:00Z" }, "2027-03-15T01:00 30"],
  [{ row_date: "2027-03-15", row_start: "2027-03-15T09:00:00+09:00" }, "2027-03-15T00:00 30"],
  [{ row_date: "2027-03-15", row_start: "2027-03-15T01:00:00Z" }, "! are different days for one start"],
  [{ row_date: "2027-03-15", row_start: "2027-03-15T00:00:00Z" }, "! are different days for one start"],
  [{ row_date: "2027-03-01", row_start: "12/30/1899 9:00:00 AM" }, "2027-03-01T14:00 30"],
  [{ row_date: "2027-03-01T00:00:00Z", row_start: "1899-12-30 09:00:00" }, "2027-03-01T14:00 30"],
  [{ row_date: "2027-03-01T14:00:00Z" }, "2027-03-01T14:00 30"],
  [{ row_date: "2027-03-01T04:00:00.000Z", row_start: "09:00" }, "! is Monday"],
  [{ row_date: "2027-03-01T00:00:00.000Z" }, "! has no time of day"],
  [{ row_date: "2027-03-01 14:30", row_start: "09:00" }, "! are two times of day for one start"],
  [{ row_date: "Tuesday, March 1, 2027", row_start: "09:00" }, "! is a Monday"],
  [{ row_date: "2027-03-01" }, "! has no time of day"],
  [{ row_start: "09:00", row_end: "10:00" }, "! has no date"],
  [{ row_date: "2027-03-01", row_end: "10:00" }, "! has an end without a start"],
  [{ row_start: "2027-03-01", row_end: "10:00" }, "! has an end without a start"],
  [{ row_end: "2027-03-01 10:00" }, "! has an end without a start"],
  [{ row_date: "2027-03-01", row_start: "09:00", row_duration: "15:00" }, "! could be a time of day"],
  [{ row_duration: "30" }, "! is in a row without a date and a start"],
  [
    { row_date: "2027-03-01", row_start: "09:00", row_end: "10:00", row_duration: "30" },
    "! ends 60 minutes after its start, but its duration is 30",
  ],
  [{ row_date: "2027-03-01", row_start: "2027-03-02 09:00" }, "! are different days for one start"],
  [{ row_date: "03/04/2027", row_start: "09:00" }, "! could be 3 April or 4 March"],
  [{ row_date: "2027-03-01", row_start: "09:00", row_end: "10:00 PM" }, "! has am or pm on one side only"],
  [{ row_date: "2027-03-01", row_start: "9:00", row_end: "10:00 AM" }, "2027-03-01T14:00 60"],
  [
    { row_start: "2027-03-08T14:00:00-05:00 +7d", row_end: "2027-03-08T15:00:00-05:00 +7d" },
    "2027-03-15T18:00 60",
  ],
  [{ row_date: "2027-03-01", row_start: "9:00", row_duration: "1" }, '! has the duration "1", which must be'],
  [{ row_date: "2027-03-01", row_start: "09:00", row_end: "09:05" }, "! ends 5 minutes after"],
];
