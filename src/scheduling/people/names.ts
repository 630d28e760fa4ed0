/** How names are compared: by their words, in any order. No list of titles, nicknames or initials: in doubt two names may be one person. */
import { foldText } from "../../fold-text.ts";

/** A name as lists of folded words: as it is typed, and with umlauts written out. The last one is the key of a person. */
export type Name = readonly (readonly string[])[];

/** `similar`: a word is alike. `unclear`: it may be one person. `part`: all words of an entry are in the name. `same`: all are equal. */
export const fits = { none: 0, similar: 1, unclear: 2, part: 3, same: 4 } as const;

export type Fit = (typeof fits)[keyof typeof fits];

const writtenOut = new Map(Object.entries({ ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" }));
// Long texts are no names, and cost time.
const [maxWords, maxLetters] = [6, 24];

export function readName(text: string): Name {
  const written = text.normalize("NFC").toLowerCase();
  const other = written.replace(/[äöüøå]/g, (letter) => writtenOut.get(letter) ?? letter);
  return (other === written ? [written] : [written, other])
    .map(splitWords)
    .filter((words) => words.length > 0);
}

/** The part of an address before the "@", as a name. */
export const readAccount = (email: string): Name =>
  readName(email.replace(/[+@].*/s, "").replace(/\d+/g, " "));

/** Words, numbers, and the signs of scripts that write no spaces. A text without any is its symbols. */
function splitWords(text: string): string[] {
  const folded = foldText(text).replaceAll("'", "");
  const words = folded.match(
    /\p{scx=Han}|\p{scx=Hang}|(?:(?!\p{scx=Han}|\p{scx=Hang})[\p{L}\p{M}])+|\p{N}+/gu,
  );
  const all = (words ?? folded.match(/\p{So}/gu) ?? []).map((word) => word.replace(/^0+(?=\d)/, ""));
  // Of a longer text the rest is one word, so that different texts stay different.
  return all.length > maxWords ? [...all.slice(0, maxWords), all.slice(maxWords).join(" ")] : all;
}

/** A text without what stands in brackets. */
export const dropBrackets = (text: string): string => text.replace(/\([^()]*\)|\[[^[\]]*\]/g, " ");

/** A key that only the same words in any order have. */
export const toNameKey = (name: Name): string => name.at(-1)?.toSorted().join(" ") ?? "";

/** How well the name of an entry fits another one. */
export function compareNames(entry: Name, other: Name): number {
  const best = new Uint8Array(1);
  indexNames([{ name: other, owner: 0, most: fits.same }])(entry, fits.same, best);
  return best[0] ?? fits.none;
}

/** Which words of the listed names are like a word. */
type Likes = (word: string) => ReadonlySet<string>;

/** A name, who has it, and how well it fits at most. */
export interface OwnedName {
  name: Name;
  owner: number;
  most: Fit;
}

/** Indexes names, and returns who notes in `best`, by owner, how well each fits the name of an entry. Each word is looked up once. */
export function indexNames(listed: readonly OwnedName[]): (entry: Name, most: Fit, best: Uint8Array) => void {
  const names = listed.map((each) => ({ ...each, forms: each.name.map(sortWords) }));
  const places = indexBy(names, ({ forms }) => forms.flatMap((words) => listForms(words)));
  const likes = indexWords([...places.keys()]);
  return (entry, most, best) => {
    const own = entry.map(sortWords);
    const near = new Set<(typeof names)[0]>();
    for (const word of own.flatMap((words) => listForms(words, "@#")))
      for (const like of likes(word)) for (const each of places.get(like) ?? []) near.add(each);
    for (const { forms, owner, most: limit } of near) {
      let fit = 0;
      for (const one of own)
        for (const other of forms) if (fit < fits.same) fit = Math.max(fit, compareWords(one, other, likes));
      best[owner] = Math.max(best[owner] ?? fits.none, Math.min(fit, most, limit));
    }
  };
}

/** The values that have each part. */
function indexBy<Value>(values: readonly Value[], listParts: (value: Value) => readonly string[]) {
  const index = new Map<string, Value[]>();
  for (const value of values)
    for (const part of new Set(listParts(value))) {
      const list = index.get(part);
      if (list === undefined) index.set(part, [value]);
      else list.push(value);
    }
  return index;
}

/** The longest first: an initial is like many words. Words of one length keep their order. */
const sortWords = (words: readonly string[]) => words.toSorted((one, two) => two.length - one.length);

/** The words of a name, and its initials, which may be one word of the other name. */
const listForms = (words: readonly string[], [initials, letters] = "#@") => [
  ...words,
  words.length > 1
    ? `${initials}${toInitials(words)}`
    : `${letters}${sortLetters(words[0]?.slice(0, maxWords + 2) ?? "")}`,
];

/** The first letters of words, in any order. */
const toInitials = (words: readonly string[]) => sortLetters(words.map((word) => word[0]).join(""));

const sortLetters = (text: string) => [...text].sort().join("");

const areInitials = (some: readonly string[], words: readonly string[]) =>
  words.length > 1 &&
  some.reduce((sum, { length }) => sum + length, 0) === words.length &&
  sortLetters(some.join("")) === toInitials(words);

/** Every word of the shorter name has to be like another word of the longer one. Two equal words are enough to doubt. */
function compareWords(entry: readonly string[], other: readonly string[], likes: Likes): Fit {
  const rest: string[] = [];
  const left = [...other];
  let [equal, isAlike] = [0, false];
  for (const word of entry) {
    const place = left.indexOf(word);
    if (place < 0) {
      rest.push(word);
      continue;
    }
    left.splice(place, 1);
    isAlike ||= word.length > 1;
    if (word.length > 1 && !formsOfAddress.has(word)) equal++;
  }
  if (rest.length + left.length === 0) return fits.same;
  // What has two more words may name somebody else: "Ada Lee y Bob Roe", "the mother of Ada Lee".
  const more = [...rest, ...left].filter((word) => !formsOfAddress.has(word)).length;
  if (rest.length === 0 || left.length === 0) return equal > 1 && more < 2 ? fits.part : fits.unclear;
  if (equal > 1 || areInitials(rest, left) || areInitials(left, rest)) return fits.unclear;
  isAlike ||= rest.some(
    (word) => word.length > 2 && left.some((each) => each.length > 2 && likes(word).has(each)),
  );
  if (!isAlike) return fits.none;
  return pairAll(rest, left, likes) ? fits.unclear : fits.similar;
}

/** Whether each word of the shorter list is like a different one of the longer list. Uses the lists up. */
function pairAll(words: string[], others: string[], likes: Likes): boolean {
  const isShort = words.length <= others.length;
  const left = isShort ? others : words;
  return (isShort ? words : others).every((word) => {
    const place = left.findIndex((each) => (isShort ? likes(word).has(each) : likes(each).has(word)));
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}

/** They compare like other words, and do not count toward two words. */
const formsOfAddress = new Set(
  "herr herrn frau fr mr mrs ms miss mx dr prof sir sr sra srta mme mlle don dona".split(" "),
);

/** Which of the words are like a word: the beginning of it or of each other, or one edit away. Numbers are only equal. */
function indexWords(words: readonly string[]): Likes {
  const exact = new Set(words);
  const byPart = indexBy(words, (word) => [...listBeginnings(word), ...listEdits(word)]);
  const known = new Map<string, Set<string>>();
  return (word) => {
    const own = known.get(word);
    if (own !== undefined) return own;
    const likes = new Set([
      ...[word, ...listBeginnings(word)].filter((part) => exact.has(part)),
      ...(byPart.get(word) ?? []),
      ...listEdits(word).flatMap((part) => byPart.get(part)?.filter((each) => isEdit(word, each)) ?? []),
    ]);
    known.set(word, likes);
    return likes;
  };
}

const isCompared = (word: string) => /^\p{L}/u.test(word);

const listBeginnings = (word: string) =>
  isCompared(word)
    ? Array.from({ length: Math.min(word.length, maxLetters) }, (_, index) => word.slice(0, index + 1))
    : [];

/** What a word shares with all that are one edit away: it as it is, and without each of its letters. */
const listEdits = (word: string) =>
  isCompared(word) && word.length > 3 && word.length <= maxLetters
    ? [`-${word}`, ...Array.from(word, (_, index) => `-${word.slice(0, index)}${word.slice(index + 1)}`)]
    : [];

/** Whether a word has a letter more than the other one, another letter, or two that changed places. */
function isEdit(one: string, other: string): boolean {
  let same = 0;
  while (one[same] === other[same] && same < one.length) same++;
  const [rest, others] = [one.slice(same), other.slice(same)];
  const [next, nextOther] = [rest.slice(1), others.slice(1)];
  const isTurned = rest[0] === others[1] && rest[1] === others[0] && rest.slice(2) === others.slice(2);
  return next === nextOther || rest === nextOther || next === others || isTurned;
}
