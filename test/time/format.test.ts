import { describe, expect, it } from "vitest";
import { formatDate, formatOption, nextDay, weekdayOf } from "../../src/time/index.ts";

describe("formatDate", () => {
  it("returns weekday, day, month and year", () => {
    expect(formatDate("2027-03-03")).toBe("Wednesday, 3 March 2027");
    expect(formatDate("2028-02-29")).toBe("Tuesday, 29 February 2028");
    expect(formatDate("2027-12-31")).toBe("Friday, 31 December 2027");
  });

  it("returns the same in every zone of the machine", () => {
    const zone = process.env["TZ"];
    try {
      for (const place of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Africa/Cairo"]) {
        process.env["TZ"] = place;
        expect(formatDate("2027-04-30")).toBe("Friday, 30 April 2027");
        expect(formatDate("2027-04-30", "de-DE")).toBe("Freitag, 30. April 2027");
      }
    } finally {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    }
  });

  it("agrees with Intl on every day of a leap year", () => {
    const intl = new Intl.DateTimeFormat("en", { weekday: "long", month: "long", timeZone: "UTC" });
    for (let date = "2028-01-01"; date !== "2029-01-01"; date = nextDay(date)) {
      const parts = intl.formatToParts(Date.parse(date)).filter(({ type }) => type !== "literal");
      const words = formatDate(date);
      for (const { value } of parts) expect(words).toContain(value);
      expect(words.toLowerCase().startsWith(weekdayOf(date))).toBe(true);
    }
  });
});

describe("formatOption of a slot", () => {
  it("returns weekday, date, times, zone and offset in ASCII", () => {
    const words = formatOption({ startTime: "2027-03-01T14:00:00.000Z", duration: 30 }, "America/New_York");
    expect(words).toBe("Mon, 1 March 2027, 09:00-09:30 (America/New_York, UTC-05:00)");
  });

  it("omits the zone of a floating slot", () => {
    expect(formatOption({ startTime: "2027-03-01T09:00:00Z", duration: 45 }, null)).toBe(
      "Mon, 1 March 2027, 09:00-09:45",
    );
  });

  it("returns both days for a slot over midnight", () => {
    expect(formatOption({ startTime: "2027-03-01T23:30:00Z", duration: 60 }, null)).toBe(
      "Mon, 1 March 2027, 23:30 - Tue, 2 March 2027, 00:30",
    );
    expect(formatOption({ startTime: "2027-12-31T22:30:00Z", duration: 60 }, "Europe/Berlin")).toBe(
      "Fri, 31 December 2027, 23:30 - Sat, 1 January 2028, 00:30 (Europe/Berlin, UTC+01:00)",
    );
  });

  it("returns both offsets if the clocks change in between", () => {
    expect(formatOption({ startTime: "2027-03-14T06:30:00Z", duration: 60 }, "America/New_York")).toBe(
      "Sun, 14 March 2027, 01:30-03:30 (America/New_York, UTC-05:00 to UTC-04:00)",
    );
  });

  it("returns UTC once", () => {
    expect(formatOption({ startTime: "2027-03-01T09:00:00Z", duration: 15 }, "UTC")).toBe(
      "Mon, 1 March 2027, 09:00-09:15 (UTC)",
    );
  });

  it("formats the date in a locale", () => {
    const words = formatOption({ startTime: "2027-03-01T09:00:00Z", duration: 15 }, "UTC", {
      locale: "fr-FR",
    });
    expect(words).toMatch(/^lun\. 1 mars 2027, 09:00-09:15 \(UTC\)$/);
  });
});

it("formatOption formats both kinds of option", () => {
  expect(formatOption({ date: "2027-03-03" }, "America/Los_Angeles")).toBe("Wednesday, 3 March 2027");
  expect(formatOption({ startTime: "2027-03-01T09:00:00Z", duration: 60 }, null)).toBe(
    "Mon, 1 March 2027, 09:00-10:00",
  );
});

describe("formatOption in the short style", () => {
  it("omits the zone of a slot", () => {
    const slot = { startTime: "2027-03-01T14:00:00.000Z", duration: 30 };
    expect(formatOption(slot, "America/New_York", { style: "short" })).toBe("Mon 1 Mar 2027, 09:00-09:30");
    expect(formatOption(slot, null, { style: "short" })).toBe("Mon 1 Mar 2027, 14:00-14:30");
  });

  it("formats a date without a zone", () => {
    expect(formatOption({ date: "2028-02-29" }, "Pacific/Pago_Pago", { style: "short" })).toBe(
      "Tue 29 Feb 2028",
    );
    expect(formatOption({ date: "2028-09-30" }, null, { style: "short" })).toBe("Sat 30 Sep 2028");
  });
});
