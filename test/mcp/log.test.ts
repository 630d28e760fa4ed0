import { describe, expect, it } from "vitest";
import { createLog } from "../../mcp/log.ts";

function logged(event: unknown, secrets: (string | undefined)[] = []): string {
  let text = "";
  createLog({ write: (line) => (text += line) }, secrets)(event);
  return text;
}

describe("the log", () => {
  it("writes one line for an error, without its stack", () => {
    expect(logged(new TypeError("no good"))).toBe("rallly-mcp: TypeError: no good\n");
  });

  it("masks keys, also unknown ones", () => {
    expect(logged("with hunter2hunter2 and sk_live_abc123", ["hunter2hunter2", undefined])).toBe(
      "rallly-mcp: with [key] and [key]\n",
    );
  });

  it("removes terminal sequences", () => {
    expect(logged("a\u001b[2Jb")).toBe("rallly-mcp: ab\n");
  });
});

describe("a line of the log", () => {
  it.each([
    ["a line feed", "\n"],
    ["a carriage return", "\r"],
    ["both", "\r\n"],
    ["a vertical tab", "\u000b"],
    ["a form feed", "\u000c"],
    ["a next line", "\u0085"],
    ["a line separator", "\u2028"],
    ["a paragraph separator", "\u2029"],
    ["a cursor move", "\u001b[1B\u001b[1G"],
    ["a cursor move of one byte", "\u009b1E"],
    ["a file separator", "\u001c"],
  ])("is one line with %s in the text", (_, separator) => {
    const forged = `real${separator}rallly-mcp: forged`;
    for (const event of [forged, new Error(forged), Object.assign(new Error("x"), { name: forged })]) {
      const line = logged(event);
      expect(line.startsWith("rallly-mcp: ")).toBe(true);
      expect(line.endsWith("\n")).toBe(true);
      expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    }
  });

  it("is bounded", () => {
    expect(logged("x".repeat(100_000)).length).toBeLessThan(1100);
  });

  it("is written for a value without a text", () => {
    const broken = { toString: () => ({}) };
    expect(logged(broken)).toBe("rallly-mcp: an event without a text\n");
  });

  it.each([
    ["with invisible characters inside", (key: string) => [...key].join("\u200b")],
    ["with a terminal sequence inside", (key: string) => key.replace("-", "-\u001b[0m")],
    ["as a part of a URL", (key: string) => encodeURIComponent(key)],
    ["inside JSON", (key: string) => JSON.stringify({ key })],
  ])("masks a key that comes %s", (_, echo) => {
    const key = 'hun-ter2/hun+ter2"x';
    const line = logged(`got ${echo(key)} here`, [key]);
    expect(line).toContain("[key]");
    expect(line).not.toMatch(/hun|ter2/u);
  });

  it("masks an unknown key with a hyphen completely", () => {
    expect(logged("sk_live_abc-def-ghi")).toBe("rallly-mcp: [key]\n");
  });
});
