import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignOptions } from "../../src/scheduling/index.ts";
import { before, dayOption, person, slot } from "./people-in-polls.ts";

type Request = Partial<Parameters<typeof assignOptions>[0]>;

const days = [1, 2, 3, 4, 5].map(dayOption);

/** The assignment of people who are named by letters, with the digits of their votes. */
function assign(votes: readonly string[], request: Request = {}) {
  const options = days.slice(0, votes[0]?.length ?? 0);
  const participants = votes.map((digits, index) => person("ABCDEFGH"[index] ?? "", digits, options));
  const input = { poll: { options, timeZone: null }, participants, now: before, perOption: 1, ...request };
  return assignOptions(input);
}

/** As text: `1 A, 2 B?: C (1 2), D`: B only if need be, C can make the first two, D none. */
function write({ schedule, left }: ReturnType<typeof assign>) {
  const rows = schedule.map(({ number, people, ifNeedBe }) =>
    [number, ...people.map(({ name }) => name), ...ifNeedBe.map(({ name }) => `${name}?`)].join(" "),
  );
  const others = left.map(({ person: { name }, options }) =>
    options.length > 0 ? `${name} (${options.join(" ")})` : name,
  );
  return [rows, others].map((list) => list.join(", ")).join(": ");
}

describe("who goes when", () => {
  it.each<[string, string[], Request, string]>([
    ["gives each person one option", ["22", "02"], {}, "1 A, 2 B: "],
    ["gives a place to most people", ["22", "20"], {}, "1 B, 2 A: "],
    ["gives the only place to a yes", ["10", "20"], {}, "1 B: A (1)"],
    ["prefers two people to one yes", ["21", "20"], {}, "1 B, 2 A?: "],
    ["is as early as can be", ["0202", "0022"], {}, "2 A, 3 B: "],
    ["puts required people first, also if need be", ["20", "10"], { required: ["B"] }, "1 B?: A (1)"],
    ["has several people an option", ["20", "20", "10"], { perOption: 2 }, "1 A B: C (1)"],
    ["leaves who can make nothing", ["20", "00"], {}, "1 A: B"],
    ["gives optional people what is left", ["20", "22", "02"], { optional: ["B"] }, "1 A, 2 C: B (1 2)"],
    ["has no excluded people", ["20", "22"], { exclude: ["A"] }, "1 B: "],
    ["has only the people who are asked for", ["20", "22", "22"], { among: ["B"] }, "1 B: "],
    ["has required people beside those", ["02", "22", "22"], { among: ["B"], required: ["A"] }, "1 B, 2 A: "],
    ["has no busy option", ["220", "022"], { busy: [{ date: "2027-03-02" }] }, "1 A, 3 B: "],
    ["has no past option", ["22", "20"], { now: Date.UTC(2027, 2, 2, 12) }, "2 A: B"],
    ["is empty without people", [], {}, ": "],
  ])("%s", (_, votes, request, expected) => {
    expect(write(assign(votes, request))).toBe(expected);
  });

  it("counts the last answer, and names people who have not answered", () => {
    const options = [slot(9), slot(10)];
    const again = (digits: string, id: string) => ({ ...person("Ada", digits, options, "ada@x.org"), id });
    const participants = [again("20", "first"), again("02", "last")];
    const poll = { options, timeZone: "UTC" };
    const lists = { required: ["Bo"], optional: ["Cy"], exclude: ["Di"] };
    const assignment = assignOptions({ poll, participants, now: before, perOption: 1, ...lists });
    expect(assignment).toMatchObject({ schedule: [{ number: 2, people: [{ id: "last" }] }], left: [] });
    expect(assignment.unknown.map(({ text, list }) => [text, list])).toEqual([
      ["Bo", "required"],
      ["Cy", "optional"],
    ]);
  });

  it.each([0, 6, 1.5])("is refused for %d people an option", (perOption) => {
    expect(() => assign(["2"], { perOption })).toThrow("perOption");
  });
});

/** What a person with an option counts for: as a required, a counted, or an optional one. */
type Part = "required" | "counted" | "optional";

/**
 * How good it is that somebody has an option, as digits of base 64, the most important first: required people, people, if need be among
 * them, their places.
 */
function score(part: Part, vote: string | undefined, place: number): number {
  const digits = [Number(part === "required"), 1, vote === "1" ? -1 : 0, -place];
  return digits.reduce((sum, digit) => sum * 64 + digit, 0);
}

/** The best score of all ways to give people options. How many have each option already is a digit of base 4. */
function findBest(
  votes: readonly string[],
  parts: readonly Part[],
  perOption: number,
  taken: number,
): number {
  const known = new Map<string, number>();
  const visit = (at: number, used: number): number => {
    if (at === votes.length) return 0;
    const key = `${at} ${used}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const scores = Array.from(votes[at] ?? "", (vote, place) => {
      const isFull = ((used >> (2 * place)) & 3) === perOption;
      if (vote === "0" || isFull) return 0;
      return score(parts[at] ?? "counted", vote, place) + visit(at + 1, used + (1 << (2 * place)));
    });
    const best = Math.max(visit(at + 1, used), ...scores);
    known.set(key, best);
    return best;
  };
  return visit(0, taken);
}

it("no other way to give people options is better, and none has too many or somebody who cannot", () => {
  const part = fc.constantFrom<Part>("required", "counted", "counted", "optional");
  const polls = fc.integer({ min: 1, max: 5 }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      people: fc.array(fc.tuple(fc.integer({ min: 0, max: 3 ** size - 1 }), part), {
        minLength: 1,
        maxLength: 6,
      }),
      perOption: fc.constantFrom(1, 1, 1, 2, 3),
    }),
  );
  fc.assert(
    fc.property(polls, ({ size, people, perOption }) => {
      const votes = people.map(([code]) => code.toString(3).padStart(size, "0"));
      const parts = people.map(([, each]) => each);
      const named = (wanted: Part) =>
        parts.flatMap((each, at) => (each === wanted ? `id-${"ABCDEF"[at]}` : []));
      const request = { perOption, required: named("required"), optional: named("optional") };
      const { schedule, left } = assign(votes, request);
      const own = votes.map(() => -1);
      for (const { number, people, ifNeedBe } of schedule) {
        const all = [...people, ...ifNeedBe].map(({ name }) => "ABCDEF".indexOf(name));
        const digits = all.map((at) => votes[at]?.[number - 1]).join("");
        const isFirst = all.every((at) => own[at] === -1);
        expect([digits, all.length <= perOption, isFirst]).toEqual([
          "2".repeat(people.length) + "1".repeat(ifNeedBe.length),
          ...[true, true],
        ]);
        for (const at of all) own[at] = number - 1;
      }
      expect(left).toHaveLength(own.filter((place) => place < 0).length);
      // Optional people have what the others leave.
      let taken = 0;
      for (const isOptional of [false, true]) {
        const all = votes.flatMap((_, at) => ((parts[at] === "optional") === isOptional ? at : []));
        const pick = <Value>(list: readonly Value[]) => all.map((at) => list[at] as Value);
        const scores = all.map((at) => {
          const place = own[at] ?? -1;
          return place < 0 ? 0 : score(parts[at] ?? "counted", votes[at]?.[place], place);
        });
        const best = findBest(pick(votes), pick(parts), perOption, taken);
        expect(scores.reduce((sum, each) => sum + each, 0)).toBe(best);
        for (const place of pick(own)) if (place >= 0) taken += 1 << (2 * place);
      }
    }),
    { numRuns: 3_000 },
  );
});
