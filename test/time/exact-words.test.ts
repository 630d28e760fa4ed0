/** What the rooms above print or rely on to the letter. */
import { describe, expect, it } from "vitest";
import {
  formatOption,
  isUnambiguousTimeZone,
  resolveLocal,
  type SlotGenerator,
  validateGenerator,
} from "../../src/time/index.ts";

const week: SlotGenerator = { startDate: "2027-03-01", endDate: "2027-03-05", from: "09:00", to: "12:00" };
const context = { timeZone: "America/New_York", duration: 30 };

describe("options in a few characters", () => {
  it("shortens a date", () => {
    expect(formatOption({ date: "2027-03-01" }, null, { style: "short" })).toBe("Mon 1 Mar 2027");
    expect(formatOption({ date: "2028-09-30" }, "Asia/Kolkata", { style: "short" })).toBe("Sat 30 Sep 2028");
  });

  it("shows a slot in the poll's zone, or by its own clock when it floats", () => {
    const slot = { startTime: "2027-03-01T14:00:00Z", duration: 30 };
    expect(formatOption(slot, "America/New_York", { style: "short" })).toBe("Mon 1 Mar 2027, 09:00-09:30");
    expect(formatOption(slot, null, { style: "short" })).toBe("Mon 1 Mar 2027, 14:00-14:30");
  });
});

describe("a slot over midnight", () => {
  it("names both days", () => {
    const slot = { startTime: "2027-03-01T23:30:00Z", duration: 60 };
    expect(formatOption(slot, null)).toBe("Mon, 1 March 2027, 23:30 - Tue, 2 March 2027, 00:30");
  });
});

describe("the words of a refusal", () => {
  it("says what a zone looks like", () => {
    expect(validateGenerator(week, { ...context, timeZone: "+02:00" })).toEqual([
      { path: "timeZone", message: "is not an IANA time zone such as Europe/Berlin" },
    ]);
  });

  it("lists the days there are, also when only one of several is wrong", () => {
    const days = JSON.parse('["mon", "monday"]');
    expect(validateGenerator({ ...week, days }, context)).toEqual([
      { path: "days", message: "must list at least one of mon, tue, wed, thu, fri, sat, sun" },
    ]);
  });

  it("repeats what is no wall-clock time", () => {
    expect(() => resolveLocal("2027-03-01", "UTC")).toThrow(
      new RangeError("not a wall-clock time: 2027-03-01"),
    );
  });
});

describe("what is read", () => {
  it("takes fractions of a second to the nanosecond, of digits alone", () => {
    expect(resolveLocal("2027-03-01T09:00:00.123456789", "UTC")).toEqual({
      kind: "exact",
      instant: "2027-03-01T09:00:00.123456789Z",
    });
    expect(() => resolveLocal("2027-03-01T09:00:00.1234567891", "UTC")).toThrow("not a wall-clock time");
  });

  it("takes no year beyond four digits", () => {
    expect(() => resolveLocal("+002027-03-01T09:00", "UTC")).toThrow("not a wall-clock time");
    expect(() => resolveLocal("-002027-03-01T09:00", "UTC")).toThrow("not a wall-clock time");
  });

  it("takes no zone with anything before or after its name", () => {
    expect(isUnambiguousTimeZone("Europe/Berlin")).toBe(true);
    for (const name of [
      " Europe/Berlin",
      "Europe/Berlin ",
      "Europe/Berlin[u-ca=iso8601]",
      "[Europe/Berlin]",
    ]) {
      expect(isUnambiguousTimeZone(name), name).toBe(false);
    }
  });
});
