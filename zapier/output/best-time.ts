import type { Participant, Poll } from "../../src/api/core.ts";
import type { RankedOption, Ranking } from "../../src/scheduling/index.ts";
import { voteTexts } from "./option-answers.ts";
import { cleanLine, splitName, toWhen } from "./poll.ts";
import { listEmails } from "./response-list.ts";

type Option = Poll["options"][number];
type Best = RankedOption<Option, Participant>;

/** The output for the best option: when it is, who can attend, who is missing, and which options are as good. */
export function toBestTimeRecord(poll: Poll, ranking: Ranking<Option, Participant>, best: Best) {
  const when = toWhen(best.option, poll.timeZone);
  const attendees = [
    ...best.byVote.yes.map((person) => toPersonRecord(person, voteTexts.yes)),
    ...best.byVote.ifNeedBe.map((person) => toPersonRecord(person, voteTexts.ifNeedBe)),
  ];
  const missing = best.byVote.noOrUnanswered.map((person) => toPersonRecord(person, null));
  const equals = ranking.options.filter(
    ({ rank, obstacles }) => rank === best.rank && obstacles.length === 0,
  );
  return {
    id: poll.id,
    title: cleanLine(poll.title),
    invite_link: poll.inviteUrl,
    admin_link: poll.adminUrl,
    status: poll.status,
    kind: poll.kind,
    option_id: best.option.id,
    ...when,
    time_zone: cleanLine(poll.timeZone),
    summary: summarize(when.text, best, ranking.people, missing) + explainPick(poll),
    is_tie: equals.length > 1,
    tied_text: equals.map(({ option }) => toWhen(option, poll.timeZone).text).join("\n"),
    response_count: ranking.people,
    attendee_count: attendees.length,
    if_need_be_count: best.available - best.yes,
    attendees_text: attendees
      .map(({ name, answer }) => (answer === voteTexts.yes ? name : `${name} (if need be)`))
      .join(", "),
    attendee_emails: listEmails(attendees).join(", "),
    attendees,
    missing_count: missing.length,
    missing_text: missing.map(({ name }) => name).join(", "),
    missing: missing.map(({ answer: _, ...person }) => person),
  };
}

/** The output for the best option of a poll. */
export type BestTimeRecord = ReturnType<typeof toBestTimeRecord>;

function toPersonRecord(person: Participant, answer: string | null) {
  const name = cleanLine(person.name);
  return { response_id: person.id, name, ...splitName(name), email: cleanLine(person.email), answer };
}

/** The service does not return which option was picked. The best by votes must not be mistaken for it. */
function explainPick({ status }: Poll): string {
  return status === "scheduled" ? " A time has already been picked. Open the Admin Link to see it." : "";
}

/** Maximum names in a summary, which people put into messages. */
const maxNames = 20;

function listNames(people: readonly { name: string }[]): string {
  const names = people.slice(0, maxNames).map(({ name }) => name);
  const more = people.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}

/** One sentence that can be passed on as it is. */
function summarize(
  when: string,
  { available, yes }: Best,
  people: number,
  missing: readonly { name: string }[],
): string {
  const ifNeedBe = available === yes ? "" : `, ${available - yes} of them only if need be`;
  const others = missing.length === 0 ? "" : ` No or unanswered: ${listNames(missing)}.`;
  return `${when}: ${available} of ${people} available${ifNeedBe}.${others}`;
}
