import { describe, expect, it } from "vitest";
import { createOptionFormatter, listZones, pickZone, zoneLabel } from "../../mcp/view/format.ts";
import { createGrid, reviewPoll } from "./sample.ts";

const slot = { id: "o", startTime: "2027-03-01T14:00:00.000Z", duration: 30 };

/** Commas and thin spaces differ between versions of ICU. */
const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, " ").replace(/(day),/, "$1");

describe("the labels of an option", () => {
  it("are in the given zone", () => {
    expect(plain(createOptionFormatter("America/New_York", "en-GB")(slot).full)).toBe(
      "Monday 1 March 2027, 09:00–09:30",
    );
    expect(plain(createOptionFormatter("Asia/Kolkata", "en-GB")(slot).full)).toBe(
      "Monday 1 March 2027, 19:30–20:00",
    );
  });

  it("are in the viewer's locale", () => {
    const labels = createOptionFormatter("America/New_York", "en-US")({ ...slot, duration: 300 });
    expect([plain(labels.start), plain(labels.end)]).toEqual(["9:00 AM", "2:00 PM"]);
  });

  it("show an end on another day", () => {
    const labels = createOptionFormatter(
      "Europe/Paris",
      "en-GB",
    )({ ...slot, startTime: "2027-03-01T22:30:00Z", duration: 60 });
    expect([labels.weekday, labels.day, labels.end]).toEqual(["Mon", "1 Mar", "00:30 +1"]);
    expect(plain(labels.hours)).toBe("23:30–00:30 (Tue 2 Mar)");
  });

  it("show the local end of a slot across a DST gap", () => {
    const labels = createOptionFormatter(
      "Europe/Paris",
      "en-GB",
    )({ ...slot, startTime: "2027-03-28T00:00:00Z", duration: 480 });
    expect([labels.start, labels.end]).toEqual(["01:00", "10:00"]);
  });

  it("never convert a date to a zone", () => {
    for (const zone of ["Pacific/Kiritimati", "Pacific/Niue", null]) {
      const labels = createOptionFormatter(zone, "en-GB")({ id: "o", date: "2027-03-01" });
      expect(plain(labels.full)).toBe("Monday 1 March 2027");
      expect([labels.start, labels.hours]).toEqual(["", ""]);
    }
  });

  it("show floating times as written", () => {
    expect(createOptionFormatter(null, "en-GB")(slot).hours).toBe("14:00–14:30");
  });

  it("fall back to UTC and the default locale", () => {
    expect(createOptionFormatter("Mars/Olympus", "en-GB")(slot).hours).toBe("14:00–14:30");
    expect(createOptionFormatter("Europe/Paris", "not a language")(slot).day).not.toBe("");
  });
});

describe("the label of a zone", () => {
  it("is its city", () => {
    expect(zoneLabel("America/Argentina/Buenos_Aires")).toBe("Buenos Aires");
    expect(zoneLabel("UTC")).toBe("UTC");
  });
});

const grid = (shownIn?: string, timeZone: string | null = "Europe/Paris") =>
  createGrid({ ...reviewPoll, timeZone }, { shownIn });
const labels = (...given: Parameters<typeof listZones>) =>
  listZones(...given).map(({ label, zone }) => `${label}: ${zone}`);

describe("the zone of the view", () => {
  it("is the poll's by default and the viewer's when chosen", () => {
    expect(pickZone(grid(), "Asia/Kolkata", null)).toBe("Europe/Paris");
    expect(pickZone(grid(), "Asia/Kolkata", "mine")).toBe("Asia/Kolkata");
    expect(labels(grid(), "Asia/Kolkata")).toEqual(["Poll: Europe/Paris", "Mine: Asia/Kolkata"]);
  });

  it("is the requested one by default, and the others can be chosen", () => {
    const requested = grid("America/New_York");
    expect(pickZone(requested, "Asia/Kolkata", null)).toBe("America/New_York");
    expect(pickZone(requested, "Asia/Kolkata", "poll")).toBe("Europe/Paris");
    expect(pickZone(requested, "Asia/Kolkata", "requested")).toBe("America/New_York");
    expect(labels(requested, "Asia/Kolkata")).toEqual([
      "Poll: Europe/Paris",
      "Asked for: America/New_York",
      "Mine: Asia/Kolkata",
    ]);
  });

  it("is listed once", () => {
    expect(labels(grid(), "Europe/Paris")).toEqual(["Poll: Europe/Paris"]);
    expect(labels(grid("Europe/Paris"), "Asia/Kolkata")).toEqual([
      "Poll: Europe/Paris",
      "Mine: Asia/Kolkata",
    ]);
    expect(labels(grid("Asia/Kolkata"), "Asia/Kolkata")).toEqual([
      "Poll: Europe/Paris",
      "Mine: Asia/Kolkata",
    ]);
    expect(pickZone(grid("Asia/Kolkata"), "Asia/Kolkata", null)).toBe("Asia/Kolkata");
  });

  it("is null for dates and floating times", () => {
    const days = createGrid({ dates: ["2027-03-01"], people: {} }, { shownIn: "Asia/Tokyo" });
    for (const without of [days, grid("Asia/Tokyo", null)]) {
      expect(pickZone(without, "Asia/Kolkata", "mine")).toBeNull();
      expect(listZones(without, "Asia/Kolkata")).toEqual([]);
    }
  });

  it("is the poll's when the requested one is unknown", () => {
    expect(pickZone(grid("Europe/Atlantis"), "Asia/Kolkata", null)).toBe("Europe/Paris");
    expect(labels(grid("Europe/Atlantis"), "Asia/Kolkata")).toHaveLength(2);
  });

  it("is labelled Universal when the poll's is unknown", () => {
    const martian = (shownIn?: string) => grid(shownIn, "Mars/Phobos");
    for (const choice of [null, "poll"] as const)
      expect(pickZone(martian(), "Asia/Kolkata", choice)).toBe("UTC");
    expect(pickZone(martian("Asia/Tokyo"), "Asia/Kolkata", null)).toBe("Asia/Tokyo");
    expect(labels(martian(), "Asia/Kolkata")).toEqual(["Universal: UTC", "Mine: Asia/Kolkata"]);
    expect(labels(martian("UTC"), "UTC")).toEqual(["Universal: UTC"]);
  });
});
