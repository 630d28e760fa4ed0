import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import type { RankedOption, Ranking } from "../../src/scheduling/index.ts";
import { cleanLine, toWhen, type When, whenColumns } from "./format.ts";
import { listEmails } from "./missing.ts";
import { headColumns } from "./poll.ts";
import { type Column, column, lineItems, listFields, type OutputRecord, toRecord } from "./table.ts";

type RankedPollOption = RankedOption<PollOption, Participant>;

interface Ranked extends RankedPollOption {
  when: When;
}

interface BestTime {
  poll: Poll;
  ranking: Ranking<PollOption, Participant>;
  best: Ranked;
  /** Options that are as good. */
  tied: Ranked[];
  /** All options, best first. */
  options: Ranked[];
}

const attendeesOf = ({ byVote }: Ranked) => [...byVote.yes, ...byVote.ifNeedBe];

/** The votes for an option. */
const voteColumns: Column<Ranked>[] = [
  column("is_past", "Is Past", ({ past }) => past, "boolean"),
  column("available_count", "Available Count", ({ available }) => available, "integer"),
  column("yes_count", "Yes Votes", ({ yes }) => yes, "integer"),
  column("if_need_be_count", "If Need Be Votes", ({ available, yes }) => available - yes, "integer"),
  column("no_count", "No or Unanswered Count", ({ byVote }) => byVote.noOrUnanswered.length, "integer"),
  column("no_text", "No or Unanswered (Text)", ({ byVote }) => listNames(byVote.noOrUnanswered)),
];

const optionColumns: Column<Ranked>[] = [
  column("option_id", "Option ID", ({ option }) => option.id),
  ...whenColumns<Ranked>(({ when }) => when),
  ...voteColumns,
];

const rankedColumns: Column<Ranked>[] = [
  column("rank", "Rank", ({ rank }) => rank, "integer"),
  ...optionColumns,
];

/** The best option of a poll, and all options ranked. A new field is one line here. */
const bestTimeColumns: Column<BestTime>[] = [
  ...headColumns,
  ...optionColumns.map(({ field, read }): Column<BestTime> => ({ field, read: ({ best }) => read(best) })),
  column("summary", "Summary", summarize),
  column("is_tie", "Is Tie", ({ tied }) => tied.length > 1, "boolean"),
  column("tied_text", "Tied Options (Text)", ({ tied }) => tied.map(({ when }) => when.text).join("\n")),
  column(
    "response_count",
    "Response Count",
    ({ ranking }) => ranking.people + ranking.optional.length,
    "integer",
  ),
  column("attendees_text", "Attendees (Text)", ({ best }) =>
    [listNames(best.byVote.yes), ...best.byVote.ifNeedBe.map(({ name }) => `${cleanLine(name)} (if need be)`)]
      .filter((text) => text !== "")
      .join(", "),
  ),
  column("attendee_emails", "Attendee Emails", ({ best }) =>
    listEmails([...attendeesOf(best), ...best.optionalPresent]),
  ),
  column("optional_text", "Optional Attendees (Text)", ({ best }) => listNames(best.optionalPresent)),
  column("options_text", "Options (Text)", ({ options, ranking }) =>
    options
      .map((option) => `${option.rank}. ${option.when.text}: ${countPeople(option, ranking.people)}`)
      .join("\n"),
  ),
  lineItems("options", "Options", rankedColumns, ({ options }) => options),
];

/** The output fields of {@link toBestTimeRecord}. */
export const bestTimeFields = listFields(bestTimeColumns);

/** The output for the best option of a poll, past ones last. Null when no option suits. */
export function toBestTimeRecord(poll: Poll, ranking: Ranking<PollOption, Participant>): OutputRecord | null {
  const options = ranking.options.map((ranked) => ({
    ...ranked,
    when: toWhen(ranked.option, poll.timeZone),
  }));
  const suitable = options.filter(({ obstacles }) => obstacles.every((obstacle) => obstacle === "past"));
  const best = suitable.find(({ past }) => !past) ?? suitable[0];
  if (best === undefined) return null;
  const tied = suitable.filter(({ rank, past }) => rank === best.rank && past === best.past);
  return toRecord(bestTimeColumns, { poll, ranking, best, tied, options });
}

/** Maximum names in a text, which people put into messages. */
const maxNames = 20;

function listNames(people: readonly Participant[]): string {
  const names = people.slice(0, maxNames).map(({ name }) => cleanLine(name));
  const more = people.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}

function countPeople({ available, yes }: Ranked, people: number): string {
  const ifNeedBe = available === yes ? "" : `, ${available - yes} of them only if need be`;
  return `${available} of ${people} available${ifNeedBe}`;
}

/** Sentences that can be passed on as they are. */
function summarize({ poll, ranking, best }: BestTime): string {
  const { byVote, optionalPresent, past, when } = best;
  const sentences = [
    `${when.text}: ${countPeople(best, ranking.people)}.`,
    byVote.noOrUnanswered.length > 0 && `No or unanswered: ${listNames(byVote.noOrUnanswered)}.`,
    optionalPresent.length > 0 && `Optional, available: ${listNames(optionalPresent)}.`,
    past && "This time has passed.",
    // The service does not return which option was picked. The best by votes must not be mistaken for it.
    poll.status === "scheduled" && "A time has already been picked. Open the Admin Link to see it.",
  ];
  return sentences.filter((sentence) => sentence !== false).join(" ");
}
