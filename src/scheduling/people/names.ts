import { distance } from "fastest-levenshtein";
import { sanitizeLine } from "../../sanitize.ts";

const plain = /^[!-~]+(?: [!-~]+)*$/;
const maxNameLength = 200;
const maxTextLength = 1_000;

// Latin, Greek, Cyrillic, Hebrew and Arabic text is often written without these marks. Marks of other scripts, such as
// Devanagari vowels and Japanese voicing marks, make a different word.
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

// Letters that Unicode does not decompose, and the letters that people type instead.
const plainLetters = new Map(
  Object.entries({
    ł: "l",
    ø: "o",
    đ: "d",
    ð: "d",
    þ: "th",
    æ: "ae",
    œ: "oe",
    ß: "ss",
    ı: "i",
    ħ: "h",
    ς: "σ",
  }),
);
const specialLetters = new RegExp(`[${[...plainLetters.keys()].join("")}]`, "gu");

/** A name or email without differences of case, white space, width, quotes, hyphens or invisible characters. Keeps accents. */
export function normalizeName(text: string): string {
  return fold(text, maxNameLength);
}

/**
 * Folds a title, a text or a search query, so that equal texts in different spellings compare as equal: case, accents, width,
 * white space, quotes, hyphens and invisible characters do not count. Every search for a poll uses it. Reads the first 1,000
 * characters.
 */
export function foldText(text: string): string {
  return stripAccents(fold(text, maxTextLength));
}

function fold(text: string, maxLength: number): string {
  const bounded = text.slice(0, maxLength);
  // A shortcut for plain ASCII: a poll can have ten thousand names.
  if (plain.test(bounded)) return bounded.toLowerCase();
  const visible = sanitizeLine(bounded, maxLength)
    .normalize("NFKC")
    .replace(/[\s\p{Z}]/gu, " ")
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐‑‒–—]/g, "-");
  return visible.replace(/ +/g, " ").trim().toLowerCase();
}

/** Replaces accented letters of a folded text with plain ones: `josé` becomes `jose`, `łukasz` becomes `lukasz`. */
function stripAccents(folded: string): string {
  return folded
    .normalize("NFKD")
    .replace(optionalMarks, "")
    .normalize("NFC")
    .replace(specialLetters, (letter) => plainLetters.get(letter) ?? letter);
}

/** The folded words of a name, without accents and surrounding punctuation. A hyphenated name is one word. */
export function splitWords(text: string): string[] {
  return stripAccents(normalizeName(text))
    .split(/[\s,;()[\]{}"]+/)
    .map((word) => word.replace(/^\p{P}+/u, "").replace(/\p{P}+$/u, ""))
    .filter((word) => word !== "");
}

/** The folded words of a name, given name first: equal for `Lovelace, Ada` and `Ada  Lovelace`. */
export function toNameKey(text: string): string {
  const parts = normalizeName(text).split(",");
  const [family = "", given = ""] = parts;
  return splitWords(parts.length === 2 ? `${given} ${family}` : text).join(" ");
}

/** A folded name, or the part of a folded address before the "@", without accents. */
export function baseName(folded: string): string {
  return stripAccents(folded.replace(/@.*/s, ""));
}

/** How similar two base names are, from 0 to 1: by edit distance as a whole and of their most similar words. */
export function nameSimilarity(one: string, other: string): number {
  if (one === "" || other === "") return 0;
  const whole = spellingSimilarity(one, other);
  const byWord = 0.75 * mostSimilarWords(one, other) + 0.2 * whole;
  const isPart = one.length > 1 && other.length > 1 && (other.includes(one) || one.includes(other));
  return Math.max(whole, byWord, isPart ? 0.5 + 0.3 * whole : 0);
}

function mostSimilarWords(one: string, other: string): number {
  const words = splitBaseName(other);
  const pairs = splitBaseName(one).flatMap((word) => words.map((each) => spellingSimilarity(word, each)));
  return Math.max(0, ...pairs);
}

// An initial is not a word.
const splitBaseName = (name: string): string[] => name.split(/[ ,._-]+/).filter(({ length }) => length > 1);

function spellingSimilarity(one: string, other: string): number {
  return 1 - distance(one, other) / Math.max(one.length, other.length);
}
