import { describe, expect, it } from "vitest";
import { buildGrid } from "../../mcp/view/grid.ts";
import { tabulateVotes } from "../../src/scheduling/rank/poll-ranking.ts";
import { createCrowd, createGrid, createSample, reviewPoll } from "./sample.ts";

const refresh = { name: "find_best_times", arguments: { poll: "Xk3pQ9vLm2Ab" } };
const noon = "2027-03-01T11:00:00Z";

describe("the grid of the view", () => {
  it("holds the poll, its options and one vote per response and option", () => {
    const later = "2027-03-02T11:00:00Z";
    const grid = createGrid({ title: "Lunch", starts: [later, noon], people: { Ana: "21", Bo: "02" } });
    expect(grid).toEqual({
      version: 6,
      poll: {
        id: "Xk3pQ9vLm2Ab",
        title: "Lunch",
        kind: "time",
        status: "open",
        timeZone: "Europe/Paris",
        inviteUrl: "https://rallly.example/invite/Xk3pQ9vLm2Ab",
        adminUrl: "https://rallly.example/poll/Xk3pQ9vLm2Ab",
      },
      options: [
        { pastFrom: Date.parse(later), when: { startTime: later, duration: 45 } },
        { pastFrom: Date.parse(noon), when: { startTime: noon, duration: 45 } },
      ],
      people: [
        { id: "p0", name: "Ana", votes: ["21"] },
        { id: "p1", name: "Bo", votes: ["02"] },
      ],
      others: { count: 0, yes: [0, 0], available: [0, 0] },
      requiredUnknown: false,
      refresh,
    });
  });

  it.each([
    ["in the zone of the arguments", "Asia/Tokyo", "2027-03-01T15:00:00Z"],
    ["where it comes last without one", undefined, "2027-03-02T12:00:00Z"],
  ])("ends a day %s", (_, shownIn, end) => {
    const { options } = createGrid({ dates: ["2027-03-01"], people: {} }, { shownIn });
    expect(options).toEqual([{ when: { date: "2027-03-01" }, pastFrom: Date.parse(end) }]);
  });

  it("has a person once who answered twice", () => {
    const { poll, participants } = createSample({
      dates: ["2027-03-01", "2027-03-02"],
      people: { A: "20", B: "01" },
    });
    const same = participants.map((person) => ({ ...person, email: "a@example.com" }));
    const { people } = buildGrid(poll, tabulateVotes(poll, same), { refresh });
    expect(people).toMatchObject([{ name: "B", votes: ["20", "01"] }]);
  });

  it("leaves out excluded people, and marks required and optional ones", () => {
    const request = { required: ["p3"], optional: ["p1"], exclude: ["p0", "p2"] };
    const parts = createGrid(reviewPoll, request).people.map(({ id, part = "" }) => `${id} ${part}`.trim());
    expect(parts).toEqual(["p1 optional", "p3 required", "p4", "p5", "p6", "p7", "p8"]);
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
    expect(grid.missing).toEqual({ count: 1, names: ["Grace Hopper"] });
  });

  it("lists fifty people who have not answered, and takes less than 40 kB for 390 people and 100 options", () => {
    const missing = Array.from({ length: 57 }, (_, index) => `Guest ${index}`);
    const grid = createGrid(createCrowd(100, 390), { missing });
    expect(grid.missing).toEqual({ count: 57, names: missing.slice(0, 50) });
    expect(JSON.stringify(grid).length).toBeLessThan(40_000);
  });
});
