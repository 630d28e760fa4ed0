import { sanitizeLine } from "./sanitize.ts";

// Latin, Greek, Cyrillic, Hebrew and Arabic text is often written without these marks. Marks of other scripts, such as
// Devanagari vowels and Japanese voicing marks, make a different word.
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

/** Letters that Unicode does not decompose, and the letters that people type instead. Arabic and Persian keyboards differ in three. */
const plainLetters: Record<string, string> = {
  ...{ ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ß: "ss", ı: "i", ħ: "h", ς: "σ" },
  ...{ ي: "ی", ى: "ی", ك: "ک" },
};
const otherLetter = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "g");

const maxLength = 1_000;

/**
 * Folds a name, a title, a text or a search query, so that equal texts in different spellings compare as equal: case, accents,
 * width, white space, quotes, hyphens and invisible characters do not count. Every search for a poll uses it. Reads the first
 * 1,000 characters.
 */
export function foldText(text: string): string {
  const bounded = text.slice(0, maxLength);
  // A shortcut: a poll can have a thousand people, and most names are plain.
  if (/^(?:[!-~]+(?: [!-~]+)*)?$/.test(bounded)) return bounded.toLowerCase();
  return sanitizeLine(bounded.normalize("NFKC"), maxLength)
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\p{Pd}/gu, "-")
    .normalize("NFKD")
    .replace(optionalMarks, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(otherLetter, (letter) => plainLetters[letter] ?? letter);
}
