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
  const commas = bare.includes(",") ? bare.split(",").filter((part) => part.trim() !== "") : [];
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
  const isPlain = /^[ -~]*$/.test(letters);
  const clean = isPlain ? letters : sanitizeLine(letters, maxLength);
  // A number is a word of its own: Guest1 is Guest 01.
  const words =
    clean.match(/[\p{L}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*|\p{N}+/gu) ?? clean.match(/\p{So}+/gu) ?? [];
  return words.slice(0, maxWords).map((word) => {
    if (isPlain) return [trimWord(word.toLowerCase())];
    const writtenOut = word
      .toLowerCase()
      .replaceAll("å", "aa")
      .replace(/[äöüø]/g, (letter) => `${foldText(letter)}e`);
    const [plain = "", other = ""] = [word, writtenOut].map((each) => trimWord(foldText(each)));
    return plain === other ? [plain] : [plain, other];
  });
}

const trimWord = (word: string): string => word.replace(/^0+(?=\d)/, "").slice(0, maxLetters);

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

/** A number stays whole: Guest 1 is not Guest 10. */
const toInitials = (words: readonly string[]) =>
  words.map((word) => (/^\d/.test(word) ? word : Array.from(word)[0])).join("");

/** How well a name fits another one. The higher the better. */
export const fits = { none: 0, unclear: 1, part: 2, same: 3, exact: 4 } as const;

export type Fit = (typeof fits)[keyof typeof fits];

/**
 * Indexes names, and returns who finds those that fit another name: their places in the list and how well they fit. `exact`, the
 * same words in one order and the same notes; `same`, in any order; `part`, all words of the name are in the listed one; `unclear`,
 * it may be one person. Words are looked up and not compared, because a thousand names of twenty words have 400 million pairs.
 */
export function indexNames(listed: readonly Name[]): (name: Name) => Map<number, Fit> {
  const words = indexWords(listed);
  const [joined, forms] = [new Map<string, number[]>(), new Map<string, number[]>()];
  for (const [place, name] of listed.entries()) {
    for (const text of name.joined) append(joined, text, place);
    for (const text of new Set(name.forms)) append(forms, text, place);
  }
  return (name) => {
    const found = new Map<number, Fit>();
    const lookUp = (texts: readonly string[], places: typeof forms) => {
      for (const text of new Set(texts))
        for (const place of (text && places.get(text)) || []) found.set(place, fits.unclear);
    };
    lookUp(name.joined, forms);
    lookUp(name.forms, joined);
    const equal = name.words.map(words.findEqual);
    if (equal.every((row) => row === undefined)) return found;
    const alike = name.words.map(words.findAlike);
    for (const place of listPlaces(alike, listed)) {
      const other = listed[place];
      if (other === undefined || !canPair(name, other, place, alike)) continue;
      const fit = compareWords(name, other, pick(equal, place), pick(alike, place));
      if (fit > fits.none) found.set(place, fit);
    }
    return found;
  };
}

/** How well a name fits another one. */
export const compareNames = (name: Name, other: Name): Fit => indexNames([other])(name).get(0) ?? fits.none;

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** Of a word of a name: the listed names that have such words, and a mask of the places of these words in each listed name. */
type Row = { places: number[]; masks: Int32Array } | undefined;

const pick = (rows: readonly Row[], place: number): number[] => rows.map((row) => row?.masks[place] ?? 0);

/** The names to compare. But for one, all words of the shorter name have to fit: of any two words of the name itself, one. */
function listPlaces(alike: readonly Row[], listed: readonly Name[]): number[] {
  const places: number[] = [];
  const seen = new Uint8Array(listed.length);
  const count = (row: Row) => row?.places.length ?? 0;
  const rarest = alike.toSorted((one, other) => count(one) - count(other));
  for (const [index, row] of rarest.entries())
    for (const place of row?.places ?? []) {
      const isCandidate = index < 2 || (listed[place]?.words.length ?? 0) < alike.length;
      if (seen[place] === 1 || !isCandidate) continue;
      seen[place] = 1;
      places.push(place);
    }
  return places;
}

/** Finds the words of names that are equal to a word, and those that are equal or like it. */
function indexWords(listed: readonly Name[]) {
  // The place of a word is that of its name times 32, and that in the name.
  const slots = new Map<string, number[]>();
  for (const [place, { words }] of listed.entries())
    for (const [index, word] of words.entries())
      for (const text of word) append(slots, text, place * 32 + index);
  const listEqual = (text: string) => (slots.has(text) ? [slots.get(text) ?? []] : []);
  const shapes = new Map<string, number[][]>();
  const listAlike = (text: string) => {
    if (shapes.size === 0)
      for (const [each, list] of slots)
        for (const shape of listShapes(each, "<", "=")) append(shapes, shape, list);
    return listShapes(text, "=", "<").flatMap((shape) => shapes.get(shape) ?? []);
  };
  const toRow = (lists: Iterable<readonly number[]>): Row => {
    const [places, masks]: [number[], Int32Array] = [[], new Int32Array(listed.length)];
    for (const list of lists)
      for (const slot of list) {
        const place = slot >> 5;
        const mask = masks[place] ?? 0;
        if (mask === 0) places.push(place);
        masks[place] = mask | (1 << (slot & 31));
      }
    return { places, masks };
  };
  /** Remembers the rows, because long lists share words. */
  const createFind = (listSlots: (text: string) => readonly (readonly number[])[]) => {
    const rows = new Map<string, Row>();
    return (word: Word): Row => {
      const key = word.join(" ");
      if (rows.has(key)) return rows.get(key);
      const lists = new Set(word.flatMap(listSlots));
      const row = lists.size > 0 ? toRow(lists) : undefined;
      rows.set(key, row);
      return row;
    };
  };
  return {
    findEqual: createFind(listEqual),
    findAlike: createFind((text) => [...listEqual(text), ...listAlike(text)]),
  };
}

/**
 * What two words have in common of which one is an initial or the beginning of the other, or of which one letter differs. Numbers
 * have nothing.
 */
function listShapes(text: string, shorter: string, same: string): string[] {
  if (/^\d/.test(text)) return [];
  const shapes = [same + text];
  for (let end = 1; end < text.length; end++) if (end !== 2) shapes.push(shorter + text.slice(0, end));
  for (let index = 0; index < text.length && text.length >= 5; index++) {
    const [before, behind] = [text.slice(0, index), text.slice(index + 1)];
    shapes.push(`${before}?${behind}`);
    if (text.length > 5 && behind !== "") shapes.push(shorter + before + behind);
  }
  return shapes;
}

/** Whether each word of the shorter name has one that is equal or alike, but for one that may be initials of those left. */
function canPair(name: Name, other: Name, place: number, alike: readonly Row[]): boolean {
  let [paired, strange] = [0, 0];
  for (let index = 0; index < name.words.length; index++) {
    const mask = alike[index]?.masks[place] ?? 0;
    paired |= mask;
    if (mask === 0) strange |= 1 << index;
  }
  const isShort = name.words.length <= other.words.length;
  const left = isShort ? strange : ~paired & ((1 << other.words.length) - 1);
  if (left === 0) return true;
  if ((left & (left - 1)) !== 0) return false;
  const [few, many] = isShort ? [name, other] : [other, name];
  const [text = ""] = few.words[31 - Math.clz32(left)] ?? [];
  const initials = many.words.length - few.words.length + 1;
  const isLength = text.length >= initials && text.length <= 2 * initials;
  return isLength && many.words.some(([word]) => word[0] === text[0]);
}

function compareWords(name: Name, other: Name, equal: readonly number[], alike: readonly number[]): Fit {
  const isShort = name.words.length <= other.words.length;
  const pair = isShort
    ? pairWords(name.words, other.words, equal, alike)
    : pairWords(other.words, name.words, turn(equal, other), turn(alike, other));
  if (pair !== "equal" || !isShort) return pair === undefined ? fits.none : fits.unclear;
  if (name.notes.some((notes, index) => differ(notes, other.notes[index] ?? []))) return fits.unclear;
  if (name.words.length < other.words.length) return name.isBare ? fits.unclear : fits.part;
  const isInOrder = equal.every((mask, index) => mask & (1 << index));
  return isInOrder && `${name.notes}` === `${other.notes}` ? fits.exact : fits.same;
}

/** The masks for the words of the other name. */
const turn = (masks: readonly number[], { words }: Name): number[] =>
  words.map((_, place) => {
    let turned = 0;
    for (const [index, mask] of masks.entries()) turned |= ((mask >> place) & 1) << index;
    return turned;
  });

const differ = (some: readonly string[], others: readonly string[]) =>
  some.length > 0 && others.length > 0 && !some.some((each) => others.includes(each));

/** Pairs every word of the shorter name with a different word of the longer one: equal words first, then long ones. */
function pairWords(
  few: readonly Word[],
  many: readonly Word[],
  equal: readonly number[],
  alike: readonly number[],
): "equal" | "alike" | undefined {
  let rest = (1 << many.length) - 1;
  const take = (mask = 0) => {
    const first = mask & rest & -(mask & rest);
    rest ^= first;
    return first !== 0;
  };
  const unequal: number[] = [];
  let longest = 0;
  for (const [index, [text]] of few.entries())
    if (take(equal[index])) longest = Math.max(longest, text.length);
    else unequal.push(index);
  if (unequal.length === 0 && few.length > 0) return "equal";
  // One equal word at least, longer than an initial.
  if (longest < 2) return undefined;
  const length = (index: number) => few[index]?.[0].length ?? 0;
  unequal.sort((one, other) => length(other) - length(one));
  if (unequal.every((index) => take(alike[index]))) return "alike";
  const [first = 0, another] = unequal;
  if (another !== undefined) return undefined;
  // HJ Meyer
  const left = many.flatMap(([text], index) => (rest & (1 << index) ? text : []));
  return few[first]?.[0] === toInitials(left) ? "alike" : undefined;
}

/** A name as a key: its words, umlauts written out, and notes. With the words in order only the same spelling has it. */
export function toNameKey({ words, notes }: Name, isInOrder = false): string {
  const texts = words.map((word) => word.at(-1));
  return texts.length === 0 ? "" : [(isInOrder ? texts : texts.sort()).join(" "), ...notes].join("|");
}

/** The words of a name that are no initials. */
export const listLong = ({ words }: Name): Word[] => words.filter(([text]) => text.length > 1);

/** Whether each word of the shorter name is the beginning of one of the other, or spelled like it. */
export function areSimilar(one: readonly Word[], other: readonly Word[]): boolean {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  return few.length > 0 && few.every((word) => many.some((each) => areSimilarWords(word, each)));
}

function areSimilarWords([one]: Word, [other]: Word): boolean {
  // Few people mistake the first letter.
  if (one[0] !== other[0]) return false;
  const [word = "", each = ""] = [one, other].map((text) => text.replaceAll("'", ""));
  if (each.startsWith(word) || word.startsWith(each)) return true;
  return isNear(word, each, Math.min(2, Math.floor(word.length / 3)));
}

/** Whether inserting, deleting or replacing at most `most` letters makes one word the other one. */
function isNear(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const [rest, others] = [one.slice(same), other.slice(same)];
  if (rest === "" || others === "" || most === 0) return rest.length + others.length <= most;
  const [next, nextOther] = [rest.slice(1), others.slice(1)];
  const isNext = (text: string, each: string) => isNear(text, each, most - 1);
  return isNext(next, nextOther) || isNext(next, others) || isNext(rest, nextOther);
}
