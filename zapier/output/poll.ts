import type { PollSetting } from "../../src/api/check/settings.ts";
import type { Poll, PollOption } from "../../src/api/web.ts";
import { sanitizeLine, sanitizeText } from "../../src/sanitize.ts";
import { cleanLine, localDate, toPollTime, toWhen, type When, whenColumns } from "./format.ts";
import { type Column, column, lineItems, listFields, type OutputRecord, toRecord } from "./table.ts";

interface Described {
  poll: Poll;
  options: { id: string; when: When }[];
}

const maxLinkLength = 2_048;

/** The id of a record that is about a poll and no event. */
export const idColumn: Column<{ poll: Poll }> = column("id", "ID", ({ poll }) => poll.id);

/** The head of every record about a poll. */
export const headColumns: Column<{ poll: Poll }>[] = [
  column("poll_id", "Poll ID", ({ poll }) => poll.id),
  column("title", "Title", ({ poll }) => cleanLine(poll.title)),
  column("status", "Status", ({ poll }) => poll.status),
  column("invite_link", "Invite Link", ({ poll }) => poll.inviteUrl),
  column("admin_link", "Admin Link", ({ poll }) => poll.adminUrl),
  column("time_zone", "Time Zone", ({ poll }) => cleanLine(poll.timeZone)),
  column("response_count", "Response Count", ({ poll }) => poll.participantCount, "integer"),
];

const optionColumns: Column<Described["options"][number]>[] = [
  column("option_id", "Option ID", ({ id }) => id),
  ...whenColumns,
];

/** Every field of a poll. A new one is one line here. */
const pollColumns: Column<Described>[] = [
  idColumn,
  ...headColumns,
  column("description", "Description", ({ poll }) => poll.description && sanitizeText(poll.description)),
  column("kind", "Kind", ({ poll }) => poll.kind),
  column("location", "Location", ({ poll }) => cleanLine(poll.location)),
  column("video_call", "Video Call", ({ poll }) => describeCall(poll)),
  column("video_call_link", "Video Call Link", ({ poll }) => getCallLink(poll)),
  column("settings_text", "Settings (Text)", ({ poll }) => listSettings(poll)),
  column("options_text", "Options (Text)", ({ options }) => options.map(({ when }) => when.text).join("\n")),
  lineItems("options", "Options", optionColumns, ({ options }) => options),
  column("organizer_name", "Organizer Name", ({ poll }) => cleanLine(poll.organizer?.name)),
  column("organizer_email", "Organizer Email", ({ poll }) => cleanLine(poll.organizer?.email)),
  column("created_at", "Created At", ({ poll }) => toPollTime(poll.createdAt, poll), "datetime"),
  column("created_text", "Created (Text)", ({ poll }) => localDate(poll.createdAt, poll.timeZone)),
  column("updated_at", "Updated At", ({ poll }) => toPollTime(poll.updatedAt, poll), "datetime"),
];

/** Something that happened to a poll: its `id` is the id of the event, `poll_id` that of the poll. */
const eventColumns: Column<Described & { eventId: string }>[] = [
  column("id", "Event ID", ({ eventId }) => eventId),
  ...pollColumns.slice(1),
];

export const pollFields = listFields(pollColumns);

export const pollEventFields = listFields(eventColumns);

export const toPollRecord = (poll: Poll): OutputRecord => toRecord(pollColumns, describe(poll));

export const toPollEventRecord = (poll: Poll, eventId: string): OutputRecord =>
  toRecord(eventColumns, { ...describe(poll), eventId });

function describe(poll: Poll): Described {
  const all: readonly PollOption[] = poll.options;
  return { poll, options: all.map((option) => ({ id: option.id, when: toWhen(option, poll.timeZone) })) };
}

const describeCall = ({ conferencing: call }: Poll): string | null =>
  cleanLine(call !== null && "label" in call ? call.label : call?.provider);

function getCallLink({ conferencing: call }: Poll): string | null {
  const link = call !== null && "uri" in call ? call.uri : undefined;
  return typeof link === "string" ? sanitizeLine(link, maxLinkLength) : null;
}

/** The choices of Settings: what the form calls each, and the setting of the service that it turns around. */
export const settings = [
  { value: "require_email", label: "Require Email", setting: "requireEmail", chosen: true },
  { value: "hide_participants", label: "Hide Participants", setting: "hideParticipants", chosen: true },
  { value: "hide_scores", label: "Hide Scores", setting: "hideScores", chosen: true },
  { value: "allow_comments", label: "Allow Comments", setting: "disableComments", chosen: false },
  { value: "no_if_need_be", label: "No If Need Be", setting: "allowTentativeVotes", chosen: false },
] as const satisfies readonly { value: string; label: string; setting: PollSetting; chosen: boolean }[];

/** What differs from the usual, as Create Poll's Settings accepts it. */
const listSettings = (poll: Poll): string =>
  settings
    .filter(({ setting, chosen }) => poll[setting] === chosen)
    .map(({ label }) => label)
    .join(", ");
