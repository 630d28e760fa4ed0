import { describe, expect, it } from "vitest";
import {
  explainDifference,
  type RankablePerson,
  rankOptions,
  sortByFit,
} from "../../src/scheduling/index.ts";
import { before, dayOption, person, slot } from "./people-in-polls.ts";

const options = [slot(9), slot(10), slot(11)];

function crowd(...votes: string[]): RankablePerson[] {
  return votes.map((each, index) => person(`P${index}`, each, options));
}

function order(
  participants: RankablePerson[],
  request: { required?: string[]; exclude?: string[]; minAttendance?: number } = {},
) {
  return rankOptions({ poll: { options }, participants, now: before, ...request });
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

  it("then sorts by time, and tied options share a rank", () => {
    const { options: ranked } = order(crowd("222"));
    expect(ranked.map(({ index, rank }) => [index, rank])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
    expect(ranked[0]?.tie).toBe(
      "3 options are tied: 1 person is available for each (1 yes); the earlier option is listed first",
    );
  });

  it("puts required people before any number of others", () => {
    const people = [person("Boss", "001", options), ...crowd("220", "220", "200")];
    const { options: ranked, best } = order(people, { required: ["boss"] });
    expect(ranked.map(({ index }) => index)).toEqual([2, 0, 1]);
    expect(names(ranked[0]?.requiredPresent ?? [])).toEqual(["Boss"]);
    expect(names(ranked[1]?.requiredMissing ?? [])).toEqual(["Boss"]);
    expect(ranked[1]?.obstacles).toEqual(["required-missing"]);
    expect(best?.index).toBe(2);
  });

  it("sorts options that fit before better ranked ones that do not", () => {
    const fits = { obstacles: [], past: false };
    const tooFew = { obstacles: ["too-few" as const], past: false };
    const past = { obstacles: ["past" as const], past: true };
    expect(sortByFit([past, tooFew, fits])).toEqual([fits, tooFew, past]);
    expect(sortByFit([past, fits, tooFew])).toEqual([fits, tooFew, past]);
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
    const ranking = rankOptions({ poll: { options: shuffled }, participants: [], now: before });
    expect(ranking.options.map(({ index }) => index)).toEqual([2, 1, 0]);
  });
});

describe("people by vote", () => {
  it("are listed in the order of the participants", () => {
    const [first] = order([...crowd("222", "100"), person("Zoe", "022", options)]).options.filter(
      ({ index }) => index === 0,
    );
    expect(first).toMatchObject({ available: 2, yes: 1 });
    expect(names(first?.byVote.yes ?? [])).toEqual(["P0"]);
    expect(names(first?.byVote.ifNeedBe ?? [])).toEqual(["P1"]);
    expect(names(first?.byVote.noOrUnanswered ?? [])).toEqual(["Zoe"]);
    expect(first?.byVote.yes).toBe(first?.byVote.yes);
  });

  it("are separate for slots with one start and different ends", () => {
    const twins = [slot(9, 30), slot(9, 60), slot(10)];
    const people = [
      person("Short", "200", twins),
      person("Long", "010", twins),
      person("Both", "222", twins),
    ];
    const ranked = rankOptions({ poll: { options: twins }, participants: people, now: before }).options;
    const at = (index: number) => ranked.find((option) => option.index === index);
    expect(names(at(0)?.byVote.yes ?? [])).toEqual(["Short", "Both"]);
    expect(names(at(1)?.byVote.ifNeedBe ?? [])).toEqual(["Long"]);
    expect(names(at(2)?.byVote.yes ?? [])).toEqual(["Both"]);
  });

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

  it("are found by date alone for days", () => {
    const days = [dayOption(1), dayOption(2)];
    const people = [person("A", "02", days), person("B", "12", days)];
    const unusual = { start: "2027-03-02T00:00:00Z", end: "2027-03-03T00:00:00Z", modifiers: [] };
    people.push({ ...person("C", "", days), availability: [unusual] });
    const ranking = rankOptions({ poll: { options: days }, participants: people, now: before });
    expect(ranking.options.map(({ option, available }) => [option.date, available])).toEqual([
      ["2027-03-02", 3],
      ["2027-03-01", 1],
    ]);
  });
});

describe("the best option", () => {
  it("is null without votes, and there are no leaders", () => {
    for (const participants of [[], crowd("000", "000")]) {
      const ranking = order(participants);
      expect(ranking).toMatchObject({ best: null, leaders: [] });
      expect(ranking.options.map(({ rank, tie, obstacles }) => [rank, tie, obstacles])).toEqual(
        Array(3).fill([1, null, ["too-few"]]),
      );
    }
  });

  it("is the option of the only voter", () => {
    const ranking = order(crowd("012"));
    expect(ranking.best?.index).toBe(2);
    expect(ranking.leaders.map(({ index }) => index)).toEqual([2]);
  });

  it("needs the minimum attendance", () => {
    const people = crowd("220", "200", "100");
    expect(order(people, { minAttendance: 3 }).best?.index).toBe(0);
    const ranking = order(people, { minAttendance: 4 });
    expect(ranking.best).toBeNull();
    expect(ranking.leaders.map(({ index }) => index)).toEqual([0]);
    expect(ranking.options.every(({ obstacles }) => obstacles.includes("too-few"))).toBe(true);
  });

  it("is not in the past; a past option keeps its rank", () => {
    const now = Date.parse(options[0]?.startTime ?? "");
    const ranking = rankOptions({ poll: { options }, participants: crowd("220", "200"), now });
    expect(ranking.options.map(({ index, past }) => [index, past])).toEqual([
      [0, true],
      [1, false],
      [2, false],
    ]);
    expect(ranking.leaders.map(({ index }) => index)).toEqual([0]);
    expect(ranking.best?.index).toBe(1);
    expect(rankOptions({ poll: { options }, participants: [], now: now - 1 }).options[0]?.past).toBe(false);
  });

  it("can be today until the day is over in UTC", () => {
    const days = [dayOption(1)];
    const at = (now: number) =>
      rankOptions({ poll: { options: days }, participants: [], now }).options[0]?.past;
    expect(at(Date.parse("2027-03-01T23:59:59Z"))).toBe(false);
    expect(at(Date.parse("2027-03-02T00:00:00Z"))).toBe(true);
  });

  it("is null in a poll without options", () => {
    const empty: (typeof options)[number][] = [];
    expect(rankOptions({ poll: { options: empty }, participants: crowd("2"), now: before })).toMatchObject({
      options: [],
      leaders: [],
      best: null,
      people: 1,
    });
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

it("ranks 100 options for 10,000 people as simple counting does", () => {
  const many = Array.from({ length: 100 }, (_, hour) => slot(hour));
  const votes = (who: number) =>
    many.map((_, option) => "210"[(who * 31 + option * option * 7) % 3]).join("");
  const people = Array.from({ length: 10_000 }, (_, who) => person(`P${who}`, votes(who), many));
  const ranking = rankOptions({
    poll: { options: many },
    participants: people,
    required: ["P9999"],
    now: before,
  });
  expect(ranking.options).toHaveLength(100);
  for (const { index, available, yes, byVote } of [ranking.options[0], ranking.options[99]].flatMap(
    (each) => each ?? [],
  )) {
    const column = people.map((_, who) => votes(who)[index]);
    expect(yes).toBe(column.filter((vote) => vote === "2").length);
    expect(available).toBe(column.filter((vote) => vote !== "0").length);
    expect(byVote.noOrUnanswered).toHaveLength(10_000 - available);
  }
});

describe("tied options", () => {
  it("are described with the number of available people", () => {
    const options = [slot(9), slot(10), slot(11)];
    const participants = [person("A", "222", options), person("B", "110", options)];
    const { options: ranked } = rankOptions({ poll: { options }, participants, now: before });
    const tie =
      "2 options are tied: 2 people are available for each (1 yes); the earlier option is listed first";
    expect(ranked.map((option) => option.tie)).toEqual([tie, tie, null]);
  });

  it("are sorted by date, not by their order in the poll", () => {
    const options = [dayOption(3), dayOption(1), dayOption(2)];
    const { options: ranked } = rankOptions({ poll: { options }, participants: [], now: before });
    expect(ranked.map(({ option }) => option.date)).toEqual(["2027-03-01", "2027-03-02", "2027-03-03"]);
  });
});

it("has the obstacle past for an option that has begun", () => {
  const options = [slot(9), slot(10)];
  const now = Date.parse("2027-03-01T09:30:00Z");
  const { options: ranked } = rankOptions({
    poll: { options },
    participants: [person("A", "22", options)],
    now,
  });
  expect(ranked.map(({ obstacles }) => obstacles)).toEqual([["past"], []]);
});
