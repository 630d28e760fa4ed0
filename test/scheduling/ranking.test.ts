import { describe, expect, it } from "vitest";
import {
  createSpanFinder,
  explainDifference,
  type RankablePerson,
  rankOptions,
  sortByFit,
} from "../../src/scheduling/index.ts";
import { before, person, slot } from "./people-in-polls.ts";

const options = [slot(9), slot(10), slot(11)];

function crowd(...votes: string[]): RankablePerson[] {
  return votes.map((each, index) => person(`P${index}`, each, options));
}

function order(participants: RankablePerson[], request: Partial<Parameters<typeof rankOptions>[0]> = {}) {
  const { required, exclude, optional, minAttendance, now = before } = request;
  const lists = { required, exclude, optional, minAttendance };
  return rankOptions({ poll: { options, timeZone: "UTC" }, participants, now, ...lists });
}

const places = (ranking: ReturnType<typeof order>) => ranking.options.map(({ index, rank }) => [index, rank]);
const names = (people: readonly { name: string }[]) => people.map(({ name }) => name);

describe("the ranking", () => {
  it("puts the option with most people available first, if need be included", () => {
    expect(places(order(crowd("211", "011", "020")))).toEqual([
      [1, 1],
      [2, 2],
      [0, 3],
    ]);
  });

  it("then sorts by yes votes", () => {
    expect(places(order(crowd("121", "111", "222")))).toEqual([
      [1, 1],
      [0, 2],
      [2, 2],
    ]);
  });

  it("puts required people before any number of others", () => {
    const people = [person("Boss", "001", options), ...crowd("220", "220", "200")];
    const { options: ranked, best } = order(people, { required: ["boss"] });
    expect(ranked.map(({ index }) => index)).toEqual([2, 0, 1]);
    expect(names(ranked[1]?.requiredMissing ?? [])).toEqual(["Boss"]);
    expect(ranked[1]?.obstacles).toEqual(["required-missing"]);
    expect(best?.index).toBe(2);
  });

  it("leaves excluded people out of all counts and lists", () => {
    const ranking = order([...crowd("200", "220"), person("Guest", "002", options)], {
      exclude: ["Guest", "P0"],
    });
    expect(ranking.people).toBe(1);
    expect(names(ranking.excluded)).toEqual(["Guest", "P0"]);
    expect(ranking.options[0]).toMatchObject({ index: 0, available: 1 });
    expect(names(ranking.options[2]?.byVote.noOrUnanswered ?? [])).toEqual(["P1"]);
  });

  it("sorts ties by time and then by length, not by their order in the poll", () => {
    const shuffled = [slot(11), slot(9, 60), slot(9, 30)];
    const ranking = rankOptions({
      poll: { options: shuffled, timeZone: "UTC" },
      participants: [],
      now: before,
    });
    expect(ranking.options.map(({ index }) => index)).toEqual([2, 1, 0]);
  });
});

describe("people by vote", () => {
  it("are found by time in any spelling and order", () => {
    const odd: RankablePerson = {
      ...person("Odd", "", options),
      availability: [
        { start: "2027-03-01T11:00:00Z", end: "2027-03-01T12:00:00Z", modifiers: [] },
        { start: "2027-03-01T10:00:00+01:00", end: "2027-03-01T11:00:00+01:00", modifiers: ["ifNeedBe"] },
        { start: "2027-03-01T10:00:00.000Z", end: "2027-03-01T10:30:00.000Z", modifiers: [] },
        { start: "2030-01-01T10:00:00.000Z", end: "2030-01-01T10:30:00.000Z", modifiers: [] },
      ],
    };
    const ranking = order([odd]);
    expect(ranking.options.map(({ index, yes, available }) => [index, yes, available])).toEqual([
      [2, 1, 1],
      [0, 0, 1],
      [1, 0, 0],
    ]);
  });

  it("count an unknown modifier as yes, and ifNeedBe among others as if need be", () => {
    const [nine, ten] = person("New", "220", options).availability;
    if (!nine || !ten) throw new Error("no spans");
    const availability = [
      { ...nine, modifiers: ["online"] },
      { ...ten, modifiers: ["online", "ifNeedBe"] },
    ];
    const ranking = order([{ ...person("New", "", options), availability }]);
    expect(ranking.options.map(({ yes, available }) => [yes, available])).toEqual([
      [1, 1],
      [0, 1],
      [0, 0],
    ]);
  });
});

describe("the best option", () => {
  it("needs the minimum attendance", () => {
    const people = crowd("220", "200", "100");
    expect(order(people, { minAttendance: 3 }).best?.index).toBe(0);
    const { best, leaders } = order(people, { minAttendance: 4 });
    expect([best, leaders.map(({ index }) => index)]).toEqual([null, [0]]);
  });

  it("is sorted before better ranked options with obstacles", () => {
    const fits = { obstacles: [], past: false };
    const tooFew = { obstacles: ["too-few" as const], past: false };
    const past = { obstacles: ["past" as const], past: true };
    expect(sortByFit([past, tooFew, fits])).toEqual([fits, tooFew, past]);
  });

  it("is null without votes, and there are no leaders", () => {
    for (const participants of [[], crowd("000", "000")]) {
      const ranking = order(participants);
      expect(ranking).toMatchObject({ best: null, leaders: [] });
      expect(ranking.options.map(({ rank, obstacles }) => [rank, obstacles])).toEqual(
        Array(3).fill([1, ["too-few"]]),
      );
    }
  });

  it("is not in the past; a past option keeps its rank", () => {
    const now = Date.parse(options[0]?.startTime ?? "");
    const ranking = rankOptions({
      poll: { options, timeZone: "UTC" },
      participants: crowd("220", "200"),
      now,
    });
    expect(ranking.options.map(({ index, past }) => [index, past])).toEqual([
      [0, true],
      [1, false],
      [2, false],
    ]);
    expect(ranking.leaders.map(({ index }) => index)).toEqual([0]);
    expect(ranking.best?.index).toBe(1);
    expect(
      rankOptions({ poll: { options, timeZone: "UTC" }, participants: [], now: now - 1 }).options[0]?.past,
    ).toBe(false);
  });
});

describe("the difference between two options", () => {
  const score = { required: 2, available: 6, yes: 4, optional: 1 };
  it.each([
    [{ ...score, required: 1 }, "fewer of the required people are available (1, not 2)"],
    [{ ...score, available: 5 }, "fewer people are available (5, not 6)"],
    [{ ...score, yes: 3 }, "as many people are available, but fewer voted yes (3, not 4)"],
    [{ ...score, optional: 0 }, "as many people are available, but fewer of the optional people (0, not 1)"],
    [score, "tied; the earlier option is listed first"],
  ])("%j: %s", (loser, words) => {
    expect(explainDifference(score, loser)).toBe(words);
  });
});

describe("required and excluded people", () => {
  const people = [
    ...crowd("222"),
    person("Ada", "200", options),
    person("Ada", "020", options, "ada@example.com"),
  ];
  const unresolved = (request: Parameters<typeof order>[1]) =>
    order(people, request).unresolved.map(({ list, index, kind, candidates }) => [
      list,
      index,
      kind,
      names(candidates),
    ]);

  it.each([
    ["who did not respond", { required: ["P0", "Nobody"] }, [["required", 1, "missing", []]]],
    ["with a similar name", { required: ["Adda"] }, [["required", 0, "missing", ["Ada", "Ada"]]]],
    ["of whom there are two", { exclude: ["Ada"] }, [["exclude", 0, "ambiguous", ["Ada", "Ada"]]]],
    ["who are both", { required: ["P0"], exclude: ["p0"] }, [["exclude", 0, "contradiction", ["P0"]]]],
    [
      "who are optional too",
      { required: ["P0"], optional: ["x", "p0"] },
      [
        ["optional", 0, "missing", []],
        ["optional", 1, "contradiction", ["P0"]],
      ],
    ],
  ])("are named %s", (_, request, expected) => {
    expect(unresolved(request)).toEqual(expected);
  });

  it("leave no option that fits while a required person is missing or not clear", () => {
    for (const required of [["Nobody"], ["Ada"]]) {
      const { best, options: ranked } = order(people, { required });
      expect(best).toBeNull();
      expect(ranked.map(({ obstacles }) => obstacles)).toEqual(Array(3).fill(["required-missing"]));
    }
    expect(order(people, { exclude: ["Nobody"] }).best).not.toBeNull();
  });
});

describe("optional people", () => {
  const ada = person("Ada", "220", options);
  const ben = person("Ben", "022", options);
  const zoe = person("Zoe", "002", options, "zoe@example.com");

  it("are not counted: their answers move no option below another", () => {
    const crowd = [ada, zoe, person("Yan", "002", options)];
    expect(order(crowd).best?.index).toBe(2);
    const ranking = order(crowd, { optional: ["Zoe", "Yan"] });
    expect(ranking).toMatchObject({ people: 1, best: { index: 0, available: 1, yes: 1, optional: 0 } });
    expect(names(ranking.options[2]?.byVote.noOrUnanswered ?? [])).toEqual(["Ada"]);
    expect(names(ranking.options[2]?.optionalPresent ?? [])).toEqual(["Zoe", "Yan"]);
    expect(order([ada], { optional: ["Ada"] }).best).toBeNull();
  });

  it("decide between options that are equal for everybody else", () => {
    const yan = person("Yan", "020", options);
    expect(places(order([ada, ben, yan], { optional: ["Yan"] }))).toEqual([
      [1, 1],
      [0, 2],
      [2, 2],
    ]);
  });

  it("who responded twice are left out with both responses, and the last one says whether they can come", () => {
    const again = { ...person("Zoe R", "200", options, "ZOE@example.com"), id: "id-again" };
    const ranking = order([ada, zoe, again], { optional: ["zoe@example.com"] });
    expect(ranking.people).toBe(1);
    expect(ranking.options.map(({ optional }) => optional)).toEqual([1, 0, 0]);
  });
});

const span = (start: string, end: string) => ({ start, end, modifiers: [] });

describe("the option of a span", () => {
  it("is the slot with the same start and end in any spelling", () => {
    const find = createSpanFinder([
      { startTime: "2027-03-01T09:00:00.000Z", duration: 30 },
      { startTime: "2027-03-01T09:00:00Z", duration: 60 },
      { startTime: "2027-03-02T09:00:00+01:00", duration: 45 },
    ]);
    expect(find(span("2027-03-01T09:00:00Z", "2027-03-01T10:00:00Z"))).toBe(1);
    expect(find(span("2027-03-01T09:00:00.000Z", "2027-03-01T09:30:00.000Z"))).toBe(0);
    expect(find(span("2027-03-02T08:00:00Z", "2027-03-02T08:45:00Z"))).toBe(2);
    expect(find(span("2027-03-01T09:00:00Z", "2027-03-01T09:45:00Z"))).toBeUndefined();
  });

  it("is the day of its start, without a time zone", () => {
    const find = createSpanFinder([{ date: "2027-03-01" }, { date: "2027-03-02" }]);
    expect(find(span("2027-03-02T00:00:00.000Z", "2027-03-03T00:00:00.000Z"))).toBe(1);
    expect(find(span("2027-03-03T00:00:00.000Z", "2027-03-04T00:00:00.000Z"))).toBeUndefined();
  });
});
