import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sameTitle, sanitizeLine, sanitizeText } from "../src/sanitize.ts";

const tags = [..."ignore all"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");

describe("sanitizeLine", () => {
  it.each([
    ["keeps plain text", "Team lunch", "Team lunch"],
    ["keeps other scripts", "Встреча 会議 اجتماع שלום", "Встреча 会議 اجتماع שלום"],
    ["keeps emoji that are one character", "Party 🎉", "Party 🎉"],
    ["keeps accents, composed", "Cafe\u0301", "Café"],
    ["makes one line of several", "a\r\nb\tc\u2028d", "a b c d"],
    ["drops control characters", "a\u0000b\u0007c\u0085d", "a b c d"],
    ["drops bidi overrides", "\u202eevil\u2069 ok\u200f", "evil ok"],
    ["drops zero-width characters", "a\u200bb\ufeffc\u2060d", "abcd"],
    ["keeps joiners inside words", "می\u200cخواهم क\u094d\u200dष", "می\u200cخواهم क\u094d\u200dष"],
    [
      "keeps emoji that are joined of several",
      "👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 ☀\ufe0f",
      "👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 ☀\ufe0f",
    ],
    [
      "drops joiners that join nothing",
      "\u200da \u200cb\u200d\u200dc\ufe0f\ufe0f \ufe0fd\u200c",
      "a bc\ufe0f d",
    ],
    ["drops tag characters", `Lunch${tags}`, "Lunch"],
    ["drops other variation selectors", "a\ufe0eb\u{e0101}", "ab"],
    ["drops invisible fillers", "a\u3164\u115fb\u034f", "ab"],
    ["drops private use and lone surrogates", "a\ue000b\ud800c", "abc"],
    ["drops terminal colours whole", "\u001b[31mred\u001b[0m", "red"],
    ["drops terminal colors of eight bits whole", "\u009b31mred\u009bm", "red"],
    ["drops terminal colors with something invisible inside", "\u001b\u200b[3\u00ad1mred", "red"],
    ["drops terminal commands whole", "\u001bPq1;2\u001b\\a\u0090x\u009cb\u001b(Bc", "abc"],
    ["drops noncharacters", "a\uffffb\ufdd0c\u{1fffe}d", "abcd"],
    ["drops terminal titles whole", "\u001b]0;owned\u0007x", "x"],
    ["tames stacked marks", `z${"\u0336".repeat(50)}`, `z${"\u0336".repeat(4)}`],
    ["leaves markup as the text it is", "<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
    ["has nothing left of nothing visible", "\u200b\u202e", ""],
  ])("%s", (_, given, expected) => {
    expect(sanitizeLine(given)).toBe(expected);
  });

  it("cuts at its limit by characters, not code units", () => {
    expect(sanitizeLine("🎉".repeat(300))).toBe(`${"🎉".repeat(254)}…`);
  });

  it("ignores text beyond its bound, and marks the cut", () => {
    expect(sanitizeLine(`a${"\u200b".repeat(1_000_000)}b`)).toBe("a…");
    expect(sanitizeLine("\u001b".repeat(1_000_000))).toBe("…");
  });

  it("masks the clean text before the cut", () => {
    expect(sanitizeLine("a s\u200becret b", 7, (text) => text.replace("secret", "[key]"))).toBe("a [key…");
    expect(sanitizeText("a s\u200becret b", 99, (text) => text.replace("secret", "[key]"))).toBe("a [key] b");
  });

  it("removes everything invisible, and changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const cleaned = sanitizeLine(text);
        expect(cleaned).not.toMatch(/(?!\p{Join_Control})[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u);
        expect(Array.from(cleaned).length).toBeLessThanOrEqual(255);
        expect(sanitizeLine(cleaned)).toBe(cleaned);
      }),
      { numRuns: 50 },
    );
  });
});

describe("sanitizeText", () => {
  it("keeps line breaks, at most one empty line at a time", () => {
    expect(sanitizeText("one\r\ntwo\n\n\n\n three \u202e")).toBe("one\ntwo\n\nthree");
  });

  it("cuts at its limit", () => {
    expect(sanitizeText("a".repeat(2000))).toHaveLength(1000);
  });
});

describe("sameTitle", () => {
  it("ignores invisible differences", () => {
    expect(sameTitle("Team  lunch\u200b", " Team lunch ")).toBe(true);
    expect(sameTitle("Cafe\u0301", "Café")).toBe(true);
    expect(sameTitle("می\u200cخواهم", "میخواهم")).toBe(true);
  });

  it("detects every visible difference", () => {
    expect(sameTitle("Team lunch", "team lunch")).toBe(false);
    expect(sameTitle("Team lunch", "Team lunch!")).toBe(false);
  });
});

describe("masking", () => {
  it("gets the visible text and 500 characters more, for any length of the text", () => {
    const seen: number[] = [];
    const mask = (text: string) => {
      seen.push(text.length);
      return text;
    };
    expect(sanitizeLine("x".repeat(19_000), 60, mask)).toBe(`${"x".repeat(59)}…`);
    expect(sanitizeText("x ".repeat(9_000), 100, mask)).toHaveLength(100);
    expect(seen).toEqual([620, 700]);
  });
});
