import { isAddress } from "./mailboxes.ts";

/** What common sources call the parts of a person, without case and punctuation: Slack, Google, Microsoft, HubSpot, Airtable. */
const keys = {
  fullName: /^(?:real|display|full|person|participant)name$/,
  name: /^name$/,
  given: /^(?:first|given)(?:name)?$/,
  family: /^(?:last|family)(?:name)?$|^surname$/,
  email: /^(?:primary)?e?mails?(?:address(?:es)?)?$|^address$/,
  otherEmail: /mail|^userprincipalname$/,
  /** A text that is a name, an address or both. */
  text: /^(?:value|text|label|user|person|member|contact|attendee|guest|invitee)$/,
  /** An object that is a part of a person. */
  part: /^(?:profile|properties|fields|names)$/,
};

const columnKeys = [keys.fullName, keys.name, keys.given, keys.family, keys.email];

/** Whether a text is the head of a column of a table. */
const isHeader = (text: string) => columnKeys.some((key) => key.test(toKey(text)));

const toKey = (key: string): string => key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The texts of a list of people, and the keys of objects in it that have neither a name nor an email address. */
export interface ListedTexts {
  texts: string[];
  unread: string[];
}

/** Lists the texts in a value: texts, lists, tables with a header, JSON. An object gives one: `"Reed, Sam" <sam@example.com>`. */
export function listTexts(value: unknown, listed: ListedTexts = { texts: [], unread: [] }): ListedTexts {
  if (typeof value === "string") {
    const read = parseJson(value) ?? readTable(value);
    if (read === undefined) listed.texts.push(decodeText(value));
    else listTexts(read, listed);
  } else if (typeof value === "number") listed.texts.push(String(value));
  else if (Array.isArray(value)) {
    const isText = value.length > 1 && value.every((each) => typeof each === "string");
    const rows: unknown[] = (isText ? readTable(value.join("\n")) : undefined) ?? value;
    for (const each of rows) listTexts(each, listed);
  } else if (typeof value === "object" && value !== null) listRecord(value, listed);
  return listed;
}

function listRecord(record: object, listed: ListedTexts): void {
  const texts = splitColumns(record).flatMap((row) => readPerson(row) ?? []);
  listed.texts.push(...texts);
  if (texts.length > 0) return;
  const cells = Object.entries(record).filter(([, cell]) => cell !== null && cell !== "");
  const lists = cells.filter(([, cell]) => typeof cell === "object");
  const before = listed.texts.length + listed.unread.length;
  for (const [, cell] of lists) listTexts(cell, listed);
  if (cells.length > 0 && before === listed.texts.length + listed.unread.length)
    listed.unread.push(cells.map(([key]) => key).join(", "));
}

/** The rows of an object whose cells are columns, as line items are; else the object. */
function splitColumns(record: object): object[] {
  const cells = Object.entries(record).filter(([key]) => isHeader(key));
  const columns = cells.filter(
    ([, cell]) => Array.isArray(cell) && cell.every((each) => typeof each === "string"),
  );
  // One name with several addresses is one person.
  const isPerson = cells.some(
    ([key, cell]) => typeof cell === "string" && cell && !keys.email.test(toKey(key)),
  );
  if (columns.length === 0 || isPerson) return [record];
  const length = Math.max(...columns.map(([, cell]) => cell.length));
  return Array.from({ length }, (_, row) =>
    Object.fromEntries(columns.map(([key, cell]) => [key, cell[row]])),
  );
}

/** The person in an object, or undefined. */
function readPerson(record: object): string | undefined {
  const cells = [...collectCells(record)];
  const find = (key: RegExp, isFit = (_: string) => true) =>
    cells.find(([name, text]) => key.test(name) && isFit(text))?.[1];
  const name =
    find(keys.fullName) ?? find(keys.name) ?? [find(keys.given), find(keys.family)].filter(Boolean).join(" ");
  const isEmail = (text: string) => text.includes("@");
  const email = find(keys.email, isEmail) ?? find(keys.otherEmail, isEmail) ?? find(keys.text, isAddress);
  // Programs repeat the address as the name.
  if (name === "" || name.includes("@")) return email ?? (name || find(keys.text));
  const quoted = `"${name.replaceAll('"', "")}"`;
  return email === undefined ? quoted : `${quoted} <${email}>`;
}

/** Collects the texts of an object, then those of its parts that it has not itself. Of several emails the first counts. */
function collectCells(record: object, cells = new Map<string, string>()): Map<string, string> {
  const entries = Object.entries(record).map(([key, cell]) => [toKey(key), cell] as const);
  for (const [key, cell] of entries)
    if (typeof cell === "string" && cell.trim() !== "" && !cells.has(key))
      cells.set(key, decodeText(cell).trim());
  for (const [key, cell] of entries) {
    const part: unknown = Array.isArray(cell) && /name|mail/.test(key) ? cell[0] : cell;
    const isPart = [keys.part, keys.name, keys.email, keys.text].some((each) => each.test(key));
    if (!isPart || Array.isArray(part)) continue;
    if (typeof cell === "object" && typeof part === "string") collectCells({ [key]: part }, cells);
    else if (typeof part === "object" && part !== null) collectCells(part, cells);
  }
  return cells;
}

function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The rows of a table, as spreadsheets copy it, by its header: `Name,Email`. Undefined for another text. */
function readTable(text: string): object[] | undefined {
  const [header = "", ...lines] = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const separator = /[\t;,]/.exec(header)?.[0] ?? "\n";
  // Not inside quotes.
  const cut = (line: string) =>
    line.split(new RegExp(`${separator}(?=(?:[^"]*"[^"]*")*[^"]*$)`)).map((cell) => cell.trim());
  const names = cut(header.replaceAll('"', ""));
  if (lines.length === 0 || !names.some(isHeader)) return undefined;
  return lines.map((line) => Object.fromEntries(cut(line).map((cell, column) => [names[column], cell])));
}

const entities = new Map(Object.entries({ lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", amp: "&" }));

/** Decodes what HTML mails and Slack escape, `Ada &lt;ada@example.com&gt;`, and writes separators of full width as others do. */
const decodeText = (text: string): string =>
  text
    .replaceAll("&amp;", "&")
    .replace(/&(lt|gt|quot|apos|nbsp);?/g, (_, name) => entities.get(name) ?? "")
    .replace(/&#(?:x([\da-f]{1,4})|(\d{1,5}));/gi, (_, hex, decimal) =>
      String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replace(/[，、]/g, ", ")
    .replaceAll("；", "; ");
