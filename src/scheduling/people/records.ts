import { isAddress, splitOutside } from "./mailboxes.ts";

/** What Slack, Google, Microsoft, HubSpot, Airtable and spreadsheets call the parts of a person, without case and punctuation. */
const keys = {
  full: /^(?:real|display|full|person|participant)name$/,
  name: /^nam(?:e|es|en)$/,
  given: /^(?:first|given)(?:names?)?$|^(?:vorname|prénom|nombre)$/,
  family: /^(?:last|family)(?:names?)?$|^(?:surname|nachname|familienname|nom|apellidos?)$/,
  email: /^(?:primary|user)?e?mails?(?:address(?:es)?)?$|^(?:address|userprincipalname)$/,
  /** A text that has names, addresses or both, or an object that is a part of a person. */
  text: /^(?:value|text|label|user|person|member|contact|attendee|guest|invitee|participant|profile|propertie|field)s?$|^(?:invited|teilnehmer)$/,
};

type Part = keyof typeof keys;

const parts = Object.keys(keys) as Part[];

const toKey = (head: string): string => head.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Whether a text is the head of a list of people, or of a column of a table. */
export const isHeader = (text: string, heads = parts): boolean =>
  heads.some((part) => keys[part].test(toKey(text)));

/** A text of a list of people. */
export interface ListedText {
  text: string;
  /** `fields`: the keys of an object that has neither a name nor an email address. `data`: broken or deeply nested JSON. */
  unread?: "fields" | "data";
}

const maxDepth = 10;

/** Lists the texts in a value: texts, lists, tables, JSON. An object gives one: `"Reed, Sam" <sam@example.com>`. */
export function listTexts(value: unknown, depth = 0): ListedText[] {
  if (depth > maxDepth) return [{ text: "nested lists", unread: "data" }];
  if (Array.isArray(value)) return value.flatMap((each) => listTexts(joinRow(each), depth + 1));
  if (typeof value === "number") return [{ text: `${value}` }];
  if (typeof value === "object" && value !== null) return listRecord(value, depth);
  if (typeof value !== "string") return [];
  const text = decodeText(value);
  if (!/^\s*(?:\[\s*["[{]|\{)/.test(text)) {
    const rows = readTable(text);
    return rows === undefined ? [{ text }] : listTexts(rows, depth + 1);
  }
  try {
    return listTexts(JSON.parse(text), depth + 1);
  } catch {
    return [{ text, unread: "data" }];
  }
}

/** A row of a sheet as one text, if it has one address: `["Ada", "ada@example.com"]`. */
const joinRow = (value: unknown): unknown =>
  Array.isArray(value) && value.filter((cell) => `${cell}`.includes("@")).length === 1
    ? value.join(" ")
    : value;

function listRecord(record: object, depth: number): ListedText[] {
  const person = readPerson(record);
  if (person !== undefined) return [{ text: person }];
  const cells = Object.entries(record).filter(([, cell]) => cell !== null && cell !== "");
  const rows = toRows(cells);
  if (rows !== undefined) return listTexts(rows, depth + 1);
  const lists = cells.filter(([key, cell]) => typeof cell === "object" || isHeader(key));
  if (lists.length > 0) return lists.flatMap(([, cell]) => listTexts(cell, depth + 1));
  const text = cells.map(([key]) => key).join(", ");
  return text === "" ? [] : [{ text, unread: "fields" }];
}

/** The rows of lists of texts beside each other, as Zapier passes several rows of a sheet. Undefined for other cells. */
function toRows(given: [string, unknown][]): unknown[] | undefined {
  // It joins the texts of some columns by commas.
  const columns = given.map(([head, cell]): [string, unknown] => [
    head,
    typeof cell === "string" && cell.includes(",") ? cell.split(",").map((text) => text.trim()) : cell,
  ]);
  const [length, ...others] = columns.map(([, cell]) =>
    Array.isArray(cell) && cell.every((text) => typeof text === "string") ? cell.length : 0,
  );
  if (length === undefined || length < 2 || others.length === 0 || others.some((each) => each !== length))
    return undefined;
  const isNamed = columns.some(([head]) => isHeader(head));
  return Array.from({ length }, (_, index) => {
    const row = columns.map(([head, cell]): [string, unknown] => [head, Object(cell)[index]]);
    return isNamed ? Object.fromEntries(row) : row.map(([, text]) => text);
  });
}

/** The person in an object: `"Sam Reed" <sam@example.com>`. Undefined without name and email, and for several people. */
function readPerson(record: object): string | undefined {
  const cells = listCells(record);
  const find = (part: Part, isFit = (_: string) => true) =>
    cells.find(([key, text]) => keys[part].test(key) && isFit(text))?.[1];
  const [full, named, given, text] = [find("full"), find("name"), find("given"), find("text")];
  // German tables call the family name "Name".
  const family = given !== undefined && named?.includes(given) === false ? named : find("family");
  const whole = full ?? (family === named ? undefined : named) ?? [given, family].filter(Boolean).join(" ");
  const email = find("email", (each) => each.includes("@")) ?? find("text", isAddress);
  // Of several addresses the first one counts, if there is a name.
  const isSeveral = ([head, cell]: [string, unknown]) =>
    Array.isArray(cell) &&
    cell.length > 1 &&
    typeof cell[0] === "string" &&
    (isHeader(head, ["full", "name"]) || (whole === "" && isHeader(head, ["email"])));
  if (Object.entries(record).some(isSeveral)) return undefined;
  if (whole === "" && email === undefined) return text;
  const name = whole || (text === email ? "" : (text ?? ""));
  // Programs repeat the address as the name.
  if (name === "" || name.includes("@")) return email ?? name;
  const quoted = `"${name.replaceAll('"', "")}"`;
  return email === undefined ? quoted : `${quoted} <${email}>`;
}

/** The texts of an object and of its parts. */
function listCells(record: object, left = 3): [key: string, text: string][] {
  return Object.entries(record).flatMap(([head, cell]: [string, unknown]) => {
    const key = toKey(head);
    const part: unknown = Array.isArray(cell) && /name|mail/.test(key) ? cell[0] : cell;
    if (typeof part === "string") return part.trim() === "" ? [] : [[key, decodeText(part).trim()]];
    const isPart = Object(part) === part && !Array.isArray(part) && isHeader(key) && left > 0;
    return isPart ? listCells(Object(part), left - 1) : [];
  });
}

/** The rows of a table with a head, as spreadsheets and Markdown write it. Undefined for another text. */
function readTable(text: string): unknown[] | undefined {
  const lines = text.split(/[\r\n]+/).map((line) => line.replace(/^\s*\|(.*)\|\s*$/, "$1"));
  const [first = "", ...others] = lines.filter((line) => /[^\s|:-]/.test(line));
  const [separator] = /[|\t;,]/.exec(first) ?? [];
  const split = (line: string) =>
    splitOutside(line, `[${separator}]`).map((each) => each.trim().replace(/^"(.*)"$/, "$1"));
  const heads = separator === undefined ? [] : split(first);
  const [head = "", ...otherHeads] = heads;
  const areAnswers =
    isHeader(head) && otherHeads.every((each) => /^(?:status|rsvp|response|answer|antwort)$/i.test(each));
  if (!areAnswers && !heads.some((each) => isHeader(each, ["full", "name", "given", "family", "email"])))
    return undefined;
  if (others.length === 0) return undefined;
  return others.map((line) => {
    const row = split(line);
    return row.length > heads.length
      ? line
      : Object.fromEntries(row.map((each, column) => [heads[column], each]));
  });
}

const entities = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" }));

/** Decodes what HTML mails, Markdown and Slack write, `Ada &lt;ada@example.com&gt;`, and writes links and separators as others do. */
const decodeText = (text: string): string =>
  text
    .replace(/^[ \t]*```\w*[ \t]*$|\*\*/gm, "")
    .replace(/&(?:amp;)?(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities.get(name) ?? "")
    .replace(/\[(?:[^[\]]*@[^[\]]*|([^[\]]*))\]\(mailto:([^()\s]*)\)/g, "$1 <$2>")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[，、،]/g, ", ")
    .replace(/[；؛]/g, "; ");
