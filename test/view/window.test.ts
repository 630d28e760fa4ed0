import { describe, expect, it } from "vitest";
import { chooseRows } from "../../mcp/view/window.ts";

describe("the rows that exist", () => {
  it("are all of them while there are few", () => {
    expect(chooseRows(0, 400, 30, 60)).toEqual({ first: 0, end: 60 });
    expect(chooseRows(900, 400, 30, 3)).toEqual({ first: 0, end: 3 });
  });

  it("are the visible ones with a margin when there are many", () => {
    expect(chooseRows(0, 300, 30, 200)).toEqual({ first: 0, end: 20 });
    expect(chooseRows(3000, 300, 30, 200)).toEqual({ first: 90, end: 120 });
    expect(chooseRows(5900, 300, 30, 200)).toEqual({ first: 186, end: 200 });
  });

  it("stay few when the page has no layout yet, or was scrolled past its end", () => {
    expect(chooseRows(0, 0, Number.NaN, 200)).toEqual({ first: 0, end: 60 });
    expect(chooseRows(90_000, 300, 30, 200)).toEqual({ first: 200, end: 200 });
  });
});
