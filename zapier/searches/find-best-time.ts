import { defineInputFields, type Search } from "zapier-platform-core";
import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import { compareFit, type RankedOption, type Ranking, rankOptions } from "../../src/scheduling/index.ts";
import { type Run, search } from "../client.ts";
import { getCount } from "../input/duration.ts";
import { quoteValue, refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { describePerson, getPeople, suggestPeople } from "../input/people.ts";
import { pollField, requirePoll } from "../input/poll.ts";
import { cleanLine, joinNames, toWhen, type When, whenColumns } from "../output/format.ts";
import { listEmails } from "../output/missing.ts";
import { headColumns } from "../output/poll.ts";
import { type Column, column, lineItems, listFields, type OutputRecord, toRecord } from "../output/table.ts";
import { sampleParticipant, samplePoll } from "../samples.ts";

const inputFields = defineInputFields([
  {
    key: "note",
    type: "copy",
    helpText:
      "Finds the option that most people can attend, and ranks all options with their votes. If all have passed, it finds the best of them, and Is Past is true. Nothing is found until somebody is available. To see which option the organizer picked, open the Admin Link.",
  },
  pollField,
  text(
    "required",
    "People who must be able to attend. Enter the full name or the email address of each. Nothing is found until all of them have responded.",
    { list: true, placeholder: "sam@example.com" },
  ),
  text(
    "optional",
    "People whose answers do not count against an option. They decide only between options that are equal for everybody else, and need not have responded.",
    { list: true, placeholder: "kim@example.com" },
  ),
  text("minimum", "How many people must be available, without optional ones. Default: 1.", {
    placeholder: "3",
  }),
  text(
    "minimum_yes_votes",
    "How many people must have voted yes, without optional ones. Default: any number.",
    {
      placeholder: "2",
    },
  ),
]);

interface Ranked extends RankedOption<PollOption, Participant> {
  when: When;
  /** The number of responses that were counted. */
  people: number;
}

interface BestTime {
  poll: Poll;
  best: Ranked;
  /** Options that are as good. */
  tied: Ranked[];
  /** All options in order of fit: those that suit first, past ones last. */
  options: Ranked[];
  responses: number;
}

const optionColumns: Column<Ranked>[] = [
  column("number", "Option Number", ({ number }) => number, "integer"),
  column("option_id", "Option ID", ({ option }) => option.id),
  ...whenColumns,
  column("is_past", "Is Past", ({ past }) => past, "boolean"),
  column("available_count", "Available Count", ({ available }) => available, "integer"),
  column("yes_count", "Yes Votes", ({ yes }) => yes, "integer"),
  column("if_need_be_count", "If Need Be Votes", ({ available, yes }) => available - yes, "integer"),
  column("no_count", "No or Unanswered Count", ({ people, available }) => people - available, "integer"),
  column("no_text", "No or Unanswered (Text)", ({ byVote }) => listNames(byVote.noOrUnanswered)),
  column("differing_text", "Answered Differently (Text)", ({ differing }) => listNames(differing)),
];

/** The best option of a poll, and all options ranked. A new field is one line here. */
const bestTimeColumns: Column<BestTime>[] = [
  ...headColumns,
  ...optionColumns.map(({ field, read }): Column<BestTime> => ({ field, read: ({ best }) => read(best) })),
  column("summary", "Summary", summarize),
  column("is_tie", "Is Tie", ({ tied }) => tied.length > 1, "boolean"),
  column("tied_text", "Tied Options (Text)", ({ tied }) => tied.map(({ when }) => when.text).join("\n")),
  column("response_count", "Response Count", ({ responses }) => responses, "integer"),
  column("attendees_text", "Attendees (Text)", ({ best }) =>
    [listNames(best.byVote.yes), ...best.byVote.ifNeedBe.map(({ name }) => `${cleanLine(name)} (if need be)`)]
      .filter((text) => text !== "")
      .join(", "),
  ),
  column("attendee_emails", "Attendee Emails", ({ best }) =>
    listEmails([...best.byVote.yes, ...best.byVote.ifNeedBe, ...best.optionalPresent]),
  ),
  column("optional_text", "Optional Attendees (Text)", ({ best }) => listNames(best.optionalPresent)),
  column("options_text", "Options (Text)", ({ options }) =>
    options.map((option) => `${option.number}. ${option.when.text}: ${countPeople(option)}`).join("\n"),
  ),
  lineItems("options", "Options", optionColumns, ({ options }) => options),
];

/** The best option of a poll, past ones last. Empty when no option suits. */
function toBestTime(
  poll: Poll,
  ranking: Ranking<PollOption, Participant>,
  responses: number,
): OutputRecord[] {
  const options = ranking.options.map((ranked) => ({
    ...ranked,
    when: toWhen(ranked.option, poll.timeZone),
    people: ranking.people,
  }));
  const suitable = options.filter(({ obstacles }) => obstacles.every((obstacle) => obstacle === "past"));
  const [best] = suitable;
  if (best === undefined) return [];
  const tied = suitable.filter((option) => compareFit(option, best) === 0);
  return [toRecord(bestTimeColumns, { poll, best, tied, options, responses })];
}

const listNames = (people: readonly Participant[]): string =>
  joinNames(
    people.map(({ name }) => cleanLine(name)),
    20,
  );

function countPeople({ available, yes, people }: Ranked): string {
  const ifNeedBe = available === yes ? "" : `, ${available - yes} of them only if need be`;
  return `${available} of ${people} available${ifNeedBe}`;
}

/** Sentences that can be passed on as they are. */
function summarize({ poll, best }: BestTime): string {
  const { byVote, optionalPresent, differing, past, when } = best;
  const sentences = [
    `${when.text}: ${countPeople(best)}.`,
    byVote.noOrUnanswered.length > 0 && `No or unanswered: ${listNames(byVote.noOrUnanswered)}.`,
    optionalPresent.length > 0 && `Optional, available: ${listNames(optionalPresent)}.`,
    differing.length > 0 && `Answered twice, not the same: ${listNames(differing)}.`,
    past && "This time has passed.",
    // The service does not return which option was picked. The best by votes must not be mistaken for it.
    poll.status === "scheduled" && "A time has already been picked. Open the Admin Link to see it.",
  ];
  return sentences.filter((sentence) => sentence !== false).join(" ");
}

/** Throws for a name that cannot be used. A required person who has not responded means that nothing is found. */
function refuseUnclear({ z }: Run, { unresolved }: Ranking<PollOption, Participant>): void {
  for (const { kind, list, text, candidates, isShared } of unresolved) {
    if (kind === "contradiction")
      throw refuse(list, `${quoteValue(text)} is also in Required. Remove the person from one of them.`);
    const named = candidates.slice(0, 5).map(describePerson).join(" or ");
    if (isShared)
      throw refuse(
        list,
        `${quoteValue(text)} is the name of several people who responded. Enter the email address or the Response ID instead: ${named}.`,
      );
    if (list === "required" && kind === "unclear")
      throw new z.errors.HaltedError(
        `Required: It is unclear whether ${quoteValue(text)} is ${named}. Enter the email address or the Response ID.`,
      );
    if (list === "required" && candidates.length > 0)
      throw new z.errors.HaltedError(
        `Required: ${quoteValue(text)} has not responded.${suggestPeople(candidates)}`,
      );
  }
}

async function perform(run: Run): Promise<OutputRecord[]> {
  const { client, values, bundle } = run;
  const pollId = requirePoll(values);
  const { data: poll } = await client.getPoll({ pollId });
  const { data: participants } = await client.listParticipants({ pollId });
  const ranking = rankOptions({
    poll,
    participants,
    required: getPeople(values, "required", participants),
    optional: getPeople(values, "optional", participants),
    minAttendance: getCount(values, "minimum"),
    minYes: getCount(values, "minimum_yes_votes"),
    now: Date.now(),
    localZone: bundle.meta?.timezone || undefined,
  });
  refuseUnclear(run, ranking);
  return toBestTime(poll, ranking, participants.length);
}

const [sample] = toBestTime(
  samplePoll,
  rankOptions({ poll: samplePoll, participants: [sampleParticipant], now: 0 }),
  1,
);

export const findBestTime = {
  key: "find_best_time",
  noun: "Best Time",
  display: {
    label: "Find Best Time",
    description:
      "Finds the option of a poll that most people can attend, and ranks all options with their votes.",
  },
  operation: {
    perform: search(perform),
    inputFields,
    outputFields: listFields(bestTimeColumns),
    sample: { ...sample },
  },
} satisfies Search;
