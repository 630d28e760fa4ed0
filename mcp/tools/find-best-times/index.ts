import * as z from "zod";
import type { Participant, Poll, PollOption } from "../../../src/api/web.ts";
import { sanitizeLine } from "../../../src/sanitize.ts";
import {
  assignOptions,
  type BusyTime,
  formatCalendarEntry,
  type Ranking,
  rankOptions,
  rankSessions,
} from "../../../src/scheduling/index.ts";
import { loadBusyCheck } from "../../calendar/load.ts";
import { ArgumentError, ToolError } from "../../failure.ts";
import { chooseOption } from "../../find/options.ts";
import { getPollZone, type OptionFormat } from "../../output/display.ts";
import { rankedOption, toOptionOutput } from "../../output/option-output.ts";
import { nameLists } from "../../output/people-output.ts";
import { describePeople, describeStatus, summarizeRanking } from "../../output/ranking-summary.ts";
import { buildGrid, gridKey } from "../../view/grid.ts";
import { viewToolMeta } from "../../view/resource.ts";
import { busyTimes, moment } from "../fields.ts";
import { peopleList, readPeople } from "../people.ts";
import { definePollTool } from "../poll-tool.ts";
import { listUnresolved, refuseEither, refuseUnclear } from "./people.ts";
import {
  describeAssignment,
  describeSessions,
  listTexts,
  toAssignmentOutput,
  toSessionsOutput,
} from "./together.ts";

const defaultLimit = 3;

/** Maximum number of people in each list of the arguments. */
const maxPeople = 50;

const people = peopleList(maxPeople).optional();

export const findBestTimes = definePollTool({
  name: "find_best_times",
  title: "Find best times",
  summary: "ranks the options, with required people, or says who goes when",
  description: [
    "Rank a poll's options: most required people available, then most people available (yes or if need be), then most yes votes, then earliest; those with obstacles last.",
    "Use it for the best time, when somebody must attend, may miss it or is to be ignored, or to give each person a time (perOption).",
    "For counts use get_poll_results.",
    "It picks nothing: the person picks at adminUrl.",
  ],
  meta: viewToolMeta,
  input: {
    required: people.describe("Who must attend: names or emails"),
    optional: people.describe("Who need not attend: they only decide ties"),
    exclude: people.describe("Whom to ignore"),
    among: people.describe("Only these and required people count; others are shown"),
    minAvailable: z.int().min(1).optional().describe("Minimum available, required people included"),
    minYes: z.int().min(1).optional().describe("Minimum that voted yes"),
    sessions: z.int().min(2).max(3).optional().describe("Sets of options that together reach most people"),
    perOption: z
      .int()
      .min(1)
      .max(5)
      .optional()
      .describe("Who goes when: each has one option, so many people an option"),
    busy: busyTimes.optional().describe("When somebody is busy: what collides comes last"),
    calendar: moment.optional().describe('Number of an option or "best": also as .ics'),
    limit: z.int().min(1).max(20).optional().describe(`Options to show; default ${defaultLimit}`),
  },
  output: {
    responses: z.int().describe("Without optional and excluded people"),
    missing: z.array(z.looseObject({})).optional().describe("Named, without an answer"),
    unclear: z.array(z.looseObject({})).optional().describe("May have answered: ask"),
    options: z.array(
      rankedOption.extend({ obstacles: z.array(z.string()).optional().describe("Absent: it fits") }),
    ),
    moreOptions: z.int(),
    schedule: z.array(z.looseObject({})).optional().describe("Who goes when"),
  },
  votes: true,
  async run({ poll, participants, display, now }, input) {
    const { required = [], optional, exclude, among = [], minAvailable, minYes, perOption, calendar } = input;
    if (perOption !== undefined) refuseForAll({ sessions: input.sessions, minAvailable, minYes, calendar });
    if (among.length === 0 && (minAvailable ?? perOption) === undefined) refuseEither(required);
    const { lists, reading } = readPeople({ required, optional, exclude, among }, maxPeople);
    const { busy, notes } = await findBusy(poll, input.busy ?? [], input.timeZone);
    const localZone = input.timeZone;
    const asked = { poll, participants, ...lists, busy: [...busy.keys()], now: now.getTime(), localZone };
    const ranking = rankOptions({ ...asked, minAvailable, minYes });
    refuseUnclear(ranking.unresolved, poll, display.clockZone);
    const sessions =
      input.sessions === undefined ? undefined : rankSessions({ ...asked, sessions: input.sessions });
    const assignment = perOption === undefined ? undefined : assignOptions({ ...asked, perOption });
    const shown = ranking.options.slice(0, input.limit ?? defaultLimit);
    const absent = ranking.unresolved.filter(({ list }) => list !== "exclude");
    const colliding = Array.from(new Set(busy.values()), ({ start, end }) => ({ start, end }));
    const grid = buildGrid(poll, ranking.table, {
      shownIn: localZone,
      readAt: now.getTime(),
      ...(absent.length > 0 && listTexts(absent)),
      refresh: {
        name: "find_best_times",
        // What collides, without its title: a calendar may have megabytes.
        arguments: { ...input, poll: poll.id, busy: colliding, calendar: undefined },
      },
    });
    return {
      named: Object.values(lists).flat(),
      text: [
        ...describeStatus(poll),
        ...(assignment
          ? describeAssignment(assignment, poll, { ranking, busy: busy.size })
          : summarizeRanking({ ranking, busy, display })),
        ...describePeople(ranking),
        among.length > 0 && "Only the people of among and required count; others has the rest.",
        sessions !== undefined && describeSessions(sessions),
      ],
      data: {
        responses: ranking.people,
        ...reading,
        ...nameLists({
          required: ranking.required,
          optional: ranking.optional,
          others: ranking.others,
          excluded: ranking.excluded,
        }),
        ...listUnresolved(ranking.unresolved, poll, display.clockZone),
        ...(assignment && toAssignmentOutput(assignment, display)),
        options: shown.map((ranked) => ({
          ...toOptionOutput(poll, ranked, { responses: ranking.people, format: display }),
          ...nameLists({
            requiredMissing: ranked.requiredMissing,
            ifNeedBeNames: ranked.byVote.ifNeedBe,
            noOrUnansweredNames: ranked.byVote.noOrUnanswered,
          }),
          optionalAvailable: ranking.optional.length > 0 ? ranked.optional : undefined,
          obstacles: ranked.obstacles.length > 0 ? ranked.obstacles : undefined,
          busy: toBusyOutput(busy.get(ranked.option)),
        })),
        sessions: sessions?.map((set) => toSessionsOutput(set, display)),
        moreOptions: ranking.options.length - shown.length,
        ...(assignment === undefined && toCalendarFields(poll, ranking, calendar, display)),
        ...(notes.length > 0 && { notes }),
      },
      ...(assignment === undefined && { meta: { [gridKey]: grid } }),
    };
  },
});

/** Throws ArgumentError for arguments that ask for one time for all, beside perOption. */
function refuseForAll(forAll: Record<string, unknown>): void {
  const given = Object.keys(forAll).filter((name) => forAll[name] !== undefined);
  const message = "does not go with perOption, which gives each person a time: leave one of the two out";
  if (given.length > 0) throw new ArgumentError(given.map((path) => ({ path, message })));
}

/** The options that collide with busy times, on the clock that is shown, and notes about what was not compared. */
async function findBusy(poll: Poll, given: z.infer<typeof busyTimes>, shownIn = getPollZone(poll)) {
  const check = await loadBusyCheck(given);
  const { dropped, notes } = check(poll.options, poll.timeZone && shownIn);
  return {
    busy: new Map(dropped.map(({ option, busy }) => [option, busy])),
    notes: notes.map(({ path, message }) => `${path}: ${message}`),
  };
}

/** What an option collides with. Other people may have typed the title. */
const toBusyOutput = (busy: BusyTime | undefined) =>
  busy && { ...busy, title: busy.title === undefined ? undefined : sanitizeLine(busy.title, 80) };

/** The URI of the calendar entry of the only best option, or of the requested one with the entry itself. */
function toCalendarFields(
  poll: Poll,
  ranking: Ranking<PollOption, Participant>,
  wanted: string | undefined,
  format: OptionFormat,
) {
  const isPicked = poll.status === "scheduled";
  if (isPicked && wanted?.toLowerCase() === "best")
    throw new ToolError(
      {
        what: "A time has been picked, which the votes do not tell.",
        model: "Ask the person which one it is (adminUrl), and pass its number as calendar.",
        person: "Pass its number as calendar: the poll's page has it.",
      },
      { adminUrl: poll.adminUrl },
    );
  const number =
    wanted === undefined
      ? !isPicked && ranking.winners.length === 1 && ranking.best?.number
      : chooseOption(poll, wanted, ranking, { format, path: "calendar" });
  const option = poll.options[Number(number) - 1];
  if (option === undefined) return {};
  const calendarEntry = `rallly://polls/${encodeURIComponent(poll.id)}/options/${number}/calendar.ics`;
  return { calendarEntry, ...(wanted !== undefined && { ics: formatCalendarEntry(poll, option) }) };
}
