import { sanitizeLine } from "../../src/sanitize.ts";
import {
  foldText,
  type Person,
  type PersonEntry,
  parsePeople as parseList,
  parseMailbox,
} from "../../src/scheduling/index.ts";
import type { FormValues } from "./form-values.ts";
import { getSingle, listLeaves } from "./form-values.ts";
import { InputError, quoteValue } from "./input-error.ts";

/** The label of the field for the people who must attend. */
export const requiredPeopleLabel = "Required People";

/** The label of the field for the person to find. */
export const personLabel = "Name or Email";

/** The label of the field for the id of a response. */
export const responseLabel = "Mapped Response";

/** The label of the field for the people whose answers do not count against an option. */
export const optionalPeopleLabel = "Optional People";

/** The label of the field for the people who were invited. */
export const invitedPeopleLabel = "Invited People";

const maxRequired = 100;

/** A poll takes at most 1,000 participants. */
const maxInvited = 1_000;

/** Characters of JSON for each person. */
const maxJsonEntryLength = 100;

const maxPersonLength = 600;
const maxProblems = 10;

/**
 * The texts of the people who must attend, from a list, line items or one text. They are not split yet: a comma may
 * belong to a name. Throws `InputError` when there is too much text.
 */
export const parseRequiredPeople = (values: FormValues): string[] =>
  parsePeople(values["required_people"], requiredPeopleLabel, maxRequired);

/** The texts of the people whose answers do not count against an option. Throws `InputError` like {@link parseRequiredPeople}. */
export const parseOptionalPeople = (values: FormValues): string[] =>
  parsePeople(values["optional_people"], optionalPeopleLabel, maxRequired);

/** The texts of the people who were invited. Throws `InputError` when there is none, or too much text. */
export function parseInvitedPeople(values: FormValues): string[] {
  const people = parsePeople(values["invited_people"], invitedPeopleLabel, maxInvited);
  if (people.some((text) => /[\p{L}\p{N}]/u.test(text))) return people;
  throw new InputError([
    { field: invitedPeopleLabel, message: "is required. Enter names or email addresses." },
  ]);
}

function parsePeople(value: unknown, field: string, maxPeople: number): string[] {
  const texts = listPeople(value).flatMap((text) => parseJsonList(text, maxPeople * maxJsonEntryLength));
  if (texts.length > maxPeople || texts.join("").length > maxPeople * maxJsonEntryLength)
    throw new InputError([{ field, message: `is too long. Enter at most ${maxPeople} people.` }]);
  return texts.filter((text) => foldText(text) !== "");
}

/** The texts of a list. A line item with a name and an address is one person: `Sam Reed <sam@example.com>`. */
function listPeople(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listPeople);
  if (typeof value !== "object" || value === null) return listLeaves(value);
  const cells = Object.values(value);
  if (cells.some((cell) => typeof cell === "object" && cell !== null))
    return zipColumns(cells).flatMap(listPeople);
  return [joinPerson(listLeaves(cells))];
}

/** The rows of columns: line items arrive as a list for each column. */
function zipColumns(columns: readonly unknown[]): unknown[] {
  const lists = columns.map((column) => (Array.isArray(column) ? column : [column]));
  const rows = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(lists.map((list, at) => [at, list[row]])),
  );
}

/** One person from the cells of a row: the words of the name, then the address. */
function joinPerson(cells: readonly string[]): string {
  const [first = ""] = cells;
  if (cells.length <= 1) return first;
  const addresses = cells.filter((cell) => parseMailbox(cell).email !== null);
  const [mailbox] = addresses;
  if (mailbox === undefined || addresses.length > 1) return cells.join(mailbox === undefined ? " " : "\n");
  const { name, email } = parseMailbox(mailbox);
  const own = cells.filter((cell) => cell !== mailbox).join(" ");
  return `"${(own || name).replaceAll('"', "")}" <${email}>`;
}

/** The participant id in the field Response, or `undefined` when it is empty. Throws `InputError` for any other text. */
export function findResponseId(values: FormValues): string | undefined {
  const text = getSingle(values, "response");
  if (text === undefined) return undefined;
  // The id of a changed response is made of the id of the response and what changed.
  const [, id] = /^([\w-]{1,64})(?::[\w:.+/=-]{1,200})?$/.exec(text) ?? [];
  if (id !== undefined) return id;
  throw new InputError([
    {
      field: responseLabel,
      message: `${quoteValue(text)} is not a response. Map the Response ID of an earlier step, or enter a Name or Email instead.`,
    },
  ]);
}

/** The person to find. Throws `InputError` when there is none, more than one, or no name or address. */
export function parsePerson(values: FormValues): string {
  const text = getSingle(values, "person") ?? "";
  const refuse = (message: string) => new InputError([{ field: personLabel, message }]);
  if (foldText(text) === "") throw refuse("is required. Enter a name or an email address.");
  if (text.length > maxPersonLength) throw refuse("is too long. Enter one name or one email address.");
  if (!/[\p{L}\p{N}\p{So}]/u.test(text))
    throw refuse(`${quoteValue(text)} is not a name or an email address. Enter one of them.`);
  if (listAddresses(text).size > 1) throw refuse("has several people. Enter one person.");
  return text;
}

/** The addresses in a text, without those inside a quoted name. */
function listAddresses(text: string): Set<string> {
  const words = text.replace(/"[^"]*"/g, " ").split(/[\s,;<>]+/);
  return new Set(words.flatMap((word) => parseMailbox(word).email?.toLowerCase() ?? []));
}

/** Parses a list in JSON, as sheets and code steps give it: `["Ada","Ben"]`. */
function parseJsonList(text: string, maxLength: number): string[] {
  if (!text.startsWith("[") || text.length > maxLength) return [text];
  try {
    return listPeople(JSON.parse(text));
  } catch {
    return [text];
  }
}

/** The people of a list field. Texts that name nobody are people who did not respond. */
export function splitPeople(texts: readonly string[], participants: readonly Person[]): PersonEntry[] {
  const { people, problems } = parseList(texts, participants);
  return [...people, ...problems.map(({ text }) => ({ text, name: text, email: null }))];
}

/** Refuses a name that several people have, and a person who is both required and optional. */
export function refuseUnclearPeople(
  unclear: readonly { list?: string; text: string; kind: string; candidates: readonly Person[] }[],
): void {
  const problems = unclear.filter(({ kind }) => kind === "ambiguous" || kind === "contradiction");
  if (problems.length === 0) return;
  throw new InputError(
    problems.slice(0, maxProblems).map(({ list, text, kind, candidates }) => ({
      field: list === "optional" ? optionalPeopleLabel : requiredPeopleLabel,
      message:
        kind === "contradiction"
          ? `${quoteValue(text)} is also in ${requiredPeopleLabel}. Remove the person from one of them.`
          : `${quoteValue(text)} is the name of several people who responded. Enter the email address or the Response ID instead: ${candidates.map(describePerson).join(" or ")}.`,
    })),
  );
}

const describePerson = ({ id, name, email }: Person): string =>
  `${sanitizeLine(name, 60)} (${email === null ? `Response ID ${id}` : sanitizeLine(email, 100)})`;
