import { describe, expect, it } from "vitest";
import { visibleRows } from "../../mcp/view/visible-rows.ts";

describe("the rendered rows", () => {
  it("are all rows of a short table", () => {
    expect(visibleRows(0, 400, 30, 60)).toEqual({ first: 0, end: 60 });
    expect(visibleRows(900, 400, 30, 3)).toEqual({ first: 0, end: 3 });
  });

  it("are the visible ones with a margin in a long table", () => {
    expect(visibleRows(0, 300, 30, 200)).toEqual({ first: 0, end: 20 });
    expect(visibleRows(3000, 300, 30, 200)).toEqual({ first: 90, end: 120 });
    expect(visibleRows(5900, 300, 30, 200)).toEqual({ first: 186, end: 200 });
  });

  it("are bounded without a layout and when scrolled past the end", () => {
    expect(visibleRows(0, 0, Number.NaN, 200)).toEqual({ first: 0, end: 60 });
    expect(visibleRows(90_000, 300, 30, 200)).toEqual({ first: 200, end: 200 });
  });
});
