import { describe, expect, it } from "vitest";
import { createSeal, deriveKey } from "../../mcp/seal.ts";

describe("a seal", () => {
  const seal = createSeal("one secret");

  it("opens what it closed, and what a replica with the same secret closed", () => {
    expect(seal.open(createSeal("one secret").close({ page: "x", skip: 3 }))).toEqual({ page: "x", skip: 3 });
  });

  it.each([
    ["another secret's", createSeal("another").close({ page: null })],
    ["changed text", `x${seal.close({ page: null })}`],
    ["text without a seal", "eyJwYWdlIjpudWxsfQ"],
    ["a seal alone", ".AAAAAAAAAAAAAAAA"],
    ["text after the seal", `${seal.close({})}.x`],
    ["nothing", ""],
  ])("does not open %s", (_, text) => {
    expect(seal.open(text)).toBeUndefined();
  });

  it("uses another key for each purpose", () => {
    expect(deriveKey("s", "cursor")).not.toEqual(deriveKey("s", "question"));
  });
});
