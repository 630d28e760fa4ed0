/** Notations in which an offset, a range, a list and a length look alike, through the form to what is sent. */
import { describe, expect, it } from "vitest";
import { planForm } from "./parse.ts";

const planTime = (text: string) => planForm({ kind: "time", times: [text] });
const planDays = (text: string) => planForm({ kind: "date", dates: text });

describe("a number after UTC or GMT", () => {
  const dashes = ["-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212"];
  const names = ["UTC", "GMT", "utc", " UTC", " GMT"];
  const shifts = ["5", "05", "500", "0500", "5:00", "05:00"];
  const ways = dashes.flatMap((dash) =>
    names.flatMap((name) =>
      ["", " "].flatMap((space) => shifts.map((shift) => `${name}${space}${dash}${shift}`)),
    ),
  );

  it("is an offset, whatever its dash and digits", () => {
    expect(ways).toHaveLength(420);
    for (const way of ways) {
      expect(`${way} ${planTime(`2027-03-01 02:00${way}`)}`).toBe(`${way} 2027-03-01T07:00 30`);
      expect(`${way} ${planTime(`March 1, 2027 9am ${way}`)}`).toBe(`${way} 2027-03-01T14:00 30`);
    }
  });

  it.each([
    ["2027-03-01 09:00 UTC+5:30", "2027-03-01T03:30 30"],
    ["2027-03-01 09:00 UTC + 5", "2027-03-01T04:00 30"],
    ["9am GMT-5, March 1, 2027", "2027-03-01T14:00 30"],
    ["2027-03-01 09:00 (UTC-5)", "2027-03-01T14:00 30"],
    ["2027-03-01 09:00 UTC - 11:00 UTC", "2027-03-01T09:00 120"],
    ["2027-03-01 09:00 UTC-11:00 UTC", "2027-03-01T09:00 120"],
    ["2027-03-01 09:00Z-11:00Z", "2027-03-01T09:00 120"],
    ["2027-03-01 09:00 UTC to 11:00", "2027-03-01T09:00 120"],
    ["2027-03-01 09:00 UTC - 11:00 (UTC)", "2027-03-01T09:00 120"],
    ["2027-03-01 9am GMT-5 - 10am GMT-5", "2027-03-01T14:00 60"],
    ["2027-03-01 09:00 GMT-5 - 10:00", "2027-03-01T14:00 60"],
  ])("leaves a range whose end names its zone: %s", (text, sent) => {
    expect(planTime(text)).toBe(sent);
  });

  it.each([
    ["2027-03-01 2am UTC-5:30", "(-05:30) that does not exist"],
    ["2027-03-01 09:00 UTC-10:30", "(-10:30) that does not exist"],
    ["2027-03-01 09:00 UTC-15", "(-15:00) that does not exist"],
    ["2027-03-01 02:00 UTC - 05:00", "could be a range or an offset from UTC"],
    ["2027-03-01 02:00 GMT \u2013 5", "could be a range or an offset from UTC"],
    ["2027-03-01 9am UTC-10am", "could be a range or an offset from UTC"],
    ["2027-03-01T02:00Z-05:00", "has a second offset after Z"],
    ["2027-03-01T02:00:00Z+05:00", "has a second offset after Z"],
  ])("is refused when it is none or could end a range: %s", (text, reason) => {
    expect(planTime(text)).toContain(reason);
  });
});

describe("a number after seconds", () => {
  it.each([
    ["Mon, 01 Mar 2027 09:00:00 +0000", "2027-03-01T09:00 30"],
    ["Mon, 01 Mar 2027 09:00:00 +0100", "2027-03-01T08:00 30"],
    ["Mon, 01 Mar 2027 09:00:00 -0500", "2027-03-01T14:00 30"],
    ["Mon, 1 Mar 2027 02:00:00 -0500", "2027-03-01T07:00 30"],
    ["Mon, 01 Mar 2027 09:00:00 -0500 (EST)", "2027-03-01T14:00 30"],
    ["Mon, 01 Mar 2027 09:00:00 +0000 (UTC)", "2027-03-01T09:00 30"],
    ["Mon, 01 Mar 2027 09:00:00 +0100 (Europe/Berlin)", "2027-03-01T08:00 30"],
    ["Mon, 01 Mar 2027 09:00:00 GMT", "2027-03-01T09:00 30"],
    ["2027-03-01 09:00:00 -0500", "2027-03-01T14:00 30"],
    ["2027-03-01 09:00:00 -0500 EST", "2027-03-01T14:00 30"],
    ["2027-03-01 09:00:00.123456789 +0000 UTC", "2027-03-01T09:00 30"],
    ["2027-03-01 09:00:00+00", "2027-03-01T09:00 30"],
    ["2027-03-01 02:00:00-05", "2027-03-01T07:00 30"],
    ["2027-03-01 09:00:00 UTC", "2027-03-01T09:00 30"],
    ["2027-03-01T09:00:00 -06:00", "2027-03-01T15:00 30"],
    ["2027-03-01 09:00:00 +01:00", "2027-03-01T08:00 30"],
    ["Mon Mar 01 2027 09:00:00 GMT-0500 (Eastern Standard Time)", "2027-03-01T14:00 30"],
    ["Mon Mar 01 2027 09:00:00 GMT+0100 (Mitteleurop\u00e4ische Normalzeit)", "2027-03-01T08:00 30"],
    ["2027-03-01 05:00:00 - 06:00", "2027-03-01T10:00 60"],
    ["2027-03-01 05:00:00 -06:00:00", "2027-03-01T10:00 60"],
    ["2027-03-01T09:00:00-05:00 - 10:00:00-05:00", "2027-03-01T14:00 60"],
  ])("is an offset where it can be nothing else: %s", (text, sent) => {
    expect(planTime(text)).toBe(sent);
  });

  it.each([
    "2027-03-01T05:00:00 -06:00",
    "2027-03-01 05:00:00 -06:00",
    "Mon, 01 Mar 2027 05:00:00 -06:00",
    "2027-03-01T05:00 -06:00",
    "2027-03-01T05:00:00 \u221206:00",
    "2027-03-01T05:00:00\u201306:00",
    "3/13/2027 9:00:00 AM -10:00",
  ])("is refused when it could be a range: %s", (text) => {
    expect(planTime(text)).toContain("could be a range or a time with an offset");
  });

  it("is checked against the zone in brackets behind it", () => {
    expect(planTime("Mon, 01 Mar 2027 09:00:00 -0500 (Europe/Berlin)")).toContain("but Europe/Berlin is at");
  });
});

describe("a slash", () => {
  it.each([
    ["2027-03-01T09:00:00Z/2027-03-01T10:00:00Z", "2027-03-01T09:00 60"],
    ["2027-03-01T09:00/2027-03-01T10:00", "2027-03-01T14:00 60"],
    ["20270301T090000Z/20270301T100000Z", "2027-03-01T09:00 60"],
  ])("between ISO 8601 timestamps makes a range: %s", (text, sent) => {
    expect(planTime(text)).toBe(sent);
  });

  it.each([
    "2027-03-01 9am / 2pm",
    "2027-03-01 09:00/14:00",
    "2027-03-01 9am/10am",
    "2027-03-01 9/10am",
    "2027-03-01 09:00 / 2027-03-02 09:00",
    "2027-03-01 09:00/2027-03-01 10:00",
    "2027-03-01T09:00:00Z / 2027-03-01T10:00:00Z",
    "2027-03-01T09:00/10:00",
    "9am/10am, March 1, 2027",
  ])("between alternatives is refused: %s", (text) => {
    expect(planTime(text)).toContain("has two times with a slash between them");
  });
});

describe("a zone at the end of a range", () => {
  it.each([
    ["2027-03-01 09:00 - 10:00 UTC", "2027-03-01T09:00 60"],
    ["2027-03-01 9-10am UTC", "2027-03-01T09:00 60"],
    ["2027-03-01 09:00 - 10:00Z", "2027-03-01T09:00 60"],
    ["2027-03-01 9-10am GMT-5", "2027-03-01T14:00 60"],
    ["2027-03-01 09:00 - 2027-03-01 10:00 UTC", "2027-03-01T09:00 60"],
    ["9am - 10am UTC, March 1, 2027", "2027-03-01T09:00 60"],
    ["2027-03-01 09:00 - 10:00 Europe/Berlin", "2027-03-01T08:00 60"],
  ])("counts for both times: %s", (text, sent) => {
    expect(planTime(text)).toBe(sent);
  });

  it.each(["2027-03-01 09:00 - 10:00+01:00", "2027-03-01T09:00 - 2027-03-01T10:00Z"])(
    "is refused as a bare offset of the end: %s",
    (text) => {
      expect(planTime(text)).toContain("has an offset on one side only");
    },
  );
});

describe("two dates with times", () => {
  it.each([
    ["2027-03-01 9:00 - 2027-03-01 5:30 PM", "has am or pm on one side only"],
    ["2027-03-01 9am UTC - 10 UTC+1", "has an hour without minutes"],
  ])("are not completed by each other: %s", (text, reason) => {
    expect(planTime(text)).toContain(reason);
  });
});

describe("separators of calendars and arrows", () => {
  it.each([
    "Monday, March 1, 2027 \u00b7 9:00 \u2013 10:30am",
    "Monday, March 1, 2027 \u22c5 9:00 \u2013 10:30am",
    "2027-03-01 09:00 -> 10:30",
    "2027-03-01 09:00->10:30",
    "2027-03-01 09:00 --> 10:30",
    "2027-03-01 09:00 => 10:30",
    "2027-03-01 09:00 \u2192 10:30",
    "2027-03-01 09:00 thru 10:30",
    "2027-03-01 9am through 10:30am",
  ])("are understood: %s", (text) => {
    expect(planTime(text)).toBe("2027-03-01T14:00 90");
  });
});

describe("a list of dates", () => {
  const three = "2027-03-01\n2027-03-02\n2027-03-03";
  it.each([
    "March 1, 2027, March 2, 2027 and March 3, 2027",
    "March 1, 2027, March 2, 2027, and March 3, 2027",
    "March 1, 2027 & March 2, 2027 & March 3, 2027",
    "2027-03-01 and 2027-03-02 and 2027-03-03",
    "01.03.2027, 02.03.2027 and 3.3.2027",
  ])("is divided at commas and at and: %s", (text) => {
    expect(planDays(text)).toBe(three);
  });

  it.each([
    ["March 1, 2027, March 2", 'Dates: "March 2" has no year.'],
    ["March 1 and March 2, 2027", 'Dates: "March 1" has no year.'],
    ["March 1 and 2, 2027", 'Dates: "March 1 and 2, 2027" is not a date'],
    ["soon and later", 'Dates: "soon and later" is not a date'],
    ["2027, March 2", 'Dates: "2027, March 2" is not a date'],
  ])("names the part that is no date: %s", (text, message) => {
    expect(planDays(text)).toMatch(message);
    expect(planDays(text).match(/Dates: /g)).toHaveLength(1);
  });

  it("holds times too", () => {
    expect(planTime("2027-03-01 9am and 2027-03-02 9am")).toBe("2027-03-01T14:00 30\n2027-03-02T14:00 30");
    expect(planTime("2027-03-01 9am and 2pm")).toContain('"2pm" has no date.');
  });
});

describe("an error message", () => {
  it.each([
    [
      "2027-03-01 9:00 - 10",
      "has an hour without minutes. Add am or pm, or write both times as 9:00 - 10:00.",
    ],
    ["2027-03-01 9-10", "has an hour without minutes. Add am or pm, or write both times as 9:00 - 10:00."],
    ["2027-03-01 at 15", "has an hour without minutes. Add am or pm, or write it as 9:00."],
    ["2027-03-01 25:00", "has a time of day that does not exist."],
    ["2027-03-01 09:00 TO", "is not a date and time."],
    ["2027-03-01 09:00 TBD", "is not a date and time."],
    ["2027-03-01 09:00 EST", "has the time zone EST,"],
    ["2027-03-01 09:00 est", "has the time zone EST,"],
    ["2027-03-01 09:00 (EST)", "has the time zone EST,"],
    ["2027-03-01 09:00 EST - 10:00 EST", "has the time zone EST,"],
    ["9am PT, March 1, 2027", "has the time zone PT,"],
    ["2027-03-01 09:00 Eastern Standard Time", "has the time zone Eastern Standard Time,"],
    ["Mon Mar 1, 2027 9am \u2013 10am (Eastern Time - New York)", "has the time zone Eastern Time,"],
  ])("%s", (text, message) => {
    expect(planTime(text)).toContain(`"${text}" ${message}`);
  });

  it("and the day of a time with such a zone is clear", () => {
    expect(planDays("2027-03-01 09:00 (EST)")).toBe("2027-03-01");
    expect(planDays("Mon, 01 Mar 2027 05:00:00 -06:00")).toBe("2027-03-01");
  });
});

describe("a text of many abbreviations", () => {
  it("is refused, quoted in part", () => {
    expect(planTime(`2027-03-01 09:00${" AA".repeat(60)}`).length).toBeLessThan(400);
    expect(
      planTime(
        Array(245)
          .fill(`2027-03-01 09:00${" AA".repeat(60)}`)
          .join("\n"),
      ).length,
    ).toBeLessThan(900);
  });
});

describe("a time near a clock change", () => {
  it.each([
    ["before spring in New York", "America/New_York", "2027-03-13 09:00", "2027-03-13T14:00 30"],
    ["on the day itself", "America/New_York", "2027-03-14 09:00", "2027-03-14T13:00 30"],
    ["on the day itself in Berlin", "Europe/Berlin", "2027-03-28 09:00", "2027-03-28T07:00 30"],
    ["on the day itself in autumn", "Europe/Berlin", "2027-10-31 09:00", "2027-10-31T08:00 30"],
    ["the day before it in Auckland", "Pacific/Auckland", "2027-04-03 15:00", "2027-04-03T02:00 30"],
    ["on it in Auckland", "Pacific/Auckland", "2027-04-04 09:00", "2027-04-03T21:00 30"],
    ["in spring in Auckland", "Pacific/Auckland", "2027-09-26 09:00", "2027-09-25T20:00 30"],
    ["in Kolkata, which has none", "Asia/Kolkata", "2027-03-28 02:30", "2027-03-27T21:00 30"],
    ["that happens twice is the earlier one", "America/New_York", "2027-11-07 01:30", "2027-11-07T05:30 30"],
  ])("%s", (_name, time_zone, times, expected) => {
    expect(planForm({ kind: "time", time_zone, times })).toBe(expected);
  });

  it("is refused when it does not exist", () => {
    expect(planForm({ kind: "time", time_zone: "Europe/Berlin", times: "2027-03-28 02:30" })).toMatch(
      /^Times "2027-03-28 02:30": /,
    );
  });
});
