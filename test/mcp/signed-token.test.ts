import { describe, expect, it } from "vitest";
import { createTokenSigner, deriveKey } from "../../mcp/runtime/signed-token.ts";

describe("a seal", () => {
  const seal = createTokenSigner("one secret");

  it("opens what it closed, and what a replica with the same secret closed", () => {
    expect(seal.verify(createTokenSigner("one secret").sign({ page: "x", skip: 3 }))).toEqual({
      page: "x",
      skip: 3,
    });
  });

  it.each([
    ["another secret's", createTokenSigner("another").sign({ page: null })],
    ["changed text", `x${seal.sign({ page: null })}`],
    ["text without a seal", "eyJwYWdlIjpudWxsfQ"],
    ["a seal alone", ".AAAAAAAAAAAAAAAA"],
    ["text after the seal", `${seal.sign({})}.x`],
    ["nothing", ""],
  ])("does not open %s", (_, text) => {
    expect(seal.verify(text)).toBeUndefined();
  });

  it("uses another key for each purpose", () => {
    expect(deriveKey("s", "cursor")).not.toEqual(deriveKey("s", "question"));
  });
});
