import { describe, expect, it } from "vitest";
import { buildGrid, maxPeople } from "../../mcp/view/grid.ts";
import { createCrowd, createGrid, createSample, reviewPoll } from "./sample.ts";

const refresh = { name: "find_best_times", arguments: { pollId: "Xk3pQ9vLm2Ab" } };

describe("the grid of the view", () => {
  it("holds the poll, its options by time and one vote per person and option", () => {
    const starts = ["2027-03-02T11:00:00Z", "2027-03-01T11:00:00Z"];
    expect(createGrid({ title: "Lunch", starts, people: { Ana: "21", Bo: "02" } })).toEqual({
      version: 3,
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
        { number: 2, startsAt: Date.parse(starts[1] ?? ""), startTime: starts[1], duration: 45 },
        { number: 1, startsAt: Date.parse(starts[0] ?? ""), startTime: starts[0], duration: 45 },
      ],
      people: [
        { id: "p0", name: "Ana", votes: "12" },
        { id: "p1", name: "Bo", votes: "20" },
      ],
      others: { count: 0, yes: [0, 0], ifNeedBe: [0, 0] },
      minAttendance: null,
      requiredMissing: false,
      shownIn: null,
      refresh,
    });
  });

  it.each([
    ["in the zone of the arguments", "Asia/Tokyo", "2027-02-28T15:00:00Z"],
    ["where it comes last without one", undefined, "2027-03-01T12:00:00Z"],
  ])("starts a day %s", (_, shownIn, start) => {
    const [option] = createGrid({ dates: ["2027-03-01"], people: {} }, { shownIn }).options;
    expect(option).toEqual({ number: 1, date: "2027-03-01", startsAt: Date.parse(start) });
  });

  it("counts an unknown modifier as a yes", () => {
    const { poll, participants } = createSample({ starts: ["2027-03-01T11:00:00Z"], people: { Ana: "2" } });
    const [ana] = participants;
    const availability = (ana?.availability ?? []).map((span) => ({ ...span, modifiers: ["remoteOnly"] }));
    expect(buildGrid(poll, [{ id: "p0", name: "Ana", availability }], { refresh }).people[0]?.votes).toBe(
      "2",
    );
  });

  it("leaves out excluded people, and marks required and optional ones", () => {
    const [p0, p1, p2, p3] = [{ id: "p0" }, { id: "p1" }, { id: "p2" }, { id: "p3" }];
    // Whoever is optional is left out of the counts, but shown.
    const request = { required: [p3], optional: [p1], excluded: [p0, p1, p2] };
    const parts = createGrid(reviewPoll, request).people.map(({ id, part }) => `${id} ${part ?? ""}`.trim());
    expect(parts).toEqual(["p1 optional", "p3 required", "p4", "p5", "p6", "p7", "p8"]);
  });

  it("lists 150 people, with all required ones, and counts the rest per option", () => {
    const grid = createGrid(createCrowd(3, 390), { required: [{ id: "p389" }] });
    expect([grid.people.length, grid.people.at(-1)?.id, grid.others.count]).toEqual([maxPeople, "p389", 240]);
    const votes = Object.values(createCrowd(3, 390).people).map((each) => each[0]);
    const listed = grid.people.filter((person) => person.votes.startsWith("2")).length;
    expect(listed + (grid.others.yes[0] ?? 0)).toBe(votes.filter((vote) => vote === "2").length);
  });

  it("cleans and shortens text of other people, and opens only web addresses", () => {
    const { poll, participants } = createSample({
      title: "Team\u202egnidaer\u0007 \u200bmeeting",
      starts: ["2027-03-01T11:00:00Z"],
      people: { ["x".repeat(500)]: "2", "\u200f\u200b": "2", "محمد علي": "2" },
    });
    const links = { inviteUrl: "javascript:alert(1)", adminUrl: "/poll/1" };
    const grid = buildGrid({ ...poll, ...links }, participants, {
      refresh,
      missing: ["Grace\u202e\nHopper"],
    });
    expect(grid.poll).toMatchObject({ title: "Teamgnidaer meeting", inviteUrl: null, adminUrl: null });
    expect(grid.people.map(({ name }) => name)).toEqual([`${"x".repeat(79)}…`, "(no name)", "محمد علي"]);
    expect(grid.missing).toEqual({ names: ["Grace Hopper"], more: 0 });
  });

  it("lists fifty people who have not answered, and takes less than 40 kB for 390 people and 100 options", () => {
    const missing = Array.from({ length: 57 }, (_, index) => `Guest ${index}`);
    const grid = createGrid(createCrowd(100, 390), { missing });
    expect(grid.missing).toEqual({ names: missing.slice(0, 50), more: 7 });
    expect(JSON.stringify(grid).length).toBeLessThan(40_000);
  });
});
