import { describe, expect, it } from "vitest";
import { dropBlanks, normalizeInput, toList } from "../../zapier/input/form-values.ts";
import { parseWeekdays } from "../../zapier/input/window.ts";
import { planForm } from "./parse.ts";

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
  it.each(blanks)("removes %s", (_name, value) => {
    expect(dropBlanks(value)).toBeUndefined();
    expect(normalizeInput({ field: value })).toEqual({});
  });

  it("keeps false and zero", () => {
    expect(normalizeInput({ hide_scores: false, interval: 0 })).toEqual({ hide_scores: false, interval: 0 });
  });

  it("trims what it keeps, at every level", () => {
    expect(normalizeInput({ title: " Lunch ", dates: [" 2027-03-01", ""] })).toEqual({
      title: "Lunch",
      dates: ["2027-03-01"],
    });
  });

  it("accepts a form without values", () => {
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
  it.each(shapes)("are flattened without repeats: %s", (_name, value) => {
    expect(toList(value)).toEqual(["a", "b", "c"]);
  });

  it("may have one number", () => {
    expect(toList(20270301)).toEqual(["20270301"]);
  });
});

describe("weekdays of a form", () => {
  it("are accepted short, long, with a dot and joined", () => {
    expect(parseWeekdays(["mon", "Tuesday", "WED.", "thu,fri"])).toEqual({
      days: ["mon", "tue", "wed", "thu", "fri"],
      unknown: [],
    });
  });

  it("are returned as unknown when they are not weekdays", () => {
    expect(parseWeekdays(["mon", "monde", "m"])).toEqual({ days: ["mon"], unknown: ["monde", "m"] });
  });
});

describe("a list field without any entry", () => {
  it.each(["[]", ", ,", "\u200b", ";\n;", '["", null]', "{}"])("asks for a time or a window: %j", (blank) => {
    expect(planForm({ kind: "time", times: blank })).toMatch(
      /^Times: needs at least one time, a row in Slots, or a window \(First Day/,
    );
    expect(planForm({ kind: "date", dates: blank })).toBe(
      "Dates: needs at least one date, such as 2027-03-01.",
    );
  });

  it.each(["null", "undefined", "N/A", "-"])("refuses text that means nothing: %s", (text) => {
    expect(planForm({ kind: "date", dates: ["2027-03-01", text] })).toContain(`"${text}" is not a date`);
  });
});

describe("invisible text", () => {
  it("is blank in every field, and is removed from the edges of text", () => {
    const days = { kind: "date", dates: ["2027-03-01"] };
    for (const title of ["\u200b", "\ufeff \u2060", "\u200e\u00ad", "\u3164"])
      expect(planForm({ ...days, title })).toBe("Title: is required.");
    expect(planForm({ ...days, hide_scores: "\u200bno\u200f" })).toBe("2027-03-01");
    expect(planForm({ kind: "time", times: `\u202a2027-03-01 09:00\u202c`, duration: "\u200b30" })).toBe(
      "2027-03-01T14:00 30",
    );
    expect(planForm({ kind: "time", times: "2027-03-01 09:00", duration: "3\u200b0" })).toBe(
      "2027-03-01T14:00 30",
    );
    expect(normalizeInput({ title: "\u200bWomen \ud83d\udc69\u200d\ud83d\udcbb\u200b" })).toEqual({
      title: "Women \ud83d\udc69\u200d\ud83d\udcbb",
    });
    expect(normalizeInput({ title: "Love \u2764\ufe0f" })).toEqual({ title: "Love \u2764\ufe0f" });
  });
});
