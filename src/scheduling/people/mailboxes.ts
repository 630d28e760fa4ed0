import type { Participant } from "../../api/web.ts";

/** The part of a participant that identifies a person: what the person typed, and the participant's id. */
export type Person = Pick<Participant, "id" | "name" | "email">;

/** One entry of a list of people. */
export interface PersonEntry {
  /** The entry as it was written. */
  text: string;
  /** The name in it without quotes, or an empty text. */
  name: string;
  /** The email address in it, or null. */
  email: string | null;
  /** Other texts of the list that name the same person. */
  repeated?: string[];
}

const maxLength = 600;
const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{}~-]+";
const label = "[\\p{L}\\p{M}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?";
const address = new RegExp(
  `^(?=[^@]{1,64}@.{4,253}$)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?!\\d+$)(?=..)${label}$`,
  "u",
);

/** Whether mail systems take a text as an address. Addresses in other alphabets are valid. */
export const isAddress = (text: string): boolean => address.test(text);

/**
 * Parses `Sam Reed <sam@example.com>`, `"Reed, Sam" <sam@example.com>`, `Sam Reed (sam@example.com)`, a bare address
 * or a bare name. Text without an address, or with several, is a name. Reads the first 600 characters.
 */
export function parseMailbox(text: string): PersonEntry {
  const written = text.slice(0, maxLength).trim();
  // A shortcut: most texts of a long list are names.
  if (!written.includes("@")) return { text, name: unquote(written.replace(/\s+/g, " ")), email: null };
  const [, before = "", angled = ""] = /^([^<>]*)<([^<>]*)>$/.exec(written) ?? [];
  const inside = toAddress(angled);
  if (inside !== null) return { text, name: unquote(before), email: inside };
  const words = written.split(/\s+/);
  const [email = null, another] = words.flatMap((word) => toAddress(word) ?? []);
  if (another !== undefined) return { text, name: unquote(written), email: null };
  return { text, name: unquote(words.filter((word) => toAddress(word) === null).join(" ")), email };
}

function toAddress(word: string): string | null {
  const bare = word.replace(/^[<([{"']+/, "").replace(/(?<![>)\]}"',;.])[>)\]}"',;.]+$/, "");
  // Chat programs write <mailto:sam@example.com|sam@example.com>.
  const [plain = ""] = bare.replace(/^mailto:/i, "").split(/[|?]/);
  return isAddress(plain) ? plain : null;
}

/** A name without quotes, and without the dash before an address. */
const unquote = (text: string): string =>
  text
    .replace(/\s[-–—]\s*$/, "")
    .trim()
    .replace(/^(?:"(.*)"|'(.*)'|\((.*)\))$/s, "$1$2$3");

/** Splits a text at a separator, a pattern, but not inside quotes, brackets and angle brackets. */
export function splitOutside(text: string, separator: string): string[] {
  const closed = String.raw`"[^"\n]*"|'[^'<>\n]*'(?=\s*<)|\([^()\n]*\)|\[[^[\]\n]*\]|<[^<>\n]*>`;
  const token = new RegExp(`(${separator})|${closed}`, "giu");
  return text.replace(token, (all, found?: string) => (found === undefined ? all : "\0")).split("\0");
}

/** Splits a text after every address: `Ada <ada@example.com> Ben (ben@example.com)`. A note in brackets belongs to the address. */
export const splitAfterAddresses = (text: string): string[] =>
  text
    .replace(
      /"[^"\n]*"|((?:<[^<>@]+@[^<>]+>|\([^()@]+@[^()]+\)|[^\s,;<>()"]{1,100}@[^\s,;<>()"]+)(?:\s?\([^()@]*\))?)/g,
      (all, found?: string) => (found === undefined ? all : `${all}\0`),
    )
    .split("\0");
