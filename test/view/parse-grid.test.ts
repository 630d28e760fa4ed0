import { describe, expect, it } from "vitest";
import { parseGrid, resultText } from "../../mcp/view/parse-grid.ts";
import { describeResult } from "../../mcp/view/resource.ts";
import { createGrid, reviewPoll } from "./sample.ts";

const grid = createGrid(reviewPoll);
const wrap = (value: unknown) => ({ content: [], _meta: { "rallly-connect/grid": value } });

describe("what the host passes on", () => {
  it("is taken when it is a grid", () => {
    expect(parseGrid({ content: [], _meta: describeResult(grid) })).toBe(grid);
    expect(parseGrid(wrap(createGrid({ dates: ["2027-03-01"], people: {} })))).not.toBeNull();
  });

  const broken: Record<string, unknown> = {
    "no grid": undefined,
    "another version": { ...grid, version: 1 },
    "no title": { ...grid, poll: {} },
    "a day that is none": { ...grid, options: [{ id: "o", date: "soon" }] },
    "a start that is none": { ...grid, options: [{ id: "o", startTime: "soon", duration: 30 }] },
    "votes that do not cover the options": { ...grid, people: [{ id: "p", name: "Ana", votes: "2" }] },
    "a person without a name": { ...grid, people: [{ id: "p", votes: "2".repeat(15) }] },
    "counts that are none": { ...grid, others: { count: 1, yes: ["1"], ifNeedBe: [] } },
    "required people that are none": { ...grid, required: [1] },
    "no way to refresh": { ...grid, refresh: {} },
  };
  for (const [name, value] of Object.entries(broken)) {
    it(`is refused when it is ${name}`, () => {
      expect(parseGrid(wrap(value))).toBeNull();
    });
  }

  it("is text when it is nothing else", () => {
    expect(parseGrid(null)).toBeNull();
    expect(resultText({ content: [{ type: "text", text: "Nobody voted." }, { type: "image" }] })).toBe(
      "Nobody voted.",
    );
    expect(resultText("no result")).toBe("");
  });
});
