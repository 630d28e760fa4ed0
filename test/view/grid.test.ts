import { describe, expect, it } from "vitest";
import { createCrowd, createGrid } from "./sample.ts";

const noon = "2027-03-01T11:00:00Z";

describe("the grid of the view", () => {
  it.each([
    ["in the zone of the arguments", "Asia/Tokyo", "2027-03-01T15:00:00Z"],
    ["where it comes last without one", undefined, "2027-03-02T12:00:00Z"],
  ])("ends a day %s", (_, shownIn, end) => {
    const { options } = createGrid({ dates: ["2027-03-01"], people: {} }, { shownIn });
    expect(options).toEqual([{ when: { date: "2027-03-01" }, pastFrom: Date.parse(end) }]);
  });

  it("lists 150 people, with all required ones, and counts the rest per option", () => {
    const crowd = createCrowd(3, 390);
    const { people, others } = createGrid(crowd, { required: ["p389"] });
    expect([people.length, people.at(-1)?.id, others.count]).toEqual([150, "p389", 240]);
    const count = (votes: string[], pattern: RegExp) => votes.filter((each) => pattern.test(each)).length;
    const listed = people.flatMap(({ votes }) => votes);
    const all = Object.values(crowd.people);
    expect(count(listed, /^2/) + (others.yes[0] ?? 0)).toBe(count(all, /^2/));
    expect(count(listed, /^[12]/) + (others.available[0] ?? 0)).toBe(count(all, /^[12]/));
  });

  it("cleans and shortens text of other people", () => {
    const title = "Team\u202egnidaer\u0007 \u200bmeeting";
    const people = { ["x".repeat(500)]: "2", "\u200f\u200b": "2", "محمد علي": "2" };
    const grid = createGrid({ title, starts: [noon], people }, { missing: ["Grace\u202e\nHopper"] });
    expect(grid.poll.title).toBe("Teamgnidaer meeting");
    expect(grid.people.map(({ name }) => name)).toEqual([`${"x".repeat(79)}…`, "(no name)", "محمد علي"]);
    expect(grid.missing).toEqual(["Grace Hopper"]);
  });

  it("has everybody who has not answered, for the reminder, and takes less than 40 kB for 390 people and 100 options", () => {
    const missing = Array.from({ length: 390 }, (_, index) => `Guest ${index}`);
    const grid = createGrid(createCrowd(100, 390), { missing });
    expect(grid.missing).toEqual(missing);
    expect(JSON.stringify(grid).length).toBeLessThan(40_000);
  });
});
