import * as z from "zod";
import type { PollOption } from "../../src/api/core.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import type { VoteName } from "../../src/scheduling/index.ts";
import { chooseDisplayZone, formatWhen, getVotePositions } from "../output/format.ts";
import { defineTool } from "../runtime/tool.ts";
import { displayZoneFields, pollId, timeZone } from "./fields.ts";

/** Reads one person's votes, with every option in full. */
export const getParticipant = defineTool({
  name: "get_participant",
  title: "Get participant",
  effect: "read",
  description:
    "Read one person's votes in a poll, with each option in full: yes, ifNeedBe (possible, not preferred) and noOrUnanswered (the service does not tell these apart). Use it for questions about one person; for everyone use list_participants, which also has the participantId.",
  input: z.strictObject({
    pollId,
    participantId: z.string().trim().min(1).max(100).describe("From list_participants"),
    timeZone,
    includeEmail: z.boolean().optional(),
  }),
  output: z.looseObject({
    pollId: z.string(),
    id: z.string(),
    name: z.string(),
    email: z.string().optional(),
    answered: z.string(),
    ...displayZoneFields,
    yes: z.array(z.string()),
    ifNeedBe: z.array(z.string()),
    noOrUnanswered: z.array(z.string()),
  }),
  examples: {
    pollId: '"Xk3pQ9vLm2Ab"',
    participantId: '"Pq7mN2xRt4Yz"',
    timeZone: '"Europe/Berlin"',
    includeEmail: "true",
  },
  async run(input, context) {
    const { pollId, participantId } = input;
    const [{ data: poll }, { data: person }] = await Promise.all([
      context.client.getPoll({ pollId }, { signal: context.signal }),
      context.client.getParticipant({ pollId, participantId }, { signal: context.signal }),
    ]);
    const zone = chooseDisplayZone(poll, input.timeZone, context.now());
    const options: PollOption[] = poll.options;
    const positions = getVotePositions(options, person);
    const written = options.map((option) => formatWhen(option, zone.timeZone));
    const list = (vote: VoteName) => positions[vote].flatMap((position) => written[position - 1] ?? []);
    return {
      text: `Participant ${person.id}: ${positions.yes.length} of ${options.length} options yes, ${positions.ifNeedBe.length} if need be.`,
      data: {
        pollId: poll.id,
        id: person.id,
        name: sanitizeLine(person.name),
        ...(input.includeEmail && person.email ? { email: sanitizeLine(person.email) } : {}),
        answered: person.createdAt,
        ...zone.fields,
        yes: list("yes"),
        ifNeedBe: list("ifNeedBe"),
        noOrUnanswered: list("noOrUnanswered"),
      },
    };
  },
});
