/** What is read and what is refused, as the documents show it and the tests try it. */
import { dateFormats } from "./days.ts";

/** Formats of dates whose meaning depends on what else is said. */
const depends = ["3/1/2027", "tomorrow"];

export type FormatKind = "Day" | "Time" | "Range" | "Offset" | "Duration" | "Time Zone";

export const writtenFormats: Record<FormatKind, { accepted: string[]; refused: string[] }> = {
  Day: {
    accepted: [
      ...dateFormats.map(([example]) => example).filter((example) => !depends.includes(example)),
      ...["Mon 1 Mar 2027", "Montag, 1. März 2027", "2027-02-22 +7d"],
    ],
    refused: ["3/4/2027", "March 1", "Tuesday, March 1, 2027", "10 listopada 2027", "next Monday"],
  },
  Time: {
    accepted: ["09:00", "9am", "16h15", "16 Uhr", "noon"],
    refused: ["9", "0900", "25:00"],
  },
  Range: {
    accepted: ["09:00-10:30", "9am to 1pm", "22:00 - 02:00", "22:00 - 24:00", "09:00 - 23:59:59"],
    refused: ["9:00 - 5:00", "14:00 - 1:00", "9 - 11", "09:00:30 - 10:00"],
  },
  Offset: {
    accepted: [
      ...["2027-03-01T14:00+01:00", "2027-03-01T14:00:00Z", "Mon, 1 Mar 2027 9:00 -0500"],
      ...["2027-03-01 9am EST", "2027-03-01 9am (Eastern Time - New York)", "2027-03-01 09:00 Europe/Berlin"],
    ],
    refused: [
      ...["2027-07-01 9am EST", "2027-03-01 9am CET", "2027-03-01T04:00-05:00", "1899-12-30T14:00:00Z"],
      "2027-03-15T13:00:00.0000000",
    ],
  },
  Duration: {
    accepted: ["30", "45 Minuten", "1:30", "1 h 30 min", "1.5 h", "PT45M"],
    refused: ["15:00", "1.30 h", "30.5"],
  },
  "Time Zone": {
    accepted: ["America/New_York", "Berlin", "Eastern Time (US & Canada)", "W. Europe Standard Time"],
    refused: ["EST", "UTC+1", "(UTC-05:00) Berlin"],
  },
};
