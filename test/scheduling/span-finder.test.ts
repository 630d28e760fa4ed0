import { describe, expect, it } from "vitest";
import { createSpanFinder } from "../../src/scheduling/index.ts";

const span = (start: string, end: string) => ({ start, end, modifiers: [] });

describe("the option that a span is about", () => {
  it("is the slot with both its ends, however they are spelt", () => {
    const find = createSpanFinder([
      { startTime: "2027-03-01T09:00:00.000Z", duration: 30 },
      { startTime: "2027-03-01T09:00:00Z", duration: 60 },
      { startTime: "2027-03-02T09:00:00+01:00", duration: 45 },
    ]);
    expect(find(span("2027-03-01T09:00:00Z", "2027-03-01T10:00:00Z"))).toBe(1);
    expect(find(span("2027-03-01T09:00:00.000Z", "2027-03-01T09:30:00.000Z"))).toBe(0);
    expect(find(span("2027-03-02T08:00:00Z", "2027-03-02T08:45:00Z"))).toBe(2);
    expect(find(span("2027-03-01T09:00:00Z", "2027-03-01T09:45:00Z"))).toBeUndefined();
  });

  it("is the day that the span begins on, never a midnight in some zone", () => {
    const find = createSpanFinder([{ date: "2027-03-01" }, { date: "2027-03-02" }]);
    expect(find(span("2027-03-02T00:00:00.000Z", "2027-03-03T00:00:00.000Z"))).toBe(1);
    expect(find(span("2027-03-03T00:00:00.000Z", "2027-03-04T00:00:00.000Z"))).toBeUndefined();
  });

  it("is none in a poll without options", () => {
    expect(createSpanFinder([])(span("2027-03-02T00:00:00Z", "2027-03-03T00:00:00Z"))).toBeUndefined();
  });
});
