/** What is said of people who cannot be used, to the letter: each mistake once, and no participant's name. */
import { expect, it } from "vitest";
import { PeopleError, type Person } from "../../src/scheduling/index.ts";
import { choosePeople } from "../../src/scheduling/rank/people.ts";

const anna = { id: "p1", name: "Anna", email: "anna.one@example.com" };
const other = { id: "p2", name: "anna", email: "anna.two@example.com" };
const blank = { id: "p3", name: "\u200b", email: null };

function refuse(
  required: string[],
  exclude: string[] = [],
  people: Person[] = [anna, other, blank],
): PeopleError {
  try {
    choosePeople(people, required, exclude);
  } catch (error) {
    if (error instanceof PeopleError) return error;
    throw error;
  }
  throw new Error("was not refused");
}

it("tells its refusal apart by name and says each kind of mistake in a sentence of its own", () => {
  const { name, message } = refuse(["Zacharias", "Anna", "p1"], ["p1"]);
  expect(name).toBe("PeopleError");
  expect(message).toBe(
    [
      "required.0: nobody of that name or e-mail answered this poll",
      "required.1: several people who answered this poll are called that; use the e-mail address",
      "exclude.0: is both required and excluded",
    ].join("; "),
  );
});

it("says how many mistakes there are beyond the first ten", () => {
  expect(refuse(Array(10).fill("Zacharias")).message).not.toContain("more");
  const said = refuse(Array(11).fill("Zacharias")).message.split("; ");
  expect(said.map((part) => part.split(":")[0])).toEqual([
    ...[...Array(10).keys()].map((place) => `required.${place}`),
    "and 1 more",
  ]);
});

it("does not call an ambiguous exclusion a contradiction too, though one of those meant is required", () => {
  const { problems } = refuse(["anna.one@example.com"], ["Anna"]);
  expect(problems.map(({ list, kind }) => [list, kind])).toEqual([["exclude", "ambiguous"]]);
});

it("finds nobody for a blank wish, not even somebody whose name is blank", () => {
  expect(refuse(["\u200b"]).problems).toEqual([
    { list: "required", index: 0, query: "\u200b", kind: "unknown", close: [] },
  ]);
});
