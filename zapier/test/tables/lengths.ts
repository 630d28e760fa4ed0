/** Lengths of time with their minutes or why they are refused, times of day, and weekdays. */
const none = "! is not a duration";

export const lengths: [unknown, number | string][] = [
  ["90", 90],
  [90, 90],
  ["90 min", 90],
  ["1 day", 1440],
  ["1.5 h", 90],
  ["1,5 h", 90],
  ["1:30", 90],
  ["01:30", 90],
  ["00:45:00", 45],
  ["1 h 30 min", 90],
  ["1 hour and 30 minutes", 90],
  ["1h30", 90],
  ["5400 seconds", 90],
  ["\uff13\uff10 min", 30],
  ["PT45M", 45],
  ["PT1.5H", 90],
  ["P1D", 1440],
  [["45"], 45],
  ["half an hour", none],
  ["30.5", none],
  ["1,440", none],
  ["30 min 1 h", none],
  ["-30", none],
  ["00:01:60", none],
  ["P", none],
  ["1,500 h", none],
  ["30-45", none],
  ["1.05", none],
  ["15:00", "! could be a time of day. Write 15 h or 15 min."],
  ["05:30", "! could be a time of day. Write 5 h 30 min or 5 min."],
  ["30:00", "! could be hours or minutes. Write 30 h or 30 min."],
  ["1.30 h", "! could be hours and minutes or a fraction of an hour"],
  ["1 day 1.15 h", "! could be hours and minutes or a fraction of an hour"],
  ["10", "! must be a whole number of minutes from 15 to 1440"],
  ["2 days", "! must be a whole number of minutes from 15 to 1440"],
];

const noClock = "! is not a time of day";

/** Times of day, and the first slot of half an hour of a window that starts then. */
export const clocks: [string, string][] = [
  ["09:00", "09:00"],
  ["17.30", "17:30"],
  ["09:00:00", "09:00"],
  ["9h30", "09:30"],
  ["12am", "00:00"],
  ["12:15 p.m.", "12:15"],
  ["noon", "12:00"],
  ["00:00", "00:00"],
  ["midnight", "00:00"],
  ["16 Uhr", "16:00"],
  ["1899-12-30T09:00:00", "09:00"],
  ["\uff11\uff17\uff1a\uff13\uff10", "17:30"],
  ["1899-12-30T14:00:00.000Z", "! is the time of a sheet in UTC"],
  ["24:00", noClock],
  ["0900", noClock],
  ["9:00 m", noClock],
  ["0am", "! has a time of day that does not exist"],
  ["9:00 - 10:00", noClock],
  ["9", "! has an hour without minutes"],
  ["2027-03-01 09:00", "! has a date. Enter only the time of day."],
];

/** Times of day, and when the last slot of half an hour of a window that ends then starts. */
export const closings: [string, string][] = [
  ["24:00", "23:30"],
  ["midnight", "23:30"],
  ["00:00", "23:30"],
  ["12am", "23:30"],
  ["17:30", "17:00"],
  ["5pm", "16:30"],
  ["25:00", "! has a time of day that does not exist"],
];

const noWeekday = "! is not a day of the week";

/** Weekdays, and the days of March 2027 from Monday, the first, to Sunday that they mean. */
export const weekdays: [unknown, string][] = [
  ["Mon-Fri", "12345"],
  ["Mon \u2013 Fri", "12345"],
  ["Mon thru Thu", "1234"],
  ["weekdays", "12345"],
  ["weekends", "67"],
  ["every day", "1234567"],
  ["Wed & Fri", "35"],
  ["Mon, Tue, and Thu", "124"],
  ["Mon/Wed/Fri", "135"],
  ["Mon-Wed and Sat", "1236"],
  ["Mondays and Wednesdays", "13"],
  ["Fri-Mon", "1567"],
  ["segunda-feira – sexta-feira", "12345"],
  ["Mo, Mi, Fr", "135"],
  ["mar. et jeu.", noWeekday],
  ["\uff2d\uff4f\uff4e", "1"],
  [["mon", "Tuesday", "WED.", "thu,fri"], "12345"],
  ["constructor", noWeekday],
  ["Mon-", noWeekday],
  ["Mon and foo", noWeekday],
  ["Mon-Mon", noWeekday],
  ["Mon-Wed-Fri", noWeekday],
  ["MWF", noWeekday],
  ["Mon or Tue", noWeekday],
];
