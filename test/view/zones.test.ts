import { describe, expect, it } from "vitest";
import { offerZones, pickZone } from "../../mcp/view/zones.ts";
import { createGrid, reviewPoll } from "./sample.ts";

const grid = (shownIn?: string, timeZone: string | null = "Europe/Paris") =>
  createGrid({ ...reviewPoll, timeZone }, { shownIn });
const labels = (...given: Parameters<typeof offerZones>) =>
  offerZones(...given).map(({ label, zone }) => `${label}: ${zone}`);

describe("the zone of the view", () => {
  it("is the poll's at first, and the viewer's own when chosen", () => {
    expect(pickZone(grid(), "Asia/Kolkata", null)).toBe("Europe/Paris");
    expect(pickZone(grid(), "Asia/Kolkata", "mine")).toBe("Asia/Kolkata");
    expect(labels(grid(), "Asia/Kolkata")).toEqual(["Poll: Europe/Paris", "Mine: Asia/Kolkata"]);
  });

  it("is at first the one that was asked for, with the others to choose", () => {
    const asked = grid("America/New_York");
    expect(pickZone(asked, "Asia/Kolkata", null)).toBe("America/New_York");
    expect(pickZone(asked, "Asia/Kolkata", "poll")).toBe("Europe/Paris");
    expect(pickZone(asked, "Asia/Kolkata", "asked")).toBe("America/New_York");
    expect(labels(asked, "Asia/Kolkata")).toEqual([
      "Poll: Europe/Paris",
      "Asked for: America/New_York",
      "Mine: Asia/Kolkata",
    ]);
  });

  it("is offered once, however many reasons there are for it", () => {
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

  it("has no bearing on whole days and floating times", () => {
    const days = createGrid({ dates: ["2027-03-01"], people: {} }, { shownIn: "Asia/Tokyo" });
    for (const without of [days, grid("Asia/Tokyo", null)]) {
      expect(pickZone(without, "Asia/Kolkata", "mine")).toBeNull();
      expect(offerZones(without, "Asia/Kolkata")).toEqual([]);
    }
  });

  it("is the poll's where the browser does not know the one asked for", () => {
    expect(pickZone(grid("Europe/Atlantis"), "Asia/Kolkata", null)).toBe("Europe/Paris");
    expect(labels(grid("Europe/Atlantis"), "Asia/Kolkata")).toHaveLength(2);
  });

  it("is UTC by name, and not called the poll's, where the browser does not know the poll's", () => {
    const martian = (shownIn?: string) => grid(shownIn, "Mars/Phobos");
    for (const choice of [null, "poll"] as const)
      expect(pickZone(martian(), "Asia/Kolkata", choice)).toBe("UTC");
    expect(pickZone(martian("Asia/Tokyo"), "Asia/Kolkata", null)).toBe("Asia/Tokyo");
    expect(labels(martian(), "Asia/Kolkata")).toEqual(["Universal: UTC", "Mine: Asia/Kolkata"]);
    expect(labels(martian("UTC"), "UTC")).toEqual(["Universal: UTC"]);
  });
});
