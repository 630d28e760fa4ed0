import { distance } from "fastest-levenshtein";
import { sanitizeLine } from "../../sanitize.ts";

// Latin, Greek, Cyrillic, Hebrew and Arabic text is often written without these marks. Marks of other scripts, such as
// Devanagari vowels and Japanese voicing marks, make a different word.
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

// Letters that Unicode does not decompose, and the letters that people type instead.
const plainLetters = new Map(
  Object.entries({ ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ß: "ss", ı: "i", ħ: "h" }),
);

const maxLength = 1_000;

/**
 * Folds a name, a title, a text or a search query, so that equal texts in different spellings compare as equal: case, accents,
 * width, white space, quotes, hyphens and invisible characters do not count. Every search for a poll uses it. Reads the first
 * 1,000 characters.
 */
export function foldText(text: string): string {
  const bounded = text.slice(0, maxLength);
  // A shortcut: a poll can have a thousand people, and most names are plain.
  if (/^[!-~]+(?: [!-~]+)*$/.test(bounded)) return bounded.toLowerCase();
  return sanitizeLine(bounded.normalize("NFKC"), maxLength)
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\p{Pd}/gu, "-")
    .normalize("NFKD")
    .replace(optionalMarks, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replace(/[łøđðþæœßıħ]/g, (letter) => plainLetters.get(letter) ?? letter);
}

/**
 * The folded words of a name, given name first, without punctuation around them: equal for `Lovelace, Ada` and `Ada  Lovelace`.
 * A hyphenated name is one word.
 */
export function toNameKey(name: string): string {
  const folded = foldText(name);
  // The same shortcut.
  if (/^[a-z\d]+(?: [a-z\d]+)*$/.test(folded)) return folded;
  const givenFirst = folded.replace(/^([^,]*),([^,]*)$/, "$2 $1");
  return (givenFirst.match(/[^\s\p{P}](?:[^\s,;()[\]{}"]*[^\s\p{P}])?/gu) ?? []).join(" ");
}

/**
 * How similar two names are, from 0 to 1: the average word of the shorter name, each compared with the most similar word of the
 * other. Of an address counts what is before the "@". An initial is no word.
 */
export function compareNames(one: string, other: string): number {
  const [shorter = [], longer = []] = [one, other]
    .map((text) => foldText(text.replace(/@.*/s, "")).split(/[^\p{L}\p{M}\p{N}']+/u))
    .map((words) => words.filter(({ length }) => length > 1))
    .sort((words, others) => words.length - others.length);
  const best = shorter.map((word) => Math.max(...longer.map((each) => compareSpelling(word, each))));
  return best.reduce((sum, each) => sum + each, 0) / Math.max(1, best.length);
}

/** How similar two words are, from 0 to 1: by edit distance, and 0.75 for a short form such as Sam for Samantha. */
export function compareSpelling(one: string, other: string): number {
  const isShortForm = one.startsWith(other) || other.startsWith(one);
  return Math.max(isShortForm ? 0.75 : 0, 1 - distance(one, other) / Math.max(one.length, other.length));
}
