import { describe, expect, it } from "vitest";
import { PeopleError, rankOptions } from "../../src/scheduling/index.ts";
import { before, person, slot } from "./people-in-polls.ts";

const options = [slot(9), slot(10), slot(11)];
const rank = (
  participants: ReturnType<typeof person>[],
  lists: { required?: string[]; exclude?: string[]; optional?: string[]; minAttendance?: number },
) => rankOptions({ poll: { options }, participants, now: before, ...lists });

const order = (ranking: ReturnType<typeof rank>) =>
  ranking.options.map(({ index, rank: place }) => [index, place]);
const names = (people: readonly { name: string }[]) => people.map(({ name }) => name);

const ada = person("Ada", "220", options);
const ben = person("Ben", "022", options);
const zoe = person("Zoe", "002", options, "zoe@example.com");

describe("optional people", () => {
  it("are not counted: their answers move no option below another", () => {
    expect(rank([ada, zoe], {}).best?.index).toBe(0);
    const crowd = [ada, zoe, person("Yan", "002", options)];
    expect(rank(crowd, {}).best?.index).toBe(2);
    const ranking = rank(crowd, { optional: ["Zoe", "Yan"] });
    expect(ranking.best).toMatchObject({ index: 0, available: 1, yes: 1, optional: 0 });
    expect(ranking.people).toBe(1);
    expect(names(ranking.options[2]?.byVote.noOrUnanswered ?? [])).toEqual(["Ada"]);
    expect(names(ranking.options[2]?.optionalPresent ?? [])).toEqual(["Zoe", "Yan"]);
  });

  it("decide between options that are equal for everybody else", () => {
    const yan = person("Yan", "020", options);
    expect(order(rank([ada, ben, yan], { optional: ["Yan"] }))).toEqual([
      [1, 1],
      [0, 2],
      [2, 2],
    ]);
    expect(order(rank([ada, yan], { optional: ["Yan"] }))).toEqual([
      [1, 1],
      [0, 2],
      [2, 3],
    ]);
  });

  it("are not counted for the minimum", () => {
    expect(rank([ada, zoe], { optional: ["Ada"], minAttendance: 1 }).best?.index).toBe(2);
    expect(rank([ada], { optional: ["Ada"] }).best).toBeNull();
  });

  it("need not have responded", () => {
    expect(rank([ada], { optional: ["Nobody", "nobody@example.com"] }).best?.index).toBe(0);
  });

  it("who responded twice are left out with both responses, and the last one says whether they can come", () => {
    const again = { ...person("Zoe R", "200", options, "ZOE@example.com"), id: "id-again" };
    const ranking = rank([ada, zoe, again], { optional: ["zoe@example.com"] });
    expect(ranking.people).toBe(1);
    expect(ranking.options.map(({ optional }) => optional)).toEqual([1, 0, 0]);
  });

  it("who are excluded too are left out", () => {
    const ranking = rank([ada, zoe], { optional: ["Zoe"], exclude: ["Zoe"] });
    expect(ranking.options.map(({ optional }) => optional)).toEqual([0, 0, 0]);
  });

  it("are refused if they are required too, or if several people have the name", () => {
    const problems = (lists: Parameters<typeof rank>[1]) => {
      try {
        rank([ada, zoe, { ...zoe, id: "other", email: null }], lists);
      } catch (error) {
        if (error instanceof PeopleError) return error.message;
      }
      return "";
    };
    expect(problems({ required: ["Ada"], optional: ["Zoe", "ada"] })).toContain(
      "optional.1: is both required and optional",
    );
    expect(problems({ optional: ["Zoe"] })).toBe(
      "optional.0: several people who answered this poll have this name; use the email address",
    );
  });
});
