import * as z from "zod";
import type { Participant, PollOption } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import {
  findSimilarPeople,
  keepLastResponses,
  searchPeople,
  type VoteName,
} from "../../src/scheduling/index.ts";
import { ToolError } from "../errors.ts";
import { chooseDisplayZone, formatWhen, pluralize } from "../output/format.ts";
import { maxCandidates, toCandidate, toName } from "../output/people-output.ts";
import { describePickedTime, pollLinksShape, toPollSummary } from "../output/poll-output.ts";
import { getVotePositions } from "../output/votes-output.ts";
import { loadPollWith } from "../polls/load-poll.ts";
import { defineTool } from "../tool.ts";
import { pollInput, timeZone } from "./fields.ts";

/** Reads one person's votes, with every option in full. */
export const getParticipant = defineTool({
  name: "get_participant",
  title: "Get participant",
  effect: "read",
  description:
    "Read one person's votes in a poll, with each option in full: yes, ifNeedBe (possible, not preferred) and noOrUnanswered (the service does not tell these apart). Use it for questions about one person; for everyone use list_participants.",
  input: pollInput({
    person: z.string().trim().min(1).max(300).optional().describe("Name, words of it, email or id"),
    participantId: z.string().trim().min(1).max(100).optional().describe("Instead of person"),
    timeZone,
    includeEmail: z.boolean().optional(),
  })
    .refine(({ person, participantId }) => person !== undefined || participantId !== undefined, {
      path: ["person"],
      error: "is missing: pass it, or participantId",
    })
    .refine(({ person, participantId }) => person === undefined || participantId === undefined, {
      path: ["person"],
      error: "names the person twice: pass either person or participantId",
    }),
  output: z.looseObject({
    ...pollLinksShape,
    participantId: z.string(),
    name: z.string(),
    email: z.string().optional(),
    yes: z.array(z.string()),
    ifNeedBe: z.array(z.string()),
    noOrUnanswered: z.array(z.string()),
  }),
  async run(input, context) {
    const { participantId } = input;
    const { client, signal } = context;
    const { poll, data: found } = await loadPollWith(input, context, async (pollId) => {
      if (participantId !== undefined) {
        const { data } = await client.getParticipant({ pollId, participantId }, { signal });
        return { data: { person: data, earlier: 0 } };
      }
      const { data } = await client.listParticipants({ pollId }, { signal });
      return { data: findPerson(data, pollId, input) };
    });
    const { person, earlier } = found;
    const zone = chooseDisplayZone(poll, input.timeZone, context.now());
    const options: PollOption[] = poll.options;
    const positions = getVotePositions(options, person);
    const written = options.map((option) => formatWhen(option, zone.timeZone));
    const list = (vote: VoteName) => positions[vote].flatMap((position) => written[position - 1] ?? []);
    const sentences = [
      `Participant ${person.id}, of ${pluralize(options.length, "option")}: ${positions.yes.length} yes, ${positions.ifNeedBe.length} if need be, ${positions.noOrUnanswered.length} no or unanswered.`,
      earlier === 0 ? "" : "The same address answered before; this is its last answer.",
      describePickedTime(poll),
    ];
    return {
      text: sentences.filter(Boolean).join(" "),
      data: {
        ...toPollSummary(poll),
        ...zone.fields,
        participantId: person.id,
        name: toName(person),
        ...(input.includeEmail && person.email ? { email: sanitizeLine(person.email) } : {}),
        answeredAt: person.createdAt,
        ...(earlier === 0 ? {} : { earlierAnswers: earlier }),
        yes: list("yes"),
        ifNeedBe: list("ifNeedBe"),
        noOrUnanswered: list("noOrUnanswered"),
      },
    };
  },
});

/** The only person whom a text names, and the number of their earlier answers. Throws when none or several match. */
function findPerson(
  everyone: Participant[],
  pollId: string,
  {
    person: query = "",
    includeEmail = false,
  }: { person?: string | undefined; includeEmail?: boolean | undefined },
) {
  const { exact, partial } = searchPeople(everyone, query);
  const responses = exact.length > 0 ? exact : partial;
  const matches = keepLastResponses(responses);
  const [person] = matches;
  const describeCandidate = (candidate: Participant) => ({
    ...toCandidate(candidate),
    ...(includeEmail && candidate.email ? { email: sanitizeLine(candidate.email) } : {}),
    answeredAt: candidate.createdAt,
  });
  if (person !== undefined && matches.length === 1) return { person, earlier: responses.length - 1 };
  if (person !== undefined)
    throw new ToolError(
      `${matches.length} people who answered poll ${pollId} match. Ask the person which one is meant and pass the id as participantId.`,
      { candidates: matches.slice(0, maxCandidates).map(describeCandidate) },
    );
  const similar = findSimilarPeople(everyone, query);
  const unknown = `None of the ${everyone.length} people who answered poll ${pollId} matches. The service knows only people who answered.`;
  if (similar.length === 0)
    throw new ToolError(`${unknown} Tell the person: no answer under that name or address.`);
  throw new ToolError(
    `${unknown} Ask the person whether somebody with a similar name is meant, and pass the id as participantId.`,
    { candidates: similar.map(describeCandidate) },
  );
}
