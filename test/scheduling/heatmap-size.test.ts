/** How much a heatmap shows: as much as its width has room for, and not a column more. */
import { describe, expect, it } from "vitest";
import { drawHeatmap, rankOptions } from "../../src/scheduling/index.ts";
import { cleanText } from "../../src/scheduling/plain-text.ts";
import { before, dayOption, person, slot } from "./people-in-polls.ts";

function draw(
  names: string[],
  width: number,
  options: (ReturnType<typeof slot> | ReturnType<typeof dayOption>)[],
) {
  const participants = names.map((name) => person(name, "y", options));
  const ranking = rankOptions({ poll: { options }, participants, now: before });
  return drawHeatmap(ranking, { timeZone: "UTC", width }).split("\n");
}

describe("a narrow heatmap", () => {
  const thirty = Array.from({ length: 30 }, (_, who) => `P${who}`);

  it("draws as many people as there is room for between labels and counts, and counts the rest", () => {
    const [header, row, ...rest] = draw(thirty, 61, [slot(9)]);
    expect(header).toBe(`${" ".repeat(31)}A B C D E F G H I J`);
    expect(row).toBe("> Mon 1 Mar 2027, 09:00-10:00  # # # # # # # # # #  30 of 30");
    expect(rest.at(-1)).toBe("and 20 more people, who are counted but not drawn");
    expect(draw(thirty, 60, [slot(9)])[0]).toMatch(/ H I$/);
  });

  it("has room for more people where labels are shorter", () => {
    expect(draw(thirty, 61, [dayOption(1)])[1]).toBe(`> Mon 1 Mar 2027  ${"# ".repeat(16)} 30 of 30`);
  });

  it("draws one person at least, and cuts the line", () => {
    const [header, row] = draw(thirty, 40, [slot(9)]);
    expect(header).toBe(`${" ".repeat(31)}A`);
    expect(row).toBe("> Mon 1 Mar 2027, 09:00-10:00  #  30 o..");
  });

  it("puts names on one line up to the last column", () => {
    const names = (second: number) => ["a".repeat(20), "b".repeat(second)];
    expect(draw(names(13), 40, [dayOption(1)]).slice(3)).toEqual([
      `A ${"a".repeat(20)}   B ${"b".repeat(13)}`,
    ]);
    expect(draw(names(14), 40, [dayOption(1)]).slice(3)).toEqual([
      `A ${"a".repeat(20)}`,
      `B ${"b".repeat(14)}`,
    ]);
  });
});

describe("a stranger's text", () => {
  it.each([
    ["loses what is invisible and nothing else", "zero\u200bwidth\u{e0041}", "zerowidth"],
    ["keeps one space where an invisible character stood between two", "a \u200b b", "a b"],
    ["keeps two marks of a pile", "Z\u0334\u0335\u0336\u0337\u0338algo", "Z\u0334\u0335algo"],
    ["keeps marks that are not piled", "n\u0303a\u0308", "ñä"],
    ["has its lines and tabs become single spaces", "one\r\n\ttwo", "one two"],
  ])("%s", (_, text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });
});
