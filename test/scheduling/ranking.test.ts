import { describe, expect, it } from "vitest";
import {
  assignOptions,
  PlanError,
  type RankablePerson,
  rankOptions,
  rankSessions,
} from "../../src/scheduling/index.ts";
import { before, dayOption, person, slot } from "./people-in-polls.ts";

const options = [slot(9), slot(10), slot(11)];

/** People with the digits of their votes. */
type Votes = Record<string, string>;
type Request = Partial<Parameters<typeof rankOptions>[0]>;

const toPeople = (votes: Votes) =>
  Object.entries(votes).map(([name, digits]) => person(name, digits, options));
const rank = (participants: RankablePerson[], request: Request = {}) =>
  rankOptions({ poll: { options, timeZone: "UTC" }, participants, now: before, ...request });
const names = (people: readonly { name: string }[] = []) => people.map(({ name }) => name);

describe("the ranking", () => {
  it.each<[string, Votes, Request, numbers: string]>([
    ["puts the option with most people first", { Ada: "211", Ben: "011", Cleo: "020" }, {}, "2 3 1"],
    ["then sorts by yes votes", { Ada: "121", Ben: "111", Cleo: "222" }, {}, "2 1= 3="],
    ["puts required people before others", { Bo: "001", A: "220", B: "200" }, { required: ["bo"] }, "3 1 2"],
    ["counts no excluded people", { A: "200", B: "020", C: "222" }, { exclude: ["A"] }, "2 1= 3="],
    ["counts no optional people", { A: "220", B: "002", C: "002" }, { optional: ["B", "C"] }, "1= 2= 3"],
    ["lets optional people decide ties", { A: "220", C: "010" }, { optional: ["C"] }, "2 1 3"],
    ["calls no options without votes tied", { A: "200" }, {}, "1 2 3"],
    ["puts options with too few yes votes last", { A: "112", B: "11" }, { minYes: 1 }, "3 1= 2="],
    ["puts busy options behind free ones", { A: "220", B: "210" }, { busy: [slot(9)] }, "2 3 1"],
    [
      "puts busy options behind those with too few people, and before past ones",
      { A: "221", B: "220", C: "200" },
      { busy: [slot(10)], minAvailable: 4, now: Date.parse(options[0]?.startTime ?? "") },
      "3 2 1",
    ],
    [
      "puts those without obstacles first and past ones last",
      { Ada: "220", Ben: "210", Cleo: "001" },
      { required: ["Cleo"], now: Date.parse(options[0]?.startTime ?? "") },
      "3 2 1",
    ],
  ])("%s", (_, votes, request, expected) => {
    const ranked = rank(toPeople(votes), request).options;
    expect(ranked.map(({ number, tied }) => `${number}${tied ? "=" : ""}`).join(" ")).toBe(expected);
  });

  it("sorts ties by time and then by length, not by their order in the poll", () => {
    const shuffled = { options: [slot(11), slot(9, 60), slot(9, 30)], timeZone: "UTC" };
    expect(rank([], { poll: shuffled }).options.map(({ number }) => number)).toEqual([3, 2, 1]);
  });

  it("lists people by their vote, required ones who are missing, and optional ones who are available", () => {
    const votes = { Boss: "001", Ada: "210", Guest: "222", Zoe: "200" };
    const lists = { required: ["Boss"], exclude: ["Guest"], optional: ["Zoe"] };
    const ranking = rank(toPeople(votes), lists);
    expect(ranking).toMatchObject({ people: 2, excluded: [{ name: "Guest" }], optional: [{ name: "Zoe" }] });
    const nine = ranking.options.find(({ number }) => number === 1);
    expect(nine).toMatchObject({ required: 0, available: 1, yes: 1, optional: 1 });
    expect([nine?.byVote.yes, nine?.byVote.noOrUnanswered].map(names)).toEqual([["Ada"], ["Boss"]]);
    expect([nine?.requiredMissing, nine?.optionalPresent].map(names)).toEqual([["Boss"], ["Zoe"]]);
  });
});

describe("the best option", () => {
  it.each<[string, Votes, Request, best: number | undefined]>([
    ["has enough people", { Ada: "220", Ben: "200", Cleo: "100" }, { minAvailable: 3 }, 1],
    ["is missing with too few", { Ada: "220", Ben: "200" }, { minAvailable: 3 }, undefined],
    ["has enough yes votes", { Ada: "12", Ben: "12", Cleo: "10" }, { minYes: 2 }, 2],
    ["is missing with too few yes votes", { Ada: "112", Ben: "112" }, { minYes: 3 }, undefined],
    ["is missing without votes", { Ada: "000", Ben: "000" }, {}, undefined],
    ["is missing without people", {}, {}, undefined],
    ["is missing without a person who counts", { Ada: "220" }, { optional: ["Ada"] }, undefined],
    ["has all required people", { Boss: "001", Ada: "220" }, { required: ["Boss"] }, 3],
    ["is missing without a required answer", { Ada: "222" }, { required: ["Bo"] }, undefined],
    ["needs no excluded answer", { Ada: "222" }, { exclude: ["Bo"] }, 1],
    ["is free", { Ada: "220", Ben: "210" }, { busy: [slot(9)] }, 2],
    ["is missing where every option is busy", { Ada: "222" }, { busy: options }, undefined],
    ["is ahead", { Ada: "220", Ben: "200" }, { now: Date.parse(options[0]?.startTime ?? "") }, 2],
    ["may be near", { Ada: "220" }, { now: Date.parse(options[0]?.startTime ?? "") - 1 }, 1],
  ])("%s", (_, votes, request, best) => {
    expect(rank(toPeople(votes), request).best?.number).toBe(best);
  });

  it("is one of several that are tied, without past ones", () => {
    const now = Date.parse(options[0]?.startTime ?? "");
    const { best, winners } = rank(toPeople({ Ada: "222" }), { now });
    expect([best?.number, winners.length]).toEqual([2, 2]);
  });
});

describe("votes", () => {
  it("are found by start and end in any spelling and order", () => {
    const availability = [
      { start: "2027-03-01T11:00:00Z", end: "2027-03-01T12:00:00Z", modifiers: [] },
      { start: "2027-03-01T10:00:00+01:00", end: "2027-03-01T11:00:00+01:00", modifiers: ["ifNeedBe"] },
      { start: "2027-03-01T09:00:00.000Z", end: "2027-03-01T09:30:00.000Z", modifiers: [] },
      { start: "2027-03-01T10:00:00.000Z", end: "2027-03-01T10:30:00.000Z", modifiers: [] },
      { start: "2030-01-01T10:00:00.000Z", end: "2030-01-01T10:30:00.000Z", modifiers: [] },
    ];
    const poll = { options: [...options, slot(9, 30)], timeZone: "UTC" };
    const ranking = rank([{ ...person("Odd", "", options), availability }], { poll });
    expect(ranking.options.map(({ number, yes, available }) => [number, yes, available])).toEqual([
      [4, 1, 1],
      [3, 1, 1],
      [1, 0, 1],
      [2, 0, 0],
    ]);
  });

  it("for days are found by day", () => {
    const days = [dayOption(1), dayOption(2)];
    const poll = { options: days, timeZone: null };
    expect(rank([person("Ada", "02", days)], { poll }).best?.number).toBe(2);
  });

  it("count an unknown modifier as yes, and ifNeedBe among others as if need be", () => {
    const modifiers = [["online"], ["online", "ifNeedBe"]];
    const { availability, ...ada } = person("Ada", "220", options);
    const spans = availability.map((span, index) => ({ ...span, modifiers: modifiers[index] ?? [] }));
    const ranked = rank([{ ...ada, availability: spans }]).options;
    expect(ranked.map(({ yes, available }) => [yes, available])).toEqual([
      [1, 1],
      [0, 1],
      [0, 0],
    ]);
  });
});

describe("people of the lists", () => {
  const ada = person("Ada", "200", options);
  const people = [person("Bo", "222", options), ada, { ...ada, id: "other", email: "ada@example.com" }];
  it.each<[string, Request, unknown[][]]>([
    ["who did not respond", { required: ["Bo", "Quentin"] }, [["required", 1, "missing", []]]],
    [
      "who share the email of one response, and have another name",
      { required: ["Ada <ada@example.com>", "Ann <ada@example.com>"] },
      [["required", 1, "missing", []]],
    ],
    ["of whom there are two", { exclude: ["Ada"] }, [["exclude", 0, "unclear", ["Ada", "Ada"]]]],
    ["who are both", { required: ["Bo"], exclude: ["bo"] }, [["exclude", 0, "contradiction", ["Bo"]]]],
    [
      "who are required and optional",
      { required: ["Bo"], optional: ["bo"] },
      [["optional", 0, "contradiction", ["Bo"]]],
    ],
  ])("are named %s", (_, request, expected) => {
    const { unresolved } = rank(people, request);
    expect(
      unresolved.map(({ list, index, kind, candidates }) => [list, index, kind, names(candidates)]),
    ).toEqual(expected);
  });

  describe("who responded twice with one email", () => {
    const zoe = person("Zoe", "002", options, "zoe@example.com");
    const again = { ...person("Zoe R", "210", options, "ZOE@example.com"), id: "id-again" };
    const byNumber = (request: Request) => {
      const ranking = rank([ada, zoe, again], request);
      return { ranking, ranked: ranking.options.toSorted((one, other) => one.number - other.number) };
    };

    it("count alone with the required people, if only they are asked for", () => {
      const { ranking, ranked } = byNumber({ among: ["Zoe R"], minAvailable: 2 });
      expect([ranking.people, names(ranking.others)]).toEqual([1, ["Ada"]]);
      expect(ranked.map(({ optional }) => optional)).toEqual([0, 0, 0]);
      expect(ranked.map(({ obstacles }) => obstacles.includes("too-few"))).toEqual([true, true, true]);
      expect(byNumber({ among: ["Zoe R"], required: ["Ada"] }).ranking.people).toBe(2);
    });

    it("are excluded with both responses, or with the one whose id is given", () => {
      expect(byNumber({ exclude: ["zoe@example.com"] }).ranking.people).toBe(1);
      const { ranking, ranked } = byNumber({ exclude: ["id-again"], required: ["Zoe"] });
      expect([ranking.people, ranking.unresolved.length]).toEqual([2, 0]);
      expect(ranked[0]?.obstacles).toEqual(["required-missing"]);
    });
  });
});

const given = {
  poll: { options: [{ date: "2027-03-01" }, slot(9)], timeZone: null },
  participants: [person("Ada", "21", options)],
  ...{
    required: ["Ada"],
    among: [{ name: "Ada" }],
    exclude: ["Bo"],
    optional: [{ email: "bo@example.com" }],
  },
  ...{ busy: [slot(10)], now: before, localZone: "UTC" },
};

/** The problems of an input, for each of the three that read one. */
function listPaths(
  change: (input: Record<string, unknown>) => void,
  kinds = ["ranking", "sessions", "assignment"],
): string[] {
  const changed = <Input extends object>(input: Input): Input => {
    change(input as Record<string, unknown>);
    return input;
  };
  return kinds.flatMap((kind) => {
    try {
      if (kind === "sessions") rankSessions(changed({ ...structuredClone(given), sessions: 2 }));
      else if (kind === "assignment") assignOptions(changed({ ...structuredClone(given), perOption: 1 }));
      else rankOptions(changed(structuredClone(given)));
      return [];
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      return error.problems.map(({ path }) => path);
    }
  });
}

it.each<[string, object, string[]]>([
  ["a zone that is none", { localZone: "Mars/Base" }, ["localZone"]],
  ["unknown names", { requierd: ["Ada"], among: [{ nmae: "Ada" }] }, ["among.0.nmae", "among.0", "requierd"]],
  ["lists that are none", { required: "Ada" }, ["required"]],
  ["people that are none", { required: [null, 5] }, ["required.0", "required.1"]],
  [
    "a day that does not exist",
    { poll: { options: [{ date: "2027-02-30" }], timeZone: null } },
    ["poll.options.0"],
  ],
  [
    "a start that is no instant, which each machine would read in its own zone",
    { poll: { options: [{ startTime: "2027-03-01T09:00", duration: 30 }], timeZone: null } },
    ["poll.options.0"],
  ],
])("rankings, sessions and assignments refuse %s, and name the field", (_, change, paths) => {
  expect(new Set(listPaths((input) => Object.assign(input, change)))).toEqual(new Set(paths));
});

it.each([-1, 1.5])("a quorum of %d people is refused", (number) => {
  const change = (input: object) => Object.assign(input, { minAvailable: number, minYes: number });
  expect(listPaths(change, ["ranking"])).toEqual(["minAvailable", "minYes"]);
});

it.each(["sessions", "assignment"])("a quorum of %s is refused", (kind) => {
  expect(listPaths((input) => Object.assign(input, { minAvailable: 2 }), [kind])).toEqual(["minAvailable"]);
});
