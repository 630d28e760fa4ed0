import type { PollSetting } from "../../src/api/check/settings.ts";
import type { Poll, PollOption } from "../../src/api/web.ts";
import { labelOf } from "../label.ts";
import { cleanLine, cleanText, localDate, toPollTime, toWhen, type When, whenOutputs } from "./format.ts";
import { eventId, integer, lineItems, moment, type Outputs } from "./table.ts";

interface OfPoll {
  poll: Poll;
}

const maxLinkLength = 2_048;

/** The head of every record about a poll, after its id. */
export const headOutputs: Outputs<OfPoll> = {
  poll_id: ({ poll }) => poll.id,
  title: ({ poll }) => cleanLine(poll.title),
  status: ({ poll }) => poll.status,
  invite_link: ({ poll }) => poll.inviteUrl,
  admin_link: ({ poll }) => poll.adminUrl,
  time_zone: ({ poll }) => cleanLine(poll.timeZone),
  response_count: integer(({ poll }) => poll.participantCount),
};

/** The id of a record that is about a poll and no event, and the head. */
export const idAndHead: Outputs<OfPoll> = { id: ({ poll }) => poll.id, ...headOutputs };

/** A poll, and when its options are. */
export interface Described extends OfPoll {
  options: { id: string; when: When }[];
}

export const describePoll = (poll: Poll): Described => ({
  poll,
  options: poll.options.map((option: PollOption) => ({ id: option.id, when: toWhen(option, poll) })),
});

const optionOutputs: Outputs<Described["options"][number]> = { option_id: ({ id }) => id, ...whenOutputs };

/** Every field of a poll. A new one is one line here, and one for a single step is a line in the table of the step. */
export const pollOutputs: Outputs<Described> = {
  ...idAndHead,
  description: ({ poll }) => cleanText(poll.description),
  kind: ({ poll }) => poll.kind,
  location: ({ poll }) => cleanLine(poll.location),
  video_call: ({ poll: { conferencing: call } }) => cleanLine(call?.label ?? call?.provider),
  video_call_link: ({ poll }) => cleanLine(poll.conferencing?.uri, maxLinkLength),
  settings_text: ({ poll }) => listSettings(poll),
  options_text: ({ options }) => options.map(({ when }) => when.date_and_time).join("\n"),
  options: lineItems(optionOutputs, ({ options }) => options),
  organizer_name: ({ poll }) => cleanLine(poll.organizer?.name),
  organizer_email: ({ poll }) => cleanLine(poll.organizer?.email),
  created_at: moment(({ poll }) => toPollTime(poll.createdAt, poll)),
  created_text: ({ poll }) => localDate(poll.createdAt, poll),
  updated_at: moment(({ poll }) => toPollTime(poll.updatedAt, poll)),
};

/** Something that happened to a poll: its `id` is the id of the event, `poll_id` that of the poll. */
export const pollEventOutputs: Outputs<Described & { eventId: string }> = {
  ...pollOutputs,
  id: eventId(({ eventId }) => eventId),
};

export const describeEvent = (poll: Poll, eventId: string) => ({ ...describePoll(poll), eventId });

/** The choices of Settings: what each sets that differs from the usual. */
export const settings = {
  require_email: { requireEmail: true },
  hide_participants: { hideParticipants: true },
  hide_scores: { hideScores: true },
  allow_comments: { disableComments: false },
  no_if_need_be: { allowTentativeVotes: false },
} as const satisfies Record<string, Partial<Record<PollSetting, boolean>>>;

/** What differs from the usual, as Create Poll's Settings accepts it. */
const listSettings = (poll: Poll): string =>
  Object.entries(settings)
    .filter(([, set]) => Object.entries(set).every(([name, value]) => poll[name as PollSetting] === value))
    .map(([name]) => labelOf(name))
    .join(", ");
