import * as z from "zod";
import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import {
  formatCalendarEntry,
  type PersonProblem,
  PlanError,
  type Ranking,
  rankOptions,
  rankSessions,
  type SessionSet,
} from "../../src/scheduling/index.ts";
import { describeTwice } from "../../src/scheduling/people/find-people.ts";
import { busyTimes, loadBusyCheck } from "../calendar/load.ts";
import { ArgumentError, ToolError } from "../failure.ts";
import { chooseOption } from "../find/options.ts";
import { loadVotes } from "../find/poll.ts";
import { createDisplay, type OptionFormat } from "../output/display.ts";
import { joinSentences, pluralize } from "../output/format.ts";
import { rankedOption, toOptionOutput } from "../output/option-output.ts";
import { nameLists, toCandidates } from "../output/people-output.ts";
import { pollShape, toPollSummary } from "../output/poll-output.ts";
import { summarizeRanking } from "../output/ranking-summary.ts";
import { buildGrid, gridKey } from "../view/grid.ts";
import { viewToolMeta } from "../view/resource.ts";
import { peopleList, poll, readPeople, timeZone } from "./fields.ts";
import { defineTool } from "./tool.ts";

const defaultLimit = 3;

/** Maximum number of people in each list of the arguments. */
const maxPeople = 50;

const people = peopleList(maxPeople).optional();

const inputSchema = z.strictObject({
  poll,
  required: people.describe("Names or emails of people who must attend"),
  optional: people.describe("People who need not attend: they only decide ties"),
  exclude: people.describe("People to ignore"),
  among: people.describe("Only these and required people count; others are shown"),
  minAvailable: z.int().min(1).optional().describe("Minimum available: yes or if need be"),
  minYes: z.int().min(1).optional().describe("Minimum that voted yes"),
  sessions: z
    .int()
    .min(2)
    .max(3)
    .optional()
    .describe("2 or 3: sets of options that together reach most people"),
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
    const { clockZone } = display;
    const localZone = input.timeZone;
    const { minAvailable, minYes, limit = defaultLimit } = input;
    const { required, optional, exclude, among } = input;
    const { lists, reading } = readPeople({ required, optional, exclude, among }, maxPeople);
    const asked = { poll, participants, ...lists, now: now.getTime(), localZone };
    const ranking: PollRanking = rankOptions({ ...asked, minAvailable, minYes });
    checkPeople(ranking.unresolved, clockZone);
    const { busy, notes } = await findBusy(poll, input.busy ?? []);
    const sessions =
      input.sessions === undefined ? undefined : rankSessions({ ...asked, sessions: input.sessions });
    const shown = ranking.options.slice(0, limit);
    const absent = ranking.unresolved.filter(({ list }) => list !== "exclude");
    const grid = buildGrid(poll, ranking.table, {
      shownIn: localZone,
      readAt: now.getTime(),
      ...(absent.length > 0 && listTexts(absent)),
      // Without what the grid does not show: a calendar may have megabytes.
      refresh: {
        name: "find_best_times",
        arguments: { ...input, poll: poll.id, busy: undefined, calendar: undefined },
      },
    });
    return {
      text: joinSentences(
        summarizeRanking(poll, ranking, display),
        describeTwice(participants, { listed: Object.values(lists).flat() }),
        Boolean(among?.length) && "Only the people of among and required count; others has the rest.",
        ranking.best !== null &&
          busy.has(ranking.best.option) &&
          `Option ${ranking.best.number} collides with a busy time.`,
        sessions !== undefined && describeSessions(sessions),
      ),
      data: {
        ...toPollSummary(poll),
        ...display.fields,
        responses: ranking.people,
        ...reading,
        ...nameLists({
          required: ranking.required,
          optional: ranking.optional,
          others: ranking.others,
          excluded: ranking.excluded,
        }),
        ...listUnresolved(ranking.unresolved, clockZone),
        options: shown.map((ranked) => ({
          ...toOptionOutput(poll, ranked, { responses: ranking.people, format: display }),
          ...nameLists({
            requiredMissing: ranked.requiredMissing,
            ifNeedBeNames: ranked.byVote.ifNeedBe,
            noOrUnansweredNames: ranked.byVote.noOrUnanswered,
          }),
          optionalAvailable: ranking.optional.length > 0 ? ranked.optional : undefined,
          obstacles: ranked.obstacles.length > 0 ? ranked.obstacles : undefined,
          busy: busy.has(ranked.option) || undefined,
        })),
        sessions: sessions?.map((set) => toSessionsOutput(set, display)),
        moreOptions: ranking.options.length - shown.length,
        ...toCalendarFields(poll, ranking, input.calendar, display),
        ...(notes.length > 0 && { notes }),
      },
      meta: { [gridKey]: grid },
    };
  },
});

type PollRanking = Ranking<PollOption, Participant>;
type Unresolved = readonly PersonProblem<Participant>[];

/** The options that collide with busy times, and notes about what was not compared. */
async function findBusy(poll: Poll, given: z.infer<typeof busyTimes>) {
  const check = await loadBusyCheck(given);
  try {
    const { dropped, notes } = check(poll.options, poll.timeZone);
    return {
      busy: new Set(dropped.map(({ option }) => option)),
      notes: notes.map(({ path, message }) => `${path}: ${message}`),
    };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new ArgumentError(error.problems);
  }
}

type Sessions = SessionSet<PollOption, Participant>;

/** `Together, options 1 and 4 reach 9 people; 1 can make none of them.` */
function describeSessions([best]: readonly Sessions[]): string {
  if (best === undefined) return "There are not as many options ahead as sessions.";
  const numbers = best.sessions.map(({ number }) => number);
  const { none, unknown } = best;
  const rest = [
    none.length > 0 && `${none.length} can make none of them`,
    unknown.length > 0 && `whether ${unknown.length} of required and among can is unknown`,
  ].filter(Boolean);
  return `Together, options ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)} reach ${pluralize(best.reached, "person", "people")}; ${rest.join(", ") || "nobody is left out"}.`;
}

const toSessionsOutput = ({ sessions, reached, none, unknown }: Sessions, format: OptionFormat) => ({
  reached,
  options: sessions.map(({ number, option, people, ifNeedBe }) => ({
    ...{ number, when: format.format(option) },
    ...nameLists({ names: people, ifNeedBeNames: ifNeedBe }),
  })),
  ...nameLists({ canMakeNone: none, ...listTexts(unknown) }),
});

/** The people of the lists who are missing or unclear, as they were named. */
function listTexts(unresolved: Unresolved) {
  const list = (wanted: PersonProblem["kind"]) =>
    unresolved.flatMap(({ kind, text }) => (kind === wanted ? text : []));
  return { missing: list("missing"), unclear: list("unclear") };
}

/** Maximum number of people that an error describes. */
const maxRefused = 10;

/** Throws ToolError for people of whom only the person knows who is meant. */
function checkPeople(unresolved: Unresolved, clockZone: string): void {
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
function listUnresolved(unresolved: Unresolved, clockZone: string) {
  const rows = Map.groupBy(unresolved, ({ kind }) => kind);
  const list = (kind: PersonProblem["kind"], field?: string) =>
    rows.get(kind)?.map(({ list, text, candidates }) => ({
      ...{ list, name: sanitizeLine(text, 80) },
      ...(candidates.length > 0 && toCandidates(candidates, clockZone, field)),
    }));
  return { missing: list("missing", "didYouMean"), unclear: list("unclear") };
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
