import { describe, expect, it } from "vitest";
import { createOptionFormatter, zoneLabel } from "../../mcp/view/format.ts";

const slot = { id: "o", startTime: "2027-03-01T14:00:00.000Z", duration: 30 };

/** What differs between versions of the language data is not ours: commas and thin spaces. */
const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, " ").replace(/(day),/, "$1");

describe("an option in words", () => {
  it("is said in the zone asked for", () => {
    expect(plain(createOptionFormatter("America/New_York", "en-GB")(slot).full)).toBe(
      "Monday 1 March 2027, 09:00–09:30",
    );
    expect(plain(createOptionFormatter("Asia/Kolkata", "en-GB")(slot).full)).toBe(
      "Monday 1 March 2027, 19:30–20:00",
    );
  });

  it("is said in the viewer's way of writing times", () => {
    const words = createOptionFormatter("America/New_York", "en-US")({ ...slot, duration: 300 });
    expect([plain(words.start), plain(words.end)]).toEqual(["9:00 AM", "2:00 PM"]);
  });

  it("says when it ends on another day", () => {
    const words = createOptionFormatter(
      "Europe/Paris",
      "en-GB",
    )({ ...slot, startTime: "2027-03-01T22:30:00Z", duration: 60 });
    expect([words.weekday, words.day, words.end]).toEqual(["Mon", "1 Mar", "00:30 +1"]);
    expect(plain(words.hours)).toBe("23:30–00:30 (Tue 2 Mar)");
  });

  it("follows the clock over a change: eight hours across the gap end nine later", () => {
    const words = createOptionFormatter(
      "Europe/Paris",
      "en-GB",
    )({ ...slot, startTime: "2027-03-28T00:00:00Z", duration: 480 });
    expect([words.start, words.end]).toEqual(["01:00", "10:00"]);
  });

  it("never takes a day through a zone", () => {
    for (const zone of ["Pacific/Kiritimati", "Pacific/Niue", null]) {
      const words = createOptionFormatter(zone, "en-GB")({ id: "o", date: "2027-03-01" });
      expect(plain(words.full)).toBe("Monday 1 March 2027");
      expect([words.start, words.hours]).toEqual(["", ""]);
    }
  });

  it("stands as it is written in a floating poll", () => {
    expect(createOptionFormatter(null, "en-GB")(slot).hours).toBe("14:00–14:30");
  });

  it("survives a zone and a language that nobody knows", () => {
    expect(createOptionFormatter("Mars/Olympus", "en-GB")(slot).hours).toBe("14:00–14:30");
    expect(createOptionFormatter("Europe/Paris", "not a language")(slot).day).not.toBe("");
  });
});

describe("the name of a zone", () => {
  it("is read as people say it", () => {
    expect(zoneLabel("America/Argentina/Buenos_Aires")).toBe("Buenos Aires");
    expect(zoneLabel("UTC")).toBe("UTC");
  });
});
