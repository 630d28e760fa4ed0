/** What programs give, by the program, entered in New York on 15 January 2027. */
import type { Values } from "./values.ts";

const berlin = { time_zone: "Europe/Berlin" };
const inNewYork = { time_zone: "America/New_York" };
const monthFirst = { date_order: "month_first" };

export const programs: Values = {
  "Google Calendar": {
    time: [
      ["Mon Mar 1, 2027 9am \u2013 10am (Eastern Time - New York)", "! is not a date and time"],
      ["When: Mon Mar 1, 2027 9am \u2013 10am Eastern Time - New York", "! is not a date and time"],
      ["Mon Mar 15, 2027 9am \u2013 10am (Eastern Time - New York)", "! is not a date and time", inNewYork],
      ["Mon Mar 15, 2027 9am (Eastern Time - Toronto)", "! is not a date and time", inNewYork],
      ["Monday, March 1, 2027 \u00b7 9:00 \u2013 10:30am", "2027-03-01T14:00 90"],
      ["20270301T140000/20270301T153000", "2027-03-01T19:00 90"],
    ],
    zone: [
      ["(GMT-05:00) Eastern Time - New York", "! is not a time zone"],
      ["(GMT-06:00) Central Standard Time - Mexico City", "! is not a time zone"],
      ["(GMT+01:00) Central European Standard Time - Berlin", "! is not a time zone"],
      ["(GMT) London", "! is not a time zone"],
    ],
    row: [
      [
        { row_start: "2027-03-01T09:00:00-05:00", row_end: "2027-03-01T10:00:00-05:00" },
        "2027-03-01T14:00 60",
      ],
      [{ row_date: "2027-03-15", row_start: "2027-03-15T09:00:00+09:00" }, "2027-03-15T00:00 30"],
      [{ row_date: "2027-03-14", row_start: "2027-03-15T01:00:00Z" }, "! contradict each other"],
      [{ row_date: "2027-03-15T13:00:00Z", row_start: "2027-03-15T13:00:00Z" }, "2027-03-15T13:00 30"],
      [{ row_date: "2027-03-15", row_start: "2027-03-15T01:00:00Z" }, "! contradict each other"],
      [
        { row_start: "2027-03-08T14:00:00-05:00 +7d", row_end: "2027-03-08T15:00:00-05:00 +7d" },
        "2027-03-15T18:00 60",
      ],
    ],
  },
  Calendly: {
    time: [
      ["9:00 am - Monday, March 1, 2027", "2027-03-01T14:00 30"],
      ["9:00 am - 10:30 am - Monday, March 1, 2027", "2027-03-01T14:00 90"],
      [
        "9:00am - Monday, March 15, 2027 (Eastern Time - US & Canada)",
        "! is not a date and time",
        { time_zone: "America/New_York" },
      ],
      ["9:00 am - Tuesday, March 1, 2027", "! is a Monday"],
    ],
  },
  "Google Sheets and Excel": {
    time: [
      ["3/1/2027 9:00 AM", "2027-03-01T14:00 30", monthFirst],
      ["2027-03-01 09:00:00 \u2192 10:30:00", "2027-03-01T14:00 90"],
      ["1899-12-30T14:00:00.000Z", "! is the time of a sheet in UTC"],
      ["3/15/27, 9:00 AM", "! has no year with four digits"],
    ],
    day: [
      ["Monday, 03/01/2027", "2027-03-01"],
      ["15-Mar-27", "! has no year with four digits"],
      ["N/A", "! is not a date"],
    ],
    "first slot": [
      ["1899-12-30T09:00:00", "09:00"],
      ["1899-12-30T14:00:00.000Z", "! is the time of a sheet in UTC"],
    ],
    row: [
      [{ row_date: "2027-03-01", row_start: "9:00 am", row_end: "10:30 am" }, "2027-03-01T14:00 90"],
      [{ row_date: "March 2, 2027", row_start: "14:00", row_duration: "45" }, "2027-03-02T19:00 45"],
      [{ row_date: "2027-03-01 00:00:00", row_start: "9:00 AM" }, "2027-03-01T14:00 30"],
      [{ row_date: "3/13/2027 12:00:00 AM", row_start: "9:00 AM", row_end: "10:00" }, "! ", monthFirst],
      [{ row_date: "2027-03-01T05:00:00.000Z", row_start: "09:00" }, "2027-03-01T14:00 30"],
      [{ row_date: "2027-03-01T04:00:00.000Z", row_start: "09:00" }, "! is Monday"],
      [
        { row_date: "2027-03-01", row_start: "1899-12-30T09:00:00", row_end: "1899-12-30 10:30:00" },
        "2027-03-01T14:00 90",
      ],
      [{ row_date: "2027-03-01", row_start: "12/30/1899 9:00:00 AM" }, "2027-03-01T14:00 30"],
      [
        { row_date: "2027-03-01", row_start: "1899-12-30T14:00:00.000Z" },
        '! "1899-12-30T14:00:00.000Z" is the time of a sheet in UTC',
      ],
      [
        { row_date: "2027-03-01", row_start: "09:00", row_end: "1899-12-30T14:00:00.000Z" },
        "! is the time of a sheet in UTC",
      ],
      [{ row_date: "03/04/2027", row_start: "09:00" }, "! could be 3 April or 4 March"],
      [{ row_date: "Tuesday, March 1, 2027", row_start: "09:00" }, "! is a Monday"],
      [
        { row_date: ["2027-03-01", "2027-03-02"], row_start: ["09:00", "14:00"], row_duration: "30" },
        "! are several values in one row",
      ],
    ],
  },
  "Outlook and Windows": {
    time: [
      ["Thu 7/15/2027 2:00 PM to 3:30 PM (UTC-05:00) Eastern Time (US & Canada)", "! is not a date and time"],
      [
        "15 July 2027 14:00 (UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna",
        "! is not a date and time",
      ],
      ["2027-03-01 09:00 Eastern Standard Time", "2027-03-01T14:00 30"],
      ["Thu, Jul 15, 2027, 2:00 PM - Fri, Jul 16, 2027, 2:00 AM", "2027-07-15T18:00 720"],
    ],
    zone: [
      ["W. Europe Standard Time", "Europe/Berlin"],
      ["Eastern Standard Time", "America/New_York"],
      ["Central Standard Time (Mexico)", "America/Mexico_City"],
      ["Eastern Time (US & Canada)", "! is not a time zone"],
      ["Tokyo Standard Time (UTC+01:00)", "! is not a time zone"],
    ],
  },
  "a mail": {
    time: [
      ["Mon, 01 Mar 2027 09:00:00 GMT", "2027-03-01T09:00 30"],
      ["Mon, 01 Mar 2027 09:00:00 -0500 (EST)", "2027-03-01T14:00 30"],
      ["Mon, 01 Mar 2027 09:00:00 +0100 (Europe/Berlin)", "2027-03-01T08:00 30"],
      ["Mon, 01 Mar 2027 09:00:00 -0500 (Europe/Berlin)", "! has the offset -05:00"],
      ["Mon, 01 Mar 2027 05:00:00 -06:00", "2027-03-01T11:00 30"],
      ["Tue, 1 Mar 2027 9:00 -0500", "! is a Monday"],
    ],
    day: [
      ["Mon, 01 Mar 2027 23:00:00 GMT", "2027-03-01"],
      ["Mon, 01 Mar 2027 05:00:00 -06:00", "2027-03-01"],
    ],
  },
  "JavaScript and JSON": {
    time: [
      ["2027-03-01T09:00:00", "2027-03-01T14:00 30"],
      ["2027-03-01T09:00:00.000Z", "2027-03-01T09:00 30"],
      ["2027-03-01T14:00-05:00", "2027-03-01T19:00 30"],
      ["2027-03-01T09:00+0530", "2027-03-01T03:30 30"],
      ["2027-03-01T09:00[Europe/Berlin]", "2027-03-01T08:00 30"],
      ["2027-03-01T09:00+01:00[America/New_York]", "! has the offset +01:00"],
      ["Mon Mar 01 2027 09:00:00 GMT-0500 (Eastern Standard Time)", "2027-03-01T14:00 30"],
      ["Mon Mar 01 2027 09:00:00 GMT+0100 (Mitteleurop\u00e4ische Normalzeit)", "2027-03-01T08:00 30"],
      ["2027-03-01T09:00:00-05:00 - 10:00:00-05:00", "2027-03-01T14:00 60"],
      ["2027-03-01T09:00:00-05:00 - 2027-03-01T10:00:00-05:00", "2027-03-01T14:00 60"],
      ["2027-03-01T09:00:00Z/2027-03-01T10:00:00Z", "2027-03-01T09:00 60"],
      ["2027-03-08T14:00:00Z/2027-03-08T15:00:00Z +7d", "2027-03-15T13:00 60"],
      ["2027-03-01T09:00:30", "! has seconds, and options have none"],
      ["2027-03-01T04:00-05:00", "! could be a range or a time with an offset"],
      ["2027-03-01T14:00+15:00", "! has an offset (+15:00) that does not exist"],
      ["2027-03-01T09:00 - 2027-03-01T10:00Z", "! has an offset on one side only"],
      ["8393-07-04T09:00:00-05:00", "! is more than ten years ahead"],
      ["1803891600", "! is a number"],
      [{ start: "2027-03-01 09:00" }, "2027-03-01T14:00 30"],
      [
        [{ slot: "2027-03-01 09:00-10:00" }, { slot: "2027-03-02 09:00" }],
        "2027-03-01T14:00 60 | 2027-03-02T14:00 30",
      ],
      [
        [["2027-03-01 09:00"], ["2027-03-02 09:00", ["2027-03-03 09:00"]]],
        "2027-03-01T14:00 30 | 2027-03-02T14:00 30 | 2027-03-03T14:00 30",
      ],
      [{ start: "2027-03-01 09:00", end: "2027-03-01 10:00" }, "! is a line item with several values"],
      [{ start: { date: "2027-03-01", time: "09:00" } }, "! is a line item with several values"],
      [["2027-03-01 09:00", "2027-03-01T04:00-05:00"], "! could be a range or a time with an offset"],
    ],
    day: [
      ["2027-03-01T23:30:00", "2027-03-01"],
      ["2027-03-01T23:59:59.1234567Z", "2027-03-01"],
      ["2027-03-01T09:00:00+13:00", "2027-03-01"],
      ["Mon Mar 01 2027 09:00:00 GMT+1300 (New Zealand Daylight Time)", "2027-03-01"],
      ["2027-02-22T08:00:00+01:00+1w", "2027-03-01"],
      ["20270301", "! is a number"],
      [{ submitted_at: "2027-03-05" }, "2027-03-05"],
      [{ day: ["2027-03-01", ["2027-03-03"]] }, "2027-03-01 | 2027-03-03"],
      [
        [["2027-03-01,2027-03-02"], "2027-03-02", { day: "2027-03-03" }, "2027-03-01T10:00:00Z"],
        "2027-03-01 | 2027-03-02 | 2027-03-03",
      ],
      [["2027-03-01", "null"], "! is not a date"],
      [{ one: "2027-03-01", two: "2027-03-02" }, "! is a line item with several values"],
    ],
    length: [
      [90, "90"],
      [["45"], "45"],
      ["PT45M", "45"],
      ["PT1.5H", "90"],
      ["P", "! is not a duration"],
    ],
  },
  "a calendar file": {
    time: [["20270301T090000Z", "2027-03-01T09:00 30"]],
    day: [["20270301T090000Z", "2027-03-01"]],
  },
  "a database or a log": {
    time: [
      ["2027-03-01 09:00:00+00", "2027-03-01T09:00 30"],
      ["2027-03-01 02:00:00-05", "2027-03-01T07:00 30"],
      ["2027-03-01 09:00:00 -0500 EST", "2027-03-01T14:00 30"],
      ["2027-03-01 09:00:00.123456789 +0000 UTC", "! has seconds"],
      ["2027-03-01T09:00:00 -06:00", "2027-03-01T15:00 30"],
      ["Mon Mar 15 13:00:00 2027", "2027-03-15T17:00 30"],
      ["Mon Mar 15 09:00:00 EDT 2027", "2027-03-15T13:00 30", inNewYork],
      ["09:00:00 +0100 March 1, 2027", "! is not a date and time"],
      ["2027-03-01 09:00:00-11:00", "! could be a range or a time with an offset"],
      ["1 Mar 2027 9:00 -1000", "! could be a range or a time with an offset"],
    ],
    zone: [
      ["Europe/Berlin (UTC+02:00)", "! is not a time zone"],
      ["EST5EDT", "! is not a time zone"],
      ["Etc/GMT+5", "Etc/GMT+5"],
      ["JST", "! is not a time zone"],
      ["Europe/Berlin (UTC-05:00)", "! is not a time zone"],
      ["EST", "! is not a time zone"],
      ["+01:00", "! is not a time zone"],
      ["constructor", "! is not a time zone"],
    ],
  },
  Zapier: {
    time: [
      ["Mar 01, 2027 09:00AM", "2027-03-01T14:00 30"],
      ["2027-02-22 09:00 +7d", "2027-03-01T14:00 30"],
      ["Mon, 1 March 2027, 09:00-09:30 (America/New_York, UTC-05:00)", "2027-03-01T14:00 30"],
      ["2027-03-01 09:00 America/New_York", "2027-03-01T14:00 30"],
      ["2027-03-01 09:00 (Europe/Berlin)", "2027-03-01T08:00 30"],
    ],
    day: [
      ["2027-02-22 +7d", "2027-03-01"],
      ["2027-03-03 -2D", "2027-03-01"],
      ["Mon, 1 March 2027, 09:00-09:30 (America/New_York, UTC-05:00)", "2027-03-01"],
      ["2027-03-01 +24h", "! is not a date"],
    ],
    zone: [
      ["America/New_York", "America/New_York"],
      ["America/New_York (Eastern Time)", "America/New_York"],
      ["America/Argentina/Buenos_Aires (Argentina Time)", "! is not a time zone"],
      ["America/New_York, UTC-05:00", "! is not a time zone"],
    ],
  },
  "a form or an AI step": {
    time: [
      ["Option 1: Thursday, July 15, 2027, 2:00 PM \u2013 3:30 PM", "2027-07-15T18:00 90"],
      ["Slot B - July 15, 2027, 2:00 PM", "2027-07-15T18:00 30"],
      ["| July 15, 2027 | 2:00 PM |", "! is not a date and time"],
      ["\ud83d\udcc5 July 15, 2027 2:00 PM", "2027-07-15T18:00 30"],
      ["cancelled: March 1, 2027 9:00 AM", "! is not a date and time"],
    ],
    day: [
      ["March 1, 2027, March 2, 2027, and March 3, 2027", "2027-03-01 | 2027-03-02 | 2027-03-03"],
      ["March 1, 2027, Wednesday, March 3, 2027", "2027-03-01 | 2027-03-03"],
      ["2027-03-01, 09:00, 2027-03-03, 10:00", "2027-03-01 | 2027-03-03"],
      ["2027-03-01, soon, or later, 2027-03-03", "! is not a date"],
    ],
  },
  "a clock change": {
    time: [
      ["2027-03-14 09:00", "2027-03-14T13:00 30"],
      ["2027-03-14 02:30 America/New_York", "! 02:30 does not exist"],
      ["2027-03-28 09:00", "2027-03-28T07:00 30", berlin],
      ["2027-03-28 02:30", "! 02:30 does not exist", berlin],
      ["2027-10-30 23:00 - 04:00", "2027-10-30T21:00 360", berlin],
      ["2027-03-28 01:00 - 02:00", "2027-03-28T00:00 60", berlin],
      ["2027-03-28 01:00 - 02:30", "! 02:30 does not exist", berlin],
      ["2027-10-30 12:00 - 2027-10-31 12:00", "! ends 1500 minutes after its start", berlin],
    ],
  },
};
