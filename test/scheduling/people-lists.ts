/** Random lists of invited people and those who voted, with the truth. Common names of six kinds, as often as they are common. */

import { readFileSync } from "node:fs";

/** A generator of numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;

const pick = <Value>(random: Random, list: readonly Value[]): Value =>
  list[Math.floor(random() * list.length)] as Value;

/** People of one language. */
interface Pool {
  given: string[];
  family: string[];
  middle?: string[];
  /** The share of people with a middle name, a second given and a second family name. */
  shares?: { middle?: number; given?: number; family?: number };
  isFamilyFirst?: boolean;
  /** Written without spaces. */
  isJoined?: boolean;
  nicknames?: Record<string, string>;
}

/** The pools of six kinds of languages. A name that is common stands there several times. */
const languages: Pool[][] = JSON.parse(
  readFileSync("test/scheduling/people-names.json", "utf8"),
  (key, value) =>
    /^(?:given|family|middle)$/.test(key) && typeof value === "string" ? value.split(" ") : value,
);

interface Named {
  pool: Pool;
  given: [string, ...string[]];
  middle: string[];
  family: [string, ...string[]];
  full: string;
}

function createPerson(random: Random, pools: readonly Pool[], families?: readonly string[]): Named {
  const own = pick(random, pools);
  const { shares = {}, isFamilyFirst, isJoined } = own;
  const choose = (list: readonly string[], share = 0): [string, ...string[]] => {
    const [first, second] = [pick(random, list), random() < share ? pick(random, list) : undefined];
    return second === undefined || second === first ? [first] : [first, second];
  };
  const given = choose(own.given, shares.given);
  const family = choose(families ?? own.family, shares.family);
  const middle = random() < (shares.middle ?? 0) ? [pick(random, own.middle ?? [])] : [];
  const parts = isFamilyFirst ? [family, middle, given] : [given, middle, family];
  return { pool: own, given, middle, family, full: parts.flat().join(isJoined ? "" : " ") };
}

const other: Record<string, string> = { ß: "ss", ø: "o", ł: "l", đ: "d", Đ: "D" };

const dropAccents = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßøłđĐ]/g, (letter) => other[letter] ?? letter);

/** A letter less, two that changed places, a letter twice, or another letter. */
function misspell(random: Random, word: string): string | undefined {
  const letters = Array.from(word);
  if (letters.length < 4) return undefined;
  const [at, kind] = [1 + Math.floor(random() * (letters.length - 2)), random()];
  const [own = "", next = ""] = letters.slice(at);
  if (kind < 0.3) letters.splice(at, 1);
  else if (kind < 0.55) letters.splice(at, 2, next, own);
  else letters.splice(at, kind < 0.8 ? 0 : 1, kind < 0.8 ? own : pick(random, [..."aeioulnrst"]));
  return letters.join("");
}

type Write = (person: Named, random: Random) => string | undefined;

const unlessJoined =
  (write: (person: Named) => string): Write =>
  (person) =>
    person.pool.isJoined ? undefined : write(person);

const misspellPart =
  (part: "given" | "family"): Write =>
  (person, random) => {
    const [word] = person[part];
    const misspelt = misspell(random, word);
    return misspelt && person.full.replace(word, misspelt);
  };

/** How people shorten and misspell their names, and how often. */
const shortened: [weight: number, write: Write][] = [
  [20, ({ given }) => given[0]],
  [14, unlessJoined(({ given, family }) => `${given[0]} ${family[0][0]}.`)],
  [8, unlessJoined(({ given, family }) => `${given[0][0]}. ${family[0]}`)],
  [5, unlessJoined(({ given, family }) => `${given[0][0]}${family[0][0]}`)],
  [14, misspellPart("family")],
  [10, misspellPart("given")],
  [
    10,
    unlessJoined(({ pool: { isFamilyFirst }, given, family }) =>
      (isFamilyFirst ? [family[0], given[0]] : [given[0], family[0]]).join(" "),
    ),
  ],
  [
    6,
    ({ pool, given, full }) =>
      pool.nicknames?.[given[0]] && full.replace(given[0], pool.nicknames[given[0]] ?? ""),
  ],
  [4, ({ pool, given }) => pool.nicknames?.[given[0]]],
  [
    4,
    unlessJoined(({ given, family }) =>
      dropAccents(`${given[0][0]}${family[0]}`)
        .toLowerCase()
        .replace(/[^a-zа-я]/g, ""),
    ),
  ],
  [5, ({ full }, random) => pick(random, [`Dr. ${full}`, `${full} (Alto)`, `${full} 🎉`])],
];

function shorten(person: Named, random: Random): string {
  const total = shortened.reduce((sum, [weight]) => sum + weight, 0);
  for (;;) {
    let left = random() * total;
    const chosen = shortened.find(([weight]) => {
      left -= weight;
      return left < 0;
    });
    const text = chosen?.[1](person, random);
    if (text && text !== person.full) return text;
  }
}

const writtenOut: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue" };

/** How people write their whole names. */
const varied: ((person: Named) => string)[] = [
  ({ full }) => full,
  ({ full }) => full,
  ({ full }) => full,
  ({ full }) => full.toLowerCase(),
  ({ full }) => dropAccents(full),
  ({ full }) => full.replace(/[äöü]/g, (letter) => writtenOut[letter] ?? letter),
  ({ pool: { isJoined, isFamilyFirst }, given, middle, family, full }) => {
    if (isJoined) return full;
    return (isFamilyFirst ? [given, middle, family] : [family, given, middle]).flat().join(" ");
  },
];

const accounts: ((given: string, family: string) => string)[] = [
  (given, family) => `${given}.${family}`,
  (given, family) => `${given[0]}${family}`,
  (given) => given,
  (given, family) => `${family}.${given}`,
];

/** The share of entries that are only an address, are shortened, or have a title, and those who voted and were not invited. */
export interface ListOptions {
  addresses?: number;
  short?: number;
  titles?: number;
  outsiders?: number;
  /** Outsiders who typed a title and the family name of somebody of the list. */
  titled?: number;
  /** Everybody has one of three family names. */
  areRelatives?: boolean;
}

/** Number of those who shortened or misspelt their names. */
const odd = 6;

/** Number of people in a list, and of those who voted. */
export const [invited, voters] = [30, 22];

const titles = ["Dr.", "Frau", "Herr", "Mrs", "Prof. Dr."];

/** A list with who voted: the id of a vote is the position in the list, or `-` for who was not invited. The first have voted. */
export function createList(seed: number, options: ListOptions = {}) {
  const random = createRandom(seed);
  const pools = languages[seed % languages.length] ?? [];
  const people = new Map<string, Named>();
  const [first] = pools;
  const start = seed % ((first?.family.length ?? 0) - 2);
  const families = options.areRelatives ? first?.family.slice(start, start + 3) : undefined;
  const chosen = families && first ? [first] : pools;
  while (people.size < invited + (options.outsiders ?? 0)) {
    const person = createPerson(random, chosen, families);
    people.set(person.full, person);
  }
  const [listed, outsiders] = [[...people.values()].slice(0, invited), [...people.values()].slice(invited)];
  const entries = listed.map((person) => {
    const { pool: own, given, family, full } = person;
    if (random() < (options.addresses ?? 0)) {
      const account = pick(random, accounts)(given[0], family[0]);
      const plain = dropAccents(account)
        .toLowerCase()
        .replace(/[^a-z.-]/g, "");
      const email = `${plain}@example.org`;
      if (plain.length > 2) return { text: email, name: "", email };
    }
    if (random() < (options.titles ?? 0)) return `${pick(random, titles)} ${full}`;
    if (own.isJoined || random() >= (options.short ?? 0)) return full;
    return pick(random, [given[0], `${given[0]} ${family[0][0]}.`]);
  });
  const votes = [
    ...listed.slice(0, voters).map((person, index) => ({
      id: `${index}`,
      name: index < odd ? shorten(person, random) : pick(random, varied)(person),
    })),
    ...outsiders.map((person, index) => ({ id: `-${index}`, name: pick(random, varied)(person) })),
    ...Array.from({ length: options.titled ?? 0 }, (_, index) => ({
      id: `-t${index}`,
      name: `${pick(random, ["Herr", "Frau", "Dr."])} ${pick(random, listed).family[0]}`,
    })),
  ];
  votes.sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    entries: entries.map((each) =>
      typeof each === "string" ? { text: each, name: each, email: null } : each,
    ),
    votes: votes.map((vote) => ({ ...vote, email: null })),
  };
}
