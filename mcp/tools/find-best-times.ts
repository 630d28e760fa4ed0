import * as z from "zod";
import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import {
  formatCalendarEntry,
  formatTextTable,
  type PersonProblem,
  type RankedOption,
  type Ranking,
  rankOptions,
} from "../../src/scheduling/index.ts";
import { normalizeTimeZone } from "../../src/time/index.ts";
import { ToolError } from "../errors.ts";
import { chooseDisplayZone, formatWhen, joinSentences } from "../output/format.ts";
import { listNames, quoteNames, toCandidates } from "../output/people-output.ts";
import { pollLinksShape, toPollSummary } from "../output/poll-output.ts";
import { summarizeRanking } from "../output/ranking-summary.ts";
import { chooseOption } from "../polls/find-options.ts";
import { loadVotes } from "../polls/find-poll.ts";
import { defineTool } from "../tool.ts";
import { buildGrid, toResultMeta } from "../view/grid.ts";
import { viewToolMeta } from "../view/resource.ts";
import { describeReading, peopleList, poll, readPeople, timeZone } from "./fields.ts";

const defaultLimit = 3;

/** Maximum number of people in each list of the arguments. */
const maxPeople = 50;

/** Maximum number of names in each list of the result. The rest is counted. */
const maxNames = 5;

const people = peopleList(maxPeople).optional();

const inputSchema = z.strictObject({
  poll,
  required: people.describe("Names or emails of people who must attend"),
  optional: people.describe("People who need not attend: they only decide ties"),
  exclude: people.describe("People to ignore"),
  minAttendance: z.int().min(1).optional().describe("Minimum available: yes or if need be"),
  minYes: z.int().min(1).optional().describe("Minimum that voted yes"),
  calendar: z.string().max(100).optional().describe('Number of an option or "best": also as .ics'),
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
        number: z.int().describe("The poll's number of it"),
        when: z.string(),
        tied: z.boolean().optional(),
        yes: z.int(),
        ifNeedBe: z.int(),
        noOrUnanswered: z.int(),
      }),
    ),
    moreOptions: z.int(),
  }),
  effect: "read",
  async run(input, context) {
    const { poll, participants } = await loadVotes(input.poll, context);
    const now = context.now();
    const zone = chooseDisplayZone(poll, input.timeZone, now);
    const localZone = input.timeZone && normalizeTimeZone(input.timeZone);
    const { minAttendance, minYes, limit = defaultLimit } = input;
    const read = (path: "required" | "optional" | "exclude") =>
      readPeople(input[path], participants, { path, max: maxPeople });
    const lists = { required: read("required"), optional: read("optional"), exclude: read("exclude") };
    const ranking: PollRanking = rankOptions({
      poll,
      participants,
      ...lists,
      minAttendance,
      minYes,
      now: now.getTime(),
      localZone,
    });
    const { required, excluded, optional } = ranking;
    const notAnswered = checkPeople(ranking.unresolved);
    const shown = ranking.options.slice(0, limit);
    const { text, reason } = summarizeRanking(poll, ranking, zone.timeZone);
    const absent = ranking.unresolved.filter(({ list }) => list !== "exclude");
    const listAbsent = (kind: PersonProblem["kind"]) =>
      absent.filter((each) => each.kind === kind).map(({ text }) => text);
    const grid = buildGrid(poll, ranking.table, {
      shownIn: localZone,
      ...(absent.length > 0 && { missing: listAbsent("missing"), unclear: listAbsent("unclear") }),
      refresh: {
        name: "find_best_times",
        arguments: { ...input, poll: poll.id, calendar: undefined },
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
        ...nameList("excluded", excluded),
        ...(notAnswered.length > 0 && { notAnswered }),
        fits: ranking.best !== null,
        reason,
        options: shown.map((ranked) => toOptionOutput(ranked, ranking, zone.timeZone)),
        moreOptions: ranking.options.length - shown.length,
        ...(await toCalendarFields(poll, ranking, input.calendar, zone.timeZone)),
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

/** The URI of the calendar entry of the only best option, or of the requested one with the entry itself. */
async function toCalendarFields(
  poll: Poll,
  ranking: PollRanking,
  wanted: string | undefined,
  timeZone: string | null,
) {
  const number =
    wanted === undefined
      ? ranking.winners.length === 1 && ranking.best?.number
      : chooseOption(poll, wanted, ranking, { timeZone, path: "calendar" });
  const option = poll.options[Number(number) - 1];
  if (option === undefined) return {};
  const calendarEntry = `rallly://polls/${encodeURIComponent(poll.id)}/options/${number}/calendar.ics`;
  return { calendarEntry, ...(wanted !== undefined && { ics: await formatCalendarEntry(poll, option) }) };
}

function toOptionOutput(
  ranked: RankedOption<PollOption, Participant>,
  ranking: PollRanking,
  timeZone: string | null,
) {
  const { number, tied, option, yes, available, byVote, requiredMissing, obstacles } = ranked;
  return {
    number,
    when: formatWhen(option, timeZone),
    ...(tied && { tied }),
    yes,
    ifNeedBe: available - yes,
    noOrUnanswered: ranking.people - available,
    ...nameList("requiredMissing", requiredMissing),
    ...nameList("ifNeedBeNames", byVote.ifNeedBe),
    ...nameList("noOrUnansweredNames", byVote.noOrUnanswered),
    ...nameList("answersDiffer", ranked.differing),
    ...(ranking.optional.length > 0 && { optionalAvailable: ranked.optional }),
    ...(obstacles.length > 0 ? { obstacles } : {}),
  };
}

function nameList(field: string, people: readonly Participant[]): Record<string, string[]> {
  return people.length === 0 ? {} : { [field]: listNames(people, maxNames) };
}
