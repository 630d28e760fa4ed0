import { describe, expect, it } from "vitest";
import { toResultMeta } from "../../mcp/view/grid.ts";
import { parseGrid, parseTextResource, resultText } from "../../mcp/view/parse-grid.ts";
import { createGrid, reviewPoll } from "./sample.ts";

const grid = createGrid(reviewPoll);
const wrap = (value: unknown) => ({ content: [], _meta: { "rallly-connect/grid": value } });

describe("a tool result from the host", () => {
  it("is accepted with a grid", () => {
    expect(parseGrid({ content: [], _meta: toResultMeta(grid) })).toBe(grid);
    expect(parseGrid(wrap(createGrid({ dates: ["2027-03-01"], people: {} })))).not.toBeNull();
    expect(parseGrid(wrap(createGrid(reviewPoll, { missing: ["Ana"] })))).not.toBeNull();
  });

  it("is accepted from an older server", () => {
    const { numbers: _, ...older } = grid;
    expect(parseGrid(wrap(older))).toBe(older);
  });

  const broken: Record<string, unknown> = {
    "no grid": undefined,
    "another version": { ...grid, version: 1 },
    "no title": { ...grid, poll: {} },
    "an invalid date": { ...grid, options: [{ id: "o", date: "soon" }] },
    "an invalid start": { ...grid, options: [{ id: "o", startTime: "soon", duration: 30 }] },
    "votes that do not cover the options": { ...grid, people: [{ id: "p", name: "Ana", votes: "2" }] },
    "a person without a name": { ...grid, people: [{ id: "p", votes: "2".repeat(15) }] },
    "counts that are not numbers": { ...grid, others: { count: 1, yes: ["1"], ifNeedBe: [] } },
    "required ids that are not strings": { ...grid, required: [1] },
    "no refresh call": { ...grid, refresh: {} },
    "option numbers that are texts": { ...grid, numbers: ["1"] },
    "missing people that are not a list of texts": { ...grid, missing: { names: [1], more: 0 } },
    "missing people without a count": { ...grid, missing: { names: ["Ana"] } },
  };
  for (const [name, value] of Object.entries(broken)) {
    it(`is rejected with ${name}`, () => {
      expect(parseGrid(wrap(value))).toBeNull();
    });
  }

  it("falls back to its text", () => {
    expect(parseGrid(null)).toBeNull();
    expect(resultText({ content: [{ type: "text", text: "Nobody voted." }, { type: "image" }] })).toBe(
      "Nobody voted.",
    );
    expect(resultText("no result")).toBe("");
  });
});

describe("a resource from the host", () => {
  const content = { uri: "rallly://x/calendar.ics", mimeType: "text/calendar", text: "BEGIN:VCALENDAR" };

  it("is its first content, without other fields", () => {
    expect(parseTextResource({ contents: [{ ...content, _meta: {} }, {}] })).toEqual(content);
  });

  it("is rejected without text", () => {
    const { text: _, ...binary } = content;
    for (const result of [
      null,
      {},
      { contents: [] },
      { contents: {} },
      { contents: [{ ...binary, blob: "" }] },
    ])
      expect(parseTextResource(result)).toBeNull();
  });
});
