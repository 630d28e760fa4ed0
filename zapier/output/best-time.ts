import type { Participant, Poll } from "../../src/api/web.ts";
import type { RankedOption, Ranking } from "../../src/scheduling/index.ts";
import { voteTexts } from "./option-answers.ts";
import { cleanLine, splitName, toWhen } from "./poll.ts";
import { listEmails } from "./response-list.ts";

type Option = Poll["options"][number];
type Ranked = RankedOption<Option, Participant>;

/** Maximum options in the list of the next-best ones. */
const maxNext = 10;

/**
 * The output for the best option: when it is, who can attend, who is missing, which options are as good and which are next.
 * Options that have passed come last. Null when no option suits.
 */
export function toBestTimeRecord(poll: Poll, ranking: Ranking<Option, Participant>) {
  const suitable = ranking.options.filter(({ obstacles }) => obstacles.every((each) => each === "past"));
  const [best, ...others] = suitable.sort((one, other) => Number(one.past) - Number(other.past));
  if (best === undefined) return null;
  const when = toWhen(best.option, poll.timeZone);
  const attendees = [
    ...best.byVote.yes.map((person) => toPersonRecord(person, voteTexts.yes)),
    ...best.byVote.ifNeedBe.map((person) => toPersonRecord(person, voteTexts.ifNeedBe)),
  ];
  const optional = best.optionalPresent.map((person) => toPersonRecord(person));
  const missing = best.byVote.noOrUnanswered.map((person) => toPersonRecord(person));
  const equals = [best, ...others].filter(({ rank, past }) => rank === best.rank && past === best.past);
  const next = others.slice(0, maxNext).map((each) => toNextRecord(poll, each));
  return {
    id: poll.id,
    title: cleanLine(poll.title),
    invite_link: poll.inviteUrl,
    admin_link: poll.adminUrl,
    status: poll.status,
    kind: poll.kind,
    option_id: best.option.id,
    ...when,
    is_past: best.past,
    time_zone: cleanLine(poll.timeZone),
    summary: `${when.text}: ${countPeople(best, ranking.people)}.${explain(poll, best, missing, optional)}`,
    is_tie: equals.length > 1,
    tied_text: equals.map(({ option }) => toWhen(option, poll.timeZone).text).join("\n"),
    next_text: next.map(({ text, available_count }) => `${text}: ${available_count} available`).join("\n"),
    next,
    response_count: ranking.people + ranking.optional.length,
    attendee_count: attendees.length,
    if_need_be_count: best.available - best.yes,
    attendees_text: attendees
      .map(({ name, answer }) => (answer === voteTexts.yes ? name : `${name} (if need be)`))
      .join(", "),
    attendee_emails: listEmails([...attendees, ...optional]).join(", "),
    attendees,
    optional_count: optional.length,
    optional_text: optional.map(({ name }) => name).join(", "),
    missing_count: missing.length,
    missing_text: missing.map(({ name }) => name).join(", "),
    missing: missing.map(({ answer: _, ...person }) => person),
  };
}

/** The output for the best option of a poll. */
export type BestTimeRecord = NonNullable<ReturnType<typeof toBestTimeRecord>>;

function toNextRecord(poll: Poll, { option, rank, past, available, yes, byVote }: Ranked) {
  return {
    rank,
    option_id: option.id,
    ...toWhen(option, poll.timeZone),
    is_past: past,
    available_count: available,
    yes_count: yes,
    missing_text: listNames(byVote.noOrUnanswered.map(({ name }) => ({ name: cleanLine(name) }))),
  };
}

function toPersonRecord(person: Participant, answer: string | null = null) {
  const name = cleanLine(person.name);
  return { response_id: person.id, name, ...splitName(name), email: cleanLine(person.email), answer };
}

/** Maximum names in a summary, which people put into messages. */
const maxNames = 20;

function listNames(people: readonly { name: string }[]): string {
  const names = people.slice(0, maxNames).map(({ name }) => name);
  const more = people.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}

function countPeople({ available, yes }: Ranked, people: number): string {
  const ifNeedBe = available === yes ? "" : `, ${available - yes} of them only if need be`;
  return `${available} of ${people} available${ifNeedBe}`;
}

type Names = readonly { name: string }[];

/** Sentences that can be passed on as they are. */
function explain({ status }: Poll, { past }: Ranked, missing: Names, optional: Names): string {
  const sentences = [
    missing.length > 0 && `No or unanswered: ${listNames(missing)}.`,
    optional.length > 0 && `Optional, available: ${listNames(optional)}.`,
    past && "This time has passed.",
    // The service does not return which option was picked. The best by votes must not be mistaken for it.
    status === "scheduled" && "A time has already been picked. Open the Admin Link to see it.",
  ];
  return sentences.flatMap((sentence) => (sentence === false ? [] : ` ${sentence}`)).join("");
}
