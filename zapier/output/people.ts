/** How people are named in texts, and who of those invited is missing. */
import type { Participant, Poll } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import {
  compareInvitees,
  type InviteeComparison,
  type ParsedPeople,
  type Person,
  type UnknownPerson,
} from "../../src/scheduling/index.ts";
import { describeTwice } from "../../src/scheduling/people/identity.ts";
import { listCommaNames } from "../../src/scheduling/people/parse-people.ts";
import { quoteValue } from "../label.ts";
import { cleanLine, joinNames, listEmails, personOutputs } from "./format.ts";
import { integer, lineItems, type Outputs } from "./table.ts";

/** A participant for a message: the name, and the address or the id. */
const describePerson = ({ id, name, email }: Person): string =>
  `${sanitizeLine(name, 60)} (${email === null ? `Response ID ${id}` : sanitizeLine(email, 100)})`;

interface Named {
  text: string;
  candidates: readonly Person[];
}

/** A name that fits a response only in part, or several, as a sentence. */
export const describeUnclear = ({ text, candidates }: Named): string =>
  `It is unclear whether ${quoteValue(text)} is ${candidates.slice(0, 5).map(describePerson).join(" or ")}.`;

/** A name that fits no response, and who may be meant by it, as sentences. */
export function describeMissing({ text, candidates }: Named): string {
  const names = candidates.map(({ name }) => sanitizeLine(name, 60)).join(" or ");
  return `${quoteValue(text)} has not responded.${names === "" ? "" : ` Did you mean ${names}?`}`;
}

/** How the people of a field were read, for a person who checks it. */
export function describeReading({ people, rooms }: ParsedPeople): string {
  const left =
    rooms.length === 0
      ? ""
      : ` Left out, because they are rooms: ${rooms.slice(0, 20).map(quoteValue).join(", ")}.`;
  const read = `Read as ${people.length} ${people.length === 1 ? "person" : "people"}.${left}`;
  const names = listCommaNames(people).slice(0, 20).map(quoteValue);
  return names.length === 0 ? read : `${read} Each of these is one person: ${names.join(", ")}.`;
}

/** A response without its votes. */
export type Responder = Omit<Participant, "availability">;

type Unknown = UnknownPerson<Responder>;

interface Compared extends InviteeComparison<Responder> {
  poll: Poll;
  invited: ParsedPeople;
  participants: readonly Responder[];
}

const nameOf = ({ name, email, text }: Unknown): string => cleanLine(name || email || text) ?? "";

const missingPersonOutputs: Outputs<Unknown> = {
  invited_as: ({ text }) => cleanLine(text),
  ...personOutputs,
  did_you_mean: ({ candidates }) => candidates.map(describePerson).join("; "),
  note_text: ({ mayBeGroup }) => (mayBeGroup ? "perhaps a group or another name" : ""),
};

const unclearPersonOutputs: Outputs<Unknown> = {
  invited_as: ({ text }) => cleanLine(text),
  name: nameOf,
  may_be: ({ candidates }) => candidates.map(describePerson).join("; "),
};

/** Who of the invited people is missing. A new field is one line here. */
export const missingOutputs: Outputs<Compared> = {
  reminder_text: writeReminder,
  missing_count: integer(({ missing }) => missing.length),
  missing_text: ({ missing }) => joinNames(missing.map(nameOf)),
  missing_emails: ({ missing }) => listEmails(missing),
  missing_people: lineItems(missingPersonOutputs, ({ missing }) => missing),
  unclear_count: integer(({ unclear }) => unclear.length),
  unclear_text: ({ unclear }) => unclear.map(describeUnclear).join("\n"),
  unclear_people: lineItems(unclearPersonOutputs, ({ unclear }) => unclear),
  invited_count: integer(({ answered, missing, unclear }) => [...answered, ...missing, ...unclear].length),
  people_read_text: describeCompared,
  not_invited_text: ({ extra }) => joinNames(extra.map(({ name }) => cleanLine(name))),
};

/** Compares invited people with those who responded to a poll. */
export const compare = (poll: Poll, invited: ParsedPeople, participants: readonly Responder[]): Compared => ({
  ...compareInvitees(invited.people, participants),
  poll,
  invited,
  participants,
});

/** What a person should know before reminding anybody. */
function describeCompared({ invited, participants, missing, extra }: Compared): string {
  const groups = missing.filter(({ mayBeGroup }) => mayBeGroup).slice(0, 20);
  return [
    describeReading(invited),
    describeTwice(participants, { listed: invited.people }),
    groups.length > 0 &&
      `Perhaps a group or another name: ${groups.map((each) => quoteValue(nameOf(each))).join(", ")}.`,
    missing.length > 0 &&
      extra.length > 0 &&
      "Somebody who is not invited has answered, and may be one of the missing people under another name.",
  ]
    .filter(Boolean)
    .join(" ");
}

/** A text that can be sent as it is. If the list fits nobody, it may have groups or other names, which nobody should be called. */
function writeReminder({ poll, missing, unclear, fitsNobody }: Compared): string {
  const quoted = `"${cleanLine(poll.title)}"`;
  const named = missing.filter(({ mayBeGroup }) => !(fitsNobody && mayBeGroup));
  if (named.length === 0)
    return missing.length + unclear.length > 0
      ? `It is unclear who of those who were invited to ${quoted} has not answered.`
      : `Everybody who was invited to ${quoted} has answered.`;
  const names = joinNames(named.map(nameOf), 50);
  if (poll.status !== "open")
    return `${quoted} is ${poll.status} and takes no more answers. Not answered: ${names}.`;
  return `Please answer ${quoted}: ${poll.inviteUrl}\nStill missing: ${names}.`;
}
