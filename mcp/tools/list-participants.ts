import * as z from "zod";
import type { Participant, Poll } from "../../src/api/web.ts";
import { foldText } from "../../src/fold-text.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { lookUpPerson, rankOptions } from "../../src/scheduling/index.ts";
import { groupResponses } from "../../src/scheduling/people/identity.ts";
import { tabulateVotes } from "../../src/scheduling/rank/poll-ranking.ts";
import { ArgumentError, ToolError } from "../failure.ts";
import { chooseOptions } from "../find/options.ts";
import { formatInstant, pluralize } from "../output/format.ts";
import { formatAnswered, listNames, toCandidates, toName } from "../output/people-output.ts";
import { moment, readInstant } from "./fields.ts";
import {
  countVotes,
  createVoteWriter,
  describeGroup,
  describeOption,
  findBest,
  letterKey,
  voteNames,
  writeLetters,
  writeVotes,
} from "./list-participants-votes.ts";
import { readPeople } from "./people.ts";
import { definePollTool } from "./poll-tool.ts";

/** Maximum size of options and people as JSON: with the poll at most 5,000 tokens. A page ends before it. */
const maxBytes = 8_500;

/** Maximum number of names of people who can make nothing. The rest is counted. */
const maxNames = 20;

/** Maximum number of tied options that a sentence is about. */
const maxGroups = 5;

export const listParticipants = definePollTool({
  name: "list_participants",
  title: "List participants",
  summary: "says who can when, or what one person answered",
  description: [
    "List the people who answered a poll, with their votes: who can or cannot make which option, everybody or with option and answer only some; with person one of them, each option written out.",
    "Use find_missing_people for invited people who have not answered.",
    `votes has a letter for each option, in tens with the number of the first: ${letterKey} (the service does not tell these apart).`,
  ],
  input: {
    person: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .optional()
      .describe("Only this one: name, email or participant id"),
    option: moment
      .optional()
      .describe('Number, YYYY-MM-DD (all its slots), YYYY-MM-DDTHH:mm, or "best" (each that is tied)'),
    answer: z
      .array(z.enum(voteNames))
      .min(1)
      .max(3)
      .optional()
      .describe("Only people with this vote for option"),
    since: moment.optional().describe("Only people who first answered then or later"),
    includeEmails: z.boolean().optional().describe("Only when the person needs the emails"),
    offset: z.int().min(0).optional().describe("nextOffset of the previous result"),
  },
  output: {
    responses: z.int(),
    participants: z.array(
      z.looseObject({
        id: z.string().optional().describe("Where several have the name"),
        name: z.string(),
      }),
    ),
    nextOffset: z.int().optional(),
  },
  votes: true,
  run({ poll, participants: everyone, display, now }, input) {
    const { person, option, answer, includeEmails, offset = 0 } = input;
    if (answer !== undefined && option === undefined)
      throw new ArgumentError([{ path: "option", message: "is missing: answer needs it" }]);
    const { clockZone, localZone } = display;
    const numbers = [...poll.options.keys()].map((index) => index + 1);
    const people = groupResponses(everyone);
    const { voters: all } = tabulateVotes(poll, everyone);
    const since = input.since === undefined ? undefined : readInstant("since", input.since, clockZone);
    const found = person === undefined ? undefined : findPerson(everyone, person, poll, clockZone);
    const isRecent = ({ createdAt }: Participant) => since === undefined || Date.parse(createdAt) >= since;
    const recent = new Set(people.filter((own) => own.every(isRecent)).flat());
    // An earlier answer is asked for by its id.
    const candidates = found ? tabulateVotes(poll, [found.person]).voters : all;
    const listed = candidates.filter(({ person }) => recent.has(person));
    const rank = () => rankOptions({ poll, participants: everyone, now: now.getTime(), localZone });
    const where = { format: display, path: "option" };
    const chosen = option === undefined ? undefined : chooseOptions(poll, option, rank(), where);
    const groups = (chosen ?? [numbers]).map((group) => {
      const voters = listed.map((voter) => ({ ...voter, best: findBest(voter, group) }));
      return { group, voters, matching: voters.filter(({ best }) => answer?.includes(best) ?? true) };
    });
    const twice = new Set(people.flatMap((own) => (own.length > 1 ? own.slice(-1) : [])));
    const named = Map.groupBy(everyone, (each) => foldText(toName(each)));
    const isShared = (each: Participant) => (named.get(foldText(toName(each)))?.length ?? 0) > 1;
    const rows = groups.flatMap(({ group, matching }) =>
      matching.map((voter) => ({
        // A name that nobody else has identifies a person in a further call.
        id: found || isShared(voter.person) ? voter.person.id : undefined,
        name: toName(voter.person),
        email: (includeEmails && voter.person.email && sanitizeLine(voter.person.email)) || undefined,
        answeredAt: found || since !== undefined ? formatAnswered(voter.person, clockZone) : undefined,
        ...(chosen && { option: groups.length > 1 ? group[0] : undefined, vote: voter.best }),
        ...(!chosen && (found ? writeVotes(voter, poll, display) : { votes: writeLetters(voter) })),
        answeredTwice: twice.has(voter.person) || undefined,
      })),
    );
    const isWhole = !(chosen || found) && since === undefined;
    const unable = all.flatMap(({ person, votes }) => (isWhole && !votes.some(Boolean) ? person : []));
    const shown = found && !chosen ? [] : (chosen?.flat() ?? numbers);
    const data = {
      people: twice.size > 0 ? people.length : undefined,
      // Only on the first page: with 100 options it is half of one.
      ...(offset === 0 && {
        options: shown.length > 0 ? shown.map((number) => describeOption(number, all, display)) : undefined,
        canMakeNothing: unable.length > 0 ? listNames(unable, maxNames) : undefined,
      }),
    };
    const page = cutPage(data, rows.slice(offset));
    const nextOffset = offset + page.length < rows.length ? offset + page.length : undefined;
    const matching = new Set(groups.flatMap((each) => each.matching.map((voter) => voter.person)));
    const withoutEmail = includeEmails ? [...matching].filter(({ email }) => !email).length : 0;
    return {
      about: found?.responses,
      text: [
        found && !chosen && `Participant ${found.person.id}: ${candidates.map(countVotes)}.`,
        !found && `${people.length} answered poll ${poll.id}, oldest answer first.`,
        since !== undefined &&
          `${matching.size} listed: those whose first answer came at or after ${formatInstant(new Date(since), clockZone)}. Changed votes cannot be seen.`,
        Number(since) > now.getTime() &&
          `But that is in the future: it is now ${formatInstant(now, clockZone)}. Check the date and the time zone.`,
        since !== undefined &&
          localZone === undefined &&
          "Times are in UTC, because the poll has no zone: pass timeZone for those of another.",
        ...(chosen ? groups : [])
          .slice(0, maxGroups)
          .map(({ group, voters }) => describeGroup(group, voters)),
        groups.length > 1 && `${groups.length} options are tied: each row says which option it is about.`,
        unable.length > 0 && `${unable.length} of them can make nothing.`,
        withoutEmail > 0 && `${withoutEmail} of these gave no email address.`,
        nextOffset !== undefined &&
          `There are more: pass the id ${poll.id} and offset ${nextOffset}, the rest as before.`,
      ],
      data: { ...data, participants: page, hasMore: nextOffset !== undefined, nextOffset },
    };
  },
});

/** The only person whom a text names. Throws when none or several match. */
function findPerson(everyone: Participant[], query: string, poll: Poll, clockZone: string) {
  const match = lookUpPerson(query, everyone);
  if (match.kind === "found") return match;
  // Who is several people or nobody is not looked for.
  readPeople({ person: [query] }, 1);
  const { kind, candidates: found } = match;
  const what =
    kind === "unclear"
      ? `It is unclear who is meant: ${pluralize(found.length, "person", "people")} who answered poll ${poll.id} may be.`
      : `None of the ${everyone.length} people who answered poll ${poll.id} matches. The service knows only people who answered.`;
  if (found.length === 0)
    throw new ToolError({ what, model: "Tell the person: no answer under that name or address." });
  throw new ToolError(
    {
      what,
      model: `Ask the person whether one of the candidates is meant, and pass the id as person. The letters of votes: ${letterKey}.`,
      person: "Pass the id of the one that you mean as person.",
    },
    toCandidates(found, clockZone, { more: createVoteWriter(poll) }),
  );
}

/** The first rows that fit into the rest of the result: one at least. */
function cutPage<Row extends object>(data: object, rows: readonly Row[]): Row[] {
  const countBytes = (value: object) => Buffer.byteLength(JSON.stringify(value));
  let left = maxBytes - countBytes(data);
  return rows.filter((row, index) => {
    left -= countBytes(row);
    return left >= 0 || index === 0;
  });
}
