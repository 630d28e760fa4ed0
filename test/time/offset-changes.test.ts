import { describe, expect, it } from "vitest";
import { listOffsetChanges, resolveLocal, toLocal } from "../../src/time/index.ts";

describe("changes of a zone's offset", () => {
  it("are the real ones, with the clock time until then", () => {
    expect(listOffsetChanges("Europe/Berlin", "2027-01-01T00:00:00Z", "2028-01-01T00:00:00Z")).toEqual([
      { instant: "2027-03-28T01:00:00Z", local: "2027-03-28T02:00:00", before: "+01:00", after: "+02:00" },
      { instant: "2027-10-31T01:00:00Z", local: "2027-10-31T03:00:00", before: "+02:00", after: "+01:00" },
    ]);
    expect(listOffsetChanges("Pacific/Apia", "2011-10-01T00:00:00Z", "2012-01-01T00:00:00Z")).toEqual([
      { instant: "2011-12-30T10:00:00Z", local: "2011-12-30T00:00:00", before: "-10:00", after: "+14:00" },
    ]);
    expect(listOffsetChanges("Australia/Lord_Howe", "2027-01-01T00:00:00Z", "2027-06-01T00:00:00Z")).toEqual([
      { instant: "2027-04-03T15:00:00Z", local: "2027-04-04T02:00:00", before: "+11:00", after: "+10:30" },
    ]);
    expect(listOffsetChanges("Asia/Tokyo", "2000-01-01T00:00:00Z", "2030-01-01T00:00:00Z")).toEqual([]);
  });

  it("exclude the end, and names that change without the offset", () => {
    const at = "2027-03-28T01:00:00Z";
    expect(listOffsetChanges("Europe/Berlin", "2027-01-01T00:00:00Z", at)).toEqual([]);
    expect(listOffsetChanges("Europe/Berlin", at, "2027-04-01T00:00:00Z")).toEqual([]);
    for (const zone of Intl.supportedValuesOf("timeZone").filter((_, index) => index % 9 === 0)) {
      for (const { instant, before, after } of listOffsetChanges(
        zone,
        "2020-01-01T00:00:00Z",
        "2028-01-01T00:00:00Z",
      )) {
        expect(before).not.toBe(after);
        expect(toLocal(instant, zone).offset).toBe(after);
      }
    }
  });

  it("are where local times become ambiguous", () => {
    const [, autumn] = listOffsetChanges("America/New_York", "2027-01-01T00:00:00Z", "2028-01-01T00:00:00Z");
    expect(autumn?.local).toBe("2027-11-07T02:00:00");
    expect(resolveLocal("2027-11-07T01:59", "America/New_York").kind).toBe("overlap");
    expect(resolveLocal("2027-11-07T02:00", "America/New_York").kind).toBe("exact");
  });

  it("throw for unknown zones and invalid instants", () => {
    expect(() => listOffsetChanges("Mars/Olympus", "2027-01-01T00:00:00Z", "2028-01-01T00:00:00Z")).toThrow(
      RangeError,
    );
    expect(() => listOffsetChanges("UTC", "soon", "2028-01-01T00:00:00Z")).toThrow(RangeError);
  });
});
