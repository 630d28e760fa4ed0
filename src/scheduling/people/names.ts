/** How names are compared: by their words, in any order. No list of titles, nicknames or initials: in doubt two names may be one person. */
import { foldText } from "../../fold-text.ts";

/** A name as lists of folded words: as it is typed, and with umlauts written out. The last one is the key of a person. */
export type Name = readonly (readonly string[])[];

/** `similar`: a word is alike. `unclear`: it may be one person. `part`: all words of an entry are in the name. `same`: all are equal. */
export const fits = { none: 0, similar: 1, unclear: 2, part: 3, same: 4 } as const;

export type Fit = (typeof fits)[keyof typeof fits];

const writtenOut = new Map(Object.entries({ ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" }));
// Long texts are no names, and cost time.
const [maxWords, maxLetters] = [6, 40];

export function readName(text: string): Name {
  const written = text.normalize("NFC").toLowerCase();
  const other = written.replace(/[äöüøå]/g, (letter) => writtenOut.get(letter) ?? letter);
  return (other === written ? [written] : [written, other]).map(splitWords);
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
  const all = (words ?? folded.match(/\p{So}/gu) ?? []).map((word) =>
    word.replace(/^0+(?=\d)/, "").slice(0, maxLetters),
  );
  // Of a longer text the rest is one word, so that different texts stay different.
  return all.length > maxWords ? [...all.slice(0, maxWords), all.slice(maxWords).join(" ")] : all;
}

/** A key that only the same words in any order have. */
export const toNameKey = (name: Name): string => name.at(-1)?.toSorted().join(" ") ?? "";

/** How well the name of an entry fits another one. */
export const compareNames = (entry: Name, other: Name): Fit => indexNames([other])(entry).get(0) ?? fits.none;

/** Which words of the listed names are like a word. */
type Likes = (word: string) => ReadonlySet<string>;

/** Indexes names, and returns who finds those that fit that of an entry, by their places. A thousand names share words: each pair is compared once. */
export function indexNames(listed: readonly Name[]): (entry: Name) => Map<number, Fit> {
  const places = new Map<string, Set<number>>();
  for (const [place, name] of listed.entries())
    for (const word of name.flatMap(listForms)) places.set(word, (places.get(word) ?? new Set()).add(place));
  const known = new Map<string, Set<string>>();
  const likes = (word: string) => {
    const own = known.get(word) ?? new Set([...places.keys()].filter((each) => isLike(word, each)));
    known.set(word, own);
    return own;
  };
  return (entry) => {
    const found = new Map<number, Fit>();
    const words = new Set(entry.flatMap(listForms).flatMap((word) => [...likes(word)]));
    const candidates = new Set<number>();
    for (const word of words) for (const place of places.get(word) ?? []) candidates.add(place);
    for (const place of candidates)
      for (const own of entry)
        for (const others of listed[place] ?? []) {
          const fit = compareWords(own, others, likes);
          if (fit > (found.get(place) ?? fits.none)) found.set(place, fit);
        }
    return found;
  };
}

/** The words of a name, and its initials. */
const listForms = (words: readonly string[]) => (words.length > 1 ? [...words, toInitials(words)] : words);

/** Every word of the shorter name has to be like another word of the longer one. Two equal words are enough to doubt. */
function compareWords(entry: readonly string[], other: readonly string[], likes: Likes): Fit {
  const rest: string[] = [];
  const left = [...other];
  for (const word of entry) {
    const place = left.indexOf(word);
    if (place < 0) rest.push(word);
    else left.splice(place, 1);
  }
  if (rest.length + left.length === 0) return fits.same;
  const equal = entry.length - rest.length;
  const isPart = rest.length === 0 || left.length === 0;
  if (isPart || equal > 1)
    return isPart && entry.filter(isLong).length - rest.filter(isLong).length > 1 ? fits.part : fits.unclear;
  if (entry.join("") === other.join("") || areInitials(rest, left) || areInitials(left, rest))
    return fits.unclear;
  const isAlike =
    equal > 0 ||
    rest.some((word) => word.length > 2 && left.some((each) => each.length > 2 && likes(word).has(each)));
  if (!isAlike) return fits.none;
  return pairAll(rest, left, likes) ? fits.unclear : fits.similar;
}

/** Whether each word of the shorter list is like a different one of the longer list. */
function pairAll(words: readonly string[], others: readonly string[], likes: Likes): boolean {
  const isShort = words.length <= others.length;
  const left = isShort ? [...others] : [...words];
  // The longest first: an initial is like many words.
  return (isShort ? words : others)
    .toSorted((one, two) => two.length - one.length)
    .every((word) => {
      const place = left.findIndex((each) => (isShort ? likes(word).has(each) : likes(each).has(word)));
      if (place >= 0) left.splice(place, 1);
      return place >= 0;
    });
}

const formsOfAddress = new Set(
  "herr frau mr mrs ms miss mx dr prof sir sr sra m mme mlle fr herrn don doña".split(" "),
);

/** Not an initial, nor one sign, nor a form of address. */
const isLong = (word: string) => word.length > 1 && !formsOfAddress.has(word);

/** The first letters of words. */
const toInitials = (words: readonly string[]) => words.map((word) => word[0]).join("");

const areInitials = (some: readonly string[], words: readonly string[]) =>
  words.length > 1 && some[0]?.[0] === words[0]?.[0] && some.join("") === toInitials(words);

/** Whether a word is the beginning of the other one, or spelled like it: a letter more, another letter, or two that changed places. */
function isLike(one: string, other: string): boolean {
  // A shortcut: most words differ in the first two letters.
  const [first, second] = [other[0] ?? "", other[1] ?? ""];
  if (one[0] !== first && one[0] !== second && one[1] !== first && one[1] !== second) return false;
  if (/^\d/.test(one) || /^\d/.test(other)) return one === other;
  if (one.startsWith(other) || other.startsWith(one)) return true;
  if (Math.min(one.length, other.length) < 4 || Math.abs(one.length - other.length) > 1) return false;
  let same = 0;
  while (one[same] === other[same]) same++;
  const [rest, others] = [one.slice(same), other.slice(same)];
  const [next, nextOther] = [rest.slice(1), others.slice(1)];
  const isTurned = rest[0] === others[1] && rest[1] === others[0] && rest.slice(2) === others.slice(2);
  return next === nextOther || rest === nextOther || next === others || isTurned;
}
