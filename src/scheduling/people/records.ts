import { isAddress } from "./mailboxes.ts";

/** What common sources call the parts of a person, without case and punctuation, the surest first. */
const nameKeys = ["realname", "displayname", "fullname", "personname", "participantname", "name"];
const givenKeys = ["firstname", "givenname", "given", "first"];
const familyKeys = ["lastname", "familyname", "surname", "family", "last"];
const emailKeys = ["email", "emailaddress", "mail", "primaryemail", "address", "userprincipalname"];
/** Keys of a text that is a name, an address or both. */
const textKeys = [
  "value",
  "text",
  "label",
  "user",
  "person",
  "member",
  "contact",
  "attendee",
  "guest",
  "invitee",
];
/** Keys of objects that are parts of a person: Slack, Google, Microsoft, HubSpot, Airtable. */
const partKeys = [
  "profile",
  "properties",
  "fields",
  "names",
  "emails",
  "emailaddresses",
  ...textKeys,
  ...emailKeys,
  "name",
];
const headers = new Set([
  ...nameKeys,
  "firstname",
  "givenname",
  "lastname",
  "familyname",
  "email",
  "emailaddress",
]);

/** The texts of a list of people, and the keys of objects in it that have neither a name nor an email address. */
export interface ListedTexts {
  texts: string[];
  unread: string[];
}

/** Lists the texts in a value: texts, lists, tables with a header, JSON. An object gives one: `"Reed, Sam" <sam@example.com>`. */
export function listTexts(value: unknown, listed: ListedTexts = { texts: [], unread: [] }): ListedTexts {
  if (typeof value === "string") {
    const read = parseJson(value) ?? readTable(value);
    if (read === undefined) listed.texts.push(decodeEntities(value));
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
  const columns = Object.entries(record).filter(([, cell]) => isColumn(cell));
  const length = Math.max(0, ...columns.map(([key, cell]) => (headers.has(toKey(key)) ? cell.length : 0)));
  const rows = Array.from({ length }, (_, row) =>
    Object.fromEntries(columns.map(([key, cell]) => [key, cell[row]])),
  );
  const texts = (length > 0 ? rows : [record]).flatMap((row) => readPerson(row) ?? []);
  if (texts.length > 0) {
    listed.texts.push(...texts);
    return;
  }
  const cells = Object.entries(record).filter(([, cell]) => cell !== null && cell !== "");
  const before = listed.texts.length + listed.unread.length;
  for (const [, cell] of cells) if (typeof cell === "object") listTexts(cell, listed);
  if (cells.length > 0 && before === listed.texts.length + listed.unread.length)
    listed.unread.push(cells.map(([key]) => key).join(", "));
}

const isColumn = (cell: unknown): cell is string[] =>
  Array.isArray(cell) && cell.every((each) => typeof each === "string");

const toKey = (key: string): string => key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The person in an object, or undefined. */
function readPerson(record: object): string | undefined {
  const cells = new Map<string, string>();
  collectCells(record, cells);
  const find = (keys: readonly string[]) => keys.flatMap((key) => cells.get(key) ?? []);
  const name =
    find(nameKeys)[0] ?? [...find(givenKeys).slice(0, 1), ...find(familyKeys).slice(0, 1)].join(" ");
  const mails = [...cells].flatMap(([key, text]) => (key.includes("mail") ? text : []));
  const email =
    [...find(emailKeys), ...mails].find((text) => text.includes("@")) ?? find(textKeys).find(isAddress);
  // Programs repeat the address as the name.
  if (name === "" || name.includes("@")) return email ?? (name || find(textKeys)[0]);
  const quoted = `"${name.replaceAll('"', "")}"`;
  return email === undefined ? quoted : `${quoted} <${email}>`;
}

/** Collects the texts of an object, then those of its parts that it has not itself. Of several emails the first counts. */
function collectCells(record: object, cells: Map<string, string>): void {
  const entries = Object.entries(record).map(([key, cell]) => [toKey(key), cell] as const);
  for (const [key, cell] of entries)
    if (typeof cell === "string" && cell.trim() !== "" && !cells.has(key))
      cells.set(key, decodeEntities(cell).trim());
  for (const [key, cell] of entries) {
    const part: unknown = Array.isArray(cell) && /name|mail/.test(key) ? cell[0] : cell;
    if (!partKeys.includes(key) || typeof cell !== "object" || Array.isArray(part)) continue;
    if (typeof part === "string") collectCells({ [key]: part }, cells);
    else if (part) collectCells(part, cells);
  }
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
  const keys = cut(header.replaceAll('"', ""));
  if (lines.length === 0 || !keys.some((key) => headers.has(toKey(key)))) return undefined;
  return lines.map((line) => Object.fromEntries(cut(line).map((cell, column) => [keys[column], cell])));
}

const entities = new Map(Object.entries({ lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", amp: "&" }));

/** Decodes what HTML mails and Slack escape: `Ada &lt;ada@example.com&gt;`. */
const decodeEntities = (text: string): string =>
  text
    .replaceAll("&amp;", "&")
    .replace(/&(lt|gt|quot|apos|nbsp);?/g, (_, name) => entities.get(name) ?? "")
    .replace(/&#(?:x([\da-f]{1,4})|(\d{1,5}));/gi, (_, hex, decimal) =>
      String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    );
