import { describe, expect, it } from "vitest";
import { visibleRows } from "../../mcp/view/visible-rows.ts";

describe("the rows that exist", () => {
  it("are all of them while there are few", () => {
    expect(visibleRows(0, 400, 30, 60)).toEqual({ first: 0, end: 60 });
    expect(visibleRows(900, 400, 30, 3)).toEqual({ first: 0, end: 3 });
  });

  it("are the visible ones with a margin when there are many", () => {
    expect(visibleRows(0, 300, 30, 200)).toEqual({ first: 0, end: 20 });
    expect(visibleRows(3000, 300, 30, 200)).toEqual({ first: 90, end: 120 });
    expect(visibleRows(5900, 300, 30, 200)).toEqual({ first: 186, end: 200 });
  });

  it("stay few when the page has no layout yet, or was scrolled past its end", () => {
    expect(visibleRows(0, 0, Number.NaN, 200)).toEqual({ first: 0, end: 60 });
    expect(visibleRows(90_000, 300, 30, 200)).toEqual({ first: 200, end: 200 });
  });
});
