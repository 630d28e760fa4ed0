/** What programs give and people write, in New York on 15 January 2027. */

/** What is entered, what is sent or `! ` and why it is refused, and other fields of the form. */
type Row = [value: unknown, expected: string, form?: Record<string, string>];

/**
 * What a value is: a time or a day with what is sent for it, a row of a sheet, a length with its minutes, the first or last time of
 * day with the start of that slot, weekdays with their days of March 2027, or a time zone.
 */
export type Kind = "time" | "day" | "row" | "length" | "first slot" | "last slot" | "weekdays" | "zone";

const berlin = { time_zone: "Europe/Berlin" };
const inNewYork = { time_zone: "America/New_York" };
const floating = { time_zone: "floating" };
const monthFirst = { date_order: "Month first" };
const dayFirst = { date_order: "day_first" };
const noTime = "! is not a date and time";
const noClock = "! is not a time of day";
const noLength = "! is not a duration";
const noWeekday = "! is not a day of the week";
const noZone = "! is not a time zone";

/** The values of each source. */
export const written: Readonly<Record<string, Partial<Record<Kind, Row[]>>>> = {
  "Google Calendar": {
    time: [
      ["Mon Mar 1, 2027 9am \u2013 10am (Eastern Time - New York)", noTime],
      ["Monday, March 1, 2027 \u00b7 9:00 \u2013 10:30am", "2027-03-01T14:00 90"],
      ["20270301T140000/20270301T153000", "2027-03-01T19:00 90"],
    ],
    zone: [["(GMT-05:00) Eastern Time - New York", noZone]],
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
    ],
  },
  "Google Sheets and Excel": {
    time: [
      ["3/1/2027 9:00 AM", "2027-03-01T14:00 30", monthFirst],
      ["3/15/27, 9:00 AM", "! has no year with four digits"],
    ],
    day: [["Monday, 03/01/2027", "2027-03-01"]],
    "first slot": [
      ["1899-12-30T09:00:00", "09:00"],
      ["1899-12-30T14:00:00.000Z", "! is the time of a sheet in UTC"],
    ],
    row: [
      [{ row_date: "2027-03-01", row_start: "9:00 am", row_end: "10:30 am" }, "2027-03-01T14:00 90"],
      [{ row_date: "March 2, 2027", row_start: "14:00", row_duration: "45" }, "2027-03-02T19:00 45"],
      [{ row_date: "2027-03-01 00:00:00", row_start: "9:00 AM" }, "2027-03-01T14:00 30"],
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
        { row_date: ["2027-03-01", "2027-03-02"], row_start: ["09:00", "14:00"], row_duration: "30" },
        "! are several values in one row",
      ],
    ],
  },
  "Outlook and Windows": {
    time: [
      ["Thu 7/15/2027 2:00 PM to 3:30 PM (UTC-05:00) Eastern Time (US & Canada)", noTime],
      ["2027-03-01 09:00 Eastern Standard Time", "2027-03-01T14:00 30"],
      ["Thu, Jul 15, 2027, 2:00 PM - Fri, Jul 16, 2027, 2:00 AM", "2027-07-15T18:00 720"],
    ],
    zone: [
      ["W. Europe Standard Time", "Europe/Berlin"],
      ["Central Standard Time (Mexico)", "America/Mexico_City"],
      ["Tokyo Standard Time (UTC+01:00)", noZone],
    ],
  },
  "a mail": {
    time: [
      ["Mon, 01 Mar 2027 09:00:00 GMT", "2027-03-01T09:00 30"],
      ["Mon, 01 Mar 2027 09:00:00 -0500 (EST)", "2027-03-01T14:00 30"],
      ["Mon, 01 Mar 2027 09:00:00 +0100 (Europe/Berlin)", "2027-03-01T08:00 30"],
      ["Mon, 01 Mar 2027 09:00:00 -0500 (Europe/Berlin)", "! has the offset -05:00"],
      ["Tue, 1 Mar 2027 9:00 -0500", "! is a Monday"],
    ],
    day: [
      ["Mon, 01 Mar 2027 23:00:00 GMT", "2027-03-01"],
      ["Mon, 01 Mar 2027 05:00:00 -06:00", "2027-03-01"],
    ],
  },
  "JavaScript and JSON": {
    time: [
      ["2027-03-01T14:00-05:00", "2027-03-01T19:00 30"],
      ["2027-03-01T09:00+0530", "2027-03-01T03:30 30"],
      ["2027-03-01T09:00+01:00[America/New_York]", "! has the offset +01:00"],
      ["Mon Mar 01 2027 09:00:00 GMT-0500 (Eastern Standard Time)", "2027-03-01T14:00 30"],
      ["Mon Mar 01 2027 09:00:00 GMT+0100 (Mitteleurop\u00e4ische Normalzeit)", "2027-03-01T08:00 30"],
      ["2027-03-01T09:00:00-05:00 - 2027-03-01T10:00:00-05:00", "2027-03-01T14:00 60"],
      ["2027-03-01T09:00:00Z/2027-03-01T10:00:00Z", "2027-03-01T09:00 60"],
      ["2027-03-08T14:00:00Z/2027-03-08T15:00:00Z +7d", "2027-03-15T13:00 60"],
      ["2027-03-01T09:00:30", "! has seconds, and options have none"],
      ["2027-03-01T14:00+15:00", "! has an offset (+15:00) that does not exist"],
      ["2027-03-01T09:00 - 2027-03-01T10:00Z", "! has an offset on one side only"],
      ["8393-07-04T09:00:00-05:00", "! is more than ten years ahead"],
      ["1803891600", "! is a number"],
      [
        [{ slot: "2027-03-01 09:00-10:00" }, { slot: "2027-03-02 09:00" }],
        "2027-03-01T14:00 60 | 2027-03-02T14:00 30",
      ],
      [
        [["2027-03-01 09:00"], ["2027-03-02 09:00", ["2027-03-03 09:00"]]],
        "2027-03-01T14:00 30 | 2027-03-02T14:00 30 | 2027-03-03T14:00 30",
      ],
      [{ start: "2027-03-01 09:00", end: "2027-03-01 10:00" }, "! is a line item with several values"],
    ],
    day: [
      ["2027-03-01T23:30:00", "2027-03-01"],
      ["2027-03-01T23:59:59.1234567Z", "2027-03-01"],
      ["2027-02-22T08:00:00+01:00+1w", "2027-03-01"],
      ["20270301", "! is a number"],
      [{ submitted_at: "2027-03-05" }, "2027-03-05"],
      [
        [["2027-03-01,2027-03-02"], "2027-03-02", { day: "2027-03-03" }, "2027-03-01T10:00:00Z"],
        "2027-03-01 | 2027-03-02 | 2027-03-03",
      ],
      [["2027-03-01", "null"], "! is not a date"],
    ],
    length: [
      [90, "90"],
      [["45"], "45"],
      ["PT1.5H", "90"],
    ],
  },
  "a database or a log": {
    time: [
      ["2027-03-01 09:00:00+00", "2027-03-01T09:00 30"],
      ["2027-03-01 09:00:00.123456789 +0000 UTC", "! has seconds"],
      ["2027-03-01T09:00:00 -06:00", "2027-03-01T15:00 30"],
      ["Mon Mar 15 13:00:00 2027", "2027-03-15T17:00 30"],
      ["2027-03-01 09:00:00 +0000 UTC", "2027-03-01T09:00 30"],
      ["2027-03-01 09:00:00.000000 -05:00", "2027-03-01T14:00 30"],
      ["2027-07-01 09:00:00 -0500 EST", "2027-07-01T14:00 30"],
      ["2027-03-01 09:00:00 -0600 EST", "! has the offset -06:00 and EST"],
      ["2027-03-01 09:00:00Z - 23:59:59.999Z", "2027-03-01T09:00 900"],
      ["2027-03-01 9:00 PM -0500", "2027-03-02T02:00 30"],
      ["1 Mar 2027 9:00 -1000", "! could be a range or a time with an offset"],
      ["2027-03-01T04:00-05:00", "! could be a range or a time with an offset"],
      ["2027-03-01 05:00:00-06:00", "! could be a range or a time with an offset"],
      ["2027-03-01 09:00 -05:00", "! could be a range or a time with an offset"],
    ],
    zone: [
      ["Europe/Berlin (UTC+02:00)", noZone],
      ["Etc/GMT+5", "Etc/GMT+5"],
      ["EST", noZone],
    ],
  },
  Zapier: {
    time: [
      ["Mar 01, 2027 09:00AM", "2027-03-01T14:00 30"],
      ["Mon, 1 March 2027, 09:00-09:30 (America/New_York, UTC-05:00)", "2027-03-01T14:00 30"],
    ],
    day: [
      ["2027-02-22 +7d", "2027-03-01"],
      ["2027-03-03 -2D", "2027-03-01"],
      ["Mon, 1 March 2027, 09:00-09:30 (America/New_York, UTC-05:00)", "2027-03-01"],
      ["2027-03-01 +24h", "! is not a date"],
    ],
    zone: [
      ["America/New_York (Eastern Time)", "America/New_York"],
      ["America/Argentina/Buenos_Aires (Argentina Time)", noZone],
    ],
  },
  "a form or an AI step": {
    time: [
      ["Option 1: Thursday, July 15, 2027, 2:00 PM \u2013 3:30 PM", "2027-07-15T18:00 90"],
      ["Slot B - July 15, 2027, 2:00 PM", "2027-07-15T18:00 30"],
      ["| July 15, 2027 | 2:00 PM |", noTime],
      ["\ud83d\udcc5 July 15, 2027 2:00 PM", "2027-07-15T18:00 30"],
      ["cancelled: March 1, 2027 9:00 AM", noTime],
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
      ["2027-03-28 02:30", "! 02:30 does not exist", berlin],
      ["2027-10-30 23:00 - 04:00", "2027-10-30T21:00 360", berlin],
      ["2027-03-28 01:00 - 02:00", "2027-03-28T00:00 60", berlin],
      ["2027-03-28 01:00 - 02:30", "! 02:30 does not exist", berlin],
      ["2027-10-30 12:00 - 2027-10-31 12:00", "! ends 1500 minutes after its start", berlin],
    ],
  },
  "people write as one time": {
    time: [
      ["2027-03-01 09:00", "2027-03-01T14:00 30"],
      ["2027-03-01 5:30\u202fPM", "2027-03-01T22:30 30"],
      ["2027-03-01 12am", "2027-03-01T05:00 30"],
      ["2027-03-01 15h30", "2027-03-01T20:30 30"],
      ["2027-03-01 noon", noTime],
      ["2027-03-01", "! has no time of day"],
      ["9:00", "! has no date"],
      ["2027-03-01 9", noTime],
      ["2027-03-01 24:00", "! starts at 24:00"],
      ["2027-03-01 13:00 pm", "! has a time of day that does not exist"],
      ["2027-01-15T10:00:31Z", "! has seconds"],
      ["2027-01-15T10:00Z", "! is in the past"],
    ],
  },
  "people write as a range": {
    time: [
      ["2027-03-01 9.00\u201310.30", "2027-03-01T14:00 90"],
      ["2027-03-01 02:00-05:00", "2027-03-01T07:00 180"],
      ["2027-03-01 9am-5", noTime],
      ["2027-03-01 2:00 - 3:30 PM", "2027-03-01T19:00 90"],
      ["2027-03-01 00:00 - 24:00", "2027-03-01T05:00 1440"],
      ["9am - 10am, March 1, 2027", "2027-03-01T14:00 60"],
      ["1. 09.00, March 1, 2027", "2027-03-01T14:00 30"],
      ["2027-03-01 09:00 - 2027-03-02 08:00", "2027-03-01T14:00 1380"],
      [["2027-03-01 22:00-02:00", "2027-03-01 22:00-24:00"], "2027-03-02T03:00 120 | 2027-03-02T03:00 240"],
      ["2027-03-01 9am - 9am", "! ends when it starts"],
      ["2027-03-01 9:00 - 2027-03-01 5:30 PM", "! has am or pm on one side only"],
      ["2027-03-01 9am and 2pm", "! has no date"],
      ["2027-03-01 09:00 - 2027-03-01 08:00", "! does not end after its start"],
      ["2027-03-01 09:00 - 09:10", "! ends 10 minutes after"],
      ["2027-03-01 09:00 - 2027-03-02 09:01", "! ends 1441 minutes after"],
      [["03/04/2027 9am", "2027-03-01 9:00 - 5:00"], "! could be 3 April or 4 March"],
    ],
  },
  "people write with a zone": {
    time: [
      ["2027-03-01 09:00 UTC+5:30", "2027-03-01T03:30 30"],
      ["2027-03-01 02:00 UTC\u22125", "2027-03-01T07:00 30"],
      ["9:00 AM (Europe/Berlin), March 1, 2027", "! has no date"],
      ["2027-03-01 09:00Z-11:00Z", "2027-03-01T09:00 120"],
      ["2027-03-01 09:00 GMT-5 - 10:00", "! has an offset on one side only"],
      ["2027-03-01 09:00 - 10:00 Europe/Berlin", "2027-03-01T08:00 60"],
      ["2027-03-15 9am - 10am ET", "! has the time zone ET, which is not known to be that of", inNewYork],
      ["Jul 15, 2027 2:00 PM Eastern", noTime, inNewYork],
      ["2027-03-01 9am GMT", "2027-03-01T09:00 30", { time_zone: "Europe/London" }],
      ["Thu, 01 Jul 2027 09:00:00 GMT", "2027-07-01T09:00 30", { time_zone: "Europe/London" }],
      ["2027-03-15 09:00 MSK", noTime, { time_zone: "Europe/Moscow" }],
      ["2027-03-15 09:00 CET", "2027-03-15T08:00 30", { time_zone: "Europe/Rome" }],
      ["2027-03-01 14:00 +01:00", noTime],
      ["2027-01-15 06:00", "2027-01-15T06:00 30", floating],
      ["2027-01-14 06:00", "! is in the past", floating],
      ["2027-03-01T09:00:00-05:00", "! has an offset, but the poll has no time zone", floating],
      ["2027-03-01 09:00 (Europe/Berlin)", "! has a time zone, but the poll has no time zone", floating],
    ],
    day: [["2027-03-01 09:00 (EST)", "2027-03-01"]],
    zone: [
      ["Eastern Time", noZone],
      ["UTC", "UTC"],
      ["UTC+1", noZone],
      ["Pacific/Auckland (Berlin)", noZone],
    ],
  },
  "people write as days": {
    day: [
      ["2027-03-01 09:00-10:30", "2027-03-01"],
      ["2027-03-01 22:00 - 02:00", "2027-03-01"],
      ["2027-03-01 (Mon)", "! is not a date"],
      ["\u200e1 March\u00a02027", "2027-03-01"],
      ["3/4/2027", "2027-03-04", monthFirst],
      ["3/4/2027", "2027-04-03", dayFirst],
      ["3.4.2027", "2027-04-03", monthFirst],
      ["29 Feb 2028", "2028-02-29"],
      ["01.03.2027, 02.03.2027 and 3.3.2027", "2027-03-01 | 2027-03-02 | 2027-03-03"],
      ["2027-03-01\tMarch 3, 2027", "2027-03-01 | 2027-03-03"],
      ["2027-03-02;\r\n2027-03-01", "2027-03-01 | 2027-03-02"],
      ["03/04/2027", "! could be 3 April or 4 March. Choose under Date Order"],
      ["3/15/2027", "! has the day and the month as numbers. Choose under Date Order"],
      ["3/15/2027", "! does not exist in the calendar", dayFirst],
      ["Friday, 3/4/2027", "! is a Thursday", monthFirst],
      ["March 1", "! has no year"],
      ["March 1 and 2, 2027", "! has no year"],
      ["2027-02-29", "! does not exist in the calendar"],
      ["2027-03-01 - 2027-03-05", "! covers several days"],
      [", ,", "! needs at least one date"],
      ["2027-03-01\n\u0662\u0660\u0662\u0667-\u0660\u0663-\u0660\u0662", "! is not a date"],
      ["2027-03-01\n\u2014", "! is not a date"],
    ],
  },
  "people write in other languages": {
    time: [
      ["Montag, 1. M\u00e4rz 2027 um 9:00 Uhr", "2027-03-01T14:00 30"],
      ["March 1, 2027 (9:00 AM - 10:00 AM)", noTime],
      ["Mon,  1 Mar 2027 14:00:00 -0500", "2027-03-01T19:00 30"],
      ["2027-03-01 9:00 or 2027-03-02 9:00", "2027-03-01T14:00 30 | 2027-03-02T14:00 30"],
      ["2027-03-01 - 17:00", "! has a start without a time of day"],
      ["jeudi 15 juillet 2027 de 14h \u00e0 15h30", noTime],
      [
        "\uff12\uff10\uff12\uff17\uff0d\uff10\uff13\uff0d\uff10\uff11 \uff10\uff19\uff1a\uff10\uff10",
        "2027-03-01T14:00 30",
      ],
    ],
    day: [
      ["15. 3. 2027", "2027-03-15"],
      ["3. Dez. 2027", "2027-12-03"],
      ["mar. 16 mars 2027", "2027-03-16"],
      ["mar 16, 2027", "2027-03-16"],
      ["Sunday, 10 listopada 2027", "2027-10-10"],
      ["Dienstag, 1. M\u00e4rz 2027", "! is a Monday"],
    ],
    weekdays: [
      ["segunda-feira \u2013 sexta-feira", "12345"],
      ["Mo, Mi, Fr", "135"],
      ["lunes a viernes", noWeekday],
    ],
    length: [
      ["2 heures", noLength],
      ["1,5 h", noLength],
    ],
    "first slot": [["16 Uhr", noClock]],
  },
  "people write as rows": {
    row: [
      [{ row_date: "2027-03-01 - 2027-03-02", row_start: "14:00" }, "! covers several days"],
      [{ row_date: "2027-03-01T14:00:00Z" }, "2027-03-01T14:00 30"],
      [{ row_date: "2027-03-01T00:00:00.000Z" }, "! has no time of day"],
      [{ row_date: "2027-03-01 14:30", row_start: "09:00" }, "! contradict each other"],
      [{ row_start: "09:00", row_end: "10:00" }, "! has no date"],
      [{ row_end: "2027-03-01 10:00" }, "! is in a row without a date and a start"],
      [{ row_date: "2027-03-01", row_start: "09:00", row_duration: "15:00" }, "! could be a time of day"],
      [
        { row_date: "2027-03-01", row_start: "09:00", row_end: "10:00", row_duration: "30" },
        "! ends 60 minutes after its start, but its duration is 30",
      ],
      [{ row_date: "2027-03-01", row_start: "9:00", row_end: "10:00 AM" }, "2027-03-01T14:00 60"],
      [
        { row_date: "2027-03-01", row_start: "9:00", row_duration: "1" },
        '! Rows "2027-03-01 9:00": must be a whole number of minutes',
      ],
    ],
  },
  "people write as a length": {
    length: [
      ["90 min", "90"],
      ["1.5 h", "90"],
      ["00:45:00", "45"],
      ["1 hour and 30 minutes", "90"],
      ["30.5", noLength],
      ["15:00", "! could be a time of day. Write 15 h or 15 min."],
      ["30:00", "! could be hours or minutes. Write 30 h or 30 min."],
      ["1 day 1.15 h", "! could be hours and minutes or a fraction of an hour"],
      ["2 days", "! must be a whole number of minutes from 15 to 1440"],
    ],
  },
  "people write as a time of day": {
    "first slot": [
      ["9h30", "09:30"],
      ["noon", noClock],
      ["9:00 - 10:00", noClock],
      ["0am", "! has a time of day that does not exist"],
      ["9", noClock],
      ["2027-03-01 09:00", "! has a date. Enter only the time of day."],
    ],
    "last slot": [
      ["24:00", "23:30"],
      ["5pm", "16:30"],
    ],
  },
  "people write as weekdays": {
    weekdays: [
      ["Mon \u2013 Fri", "12345"],
      ["M-F", noWeekday],
      ["Mon, Tue, and Thu", "124"],
      ["Fri-Mon", "1567"],
      [["mon", "Tuesday", "WED.", "thu,fri"], "12345"],
      ["Mon-Wed-Fri", noWeekday],
    ],
  },
};
