/** Finds the people in JSON, objects, line items and tables, by one table of keys. */
import { parseMailbox, splitOutside } from "./mailboxes.ts";
import { readAccount, readName } from "./names.ts";

/** What Slack, Google, Microsoft, HubSpot, Airtable and spreadsheets call the parts of a person, without case and punctuation. */
const keys = {
  full: "displayname realname fullname personname participantname",
  name: "name names",
  given: "first firstname givenname vorname prénom nombre",
  family: "last lastname familyname surname nachname familienname nom apellido apellidos",
  email: "email emails mail emailaddress emailaddresses primaryemail useremail address userprincipalname",
  /** A text about people, an object with the parts of one, or a list of them. */
  people: `value text label field fields properties profile user users person people member members contact contacts attendee attendees
    guest guests invitee invitees invited participant participants teilnehmer results records items`,
};

type Part = keyof typeof keys;

const parts = new Map(
  Object.entries(keys).flatMap(([part, heads]) => heads.split(/\s+/).map((head) => [head, part as Part])),
);

const toPart = (head: string) => parts.get(head.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""));

/** A text that is still to be read, or what an object says: a person, a `room`, or nothing that can be read. */
export interface Listed {
  text: string;
  person?: { name: string; email: string | null };
  left?: "fields" | "data" | "one-or-two" | "room";
}

const maxDepth = 10;

/** Lists what stands in a value, in its order. */
export function listValue(value: unknown, depth = 0): Listed[] {
  if (depth > maxDepth) return [{ text: "nested lists", left: "data" }];
  if (Array.isArray(value)) return value.flatMap((each) => listValue(joinRow(each), depth + 1));
  if (typeof value === "object" && value !== null) return listRecord(value, depth);
  if (value === null || value === undefined) return [];
  const text = String(value);
  if (!/^\s*(?:\[\s*["[{]|\{)/.test(text)) return listLines(text);
  try {
    return listValue(JSON.parse(text), depth + 1);
  } catch {
    return [{ text, left: "data" }];
  }
}

/** A list of texts within a list is a row of a sheet. */
const joinRow = (value: unknown) =>
  Array.isArray(value) && value.every((cell) => typeof cell === "string") ? value.join("\t") : value;

/** The lines of a text. A first line of keys names the columns of the others. */
function listLines(text: string): Listed[] {
  const lines = text.split(/[\r\n]/).filter((line) => line.trim() !== "");
  const [first = "", ...others] = lines;
  const [separator = "\t"] = /[\t;,]/.exec(first) ?? [];
  const split = (line: string) =>
    splitOutside(line, separator).map((cell) => cell.trim().replace(/^"([^"]*)"$/, "$1"));
  const heads = split(first);
  const known = heads.map(toPart).filter((part) => part !== undefined);
  const isHead = heads.length > 1 ? known.some((part) => part !== "people") : known.length > 0;
  if (!isHead || others.length === 0 || heads.length === 1)
    return listPlain(isHead && others.length > 0 ? others : lines);
  return others.flatMap((line) => {
    const cells = split(line);
    if (cells.length !== new Set(heads).size) return [{ text: line, left: "data" as const }];
    return listRecord(Object.fromEntries(cells.map((cell, column) => [heads[column], cell])));
  });
}

/** Lines without columns. An address below a name may be that person's. */
const listPlain = (lines: readonly string[]): Listed[] =>
  lines.map((line, index) => {
    const [before, text] = [lines[index - 1] ?? "@", line.trim()];
    const { name, email } = parseMailbox(text);
    const isAlone = name === "" && email !== null && !before.includes("@");
    const words = readName(before).flat();
    const isOwn =
      text.startsWith("<") ||
      readAccount(email ?? "")
        .flat()
        .some((word) => words.some((each) => each.startsWith(word) || word.startsWith(each)));
    return isAlone && isOwn ? { text: `${before.trim()}, ${text}`, left: "one-or-two" } : { text: line };
  });

function listRecord(record: object, depth = 0): Listed[] {
  const cells = Object.entries(record).filter(([, cell]) => cell !== null && cell !== "");
  const text = cells.map(([key]) => key).join(", ");
  const columns = cells.filter(([key]) => (toPart(key) ?? "people") !== "people");
  // The name beside a list of people is that of a group.
  const lists = cells.filter(
    ([key, cell]) =>
      toPart(key) === "people" &&
      (Array.isArray(cell) ? cell.length > 0 : typeof cell === "object" && columns.length === 0),
  );
  if (lists.length > 0) return lists.flatMap(([, cell]) => listValue(cell, depth + 1));
  if (columns.some(([, cell]) => isColumn(cell))) return listRows(columns) ?? [{ text, left: "data" }];
  const person = readPerson(record);
  if (person === undefined) return text === "" ? [] : [{ text, left: "fields" }];
  const isRoom = cells.some(([key, cell]) => (key === "resource" ? cell === true : cell === "resource"));
  return [isRoom ? { text: person.text, left: "room" } : person];
}

const isColumn = (cell: unknown): cell is string[] =>
  Array.isArray(cell) && cell.length > 0 && cell.every((each) => typeof each === "string");

/** Line items: lists of texts beside each other. Zapier joins some columns by commas. Undefined unless they are equally long. */
function listRows(cells: [string, unknown][]): Listed[] | undefined {
  const columns = cells.map(([key, cell]): [string, string[]] => [
    key,
    isColumn(cell) ? cell : `${cell}`.split(","),
  ]);
  const length = columns[0]?.[1].length ?? 0;
  if (columns.some(([, column]) => column.length !== length)) return undefined;
  return Array.from({ length }, (_, row) =>
    listRecord(Object.fromEntries(columns.map(([key, column]) => [key, column[row]?.trim() ?? ""]))),
  ).flat();
}

/** The person in an object: `"Sam Reed" <sam@example.com>`. Undefined without a name, an address or a text about people. */
function readPerson(record: object): Listed | undefined {
  const cells = listCells(record);
  const find = (part: Part) => cells.find(([own]) => own === part)?.[1];
  const [named, given, text] = [find("name"), find("given"), find("people")];
  // German tables call the family name "Name".
  const family = find("family") ?? (given && named?.includes(given) === false ? named : undefined);
  const whole = family === undefined ? (named ?? given) : [given, family].filter(Boolean).join(" ");
  const name = find("full") ?? whole ?? "";
  const address = find("email") ?? [name, text].find((each) => each?.includes("@")) ?? "";
  const { email } = parseMailbox(address);
  const isSeveral = cells.filter(([part, cell]) => part === "people" && !cell.includes("@")).length > 1;
  if (isSeveral && name === "") return { text: cells.map(([, cell]) => cell).join(", "), left: "data" };
  if (address.includes("@") && email === null)
    return name === "" || name === address
      ? { text: address }
      : { text: `${name}, ${address}`, left: "data" };
  // Programs repeat the address as the name.
  const own = name.includes("@") ? "" : name;
  if (own === "" && email === null) return text === undefined ? undefined : { text };
  const written = [own && `"${own.replaceAll('"', "")}"`, email && (own ? `<${email}>` : email)];
  return { text: written.filter(Boolean).join(" "), person: { name: own, email } };
}

/** The texts of an object and of its parts. Of several names or addresses the first one counts. */
function listCells(record: object, depth = 0): [Part, string][] {
  return Object.entries(record).flatMap(([key, cell]): [Part, string][] => {
    const part = toPart(key);
    const [own]: unknown[] = Array.isArray(cell) ? cell : [cell];
    if (part === undefined || depth > maxDepth) return [];
    if (typeof own === "string") return own.trim() === "" ? [] : [[part, own.trim()]];
    return typeof own === "object" && own !== null ? listCells(own, depth + 1) : [];
  });
}
