import fc from "fast-check";
import { expect, it } from "vitest";
import { rankSessions } from "../../src/scheduling/index.ts";

const day = (index: number) => `2027-03-${String(index + 1).padStart(2, "0")}`;

/** A poll about days, and people whose votes are digits: 2 yes, 1 if need be, 0 no. */
function makePoll(votes: readonly string[]) {
  const options = Array.from(votes[0] ?? "", (_, index) => ({ date: day(index) }));
  const participants = votes.map((codes, index) => ({
    ...{ id: `p${index}`, name: `Person ${index}`, email: null },
    availability: Array.from(codes).flatMap((code, at) => {
      const [start, end] = [`${day(at)}T00:00:00.000Z`, `${day(at + 1)}T00:00:00.000Z`];
      return code === "0" ? [] : [{ start, end, modifiers: code === "1" ? ["ifNeedBe" as const] : [] }];
    }),
  }));
  return { poll: { options, timeZone: null }, participants, now: 0 };
}

it("sets of sessions reach most people, then give most choice, then are the earliest", () => {
  const votes = fc.integer({ min: 3, max: 7 }).chain((size) =>
    fc.array(fc.array(fc.constantFrom("0", "1", "2"), { minLength: size, maxLength: size }), {
      minLength: 1,
      maxLength: 40,
    }),
  );
  fc.assert(
    fc.property(votes, fc.constantFrom(2, 3), (rows, sessions) => {
      const all = rows.map((row) => row.join(""));
      const size = all[0]?.length ?? 0;
      const places = Array.from({ length: 2 ** size }, (_, mask) =>
        Array.from({ length: size }, (_, place) => place).filter((place) => mask & (1 << place)),
      ).filter((set) => set.length === sessions);
      const scored = places.map((set) => ({
        set,
        reached: all.filter((codes) => set.some((place) => codes[place] !== "0")).length,
        choices: all.flatMap((codes) => set.filter((place) => codes[place] !== "0")).length,
      }));
      scored.sort(
        (one, other) =>
          other.reached - one.reached ||
          other.choices - one.choices ||
          (one.set.join() < other.set.join() ? -1 : 1),
      );
      const found = rankSessions({ ...makePoll(all), sessions });
      expect(
        found.map(({ sessions: set, reached, choices }) => ({
          set: set.map(({ number }) => number - 1),
          ...{ reached, choices },
        })),
      ).toEqual(scored.slice(0, 3));
      for (const { sessions: set, none, reached } of found) {
        expect(set.flatMap(({ people, ifNeedBe }) => [...people, ...ifNeedBe])).toHaveLength(reached);
        expect(none).toHaveLength(all.length - reached);
      }
    }),
    { numRuns: 60 },
  );
});

it("each person has the session that suits them best, and if need be is told apart", () => {
  const [best] = rankSessions({ ...makePoll(["200", "120", "001", "000"]), sessions: 3 });
  expect(
    best?.sessions.map(({ people, ifNeedBe }) => [people, ifNeedBe].map((list) => list.map(({ id }) => id))),
  ).toEqual([
    [["p0"], []],
    [["p1"], []],
    [[], ["p2"]],
  ]);
  expect(best?.none.map(({ id }) => id)).toEqual(["p3"]);
});

it("required people come first", () => {
  const [best] = rankSessions({ ...makePoll(["2200", "2200", "0002"]), sessions: 2, required: ["Person 2"] });
  expect(best?.sessions.map(({ number }) => number)).toEqual([1, 4]);
});

it("busy options are in no set", () => {
  const [best] = rankSessions({
    ...makePoll(["2000", "0200", "0020"]),
    sessions: 2,
    busy: [{ date: day(1) }],
  });
  expect(best?.sessions.map(({ number }) => number)).toEqual([1, 3]);
});

it.each([1, 4, 2.5])("%d sessions are refused", (sessions) => {
  expect(() => rankSessions({ ...makePoll(["220"]), sessions })).toThrow("sessions: must be 2 or 3");
});
