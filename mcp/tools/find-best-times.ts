import * as z from "zod";
import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import {
  formatCalendarEntry,
  formatTextTable,
  keepLastResponses,
  PeopleError,
  type Person,
  type PersonProblem,
  type RankedOption,
  type Ranking,
  rankOptions,
  sortByFit,
} from "../../src/scheduling/index.ts";
import { ArgumentError, ToolError } from "../errors.ts";
import { formatCalendarUri } from "../output/calendar-uri.ts";
import { chooseDisplayZone, formatWhen } from "../output/format.ts";
import { toCandidate, toName } from "../output/people-output.ts";
import { pollLinksShape, toPollSummary } from "../output/poll-output.ts";
import { summarizeRanking } from "../output/ranking-summary.ts";
import { loadPollWith } from "../polls/load-poll.ts";
import { defineTool } from "../tool.ts";
import { buildGrid, toResultMeta } from "../view/grid.ts";
import { viewToolMeta } from "../view/resource.ts";
import { pollInput, timeZone } from "./fields.ts";

const defaultLimit = 3;

/** Maximum number of names in each list of people. The rest is counted. */
const maxNames = 5;

const names = z.array(z.string()).max(50).optional();

const inputSchema = pollInput({
  required: names.describe("Names or emails of people who must attend"),
  exclude: names.describe("Names or emails of people to ignore"),
  minAttendance: z.int().min(1).optional().describe("Minimum available: yes or if need be"),
  calendar: z.int().optional().describe("n: also the nth best option as .ics"),
  limit: z.int().min(1).max(20).optional().describe(`Options to show; default ${defaultLimit}`),
  timeZone,
});

/** Ranks the options of a poll and explains the best one. */
export const findBestTimes = defineTool({
  name: "find_best_times",
  title: "Find best times",
  effect: "read",
  description:
    "Rank a poll's options: most required people available, then most people available (yes or if need be), then most yes votes, then earliest; those with obstacles last. Use it for the best time, or when somebody must attend or is to be ignored. For counts use get_poll_results. Pass on the first text unchanged. It picks nothing: the person picks at adminUrl.",
  meta: viewToolMeta,
  input: inputSchema,
  output: z.looseObject({
    ...pollLinksShape,
    people: z.int().describe("People who answered, without excluded ones"),
    fits: z.boolean().describe("Whether the first option has no obstacle"),
    reason: z.string().describe("Why it is first, or none fits"),
    options: z.array(
      z.looseObject({
        rank: z.int(),
        when: z.string(),
        yes: z.int(),
        ifNeedBe: z.int(),
        noOrUnanswered: z.int(),
      }),
    ),
    moreOptions: z.int(),
  }),
  async run(input, context) {
    const { client, signal } = context;
    const { poll, data: participants } = await loadPollWith(input, context, (pollId) =>
      client.listParticipants({ pollId }, { signal }),
    );
    const now = context.now();
    const zone = chooseDisplayZone(poll, input.timeZone, now);
    const ranking = rank(poll, participants, input, now);
    const shown = sortByFit(ranking.options).slice(0, input.limit ?? defaultLimit);
    const calendarFields = await toCalendarFields(poll, ranking, input.calendar);
    const { text, reason } = summarizeRanking(poll, ranking, zone.timeZone, input.minAttendance);
    const grid = buildGrid(poll, participants, {
      requiredIds: ranking.required.map(({ id }) => id),
      excludedIds: ranking.excluded.map(({ id }) => id),
      minAttendance: input.minAttendance,
      shownIn: input.timeZone === undefined ? null : zone.timeZone,
      refresh: {
        name: "find_best_times",
        arguments: { ...input, title: undefined, calendar: undefined, pollId: poll.id },
      },
    });
    return {
      text,
      data: {
        ...toPollSummary(poll),
        ...zone.fields,
        people: ranking.people,
        ...listNames("required", ranking.required),
        ...listNames("excluded", keepLastResponses(ranking.excluded)),
        fits: ranking.best !== null,
        reason,
        options: shown.map((ranked) => toOptionOutput(ranked, zone.timeZone)),
        moreOptions: ranking.options.length - shown.length,
        ...calendarFields,
      },
      ...(context.showsView ? {} : formatVotes(ranking, zone.timeZone)),
      meta: toResultMeta(grid),
    };
  },
});

/** More people do not fit beside the options. */
const maxTablePeople = 20;

/** The votes of each person for the best options. Counts and ranks are in the data. */
function formatVotes(
  ranking: Ranking<PollOption, Participant>,
  timeZone: string | null,
): { textTable?: string } {
  if (ranking.people === 0 || ranking.people > maxTablePeople) return {};
  return { textTable: formatTextTable(ranking, { timeZone, rows: 12, counts: false }) };
}

function rank(poll: Poll, participants: Participant[], input: z.infer<typeof inputSchema>, now: Date) {
  const { required, exclude, minAttendance } = input;
  const options: PollOption[] = poll.options;
  try {
    return rankOptions({
      poll: { options },
      participants,
      required,
      exclude,
      minAttendance,
      now: now.getTime(),
    });
  } catch (error) {
    throw error instanceof PeopleError ? toPeopleError(error) : error;
  }
}

/** The URI of the calendar entry of the best option, or of the requested one with the entry itself. */
async function toCalendarFields(
  poll: Poll,
  { best, options }: Ranking<PollOption, Participant>,
  position: number | undefined,
): Promise<{ calendarEntry?: string; ics?: string }> {
  const option = position === undefined ? best?.option : sortByFit(options)[position - 1]?.option;
  if (option === undefined) {
    if (position === undefined) return {};
    const message = `must be 1 to ${options.length}, the number of options`;
    throw new ArgumentError([{ path: "calendar", message }]);
  }
  const number = poll.options.findIndex(({ id }) => id === option.id) + 1;
  const calendarEntry = formatCalendarUri(poll.id, number);
  if (position === undefined) return { calendarEntry };
  return { calendarEntry, ics: await formatCalendarEntry(poll, option) };
}

function toOptionOutput(ranked: RankedOption<PollOption, Participant>, timeZone: string | null) {
  const { rank, option, yes, available, byVote, requiredMissing, obstacles } = ranked;
  return {
    rank,
    when: formatWhen(option, timeZone),
    yes,
    ifNeedBe: available - yes,
    noOrUnanswered: byVote.noOrUnanswered.length,
    ...listNames("requiredMissing", requiredMissing),
    ...listNames("ifNeedBeNames", byVote.ifNeedBe),
    ...listNames("noOrUnansweredNames", byVote.noOrUnanswered),
    ...(obstacles.length > 0 ? { obstacles } : {}),
  };
}

function listNames(field: string, people: readonly Participant[]): Record<string, string[]> {
  if (people.length === 0) return {};
  const shown = people.slice(0, maxNames).map(toName);
  const more = people.length - shown.length;
  return { [field]: more > 0 ? [...shown, `and ${more} more`] : shown };
}

type PeopleProblem = PersonProblem<Person>;

const isMissing = ({ kind, similar }: PeopleProblem) => kind === "unknown" && similar.length === 0;

function describeProblem(problem: PeopleProblem): string {
  if (isMissing(problem)) return "not found among the people who answered this poll";
  if (problem.kind === "unknown") return "not found; similar names are below";
  if (problem.kind === "ambiguous") return "ambiguous: several people who answered this poll have this name";
  return "is both required and excluded";
}

// What the person decides is last.
const advice: readonly [applies: (problem: PeopleProblem) => boolean, sentence: string][] = [
  [
    isMissing,
    "People who have not answered cannot be required or excluded. Leave them out and tell the person.",
  ],
  [
    (problem) => problem.kind !== "contradiction" && !isMissing(problem),
    "Ask the person who is meant, then call again with a full name, a full email address, or an id from below.",
  ],
  [({ kind }) => kind === "contradiction", "Ask the person which of the two is meant."],
];

/** The error for people who were not found or are ambiguous. Similar names are in its data, never in its text. */
function toPeopleError({ problems }: PeopleError<Person>): ToolError {
  // Similar names were searched for the first ten only.
  const shown = problems.slice(0, 10);
  const lines = shown.map((problem) => `- ${problem.list}.${problem.index}: ${describeProblem(problem)}`);
  if (problems.length > shown.length) lines.push(`- and ${problems.length - shown.length} more`);
  const next = advice.filter(([applies]) => shown.some(applies)).map(([, sentence]) => sentence);
  const people = shown.map(({ list, index, query, similar }) => ({
    path: `${list}.${index}`,
    query: sanitizeLine(query, 80),
    candidates: similar.map(toCandidate),
  }));
  return new ToolError(
    `Could not rank: these people were not found or are ambiguous:\n${lines.join("\n")}\n${next.join(" ")}`,
    { people },
  );
}
