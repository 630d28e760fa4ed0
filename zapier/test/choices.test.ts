import { expect, it } from "vitest";
import { choice, parseChoices } from "../../zapier/input/choice.ts";

const choices = [
  choice("closed", "Closed (by hand, or all options have passed)"),
  choice("canceled", "Canceled"),
];

it.each([
  "Closed (by hand, or all options have passed), Canceled",
  "canceled;CLOSED (by hand, or all options have passed)",
  "Canceled\nclosed",
  '["Canceled", "Closed (by hand, or all options have passed)"]',
  ["Closed (by hand, or all options have passed),Canceled", "canceled"],
])("several labels and values are read from one text: %j", (text) => {
  expect(new Set(parseChoices(text, "Fire On", choices))).toEqual(new Set(["closed", "canceled"]));
});

it("a text that is no choice is named with its field", () => {
  expect(() => parseChoices("open", "Fire On", choices)).toThrow(/Fire On: "open" is not one of the choices/);
});
