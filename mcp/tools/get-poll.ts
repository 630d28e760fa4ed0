import * as z from "zod";
import { chooseDisplayZone, defaultShownOptions, pluralize } from "../output/format.ts";
import {
  describePickedTime,
  formatOptions,
  listEnabledSettings,
  pollSummaryShape,
  toPollSummary,
  toPollTexts,
} from "../output/poll-output.ts";
import { loadPoll } from "../polls/load-poll.ts";
import { defineTool } from "../runtime/tool.ts";
import { displayZoneFields, isPollNamed, pollArguments, pollNotNamed, timeZone } from "./fields.ts";

/** Reads one poll: its texts, options, settings and links. */
export const getPoll = defineTool({
  name: "get_poll",
  title: "Get poll",
  effect: "read",
  description:
    "Read one poll: title, status, options with weekday and local time, settings, and the links for invitees and organizer. Use it to check a poll, to get its links again, or before delete_poll. Not for votes: use get_poll_results (counts) or list_participants (people). It does not know which time was picked for a scheduled poll.",
  input: z
    .strictObject({
      ...pollArguments,
      timeZone,
      allOptions: z.boolean().optional().describe(`Default: the first ${defaultShownOptions}`),
    })
    .refine(isPollNamed, pollNotNamed),
  output: z.looseObject({
    ...pollSummaryShape,
    ...displayZoneFields,
    description: z.string().optional(),
    location: z.string().optional(),
    conferencing: z.string().optional(),
    organizer: z.string().optional(),
    participants: z.int(),
    optionCount: z.int(),
    options: z.array(z.string()),
    settingsOn: z.array(z.string()),
  }),
  examples: {
    pollId: '"Xk3pQ9vLm2Ab"',
    title: '"Team lunch"',
    timeZone: '"Europe/Berlin"',
    allOptions: "true",
  },
  async run(input, context) {
    const poll = await loadPoll(input, context);
    const zone = chooseDisplayZone(poll, input.timeZone, context.now());
    const options = formatOptions(
      poll,
      zone.timeZone,
      input.allOptions ? Number.POSITIVE_INFINITY : defaultShownOptions,
    );
    const total = poll.options.length;
    const shown =
      options.length < total ? ` The first ${options.length} are shown: pass allOptions for all.` : "";
    return {
      text: `Poll ${poll.id} is ${poll.status}: ${pluralize(total, "option")}, ${poll.participantCount} answered.${shown} ${describePickedTime(poll)}`.trim(),
      data: {
        ...toPollSummary(poll),
        ...zone.fields,
        ...toPollTexts(poll),
        participants: poll.participantCount,
        optionCount: total,
        options,
        settingsOn: listEnabledSettings(poll),
      },
    };
  },
});
