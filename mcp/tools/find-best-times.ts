import * as z from "zod";
import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import {
  formatCalendarEntry,
  type PersonProblem,
  PlanError,
  type RankedOption,
  type Ranking,
  rankOptions,
  rankSessions,
  type SessionSet,
  type SessionsInput,
} from "../../src/scheduling/index.ts";
import { describeTwice } from "../../src/scheduling/people/find-people.ts";
import { busyTimes, loadBusyCheck } from "../calendar/load.ts";
import { ArgumentError, ToolError } from "../failure.ts";
import { chooseOption } from "../find/options.ts";
import { loadVotes } from "../find/poll.ts";
import { readBusyTimes } from "../find/written.ts";
import { createDisplay, type OptionFormat } from "../output/display.ts";
import { joinSentences, pluralize } from "../output/format.ts";
import { rankedOption, toOptionOutput } from "../output/option-output.ts";
import { listNames, toCandidates } from "../output/people-output.ts";
import { pollShape, toPollSummary } from "../output/poll-output.ts";
import { summarizeRanking } from "../output/ranking-summary.ts";
import { buildGrid, gridKey } from "../view/grid.ts";
import { viewToolMeta } from "../view/resource.ts";
import { describeReading, peopleList, poll, readPeople, timeZone } from "./fields.ts";
import { defineTool } from "./tool.ts";

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
  among: people.describe("Only these and required people count; others are shown"),
  minAvailable: z.int().min(1).optional().describe("Minimum available: yes or if need be"),
  minYes: z.int().min(1).optional().describe("Minimum that voted yes"),
  sessions: z.int().optional().describe("2 or 3: sets of options that together reach most people"),
  busy: busyTimes.optional().describe("As in create_poll: says which options collide"),
  calendar: z.string().max(100).optional().describe('Number of an option or "best": also as .ics'),
  limit: z.int().min(1).max(20).optional().describe(`Options to show; default ${defaultLimit}`),
  timeZone,
});

export const findBestTimes = defineTool({
  name: "find_best_times",
  title: "Find best times",
  summary: "ranks the options, with required people",
  description:
    "Rank a poll's options: most required people available, then most people available (yes or if need be), then most yes votes, then earliest; those with obstacles last. Use it for the best time, or when somebody must attend, may miss it or is to be ignored. For counts use get_poll_results. It picks nothing: the person picks at adminUrl.",
  meta: viewToolMeta,
  input: inputSchema,
  output: z.looseObject({
    ...pollShape,
    responses: z.int().describe("Without optional and excluded people"),
    missing: z.array(z.looseObject({})).optional().describe("Named people without an answer"),
    unclear: z.array(z.looseObject({})).optional().describe("May have answered: ask"),
    options: z.array(
      rankedOption.extend({ obstacles: z.array(z.string()).optional().describe("Absent: it fits") }),
    ),
    moreOptions: z.int(),
  }),
  effect: "read",
  async run(input, context) {
    const { poll, participants } = await loadVotes(input.poll, context);
    const now = context.now();
    const display = createDisplay(poll, input.timeZone, now);
    const localZone = input.timeZone ?? undefined;
    const { minAvailable, minYes, limit = defaultLimit } = input;
    const { required: must, optional: may, exclude, among } = input;
    const named = { required: must, optional: may, exclude, among };
    const lists = readPeople(named, participants, maxPeople);
    const asked = { poll, participants, ...lists, now: now.getTime(), localZone };
    const ranking: PollRanking = rankOptions({ ...asked, minAvailable, minYes });
    const { busy, notes } = await findBusy(poll, input.busy ?? []);
    const sessions = readSessions(input.sessions, asked);
    const { required, excluded, optional } = ranking;
    checkPeople(ranking.unresolved, display.clockZone);
    const shown = ranking.options.slice(0, limit);
    const absent = ranking.unresolved.filter(({ list }) => list !== "exclude");
    const listAbsent = (kind: PersonProblem["kind"]) => listTexts(absent, kind).map(({ name }) => name);
    const grid = buildGrid(poll, ranking.table, {
      shownIn: localZone,
      readAt: context.now().getTime(),
      ...(absent.length > 0 && { missing: listAbsent("missing"), unclear: listAbsent("unclear") }),
      refresh: {
        name: "find_best_times",
        arguments: { ...input, poll: poll.id, calendar: undefined },
      },
    });
    return {
      text: joinSentences(
        summarizeRanking(poll, ranking, display),
        describeTwice(participants) ?? false,
        Boolean(among?.length) && "Only the people of among and required count; others has the rest.",
        ranking.best !== null &&
          busy.has(ranking.best.number) &&
          `Option ${ranking.best.number} collides with a busy time.`,
        sessions !== undefined && describeSessions(sessions),
      ),
      data: {
        ...toPollSummary(poll),
        ...display.fields,
        responses: ranking.people,
        ...describeReading(lists),
        ...nameList("required", required),
        ...nameList("optional", optional),
        ...nameList("others", ranking.others),
        ...nameList("excluded", excluded),
        ...listUnresolved(ranking.unresolved, "missing", display.clockZone, "didYouMean"),
        ...listUnresolved(ranking.unresolved, "unclear", display.clockZone),
        options: shown.map((ranked) => ({
          ...toRankedOutput(poll, ranked, ranking, display),
          ...(busy.has(ranked.number) && { busy: true }),
        })),
        ...(sessions && { sessions: sessions.map((set) => toSessionsOutput(set, display)) }),
        moreOptions: ranking.options.length - shown.length,
        ...toCalendarFields(poll, ranking, input.calendar, display),
        ...(notes.length > 0 && { notes }),
      },
      meta: { [gridKey]: grid },
    };
  },
});

type PollRanking = Ranking<PollOption, Participant>;

/** The numbers of the options that collide with busy times, and notes about what was not compared. */
async function findBusy(poll: Poll, given: z.infer<typeof busyTimes>) {
  const { read, entries, problems } = readBusyTimes(given, poll.timeZone);
  if (problems.length > 0) throw new ArgumentError(problems);
  const check = await loadBusyCheck(read);
  return readProblems(
    () => {
      const checked = check(poll.options, poll.timeZone);
      const dropped = new Set(checked.dropped.map(({ option }) => option));
      const numbers = [...poll.options.entries()].flatMap(([at, each]) => (dropped.has(each) ? at + 1 : []));
      const notes = checked.notes.map(({ path, message }) => `${path}: ${message}`);
      return { busy: new Set(numbers), notes };
    },
    (path) => path.replace(/^busy\.(\d+)/, (_, index) => `busy.${entries[Number(index)]}`),
  );
}

type Sessions = SessionSet<PollOption, Participant>;

const readSessions = (
  sessions: number | undefined,
  asked: Omit<SessionsInput<Poll, Participant>, "sessions">,
): Sessions[] | undefined =>
  sessions === undefined ? undefined : readProblems(() => rankSessions({ ...asked, sessions }));

/** Throws the problems of a plan as those of the arguments. */
function readProblems<Value>(read: () => Value, toPath = (path: string) => path): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new ArgumentError(error.problems.map((problem) => ({ ...problem, path: toPath(problem.path) })));
  }
}

/** `Together, options 1 and 4 reach 9 people; 1 can make none of them.` */
function describeSessions([best]: readonly Sessions[]): string {
  if (best === undefined) return "There are not as many options ahead as sessions.";
  const numbers = best.sessions.map(({ number }) => number);
  const { none, unknown } = best;
  const rest = [
    none.length > 0 && `${none.length} can make none of them`,
    unknown.length > 0 && `whether ${unknown.length} of required and among can is unknown`,
  ].filter(Boolean);
  return `Together, options ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)} reach ${pluralize(best.reached, "person", "people")}; ${rest.join(", ") || "nobody is left out"} (sessions).`;
}

const listTexts = (unresolved: readonly PersonProblem<Participant>[], kind: PersonProblem["kind"]) =>
  unresolved.filter((each) => each.kind === kind).map(({ text }) => ({ name: text }));

const toSessionsOutput = ({ sessions, reached, none, unknown }: Sessions, format: OptionFormat) => ({
  reached,
  options: sessions.map(({ number, option, people, ifNeedBe }) => ({
    ...{ number, when: format.format(option) },
    ...nameList("names", people),
    ...nameList("ifNeedBeNames", ifNeedBe),
  })),
  ...nameList("canMakeNone", none),
  ...nameList("missing", listTexts(unknown, "missing")),
  ...nameList("unclear", listTexts(unknown, "unclear")),
});

/** Maximum number of people that an error describes. */
const maxRefused = 10;

/** Throws ToolError for people of whom only the person knows who is meant. */
function checkPeople(unresolved: readonly PersonProblem<Participant>[], clockZone: string): void {
  const refused = unresolved
    .filter(({ kind, isShared }) => isShared || kind === "contradiction")
    .slice(0, maxRefused);
  if (refused.length === 0) return;
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
      ...toCandidates(candidates, clockZone),
    })),
  });
}

/** The people of the lists who are missing or unclear, with the participants that they may be. */
function listUnresolved(
  unresolved: readonly PersonProblem<Participant>[],
  kind: "missing" | "unclear",
  clockZone: string,
  field?: string,
) {
  const people = unresolved.filter((each) => each.kind === kind);
  if (people.length === 0) return {};
  return {
    [kind]: people.map(({ list, text, candidates }) => ({
      list,
      name: sanitizeLine(text, 80),
      ...(candidates.length > 0 && toCandidates(candidates, clockZone, field)),
    })),
  };
}

/** The URI of the calendar entry of the only best option, or of the requested one with the entry itself. */
function toCalendarFields(
  poll: Poll,
  ranking: PollRanking,
  wanted: string | undefined,
  format: OptionFormat,
) {
  const number =
    wanted === undefined
      ? ranking.winners.length === 1 && ranking.best?.number
      : chooseOption(poll, wanted, ranking, { format, path: "calendar" });
  const option = poll.options[Number(number) - 1];
  if (option === undefined) return {};
  const calendarEntry = `rallly://polls/${encodeURIComponent(poll.id)}/options/${number}/calendar.ics`;
  return { calendarEntry, ...(wanted !== undefined && { ics: formatCalendarEntry(poll, option) }) };
}

function toRankedOutput(
  poll: Poll,
  ranked: RankedOption<PollOption, Participant>,
  ranking: PollRanking,
  format: OptionFormat,
) {
  const { byVote, requiredMissing, obstacles } = ranked;
  return {
    ...toOptionOutput(poll, ranked, { responses: ranking.people, format }),
    ...nameList("requiredMissing", requiredMissing),
    ...nameList("ifNeedBeNames", byVote.ifNeedBe),
    ...nameList("noOrUnansweredNames", byVote.noOrUnanswered),
    ...(ranking.optional.length > 0 && { optionalAvailable: ranked.optional }),
    ...(obstacles.length > 0 ? { obstacles } : {}),
  };
}

function nameList(field: string, people: readonly { name: string }[]): Record<string, string[]> {
  return people.length === 0 ? {} : { [field]: listNames(people, maxNames) };
}
