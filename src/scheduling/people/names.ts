import { measureDistance } from "../../edit-distance.ts";
import { foldText } from "../../fold-text.ts";
import { sanitizeLine } from "../../sanitize.ts";

/** A folded word; a second spelling has umlauts written out: `böhm` is `bohm` and `boehm`. */
type Word = readonly [string, ...string[]];

/** A name, in which what tells people apart stands beside what does not count. */
export interface Name {
  /** The words without titles and text in brackets, unless there is nothing else. The given name comes first. */
  words: readonly Word[];
  /** Whether one word is left beside a title. It says little of a person, and Med, Sig and Ii are names as well. */
  isBare: boolean;
  /** Titles of address, generations, and texts in brackets. Names that differ in one of the three are two people. */
  notes: readonly (readonly string[])[];
  /** The name written together, in each spelling. */
  joined: readonly string[];
  /** The same, and what people make of it in addresses and as initials: aschmidt, schmidta, annas, as. */
  forms: readonly string[];
}

/** Titles before a name. Those of different groups are two people; academic ones are of none. */
const titles = listGroups("dr prof mx dott dipl mag rev ing med dent jur rer", [
  "herr herrn hr mr mister m monsieur sr señor sig sir",
  "frau fr mrs ms miss mme mlle madame sra srta señora",
  ...["familie family fam", "oma", "opa", "onkel uncle", "tante aunt", "coach trainer", "pastor"],
]);
/** What follows a name. Degrees are of no group. */
const suffixes = listGroups("phd md mba ma ba msc bsc esq", ["jr junior", "sr senior", "ii", "iii", "iv"]);

function listGroups(degrees: string, groups: readonly string[]): Map<string, string> {
  const list = groups.flatMap((group) => group.split(" ").map((word) => [foldText(word), group] as const));
  return new Map([...degrees.split(" ").map((word) => [word, ""] as const), ...list]);
}

const brackets = /\(([^()]*)\)|\[([^[\]]*)\]/g;
// Longer texts would only cost time.
const maxLength = 1_000;
const maxWords = 20;
const maxLetters = 40;

/** Reads `Dr. Martin King Jr.` and `King, Dr. Martin, Jr. (Bass)`. */
export function readName(text: string): Name {
  const bounded = text.slice(0, maxLength);
  const noted = [...bounded.matchAll(brackets)].map(([, round, square]) => foldText(round ?? square ?? ""));
  const bare = bounded.replace(brackets, " ");
  const commas = bare.split(",").filter((part) => part.trim() !== "");
  const [family, given, another] = commas.filter((part) => !isSuffix(part));
  const isTurned = given !== undefined && another === undefined;
  const all = splitWords(isTurned ? [given, family, ...commas.filter(isSuffix)].join(" ") : bare);
  // "M. Jean Dupont" has a title, "M. Dupont" perhaps an initial, and Med is a name without "Dr." before it.
  const isTitle = ([word]: Word, index: number) =>
    word === "m"
      ? index === 0 && all.length > 2
      : titles.has(word) && (index > 0 || !/^(?:med|dent|jur|rer)$/.test(word));
  const first = all.findIndex((word, index) => !isTitle(word, index));
  const end = all.findLastIndex(([word], index) => index === first || !suffixes.has(word)) + 1;
  const named = first < 0 ? [] : all.slice(first, end);
  const words = [named, noted.flatMap(splitWords), all].find((some) => some.length > 0) ?? [];
  const before = all.slice(0, first < 0 || all[0]?.[0] === "m" ? Math.max(first, 1) : first);
  const groupsOf = (some: readonly Word[], groups: typeof titles) =>
    some.flatMap(([word]) => groups.get(word) || []);
  const spellings = (words.some((word) => word.length > 1) ? [0, 1] : [0]).map((each) => spell(words, each));
  const joined = spellings.map((spelling) => spelling.join(""));
  return {
    words,
    isBare: named.length === 1 && all.length > 1,
    notes: [groupsOf(before, titles), groupsOf(all.slice(end), suffixes), named.length > 0 ? noted : []],
    joined,
    forms: [...joined, ...spellings.flatMap(abbreviate)],
  };
}

/** The part of an address before the "@" as a name. */
export const readAccount = (email: string): Name =>
  readName(email.replace(/[+@].*/s, "").replace(/\d+/g, " "));

/** Whether a text only follows a name, after a comma: Jr., PhD, Dr. */
export function isSuffix(text: string): boolean {
  // A shortcut: most parts of a long list are names.
  const words = text.length < 20 ? splitWords(text) : [];
  return words.length > 0 && words.every(([word]) => suffixes.has(word) || titles.get(word) === "");
}

/** Whether a text is only how people are addressed: Herr, Mrs., Prof. Dr. */
export const isTitle = (text: string): boolean =>
  text.length < 20 && splitWords(text).every(([word]) => titles.has(word));

function splitWords(text: string): Word[] {
  const letters = text.replace(/\b(ph|m|b)\.\s?(d|a|sc)\b/gi, "$1$2").normalize("NFKC");
  const clean = /^[ -~]*$/.test(letters) ? letters : sanitizeLine(letters, maxLength);
  // A number is a word of its own: Guest1 is Guest 01.
  const words =
    clean.match(/[\p{L}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*|\p{N}+/gu) ?? clean.match(/\p{So}+/gu) ?? [];
  return words.slice(0, maxWords).map((word) => {
    const writtenOut = word
      .toLowerCase()
      .replaceAll("å", "aa")
      .replace(/[äöüø]/g, (letter) => `${foldText(letter)}e`);
    const [plain = "", other = ""] = [word, writtenOut].map((each) =>
      foldText(each)
        .replace(/^0+(?=\d)/, "")
        .slice(0, maxLetters),
    );
    return plain === other ? [plain] : [plain, other];
  });
}

const spell = (words: readonly Word[], spelling: number): string[] =>
  words.map((word) => (word[spelling] ?? word[0]).replaceAll("'", ""));

/** Initials, and one name with the initial of another one: of a double family name either part. */
function abbreviate([first = "", ...others]: readonly string[]): string[] {
  if (/^\d/.test(others.at(-1) ?? first)) return [];
  const initials = toInitials([first, ...others]);
  return [
    initials,
    ...others.flatMap((other) => [
      ...[`${first[0]}${other[0]}`, `${first[0]}${other}`, `${first}${other[0]}`],
      ...[`${other}${first[0]}`, `${other}${first}`],
    ]),
  ];
}

const toInitials = (words: readonly string[]) => words.map(([letter]) => letter).join("");

/** How well a name fits another one. The higher the better. */
export const fits = { none: 0, unclear: 1, part: 2, same: 3, exact: 4 } as const;

export type Fit = (typeof fits)[keyof typeof fits];

/**
 * Pairs two names: `exact`, the same words in one order and the same notes; `same`, in any order; `part`, all words of the first one
 * are in the second; `unclear`, it may be one person; `none`.
 */
export function compareNames(name: Name, other: Name): Fit {
  const pair = pairWords(name.words, other.words);
  if (pair === "equal" && name.words.length <= other.words.length) {
    if (name.notes.some((notes, index) => differ(notes, other.notes[index] ?? []))) return fits.unclear;
    if (name.words.length < other.words.length) return name.isBare ? fits.unclear : fits.part;
    const isInOrder = name.words.every((word, index) => isEqual(word, other.words[index] ?? [""]));
    return isInOrder && `${name.notes}` === `${other.notes}` ? fits.exact : fits.same;
  }
  if (pair !== undefined) return fits.unclear;
  const isTogether = (one: Name, two: Name) =>
    one.joined.some((text) => text !== "" && two.forms.includes(text));
  return isTogether(name, other) || isTogether(other, name) ? fits.unclear : fits.none;
}

const differ = (some: readonly string[], others: readonly string[]) =>
  some.length > 0 && others.length > 0 && !some.some((each) => others.includes(each));

/** Pairs every word of the shorter name with a different word of the longer one: equal words first, then long ones. */
function pairWords(one: readonly Word[], other: readonly Word[]): "equal" | "alike" | undefined {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  // A shortcut: most names that share a word have two others that do not fit. One may be initials.
  const hasPair = (word: Word) => many.some((each) => isAlike(word, each));
  const strange = few.findIndex((word) => !hasPair(word));
  if (strange >= 0 && !few.slice(strange + 1).every(hasPair)) return undefined;
  const rest = [...many];
  const take = (word: Word, isPair: typeof isEqual) => {
    const place = rest.findIndex((each) => isPair(word, each));
    if (place >= 0) rest.splice(place, 1);
    return place >= 0;
  };
  const unequal = few.filter((word) => !take(word, isEqual));
  if (unequal.length === 0 && few.length > 0) return "equal";
  // One equal word at least, longer than an initial.
  if (few.every((word) => word[0].length === 1 || unequal.includes(word))) return undefined;
  const [initials = "", another] = unequal.map(([word]) => word);
  // HJ Meyer
  if (another === undefined && initials === toInitials(rest.map(([word]) => word))) return "alike";
  unequal.sort(([word], [another]) => another.length - word.length);
  return unequal.every((word) => take(word, isAlike)) ? "alike" : undefined;
}

const isEqual = (one: Word, other: Word) => one.some((text) => other.includes(text));

/** Whether two words are equal, one is an initial or the beginning of the other, or one letter differs. Numbers must be equal. */
const isAlike = (one: Word, other: Word) =>
  one.some((text) =>
    other.some((each) => {
      const [short, long] = text.length < each.length ? [text, each] : [each, text];
      if (short === long || /^\d/.test(short)) return short === long;
      if (long.startsWith(short)) return short.length !== 2;
      if (short.length < 5 || long.length - short.length > 1) return false;
      let same = 0;
      while (short[same] === long[same]) same++;
      return short.slice(short.length === long.length ? same + 1 : same) === long.slice(same + 1);
    }),
  );

/**
 * The keys under which a name is listed, and those by which the ones that can fit it are found: a word, or a way of writing it
 * together. Those with different numbers never fit: "Guest 1" meets "Guest" and "Guest 01", but not a thousand other guests.
 */
export function listKeys({ words, forms }: Name, side: "listed" | "sought"): string[] {
  const numbers = words.flatMap(([word]) => (/^\d/.test(word) ? word : []));
  const [own, any] = side === "listed" ? [[""], "*"] : [["", "*"], ""];
  const marks = numbers.length > 0 ? [...numbers, any] : own;
  return [...words.flat().flatMap((text) => marks.map((mark) => `${text} ${mark}`)), ...forms];
}

/** A name as a key: its words, umlauts written out, and notes. With the words in order only the same spelling has it. */
export function toNameKey({ words, notes }: Name, isInOrder = false): string {
  const texts = words.map((word) => word.at(-1));
  return texts.length === 0 ? "" : [(isInOrder ? texts : texts.sort()).join(" "), ...notes].join("|");
}

/** Whether each word of the shorter name is the beginning of one of the other, or spelled like it. An initial is no word. */
export function areSimilar(one: Name, other: Name): boolean {
  const [few = [], many = []] = [one, other]
    .map(({ words }) => words.filter(([text]) => text.length > 1))
    .sort((one, other) => one.length - other.length);
  return few.length > 0 && few.every((word) => many.some((each) => areSimilarWords(word, each)));
}

function areSimilarWords([one]: Word, [other]: Word): boolean {
  // The distance takes time, and few people mistake the first letter.
  if (one[0] !== other[0]) return false;
  const [word = "", each = ""] = [one, other].map((text) => text.replaceAll("'", ""));
  if (each.startsWith(word) || word.startsWith(each)) return true;
  return measureDistance(word, each) <= Math.min(2, word.length / 3);
}
