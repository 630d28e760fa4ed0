import { describe, expect, it } from "vitest";
import { dropBlanks, normalizeInput, toList } from "../../zapier/input/form-values.ts";
import { parseWeekdays } from "../../zapier/input/window.ts";

describe("blanks of a form", () => {
  const blanks: [string, unknown][] = [
    ["an empty text", ""],
    ["spaces and line breaks", " \n\t "],
    ["null", null],
    ["undefined", undefined],
    ["an empty list", []],
    ["a list of blanks", [null, "", " "]],
    ["an empty line item", {}],
    ["a line item of blanks", { date: "", end: null }],
    ["a list of empty line items", [{}, { date: "" }]],
  ];
  it.each(blanks)("takes %s for nothing", (_name, value) => {
    expect(dropBlanks(value)).toBeUndefined();
    expect(normalizeInput({ field: value })).toEqual({});
  });

  it("keeps false and zero, which a person may well mean", () => {
    expect(normalizeInput({ hide_scores: false, interval: 0 })).toEqual({ hide_scores: false, interval: 0 });
  });

  it("trims what it keeps, at every level", () => {
    expect(normalizeInput({ title: " Lunch ", dates: [" 2027-03-01", ""] })).toEqual({
      title: "Lunch",
      dates: ["2027-03-01"],
    });
  });

  it("takes a form without any values for an empty one", () => {
    expect(normalizeInput(undefined)).toEqual({});
  });
});

describe("lists of a form", () => {
  const shapes: [string, unknown][] = [
    ["one after the other", ["a", "b", "c"]],
    ["joined by commas", "a,b, c"],
    ["joined by line breaks", "a\nb\r\nc"],
    ["joined by semicolons", ["a; b", "c"]],
    ["nested lists", [["a", "b"], ["c"]]],
    ["line items", [{ date: "a" }, { date: "b" }, { date: "c" }]],
    ["with repeats", ["a", "b", "a", "c", "b"]],
    ["with blanks between", ["a", "", null, "b,,", "c"]],
  ];
  it.each(shapes)("come out flat and once each: %s", (_name, value) => {
    expect(toList(value)).toEqual(["a", "b", "c"]);
  });

  it("may hold one number", () => {
    expect(toList(20270301)).toEqual(["20270301"]);
  });
});

describe("weekdays of a form", () => {
  it("are read short, long, with a dot and joined", () => {
    expect(parseWeekdays(["mon", "Tuesday", "WED.", "thu,fri"])).toEqual({
      days: ["mon", "tue", "wed", "thu", "fri"],
      unknown: [],
    });
  });

  it("are not guessed: what is none is given back", () => {
    expect(parseWeekdays(["mon", "monde", "m"])).toEqual({ days: ["mon"], unknown: ["monde", "m"] });
  });
});
