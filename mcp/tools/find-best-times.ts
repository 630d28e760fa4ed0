import * as z from "zod";
import type { Participant, Poll, PollOption } from "../../src/api/core.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import {
  formatTextTable,
  PeopleError,
  type Person,
  type PersonProblem,
  type RankedOption,
  type Ranking,
  rankOptions,
} from "../../src/scheduling/index.ts";
import { chooseDisplayZone, formatWhen } from "../output/format.ts";
import { pollSummaryShape, toPollSummary } from "../output/poll-output.ts";
import { findRunnerUp, summarizeRanking } from "../output/ranking-summary.ts";
import { loadPollWith } from "../polls/load-poll.ts";
import { UserInputError } from "../runtime/errors.ts";
import { defineTool } from "../runtime/tool.ts";
import { buildGrid } from "../view/grid.ts";
import { toResultMeta, viewToolMeta } from "../view/resource.ts";
import { displayZoneFields, isPollNamed, pollArguments, pollNotNamed, timeZone } from "./fields.ts";

const defaultLimit = 3;

/** Maximum number of names in each list of people. The rest is counted. */
const maxNames = 5;

const names = z.array(z.string()).max(50).optional();

const inputSchema = z
  .strictObject({
    ...pollArguments,
    required: names.describe("Names or emails of people who must attend"),
    exclude: names.describe("Names or emails of people to ignore"),
    minAttendance: z.int().min(1).optional().describe("Minimum number of available people"),
    limit: z.int().min(1).max(20).optional().describe(`Options to show; default ${defaultLimit}`),
    timeZone,
  })
  .refine(isPollNamed, pollNotNamed);

/** Ranks the options of a poll and explains the best one. */
export const findBestTimes = defineTool({
  name: "find_best_times",
  title: "Find best times",
  effect: "read",
  description:
    "Rank a poll's options by who is available, required people first, and explain the best one. Use it when asked for the best time, or when somebody must attend or is to be ignored. For raw counts use get_poll_results. Pass on the first text unchanged. It picks nothing: the person picks the time at adminUrl.",
  meta: viewToolMeta,
  input: inputSchema,
  output: z.looseObject({
    ...pollSummaryShape,
    ...displayZoneFields,
    people: z.int(),
    fits: z.boolean().describe("Whether the first option has no obstacle"),
    options: z.array(
      z.looseObject({
        rank: z.int(),
        when: z.string(),
        yes: z.int(),
        ifNeedBe: z.int(),
        obstacles: z.array(z.string()).optional(),
      }),
    ),
  }),
  examples: {
    pollId: '"Xk3pQ9vLm2Ab"',
    title: '"Team lunch"',
    required: '["Ada Lovelace", "bob@example.com"]',
    exclude: '["Cleo"]',
    minAttendance: "4",
    limit: "3",
    timeZone: '"Europe/Berlin"',
  },
  async run(input, context) {
    const { client, signal } = context;
    const { poll, data: participants } = await loadPollWith(input, context, (pollId) =>
      client.listParticipants({ pollId }, { signal }),
    );
    const now = context.now();
    const zone = chooseDisplayZone(poll, input.timeZone, now);
    const ranking = rank(poll, participants, input, now);
    // Options without obstacles come first; the others follow in the same order.
    const ordered = ranking.options.toSorted(
      (one, other) => Number(hasObstacle(one)) - Number(hasObstacle(other)),
    );
    const runnerUp = findRunnerUp(ranking);
    const grid = buildGrid(poll, participants, {
      requiredIds: ranking.required.map(({ id }) => id),
      excludedIds: ranking.excluded.map(({ id }) => id),
      minAttendance: input.minAttendance,
      shownIn: input.timeZone === undefined ? null : zone.timeZone,
      refresh: { name: "find_best_times", arguments: { ...input, title: undefined, pollId: poll.id } },
    });
    return {
      text: summarizeRanking(poll, ranking, zone.timeZone, input.minAttendance),
      data: {
        ...toPollSummary(poll),
        ...zone.fields,
        people: ranking.people,
        fits: ranking.best !== null,
        options: ordered
          .slice(0, input.limit ?? defaultLimit)
          .map((ranked) => toOptionOutput(ranked, zone.timeZone)),
        ...(runnerUp === null ? {} : { runnerUpLost: runnerUp.lost }),
      },
      textTable: formatTable(ranking, zone.timeZone),
      meta: toResultMeta(grid),
    };
  },
});

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

// Fewer rows for many people: the table costs tokens.
function formatTable(ranking: Ranking<PollOption, Participant>, timeZone: string | null): string {
  return formatTextTable(ranking, { timeZone, rows: ranking.people > 15 ? 5 : 12 });
}

function hasObstacle({ obstacles }: { obstacles: readonly unknown[] }): boolean {
  return obstacles.length > 0;
}

function toOptionOutput(ranked: RankedOption<PollOption, Participant>, timeZone: string | null) {
  const { rank, option, yes, available, byVote, requiredMissing, obstacles, tie } = ranked;
  return {
    rank,
    when: formatWhen(option, timeZone),
    yes,
    ifNeedBe: available - yes,
    ...listNames("requiredMissing", requiredMissing),
    ...listNames("ifNeedBeNames", byVote.ifNeedBe),
    ...listNames("noOrUnansweredNames", byVote.noOrUnanswered),
    ...(obstacles.length > 0 ? { obstacles } : {}),
    ...(tie === null ? {} : { tie }),
  };
}

function listNames(field: string, people: readonly Participant[]): Record<string, string[]> {
  if (people.length === 0) return {};
  const shown = people.slice(0, maxNames).map(({ name }) => sanitizeLine(name, 80));
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

const advice: readonly [applies: (problem: PeopleProblem) => boolean, sentence: string][] = [
  [
    (problem) => problem.kind !== "contradiction" && !isMissing(problem),
    "Ask the person who is meant. Call again with a full name, a full email address, or an id from below.",
  ],
  [
    isMissing,
    "People who have not answered cannot be required or excluded. Leave them out and tell the person.",
  ],
  [({ kind }) => kind === "contradiction", "Ask the person which of the two is meant."],
];

/** The error for people who were not found or are ambiguous. Similar names are in its data, never in its text. */
function toPeopleError({ problems }: PeopleError<Person>): UserInputError {
  // Similar names were searched for the first ten only.
  const shown = problems.slice(0, 10);
  const lines = shown.map((problem) => `- ${problem.list}.${problem.index}: ${describeProblem(problem)}`);
  if (problems.length > shown.length) lines.push(`- and ${problems.length - shown.length} more`);
  const next = advice.filter(([applies]) => shown.some(applies)).map(([, sentence]) => sentence);
  const people = shown.map(({ list, index, similar }) => ({
    place: `${list}.${index}`,
    close: similar.map(({ id, name }) => ({ id, name: sanitizeLine(name, 80) })),
  }));
  return new UserInputError(
    `Could not rank: these people were not found or are ambiguous:\n${lines.join("\n")}\n${next.join(" ")}`,
    { people },
  );
}
