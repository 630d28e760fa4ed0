import * as z from "zod";
import type { Participant, Poll, PollOption } from "../../src/api/core.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { chooseDisplayZone, formatPositions, formatWhen, getVotePositions } from "../output/format.ts";
import { describePickedTime, pollSummaryShape, toPollSummary } from "../output/poll-output.ts";
import { loadPollWith } from "../polls/load-poll.ts";
import { defineTool } from "../runtime/tool.ts";
import { displayZoneFields, isPollNamed, pollArguments, pollNotNamed, timeZone } from "./fields.ts";

/** Default number of people: fewer for polls with many options, because each person lists the options. */
const defaultLimit = (poll: Poll) => (poll.options.length <= 25 ? 50 : 14);

/** Lists the people who answered a poll, with their votes. */
export const listParticipants = defineTool({
  name: "list_participants",
  title: "List participants",
  effect: "read",
  description:
    "List the people who answered a poll, with their votes. Use it for questions about people: who has answered, who is available when. For counts only, get_poll_results is shorter; for one person's votes in full, get_participant. options is numbered from 1; yes and ifNeedBe hold those numbers as ranges (1-3,7); a number in neither is no or unanswered. The service does not know invited people who have not answered.",
  input: z
    .strictObject({
      ...pollArguments,
      timeZone,
      includeEmails: z.boolean().optional().describe("Only when the person needs the addresses"),
      limit: z
        .int()
        .min(1)
        .max(500)
        .optional()
        .describe("People to show; default 50, 14 when options are many"),
      offset: z.int().min(0).optional().describe("People to skip; nextOffset of the previous result"),
    })
    .refine(isPollNamed, pollNotNamed),
  output: z.looseObject({
    ...pollSummaryShape,
    ...displayZoneFields,
    options: z.array(z.string()),
    participantCount: z.int(),
    participants: z.array(
      z.looseObject({
        id: z.string(),
        name: z.string(),
        email: z.string().optional(),
        yes: z.string(),
        ifNeedBe: z.string().optional(),
      }),
    ),
    hasMore: z.boolean(),
    nextOffset: z.int().optional(),
  }),
  examples: {
    pollId: '"Xk3pQ9vLm2Ab"',
    title: '"Team lunch"',
    timeZone: '"Europe/Berlin"',
    includeEmails: "true",
    limit: "50",
    offset: "50",
  },
  async run(input, context) {
    const { client, signal } = context;
    const { poll, data: everyone } = await loadPollWith(input, context, (pollId) =>
      client.listParticipants({ pollId }, { signal }),
    );
    const zone = chooseDisplayZone(poll, input.timeZone, context.now());
    const from = input.offset ?? 0;
    const shown = everyone.slice(from, from + (input.limit ?? defaultLimit(poll)));
    const next = from + shown.length;
    const hasMore = next < everyone.length;
    const options: PollOption[] = poll.options;
    return {
      text: `${everyone.length} answered poll ${poll.id}, oldest answer first.${hasMore ? ` Shown up to number ${next}: pass offset ${next} for more.` : ""} ${describePickedTime(poll)}`.trim(),
      data: {
        ...toPollSummary(poll),
        ...zone.fields,
        options: options.map((option, index) => `${index + 1}: ${formatWhen(option, zone.timeZone)}`),
        participantCount: everyone.length,
        participants: shown.map((participant) =>
          toParticipantOutput(poll, participant, input.includeEmails === true),
        ),
        hasMore,
        ...(hasMore ? { nextOffset: next } : {}),
      },
    };
  },
});

function toParticipantOutput(poll: Poll, participant: Participant, withEmail: boolean) {
  const { yes, ifNeedBe } = getVotePositions(poll.options, participant);
  return {
    id: participant.id,
    name: sanitizeLine(participant.name),
    ...(withEmail && participant.email ? { email: sanitizeLine(participant.email) } : {}),
    yes: formatPositions(yes),
    ...(ifNeedBe.length > 0 ? { ifNeedBe: formatPositions(ifNeedBe) } : {}),
  };
}
