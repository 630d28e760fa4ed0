import { describe, expect, it } from "vitest";
import { buildGrid, maxMissingNames, maxPeople, toWebUrl } from "../../mcp/view/grid.ts";
import { createCrowd, createGrid, createSample, reviewPoll } from "./sample.ts";

const refresh = { name: "find_best_times", arguments: { pollId: "Xk3pQ9vLm2Ab" } };

describe("the grid of the view", () => {
  it("holds the poll, its options and one vote per person and option", () => {
    const grid = createGrid({
      title: "Lunch",
      starts: ["2027-03-02T11:00:00Z", "2027-03-01T11:00:00.000Z"],
      people: { Ana: "21", Bo: "02" },
    });
    expect(grid).toEqual({
      version: 2,
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
        { id: "o1", startTime: "2027-03-01T11:00:00.000Z", duration: 45 },
        { id: "o0", startTime: "2027-03-02T11:00:00.000Z", duration: 45 },
      ],
      numbers: [2, 1],
      people: [
        { id: "p0", name: "Ana", votes: "12" },
        { id: "p1", name: "Bo", votes: "20" },
      ],
      others: { count: 0, yes: [0, 0], ifNeedBe: [0, 0] },
      required: [],
      minAttendance: null,
      shownIn: null,
      refresh,
    });
  });

  it("matches dates without a time zone", () => {
    const grid = createGrid({ dates: ["2027-03-28", "2027-03-29"], people: { Ana: "20", Bo: "01" } });
    expect(grid.options).toEqual([
      { id: "o0", date: "2027-03-28" },
      { id: "o1", date: "2027-03-29" },
    ]);
    expect(grid.people.map(({ votes }) => votes)).toEqual(["20", "01"]);
  });

  it("distinguishes slots with the same start and different durations", () => {
    const { poll, participants } = createSample({ starts: ["2027-03-01T11:00:00Z"], people: { Ana: "2" } });
    const longer = { id: "long", startTime: "2027-03-01T11:00:00Z", duration: 90 };
    const grid = buildGrid({ ...poll, options: [...poll.options, longer] }, participants, { refresh });
    expect(grid.people[0]?.votes).toBe("20");
  });

  it("counts an unknown modifier as a yes", () => {
    const { poll, participants } = createSample({ starts: ["2027-03-01T11:00:00Z"], people: { Ana: "2" } });
    const remote = participants.map((person) => ({
      ...person,
      availability: person.availability.map((span) => ({ ...span, modifiers: ["remoteOnly"] })),
    }));
    expect(buildGrid(poll, remote, { refresh }).people[0]?.votes).toBe("2");
  });

  it("leaves out excluded people and lists the required ones", () => {
    const grid = createGrid(reviewPoll, {
      requiredIds: ["p3", "gone"],
      excludedIds: ["p0", "p1"],
      minAttendance: 5,
    });
    expect(grid.people.map(({ id }) => id)).toEqual(["p2", "p3", "p4", "p5", "p6", "p7", "p8"]);
    expect(grid.required).toEqual(["p3"]);
    expect(grid.minAttendance).toBe(5);
  });

  it("lists a bounded number of people, with all required ones, and counts the rest per option", () => {
    const last = `p${maxPeople + 9}`;
    const grid = createGrid(createCrowd(3, maxPeople + 10), { requiredIds: [last] });
    expect(grid.people).toHaveLength(maxPeople);
    expect(grid.people.at(-1)?.id).toBe(last);
    const whole = createGrid(createCrowd(3, maxPeople + 10), {});
    const counted = (index: number, vote: string) =>
      whole.people.filter(({ votes }) => votes[index] === vote).length;
    expect(grid.others.count).toBe(10);
    const total = (index: number) =>
      grid.people.filter(({ votes }) => votes[index] === "2").length + (grid.others.yes[index] ?? 0);
    expect([0, 1, 2].map(total)).toEqual(
      [0, 1, 2].map((index) => counted(index, "2") + (whole.others.yes[index] ?? 0)),
    );
  });

  it("sanitizes and shortens text of other people", () => {
    const grid = createGrid({
      title: "Team\u202egnidaer\u0007 \u200bmeeting",
      starts: ["2027-03-01T11:00:00Z"],
      people: { ["x".repeat(500)]: "2", "\u200f\u200b": "2", "محمد علي": "2" },
    });
    expect(grid.poll.title).toBe("Teamgnidaer meeting");
    expect(grid.people.map(({ name }) => name)).toEqual([`${"x".repeat(79)}…`, "(no name)", "محمد علي"]);
  });

  it("lists a bounded number of invited people without an answer", () => {
    expect(createGrid(reviewPoll)).not.toHaveProperty("missing");
    expect(createGrid(reviewPoll, { missing: [] }).missing).toEqual({ names: [], more: 0 });
    expect(createGrid(reviewPoll, { missing: ["Grace\u202e\nHopper <g@x.org>", "\u200b"] }).missing).toEqual({
      names: ["Grace Hopper <g@x.org>", "(no name)"],
      more: 0,
    });
    const crowd = Array.from({ length: maxMissingNames + 7 }, (_, index) => `Guest ${index}`);
    expect(createGrid(reviewPoll, { missing: crowd }).missing).toEqual({
      names: crowd.slice(0, maxMissingNames),
      more: 7,
    });
  });

  it("takes less than 40 kB for 200 people and 100 options", () => {
    expect(JSON.stringify(createGrid(createCrowd(100, 200))).length).toBeLessThan(40_000);
  });
});

describe("URLs of the poll in the grid", () => {
  it("are kept only with http or https and a bounded length", () => {
    for (const good of ["https://app.rallly.co/invite/1", "http://localhost:3000/poll/1"]) {
      expect(toWebUrl(good)).toBe(good);
    }
    for (const bad of [
      "javascript:alert(1)",
      "data:text/html,x",
      "/poll/1",
      "",
      `https://x.example/${"a".repeat(2000)}`,
    ]) {
      expect(toWebUrl(bad)).toBeNull();
    }
  });
});
