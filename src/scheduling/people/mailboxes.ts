/** A person as in the To field of an email: a name, an address, or both. */
export interface Mailbox {
  /** The name without quotes, or an empty text. */
  name: string;
  /** The email address, or null. */
  email: string | null;
}

const maxLength = 600;
const address = /^[^\s@<>,;"()]+@[^\s@<>,;"()]+\.[^\s@<>,;"().]+$/;

/**
 * Parses `Sam Reed <sam@example.com>`, `"Reed, Sam" <sam@example.com>`, `Sam Reed (sam@example.com)`, a bare address
 * or a bare name. Text without an address, or with several, is a name. Reads the first 600 characters.
 */
export function parseMailbox(text: string): Mailbox {
  const written = text.slice(0, maxLength).trim();
  const opening = written.lastIndexOf("<");
  if (opening >= 0 && written.endsWith(">")) {
    const before = written.slice(0, opening);
    const inside = toAddress(written.slice(opening + 1, -1));
    const isList = /<[^<>]*@/.test(before.replace(/"[^"]*"/g, ""));
    if (inside !== null && !isList) return { name: unquote(before), email: inside };
  }
  const words = written.split(/\s+/);
  const addresses = words.flatMap((word) => toAddress(word) ?? []);
  const [only] = addresses;
  if (only === undefined || addresses.length > 1) return { name: unquote(written), email: null };
  return { name: unquote(words.filter((word) => toAddress(word) === null).join(" ")), email: only };
}

/** The email address in a text, or the text itself if it has none. */
export function extractAddress(text: string): string {
  return parseMailbox(text).email ?? text;
}

/** Splits a text at every given separator that is not inside quotes or angle brackets. Leaves out empty parts. */
export function splitOutsideQuotes(text: string, separators: string): string[] {
  // The apostrophe of a name is no quote. One that opens a quoted name stands at the start of a part.
  const part = `(?:"[^"]*"|<[^<>]*>|(?<![^${separators}\\s])'[^']*'(?= <)|[^${separators}])+`;
  return (text.match(new RegExp(part, "g")) ?? []).map((each) => each.trim()).filter((each) => each !== "");
}

function toAddress(word: string): string | null {
  const bare = word.replace(/^[<([{"']+/, "").replace(/[>)\]}"',;.]+$/, "");
  // Chat programs write <mailto:sam@example.com|sam@example.com>.
  const [plain = ""] = bare.replace(/^mailto:/i, "").split("|");
  return address.test(plain) ? plain : null;
}

function unquote(text: string): string {
  const name = text.trim();
  const quoted = name.length > 1 && /^(".*"|'.*')$/s.test(name);
  return quoted ? name.slice(1, -1).replace(/\\(.)/g, "$1").trim() : name;
}
