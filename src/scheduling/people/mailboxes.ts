/** One entry of a list of people. */
export interface PersonEntry {
  /** The entry as it was written. */
  text: string;
  /** The name in it without quotes, or an empty text. */
  name: string;
  /** The email address in it, or null. */
  email: string | null;
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
  const [, before = "", angled = ""] = /^([^<>]*)<([^<>]*)>$/.exec(written) ?? [];
  const inside = toAddress(angled);
  if (inside !== null) return { text, name: unquote(before), email: inside };
  const words = written.split(/\s+/);
  const [email = null, another] = words.flatMap((word) => toAddress(word) ?? []);
  if (another !== undefined) return { text, name: unquote(written), email: null };
  return { text, name: unquote(words.filter((word) => toAddress(word) === null).join(" ")), email };
}

function toAddress(word: string): string | null {
  const bare = word.replace(/^[<([{"']+/, "").replace(/[>)\]}"',;.]+$/, "");
  // Chat programs write <mailto:sam@example.com|sam@example.com>.
  const [plain = ""] = bare.replace(/^mailto:/i, "").split(/[|?]/);
  return isAddress(plain) ? plain : null;
}

const unquote = (text: string): string => text.trim().replace(/^(?:"(.*)"|'(.*)'|\((.*)\))$/s, "$1$2$3");
