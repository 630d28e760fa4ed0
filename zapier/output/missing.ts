import type { Participant, Poll } from "../../src/api/web.ts";
import type { InviteeComparison, UnknownPerson } from "../../src/scheduling/index.ts";
import { describePerson } from "../input/people.ts";
import { cleanLine, joinNames, personColumns } from "./format.ts";
import { type Column, column, lineItems, listFields, toRecord } from "./table.ts";

type Missing = UnknownPerson<Participant>;

interface Compared extends InviteeComparison<Participant> {
  poll: Poll;
}

const nameOf = ({ name, email, text }: Missing): string => cleanLine(name || email || text) ?? "";

const missingPersonColumns: Column<Missing>[] = [
  column("invited_as", "Invited As", ({ text }) => cleanLine(text)),
  ...personColumns,
  column("did_you_mean", "Did You Mean", ({ candidates }) => candidates.map(describePerson).join("; ")),
];

/** Who of the invited people is missing. A new field is one line here. */
const missingColumns: Column<Compared>[] = [
  column("reminder_text", "Reminder (Text)", writeReminder),
  column("missing_count", "Missing Count", ({ missing }) => missing.length, "integer"),
  column("missing_text", "Missing (Text)", ({ missing }) => missing.map(nameOf).join(", ")),
  column("missing_emails", "Missing Emails", ({ missing }) => listEmails(missing)),
  lineItems("missing", "Missing People", missingPersonColumns, ({ missing }) => missing),
  column("unsure_count", "Not Sure Count", ({ ambiguous }) => ambiguous.length, "integer"),
  column("unsure_text", "Not Sure (Text)", ({ ambiguous }) => ambiguous.map(describeUnsure).join("\n")),
  column("not_invited_text", "Not Invited (Text)", ({ extra }) =>
    extra.map(({ name }) => cleanLine(name)).join(", "),
  ),
];

export const missingFields = listFields(missingColumns);

export const toMissingValues = (
  poll: Poll,
  comparison: InviteeComparison<Participant>,
): Record<string, unknown> => toRecord(missingColumns, { ...comparison, poll });

/** The same fields when nobody was compared. */
export const noMissingValues = Object.fromEntries(missingFields.map(({ key }) => [key, null]));

/** The addresses of people, each once even if a person responded twice. */
export function listEmails(people: readonly { email: string | null }[]): string {
  const emails = people.flatMap(({ email }) => cleanLine(email) || []);
  return [...new Map(emails.map((email) => [email.toLowerCase(), email])).values()].join(", ");
}

const describeUnsure = (person: Missing): string =>
  `${nameOf(person)} may be ${person.candidates.slice(0, 5).map(describePerson).join("; ")}`;

/** A text that can be sent as it is. */
function writeReminder({ poll, missing }: Compared): string {
  const quoted = `"${cleanLine(poll.title)}"`;
  if (missing.length === 0) return `Everybody who was invited to ${quoted} has answered.`;
  const names = joinNames(missing.map(nameOf), 50);
  if (poll.status !== "open")
    return `${quoted} is ${poll.status} and takes no more answers. Not answered: ${names}.`;
  return `Please answer ${quoted}: ${poll.inviteUrl}\nStill missing: ${names}.`;
}
