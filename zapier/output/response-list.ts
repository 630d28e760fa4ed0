import type { Participant, Poll } from "../../src/api/web.ts";
import type { VoteName } from "../../src/scheduling/index.ts";
import {
  createAnswerFormatter,
  createAnswerReader,
  labelOptions,
  type OptionKeys,
} from "./option-answers.ts";
import { cleanLine, localDate, splitName } from "./poll.ts";

/** Line items in a record: Looping by Zapier takes as many, and with 100 options each they stay under Zapier's 6 MB. */
export const maxLineItems = 500;

/** Which responses are wanted. */
export interface ResponseFilter {
  /** Positions of options in the poll. Empty: all options. */
  options: readonly number[];
  /** The wanted answers. Empty: any. */
  answers: readonly VoteName[];
  /** Whether the answer to every option must be wanted, or to at least one. */
  every: boolean;
}

/** The responses that match a filter, oldest first. */
function filterResponses(
  poll: Pick<Poll, "options">,
  participants: readonly Participant[],
  { options, answers, every }: ResponseFilter,
): Participant[] {
  if (answers.length === 0) return [...participants];
  const read = createAnswerReader(poll);
  const wanted = new Set(answers);
  const places = options.length > 0 ? options : poll.options.map((_, index) => index);
  return participants.filter((person) => {
    const given = read(person);
    const isWanted = (index: number) => wanted.has(given[index] ?? "noOrUnanswered");
    return every ? places.every(isWanted) : places.some(isWanted);
  });
}

/** The output for the responses that a filter found: names and addresses as text and as line items. */
export function toResponseListRecord(
  poll: Poll,
  participants: readonly Participant[],
  filter: ResponseFilter,
  optionKeys?: OptionKeys,
) {
  const matches = filterResponses(poll, participants, filter);
  const answer = optionKeys === undefined ? () => ({}) : createAnswerFormatter(poll, optionKeys);
  const labels = labelOptions(poll);
  return {
    id: poll.id,
    title: cleanLine(poll.title),
    invite_link: poll.inviteUrl,
    admin_link: poll.adminUrl,
    status: poll.status,
    kind: poll.kind,
    time_zone: cleanLine(poll.timeZone),
    response_count: participants.length,
    match_count: matches.length,
    filtered_options_text: filter.options.map((index) => labels[index]).join("; "),
    names_text: matches.map(({ name }) => cleanLine(name)).join(", "),
    emails_text: listEmails(matches).join(", "),
    emails: listEmails(matches)
      .slice(0, maxLineItems)
      .map((email) => ({ email })),
    responses: matches.slice(0, maxLineItems).map((person) => {
      const name = cleanLine(person.name);
      return {
        response_id: person.id,
        name,
        ...splitName(name),
        email: cleanLine(person.email),
        created_at: person.createdAt,
        created_text: localDate(person.createdAt, poll.timeZone),
        ...answer(person),
      };
    }),
  };
}

/** The output for the responses that a filter found. */
export type ResponseListRecord = ReturnType<typeof toResponseListRecord>;

/** The addresses of people, each once even if a person responded twice. */
export function listEmails(people: readonly { email: string | null }[]): string[] {
  const emails = people.flatMap(({ email }) => cleanLine(email) || []);
  return [...new Map(emails.map((email) => [email.toLowerCase(), email])).values()];
}
