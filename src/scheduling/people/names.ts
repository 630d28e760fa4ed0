import { measureDistance } from "../../edit-distance.ts";
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
  if (/^(?:[!-~]+(?: [!-~]+)*)?$/.test(bounded)) return bounded.toLowerCase();
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

/** A folded word; a second spelling has umlauts written out: `böhm` is `bohm` and `boehm`. */
type Word = readonly [string, ...string[]];

/** A name without the differences that do not count. */
export interface Name {
  /** The words without titles and text in brackets, unless there is nothing else. The given name comes first. */
  words: readonly Word[];
  /** The words in brackets, such as a voice or a nickname. */
  bracketed: readonly Word[];
  /** The name written together, in each spelling. */
  joined: readonly string[];
  /** What people make of it in addresses and as initials: aschmidt, as, annas, schmidta. Without spaces its parts: 小龍 of 李小龍. */
  short: readonly string[];
  /** The names of people who share one: Ada & Ben. */
  parts: readonly Name[];
}

/** Also a number of guests, `Ada +1`, a telephone number, and an answer: `Ada: maybe`. */
const brackets =
  /\([^()]*\)|\[[^[\]]*\]|\s\+\s?\d[\d\s/-]*$|(?::|\s[–-])\s*(?:yes|no|maybe|ja|nein|vielleicht)$/gi;
const suffix = /[\s,]+(?:jr|sr|ii|iii|ph\.? ?d|m\.? ?d|mba|msc|bsc|esq)\.?\s*$/i;
/** What stands between two names, as a pattern. */
export const conjunctions = "and|und|et|[&/+]";
/** Maximum number of words of a name, and of people who share one: longer texts would only cost time. */
const maxWords = 20;
const maxParts = 5;
const separator = new RegExp(`\\s(?:${conjunctions}|[–-])\\s|[/&+]`, "i");
const honorific = /(?<=\S)\s*(?:さん|様|さま|くん|ちゃん|先生|女士|小姐|씨|님)\s*$/;
const titles = new Set(
  `dr prof herr herrn hr frau fr mr mrs ms miss mx mme mlle sr sra srta dott ing dipl mag sir rev
   familie family fam onkel tante oma opa uncle aunt coach trainer pastor`.split(/\s+/),
);
/** Titles only after one of the others: Phil is a name, too. */
const degrees = new Set("med dent vet phil jur rer nat pol oec habil ing".split(" "));

/** A name without what follows it: `King, Martin, Jr.`, `Ada Lovelace, PhD`. */
export function dropSuffix(name: string): string {
  const bare = name.replace(suffix, "");
  return bare === name ? name : dropSuffix(bare);
}

export function readName(text: string): Name {
  const outside = dropSuffix(text.replace(brackets, " "))
    .replace(/^([^,]*),([^,]*)$/, "$2 $1")
    .replace(honorific, "")
    // Hans Mü. is Hans M.
    .replace(/(?<=\s\p{L})\p{L}\.$/u, "");
  const notes = text.match(brackets);
  const bracketed = notes === null ? [] : splitWords(notes.join(" "));
  const named = dropTitles(splitWords(outside));
  const words = named.length > 0 ? named : bracketed;
  const spellings = (words.some(({ length }) => length > 1) ? [0, 1] : [0]).map((spelling) =>
    words.map((word) => (word[spelling] ?? word[0]).replaceAll("'", "")),
  );
  const joined = spellings.map((spelling) => spelling.join(""));
  const parts = text.split(separator, maxParts);
  return {
    words,
    bracketed: named.length > 0 ? bracketed : [],
    joined,
    short: unspaced.test(joined[0] ?? "") ? joined.flatMap(listEnds) : spellings.flatMap(abbreviate),
    parts: parts.length > 1 ? parts.map(readName) : [],
  };
}

/** The part of an address before the "@" as a name. */
export const readAccount = (email: string): Name =>
  readName(email.replace(/[+@].*/s, "").replace(/\d+/g, " "));

/** A name in a script that has no spaces. */
export const unspaced = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]+$/u;

/** The beginnings and ends of a name without spaces: the family name or the given name alone, or without a title. */
function listEnds(name: string): string[] {
  const lengths = Array.from({ length: Math.min(name.length, 12) }, (_, length) => length).slice(2);
  return lengths.flatMap((length) => [name.slice(0, length), name.slice(-length)]);
}

function abbreviate(words: readonly string[]): string[] {
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (words.length < 2 || /^\d/.test(last)) return [];
  const initials = words.map(([letter]) => letter).join("");
  const short = [`${first[0]}${last}`, `${first}${last[0]}`, `${last}${first[0]}`, initials];
  return words.length > 2 ? [...short, initials + last.slice(1)] : short;
}

function splitWords(text: string): Word[] {
  const split = (text: string) => {
    // Mª is an initial.
    const folded = foldText(text.replace(/[ªº]/g, " ")).replace(/\b0+(?=\d)/g, "");
    return folded.match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu) ?? folded.match(/\p{So}+/gu) ?? [];
  };
  const words = split(text).slice(0, maxWords);
  const letters = text.normalize("NFC").toLowerCase();
  const writtenOut = letters.replace(/[äöüø]/g, (letter) => `${foldText(letter)}e`);
  if (writtenOut === letters) return words.map((word) => [word]);
  const others = split(writtenOut);
  return words.map((word, index) => [word, others[index] ?? word]);
}

function dropTitles(words: Word[]): Word[] {
  const first = words.findIndex(([word], index) => {
    // "M. Jean Dupont" has a title, "M. Dupont" probably an initial.
    if (word === "m" && index === 0) return words.length < 3;
    return !titles.has(word) && !(index > 0 && degrees.has(word));
  });
  return words.slice(Math.max(0, first));
}

/** How one name fits another: the same words; all its words and more are in the other; or it may be the same person. */
export type Fit = "same" | "part" | "alike";

/** How a name fits another, by the rule of {@link findPeople}. Undefined: not at all. */
export function fitName(name: Name, other: Name): Fit | undefined {
  const fit = pairWords(name.words, other.words);
  if (fit === "part" && name.words.length > other.words.length) return "alike";
  if (fit !== undefined || name.words.length === 0 || other.words.length === 0) return fit;
  const isTogether = (one: Name, two: Name) =>
    one.joined.some((text) => two.joined.includes(text) || two.short.includes(text));
  if (isTogether(name, other) || isTogether(other, name)) return "alike";
  const isIn = (one: Name, two: Name) => two.parts.some((part) => fitName(one, part) !== undefined);
  if (isIn(name, other) || isIn(other, name)) return "alike";
  if (name.bracketed.length + other.bracketed.length === 0) return undefined;
  return pairWords([...name.words, ...name.bracketed], [...other.words, ...other.bracketed]) && "alike";
}

const byLength = ([one]: Word, [other]: Word) => other.length - one.length;

/** Pairs every word of the shorter name with a different word of the longer one: equal words first, then long ones. */
export function pairWords(one: readonly Word[], other: readonly Word[]): Fit | undefined {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  // A shortcut: most names that share a word have another one that decides.
  if (few.length === 0 || !few.every((word) => many.some((other) => areAlike(word, other)))) return undefined;
  const rest = [...many];
  const take = (isPair: (word: Word) => boolean) => {
    const place = rest.findIndex(isPair);
    if (place >= 0) rest.splice(place, 1);
    return place >= 0;
  };
  const equal = few.filter((word) => take((other) => word.some((text) => other.includes(text))));
  if (equal.length === few.length) return rest.length === 0 ? "same" : "part";
  const areInitials = (words: readonly Word[]) => words.every(([word]) => word.length === 1);
  const isInitials = few.length === many.length && (areInitials(few) || areInitials(many));
  if (!isInitials && !equal.some(([word]) => word.length > 1)) return undefined;
  rest.sort(byLength);
  const unequal = few.filter((word) => !equal.includes(word)).sort(byLength);
  return unequal.every((word) => take((other) => areAlike(word, other))) ? "alike" : undefined;
}

const areAlike = (word: Word, other: Word) => word.some((text) => other.some((each) => isAlike(text, each)));

/** Whether two words are equal, one is an initial or the beginning of the other, or one letter differs. Numbers must be equal. */
function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  // Al is a name, and Th. is not.
  const isShortened = short.length !== 2 || /^[bcdfghj-np-tvwxz]+$/.test(short);
  const isNear = long.startsWith(short)
    ? isShortened
    : short.length >= 5 && long.length - short.length <= 1 && measureDistance(short, long) === 1;
  return isNear && !/^\d/.test(short);
}

/** Keys for an index: names that fit in any way share one. */
export function listKeys({ words, bracketed, joined, short }: Name): string[] {
  if (words.length === 0) return [];
  const initials = words.map(([word]) => word[0]).sort();
  return [
    ...[...words, ...bracketed].flat(),
    ...[...joined, ...short].map((text) => `=${text}`),
    `.${initials.join("")}`,
  ];
}

/** The words of a name in any order, umlauts written out, to recognize repeated names. Empty for no name. */
export function toNameKey({ words, bracketed }: Name): string {
  const [key, beside] = [words, bracketed].map((part) =>
    part
      .map((word) => word.at(-1))
      .sort()
      .join(" "),
  );
  return beside === "" ? `${key}` : `${key} (${beside})`;
}

/**
 * How similar two names are spelled, from 0 to 1: the average word of the shorter name, each compared with the most similar word of
 * the other by edit distance; 0.75 for a short form such as Sam for Samantha. An initial is no word.
 */
export function measureSpelling(one: Name, other: Name): number {
  const [few = [], many = []] = [one, other]
    .map(({ words }) => words.map(([word]) => word).filter(({ length }) => length > 1))
    .sort((one, other) => one.length - other.length);
  const compare = (word: string, each: string) => {
    const isShortForm = word.startsWith(each) || each.startsWith(word);
    return Math.max(
      isShortForm ? 0.75 : 0,
      1 - measureDistance(word, each) / Math.max(word.length, each.length),
    );
  };
  const best = few.map((word) => Math.max(0, ...many.map((each) => compare(word, each))));
  return best.reduce((sum, each) => sum + each, 0) / Math.max(1, few.length);
}
