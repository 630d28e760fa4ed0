import * as z from "zod";
import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { findPeople, keepLastResponses, rankOptions } from "../../src/scheduling/index.ts";
import { ToolError } from "../errors.ts";
import { chooseDisplayZone, formatInstant, joinSentences } from "../output/format.ts";
import { listNames, toCandidates, toName } from "../output/people-output.ts";
import { describePickedTime, pollLinksShape, toPollSummary } from "../output/poll-output.ts";
import { chooseOptions } from "../polls/find-options.ts";
import { loadVotes } from "../polls/find-poll.ts";
import { defineTool } from "../tool.ts";
import { poll, timeZone } from "./fields.ts";
import {
  describeOption,
  describePeople,
  describePerson,
  listVoters,
  rangeVotes,
  voteNames,
  writeVotes,
} from "./list-participants-votes.ts";

/** Maximum size of the data as JSON, at most 5,000 tokens. A page ends before it. */
const maxBytes = 9_000;

/** Maximum number of names of people who can make nothing. The rest is counted. */
const maxNames = 20;

const inputSchema = z
  .strictObject({
    poll,
    person: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .optional()
      .describe("Only this one: name, email or participant id"),
    option: z
      .string()
      .trim()
      .min(1)
      .max(1_000)
      .optional()
      .describe('Number, start, date (all its slots), or "best"'),
    answer: z
      .array(z.enum(voteNames))
      .min(1)
      .max(3)
      .optional()
      .describe("Only people with this vote for option"),
    timeZone,
    includeEmails: z.boolean().optional().describe("Only when the person needs the emails"),
    limit: z.int().min(1).max(500).optional().describe("Default: as many as fit"),
    offset: z.int().min(0).optional().describe("nextOffset of the previous result"),
  })
  .refine(({ answer, option }) => answer === undefined || option !== undefined, {
    path: ["option"],
    error: "is missing: answer needs it",
  });

/** Lists the people who answered a poll, with their votes, or one of them. */
export const listParticipants = defineTool({
  name: "list_participants",
  title: "List participants",
  description:
    "List the people who answered a poll, with their votes: who can or cannot make which option, everybody or with option and answer only some; with person one of them, each option written out. Use find_missing_people for invited people who have not answered. options is numbered from 1, with its counts; yes, ifNeedBe (possible, not preferred) and noOrUnanswered (the service does not tell these apart) hold those numbers as ranges (1-3,7).",
  input: inputSchema,
  output: z.looseObject({
    ...pollLinksShape,
    options: z.array(z.string()).optional(),
    participantCount: z.int().describe("People who answered"),
    canMakeNothing: z.array(z.string()).optional(),
    participants: z.array(
      z.looseObject({
        id: z.string(),
        name: z.string(),
        email: z.string().optional(),
        answeredAt: z.string(),
        vote: z.string().optional().describe("For option; the best of several slots"),
      }),
    ),
    nextOffset: z.int().optional(),
  }),
  effect: "read",
  async run(input, context) {
    const { poll, participants: everyone } = await loadVotes(input.poll, context);
    const { timeZone, fields } = chooseDisplayZone(poll, input.timeZone, context.now());
    const { answer, includeEmails, offset = 0, limit = everyone.length } = input;
    const options: PollOption[] = poll.options;
    const ranking = rankOptions({
      poll,
      participants: everyone,
      now: context.now().getTime(),
      localZone: input.timeZone,
    });
    const chosen =
      input.option === undefined
        ? undefined
        : chooseOptions(poll, input.option, ranking, { timeZone, path: "option" });
    const numbers = chosen ?? options.map((_, index) => index + 1);
    const voters = listVoters(options, everyone, numbers);
    const found = input.person === undefined ? undefined : findPerson(everyone, input.person, poll, timeZone);
    const matching = voters.filter(
      ({ person, best }) =>
        (found === undefined || person === found.person) && (answer === undefined || answer.includes(best)),
    );
    const unable =
      chosen || found
        ? []
        : voters.filter(({ best }) => best === "noOrUnanswered").map(({ person }) => person);
    const last = new Set(keepLastResponses(everyone));
    const head = {
      ...toPollSummary(poll),
      ...fields,
      ...(!found && { options: numbers.map((number) => describeOption(options, number, voters, timeZone)) }),
      participantCount: everyone.length,
      ...(answer && { matching: matching.length }),
      ...(unable.length > 0 && { canMakeNothing: listNames(unable, maxNames) }),
      ...(found && found.earlier > 0 && { earlierAnswers: found.earlier }),
    };
    const rows = matching.slice(offset, offset + limit).map(({ person, best, positions }) => ({
      id: person.id,
      name: toName(person),
      ...(includeEmails && person.email && { email: sanitizeLine(person.email) }),
      answeredAt: formatInstant(new Date(person.createdAt), timeZone ?? "UTC"),
      ...(chosen && { vote: best }),
      ...(found && writeVotes(positions, options, timeZone)),
      ...(!found && chosen?.length !== 1 && rangeVotes(positions)),
      ...(!last.has(person) && { answeredAgain: true }),
    }));
    const page = cutPage(head, rows);
    const nextOffset = offset + page.length;
    const hasMore = nextOffset < matching.length;
    const again = found ? 0 : matching.filter(({ person }) => !last.has(person)).length;
    const withoutEmail = includeEmails ? matching.filter(({ person }) => !person.email).length : 0;
    const text = joinSentences(
      found
        ? describePerson(found, matching[0])
        : describePeople(poll, voters, { chosen, answer, matching: matching.length }),
      again > 0 && `answeredAgain marks ${again} with a later answer from the same address.`,
      unable.length > 0 && `${unable.length} of them can make nothing.`,
      withoutEmail > 0 && `${withoutEmail} of these gave no email address.`,
      hasMore && `Shown up to number ${nextOffset}: pass offset ${nextOffset} for more.`,
      describePickedTime(poll),
    );
    return { text, data: { ...head, participants: page, hasMore, ...(hasMore && { nextOffset }) } };
  },
});

/** The only person whom a text names, and the number of their earlier answers. Throws when none or several match. */
function findPerson(everyone: Participant[], query: string, { id }: Poll, timeZone: string | null) {
  const [match] = findPeople([query], everyone);
  if (match?.kind === "found") return { person: match.person, earlier: match.responses.length - 1 };
  const found = match?.candidates ?? [];
  const candidates = toCandidates(found).map((candidate, index) => ({
    ...candidate,
    answeredAt: formatInstant(new Date(found[index]?.createdAt ?? 0), timeZone ?? "UTC"),
  }));
  if (match?.kind === "unclear")
    throw new ToolError(
      `It is unclear who of the people who answered poll ${id} is meant: ${found.length} may be. Ask the person which one is, and pass the id as person.`,
      { candidates },
    );
  const unknown = `None of the ${everyone.length} people who answered poll ${id} matches. The service knows only people who answered.`;
  if (found.length === 0)
    throw new ToolError(`${unknown} Tell the person: no answer under that name or address.`);
  throw new ToolError(
    `${unknown} Ask the person whether somebody with a similar name is meant, and pass the id as person.`,
    { candidates },
  );
}

/** The first rows that fit into the rest of the result: one at least. */
function cutPage<Row extends object>(head: object, rows: readonly Row[]): Row[] {
  const countBytes = (value: object) => Buffer.byteLength(JSON.stringify(value));
  let left = maxBytes - countBytes(head);
  return rows.filter((row, index) => {
    left -= countBytes(row);
    return left >= 0 || index === 0;
  });
}
