import * as z from "zod";
import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import {
  formatCalendarEntry,
  formatTextTable,
  keepLastResponses,
  type PersonProblem,
  type RankedOption,
  type Ranking,
  rankOptions,
  sortByFit,
} from "../../src/scheduling/index.ts";
import { ArgumentError, ToolError } from "../errors.ts";
import { chooseDisplayZone, formatWhen, joinSentences } from "../output/format.ts";
import { listNames, quoteNames, toCandidates } from "../output/people-output.ts";
import { pollLinksShape, toPollSummary } from "../output/poll-output.ts";
import { summarizeRanking } from "../output/ranking-summary.ts";
import { loadVotes } from "../polls/find-poll.ts";
import { defineTool } from "../tool.ts";
import { buildGrid, toResultMeta } from "../view/grid.ts";
import { viewToolMeta } from "../view/resource.ts";
import { describeReading, peopleList, pollInput, readPeople, timeZone } from "./fields.ts";

const defaultLimit = 3;

/** Maximum number of people in each list of the arguments. */
const maxPeople = 50;

/** Maximum number of names in each list of the result. The rest is counted. */
const maxNames = 5;

const people = peopleList(maxPeople).optional();

const inputSchema = pollInput({
  required: people.describe("Names or emails of people who must attend"),
  optional: people.describe("People who need not attend: they only decide ties"),
  exclude: people.describe("People to ignore"),
  minAttendance: z.int().min(1).optional().describe("Minimum available: yes or if need be"),
  calendar: z.int().optional().describe("n: also the nth best option as .ics"),
  limit: z.int().min(1).max(20).optional().describe(`Options to show; default ${defaultLimit}`),
  timeZone,
});

/** Ranks the options of a poll and explains the best one. */
export const findBestTimes = defineTool({
  name: "find_best_times",
  title: "Find best times",
  description:
    "Rank a poll's options: most required people available, then most people available (yes or if need be), then most yes votes, then earliest; those with obstacles last. Use it for the best time, or when somebody must attend, may miss it or is to be ignored. For counts use get_poll_results. Pass on the first text unchanged. It picks nothing: the person picks at adminUrl.",
  meta: viewToolMeta,
  input: inputSchema,
  output: z.looseObject({
    ...pollLinksShape,
    people: z.int().describe("People who answered and count: neither optional nor excluded"),
    fits: z.boolean().describe("Whether the first option has no obstacle"),
    reason: z.string().describe("Why it is first, or none fits"),
    notAnswered: z.array(z.looseObject({})).optional().describe("Named people without an answer"),
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
  effect: "read",
  async run(input, context) {
    const { poll, participants } = await loadVotes(input, context);
    const now = context.now();
    const zone = chooseDisplayZone(poll, input.timeZone, now);
    const { minAttendance, limit = defaultLimit } = input;
    const read = (path: "required" | "optional" | "exclude") =>
      readPeople(input[path], participants, { path, max: maxPeople });
    const lists = { required: read("required"), optional: read("optional"), exclude: read("exclude") };
    const ranking: PollRanking = rankOptions({
      poll,
      participants,
      ...lists,
      minAttendance,
      now: now.getTime(),
      localZone: input.timeZone,
    });
    const { required, excluded } = ranking;
    const optional = keepLastResponses(ranking.optional);
    const notAnswered = checkPeople(ranking.unresolved);
    const shown = sortByFit(ranking.options).slice(0, limit);
    const { text, reason } = summarizeRanking(poll, ranking, zone.timeZone, minAttendance);
    const absent = notAnswered.filter(({ list }) => list !== "exclude");
    const grid = buildGrid(poll, participants, {
      required,
      optional,
      excluded: [...excluded, ...ranking.optional],
      minAttendance,
      shownIn: input.timeZone === undefined ? undefined : (zone.timeZone ?? undefined),
      ...(absent.length > 0 && { missing: absent.map(({ name }) => name) }),
      requiredMissing: absent.some(({ list }) => list === "required"),
      refresh: {
        name: "find_best_times",
        arguments: { ...input, title: undefined, calendar: undefined, pollId: poll.id },
      },
    });
    return {
      text: joinSentences(text, askUnclear(ranking.unresolved)),
      data: {
        ...toPollSummary(poll),
        ...zone.fields,
        people: ranking.people,
        ...describeReading(lists),
        ...nameList("required", required),
        ...nameList("optional", optional),
        ...nameList("excluded", keepLastResponses(excluded)),
        ...(notAnswered.length > 0 && { notAnswered }),
        fits: ranking.best !== null,
        reason,
        options: shown.map((ranked) => toOptionOutput(ranked, ranking, zone.timeZone)),
        moreOptions: ranking.options.length - shown.length,
        ...(await toCalendarFields(poll, ranking, input.calendar)),
      },
      ...(context.showsView ? {} : formatVotes(ranking, zone.timeZone)),
      meta: toResultMeta(grid),
    };
  },
});

type PollRanking = Ranking<PollOption, Participant>;

/** Maximum number of people that an error describes. */
const maxRefused = 10;

/** What to ask about people of whom it is not clear whether they have answered. */
function askUnclear(unresolved: readonly PersonProblem<Participant>[]): string | false {
  const unclear = unresolved.filter(({ kind }) => kind === "unclear");
  const candidates = unclear.flatMap(({ candidates }) => candidates);
  if (unclear.length === 0) return false;
  const invited = unclear.map(({ name, text }) => ({ name: name || text }));
  return `Unclear, and counted as not answered: ${quoteNames(invited)} may have answered as ${quoteNames(candidates)}. Is that the same person?`;
}

/** People without an answer, as data. Throws ToolError when only the person knows who is meant. */
function checkPeople(unresolved: readonly PersonProblem<Participant>[]) {
  const refused = unresolved
    .filter(({ kind, isShared }) => isShared || kind === "contradiction")
    .slice(0, maxRefused);
  if (refused.length === 0)
    return unresolved.map(({ list, text, kind, candidates }) => ({
      list,
      name: sanitizeLine(text, 80),
      ...(candidates.length > 0 && {
        [kind === "unclear" ? "unclear" : "didYouMean"]: toCandidates(candidates),
      }),
    }));
  const lines = refused.map(
    ({ list, index, isShared }) =>
      `- ${list}.${index}: ${isShared ? "is unclear: several people who answered this poll have this name" : "is both required and optional or excluded"}`,
  );
  const next = refused.some(({ isShared }) => isShared)
    ? "Ask the person who is meant, then call again with a full name, a full email address, or an id from below."
    : "Ask the person which of the two is meant.";
  throw new ToolError(`Could not rank, because of these people:\n${lines.join("\n")}\n${next}`, {
    people: refused.map(({ list, index, text, candidates }) => ({
      path: `${list}.${index}`,
      query: sanitizeLine(text, 80),
      candidates: toCandidates(candidates),
    })),
  });
}

/** More people do not fit beside the options. */
const maxTablePeople = 20;

/** The votes of each person for the best options. Counts and ranks are in the data. */
function formatVotes(ranking: PollRanking, timeZone: string | null): { textTable?: string } {
  if (ranking.people === 0 || ranking.people > maxTablePeople) return {};
  return { textTable: formatTextTable(ranking, { timeZone, rows: 12, counts: false }) };
}

/** The URI of the calendar entry of the best option, or of the requested one with the entry itself. */
async function toCalendarFields(poll: Poll, { best, options }: PollRanking, position: number | undefined) {
  const option = position === undefined ? best?.option : sortByFit(options)[position - 1]?.option;
  if (option === undefined && position === undefined) return {};
  if (option === undefined) {
    const message = `must be 1 to ${options.length}, the number of options`;
    throw new ArgumentError([{ path: "calendar", message }]);
  }
  // By its number in the poll's own order, which votes do not change.
  const number = poll.options.findIndex(({ id }) => id === option.id) + 1;
  const calendarEntry = `rallly://polls/${encodeURIComponent(poll.id)}/options/${number}/calendar.ics`;
  return { calendarEntry, ...(position !== undefined && { ics: await formatCalendarEntry(poll, option) }) };
}

function toOptionOutput(
  ranked: RankedOption<PollOption, Participant>,
  ranking: PollRanking,
  timeZone: string | null,
) {
  const { rank, option, yes, available, byVote, requiredMissing, obstacles } = ranked;
  return {
    rank,
    when: formatWhen(option, timeZone),
    yes,
    ifNeedBe: available - yes,
    noOrUnanswered: byVote.noOrUnanswered.length,
    ...nameList("requiredMissing", requiredMissing),
    ...nameList("ifNeedBeNames", byVote.ifNeedBe),
    ...nameList("noOrUnansweredNames", byVote.noOrUnanswered),
    ...(ranking.optional.length > 0 && { optionalAvailable: ranked.optional }),
    ...(obstacles.length > 0 ? { obstacles } : {}),
  };
}

function nameList(field: string, people: readonly Participant[]): Record<string, string[]> {
  return people.length === 0 ? {} : { [field]: listNames(people, maxNames) };
}
