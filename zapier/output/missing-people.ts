import type { Participant, Poll } from "../../src/api/core.ts";
import type { InviteeComparison, PersonEntry } from "../../src/scheduling/index.ts";
import { cleanLine, splitName } from "./poll.ts";
import { maxLineItems } from "./response-list.ts";

/** Maximum names in a reminder, which people put into messages. */
const maxNames = 50;

/** The output for a comparison of invited people with those who responded: each group as count, text and line items. */
export function toMissingPeopleRecord(poll: Poll, comparison: InviteeComparison<Participant>) {
  const { answered, missing, ambiguous, extra } = comparison;
  const missingPeople = missing.map(toInviteeRecord);
  const unsurePeople = ambiguous.map(({ candidates, ...invitee }) => ({
    ...toInviteeRecord(invitee),
    may_be_text: describeCandidates(candidates),
  }));
  const answeredPeople = answered.map(({ person: response, ...invitee }) => ({
    invited_as: cleanLine(invitee.text),
    ...toPersonRecord({ ...response, email: response.email ?? invitee.email }),
  }));
  const extraPeople = extra.map(toPersonRecord);
  const title = cleanLine(poll.title);
  return {
    id: poll.id,
    title,
    invite_link: poll.inviteUrl,
    admin_link: poll.adminUrl,
    status: poll.status,
    is_open: poll.status === "open",
    reminder_text: writeReminder(poll, title, missingPeople),
    invited_count: answered.length + missing.length + ambiguous.length,
    ...toGroup("missing", missingPeople),
    ...toGroup("unsure", unsurePeople),
    ...toGroup("answered", answeredPeople),
    ...toGroup("extra", extraPeople),
  };
}

/** The output for a comparison of invited people with those who responded. */
export type MissingPeopleRecord = ReturnType<typeof toMissingPeopleRecord>;

interface Named {
  invited_as?: string;
  name: string | null;
  email: string | null;
}

/** The fields of a group of people. Texts and counts have everybody; line items are bounded. */
function toGroup<Key extends string, Item extends Named>(key: Key, people: readonly Item[]) {
  const group = {
    [`${key}_count`]: people.length,
    [`${key}_text`]: people.map(nameOf).join(", "),
    [`${key}_emails`]: [...new Set(people.flatMap(({ email }) => email ?? []))].join(", "),
    [key]: people.slice(0, maxLineItems),
  };
  return group as Record<`${Key}_count`, number> &
    Record<`${Key}_text` | `${Key}_emails`, string> &
    Record<Key, Item[]>;
}

const nameOf = ({ name, email, invited_as }: Named): string => name || email || invited_as || "";

/** An invitee as the list has them. The name is null when the list has only an address. */
function toInviteeRecord({ text, name, email }: PersonEntry) {
  const clean = cleanLine(name);
  const names = clean === "" ? { first_name: null, last_name: null } : splitName(clean);
  return { invited_as: cleanLine(text), name: clean || null, ...names, email: cleanLine(email) };
}

/** A participant by the name and the address of the response. */
function toPersonRecord({ id, name, email }: Participant) {
  const clean = cleanLine(name);
  return { response_id: id, name: clean, ...splitName(clean), email: cleanLine(email) };
}

/** Maximum responses that are named for one person: many namesakes would exceed Zapier's limit of 6 MB. */
const maxCandidates = 5;

function describeCandidates(candidates: readonly Participant[]): string {
  const more = candidates.length - maxCandidates;
  const named = candidates.slice(0, maxCandidates).map(describeParticipant).join("; ");
  return more > 0 ? `${named}; and ${more} more` : named;
}

const describeParticipant = ({ id, name, email }: Participant): string =>
  `${cleanLine(name)} (${cleanLine(email) ?? `Response ID ${id}`})`;

/** A text that can be sent as it is. */
function writeReminder({ status, inviteUrl }: Poll, title: string, missing: readonly Named[]): string {
  const quoted = `"${title}"`;
  if (missing.length === 0) return `Everybody who was invited to ${quoted} has answered.`;
  const more = missing.length - maxNames;
  const names = missing.slice(0, maxNames).map(nameOf).join(", ") + (more > 0 ? ` and ${more} more` : "");
  if (status !== "open") return `${quoted} is ${status} and takes no more answers. Not answered: ${names}.`;
  return `Please answer ${quoted}: ${inviteUrl}\nStill missing: ${names}.`;
}
