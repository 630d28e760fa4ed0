/** A key in a text from outside is masked in every encoding. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/client.ts";
import { createRedactor, getRedactor, redact, redactDeep } from "../../src/api/redact.ts";

const alphabet = [..."abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"];
const withPunctuation = [...alphabet, ..."-_.=~+/"];

const of = (characters: string[], minLength: number, maxLength: number) =>
  fc.shuffledSubarray(characters, { minLength, maxLength }).map((chosen) => chosen.join(""));

/** Keys as the service creates them, and keys with every character that a header allows between words. */
const keys = fc
  .tuple(of(alphabet, 3, 10), fc.oneof(of(alphabet, 20, 48), of(withPunctuation, 32, 60)))
  .map(([prefix, secret]) => `sk_${prefix}_${secret}`);

/** The letters and digits of a text: a key can be put together from them, whatever is between them. */
const letters = (text: string) => text.normalize("NFKD").replace(/[^A-Za-z0-9]/g, "");

function expectMasked(text: string, key: string): void {
  const secret = letters(key.replace(/^sk_[a-z0-9]+_/i, ""));
  const left = letters(text).toLowerCase();
  for (let at = 0; at + 10 <= secret.length; at += 1)
    expect(left).not.toContain(secret.slice(at, at + 10).toLowerCase());
}

/**
 * Expects that no part of the encoded secret is left that encodes twelve characters of the key. `filler`: number of
 * consecutive encoded characters that encode something else.
 */
function expectNoneOf(text: string, written: string, key: string, filler = 0): void {
  const length = Math.ceil((12 * (written.length - filler)) / key.length) + filler;
  // Words before the key and its public prefix may stay.
  for (let at = Math.floor(written.length * 0.6); at + length <= written.length; at += 1)
    expect(text).not.toContain(written.slice(at, at + length));
}

const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, "0");

const inserted: Record<string, string> = {
  "zero-width space": "\u200b",
  "zero-width joiner": "\u200d",
  "byte order mark": "\ufeff",
  "soft hyphen": "\u00ad",
  "bidi override": "\u202e",
  "tag character": "\u{e0041}",
  "variation selector": "\ufe0f",
  "combining mark": "\u0301",
  "many combining marks": "\u0336\u0301\u0489",
  "terminal color": "\u001b[31m",
  "terminal color, 8-bit": "\u009b31m",
  "terminal color behind another ESC": "\u001b\u001b[0m",
  "terminal title": "\u001b]0;title\u0007",
  "color without its ESC": "[31m",
  "zero width inside a terminal sequence": "\u001b\u200b[1m",
  "control character": "\u0000",
  "line break": "\n",
  "carriage return": "\r\n",
  "line separator": "\u2028",
  tab: "\t",
  spaces: "  ",
  "no-break space": "\u00a0",
  quotes: '" + "',
  markup: "<wbr>",
  "escaped line break": "\\n",
  "escaped zero-width space": "\\u200b",
  "entity of a soft hyphen": "&shy;",
  "URL-coded zero-width space": "%E2%80%8B",
  "lone surrogate": "\ud800",
  noncharacter: "\uffff",
};

const encodings: Record<string, (key: string) => string> = {
  plain: (key) => key,
  "with Bearer": (key) => `Authorization: Bearer ${key}`,
  "upper case": (key) => key.toUpperCase(),
  "lower case": (key) => key.toLowerCase(),
  "URL, where needed": encodeURIComponent,
  "URL, every character": (key) => [...key].map((each) => `%${hex(each)}`).join(""),
  "URL, in capitals": (key) => [...key].map((each) => `%${hex(each).toUpperCase()}`).join(""),
  "URL, twice": (key) => encodeURIComponent([...key].map((each) => `%${hex(each)}`).join("")),
  "a form, with Bearer": (key) => new URLSearchParams({ key: `Bearer ${key}` }).toString(),
  "JSON, every character": (key) => [...key].map((each) => `\\u00${hex(each)}`).join(""),
  "JSON, in JSON": (key) =>
    JSON.stringify([...key].map((each) => `\\u00${hex(each).toUpperCase()}`).join("")),
  "JSON, slashes": (key) => key.replaceAll("/", "\\/"),
  "JavaScript, two digits": (key) => [...key].map((each) => `\\x${hex(each)}`).join(""),
  "JavaScript, in braces": (key) => [...key].map((each) => `\\u{${hex(each)}}`).join(""),
  "HTML, decimal": (key) => [...key].map((each) => `&#${each.charCodeAt(0)};`).join(""),
  "HTML, hexadecimal": (key) => [...key].map((each) => `&#x${hex(each)};`).join(""),
  "HTML, twice": (key) => [...key].map((each) => `&amp;#${each.charCodeAt(0)};`).join(""),
  base64: (key) => Buffer.from(key).toString("base64"),
  "base64, with Bearer": (key) => Buffer.from(`Bearer ${key}`).toString("base64"),
  "base64, of user and password": (key) => Buffer.from(`xx:${key}`).toString("base64"),
  base64url: (key) => Buffer.from(`{"k":"${key}"}`).toString("base64url"),
  hexadecimal: (key) => Buffer.from(key).toString("hex"),
  "full width": (key) => key.replace(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)),
  quoted: (key) => JSON.stringify({ headers: { authorization: `Bearer ${key}` } }),
};

const checks = { numRuns: 25 };

describe("redact", () => {
  it.each(Object.entries(encodings))("masks a key written as: %s", (_, encode) => {
    fc.assert(
      fc.property(keys, fc.string(), fc.string(), (key, before, after) => {
        const text = `${before} ${encode(key)} ${after}`;
        for (const masked of [redact(text, key), createRedactor([key])(text)]) {
          expectMasked(masked, key);
          expectNoneOf(masked, encode(key), key);
        }
      }),
      checks,
    );
  });

  it.each(Object.entries(inserted))("masks a key with this inserted anywhere: %s", (_, insertion) => {
    fc.assert(
      fc.property(keys, fc.infiniteStream(fc.boolean()), (key, where) => {
        const written = [...key].map((each) => (where.next().value ? each + insertion : each)).join("");
        const text = `You sent ${written}`;
        for (const masked of [redact(text, key), createRedactor([key])(text)])
          expectMasked(masked.replaceAll(insertion, ""), key);
      }),
      checks,
    );
  });

  it("masks a key that is encoded and has something inserted", () => {
    const some = <T>(record: Record<string, T>) =>
      fc.constantFrom(...Object.values(record).filter((each) => each !== "\ud800"));
    fc.assert(
      fc.property(keys, some(encodings), some(inserted), fc.nat(), (key, encode, insertion, seed) => {
        const at = seed % key.length;
        const written = encode(key.slice(0, at) + insertion + key.slice(at));
        const masked = createRedactor([key])(written);
        expectMasked(masked.replaceAll(insertion, ""), key);
        expectNoneOf(masked, written, key, written.length - encode(key).length);
      }),
      { numRuns: 300 },
    );
  });

  it("masks the rest of a key that was cut", () => {
    fc.assert(
      fc.property(keys, fc.nat(), fc.nat(), (key, from, length) => {
        const start = from % key.length;
        expectMasked(redact(`key ${key.slice(start, start + length)}…`, key), key);
      }),
      checks,
    );
    const key = "sk_live_thisMustNeverBeSeen0123456789";
    expect(redact("Bad key sk_live_this… given", key)).toBe("Bad key [key]… given");
    expect(redact("Bad key …NeverBeSeen01", key)).toBe("Bad key …[key]");
  });

  it("masks the whole key with any characters", () => {
    const punctuated = "sk_live_ab-cd.ef~gh=ij+kl/mn==";
    expect(redact(`before ${punctuated} after`, punctuated)).toBe("before [key] after");
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(..."!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~aB3\\"),
          minLength: 4,
          maxLength: 40,
        }),
        (key) => {
          expect(redact(`a ${key} b`, key)).not.toContain(key);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("masks everything of the form of a key", () => {
    for (const key of ["sk_live_someoneElses0Key", "sk_a1_bc-de.fg_hi=", "sk_live0123456789abcdef"])
      expect(redact(`"${key}", ${encodeURIComponent(key)}`, "sk_mine_0123456789")).toBe('"[key]", [key]');
  });

  it("masks a key before the text is cut to its length", () => {
    const key = "sk_live_thisMustNeverBeSeen0123456789";
    expect(redact(`${"x".repeat(8)}${key}`, key, 12)).toBe("xxxxxxxx[ke…");
    expect(redact(`${"x".repeat(19_980)}${key}`, key, 50_000)).not.toContain("thisMust");
  });

  it("leaves other text as it is", () => {
    const redactor = createRedactor(["sk_sbxdemo_fake0000000000000000000000000001"]);
    for (const text of [
      "2027-03-01T00:00:00.000Z to 2027-03-02T00:00:00.000Z",
      "Poll sk_ and sk_short, task_force_meeting, ask_me_anything_friday",
      "100% of https://app.rallly.co/invite/Xk3pQ9vLm2Ab?a=%41 &amp; <b>more</b> \\u0041 \u001b[0m",
      "",
      "sk",
    ])
      expect(redactor(text)).toBe(text);
  });

  it("keeps the text around several keys", () => {
    const key = "sk_live_thisMustNeverBeSeen0123456789";
    expect(redact(`one ${key}, two ${key}${key} three`, key)).toBe("one [key], two [key] three");
  });
});

describe("redactDeep", () => {
  it("masks field names and strings at any depth, and nothing else", () => {
    const key = "sk_live_thisMustNeverBeSeen0123456789";
    const value = { a: [1, null, true, `x ${key}`], [key]: { b: key, c: undefined } };
    expect(redactDeep(value, createRedactor([key]))).toEqual({
      a: [1, null, true, "x [key]"],
      "[key]": { b: "[key]", c: undefined },
    });
  });
});

describe("redactorOf", () => {
  it("masks the key of a client without exposing it", () => {
    const apiKey = "aKeyOfAnyForm0123456789";
    const client = createClient({ apiKey, transport: () => Promise.reject(new Error("unused")) });
    expect(getRedactor(client)(`It is ${apiKey}.`)).toBe("It is [key].");
    expect(getRedactor(undefined)(`It is ${apiKey}, sk_live_0123456789.`)).toBe(`It is ${apiKey}, [key].`);
    expect(JSON.stringify(client) + Object.getOwnPropertyNames(client)).not.toContain(apiKey);
  });
});
