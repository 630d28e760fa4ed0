import type { PlainOutputField } from "zapier-platform-core";
import { settingFields } from "../poll-settings.ts";

type FieldType = NonNullable<PlainOutputField["type"]>;

/** One output field with its label. */
export const field = (key: string, label: string, type: FieldType = "string"): PlainOutputField => ({
  key,
  label,
  type,
});

/** A group of line items. */
const lines = (key: string, label: string, children: PlainOutputField[]): PlainOutputField => ({
  key,
  label,
  children,
});

/** The same fields with a prefix in key and label. */
const prefixed = (key: string, label: string, fields: PlainOutputField[]): PlainOutputField[] =>
  fields.map((each) => ({ ...each, key: `${key}_${each.key}`, label: `${label} ${each.label}` }));

const links = [field("invite_link", "Invite Link"), field("admin_link", "Admin Link")];

const pollHead = [
  field("id", "Poll ID"),
  field("title", "Title"),
  ...links,
  field("status", "Status"),
  field("kind", "Kind"),
];

const person = [
  field("name", "Name"),
  field("first_name", "First Name"),
  field("last_name", "Last Name"),
  field("email", "Email"),
];

/** An instant, and its date as text. */
const stamp = [field("at", "At", "datetime"), field("text", "(readable)")];

/** When an option takes place. Start and end are text, because days and floating times have no zone. */
const whenFields = [
  field("text", "Date and Time"),
  field("all_day", "All Day", "boolean"),
  field("date", "Date"),
  field("start", "Start"),
  field("end", "End"),
  field("start_time", "Start Time"),
  field("end_time", "End Time"),
  field("duration_minutes", "Duration (Minutes)", "integer"),
];

const voteFields = [
  field("yes_count", "Yes Votes", "integer"),
  field("if_need_be_count", "If Need Be Votes", "integer"),
  field("no_count", "No Votes", "integer"),
];

const listPollFields = (options: PlainOutputField[]): PlainOutputField[] => [
  field("id", "Poll ID"),
  field("title", "Title"),
  ...links,
  field("description", "Description"),
  field("status", "Status"),
  field("kind", "Kind"),
  field("location", "Location"),
  field("conferencing", "Video Call"),
  field("conferencing_label", "Video Call Name"),
  field("conferencing_link", "Video Call Link"),
  field("time_zone", "Time Zone"),
  field("is_floating", "Is Floating", "boolean"),
  field("response_count", "Response Count", "integer"),
  field("option_count", "Option Count", "integer"),
  field("options_text", "Options (readable)"),
  lines("options", "Options", options),
  ...prefixed("organizer", "Organizer", person),
  ...Object.values(settingFields).map(({ key, label }) => field(key, label, "boolean")),
  ...prefixed("created", "Created", stamp),
  ...prefixed("updated", "Updated", stamp),
];

/** The fields of `toPollRecord`. */
export const pollFields = listPollFields([field("id", "Option ID"), ...whenFields]);

/** The fields of `toTriggerPollRecord`. */
export const triggerPollFields = listPollFields(
  whenFields.filter(({ key }) => ["text", "start", "end"].includes(key)),
);

/** The fields of `toPollEventRecord`. */
export const pollEventFields: PlainOutputField[] = [
  field("id", "Event ID"),
  field("poll_id", "Poll ID"),
  ...triggerPollFields.slice(1),
];

const listResponseFields = (availability: PlainOutputField[]): PlainOutputField[] => [
  field("id", "Response ID"),
  ...person,
  ...prefixed("created", "Created", stamp),
  field("yes_count", "Yes Count", "integer"),
  field("if_need_be_count", "If Need Be Count", "integer"),
  field("unavailable_count", "No or Unanswered Count", "integer"),
  field("availability_text", "Availability (readable)"),
  lines("availability", "Availability", availability),
  field("poll_id", "Poll ID"),
  field("poll_title", "Poll Title"),
  ...links,
  field("poll_status", "Poll Status"),
  field("time_zone", "Time Zone"),
];

/** The fields of `createTriggerFormatter`, without those of the options. */
export const responseFields = listResponseFields([field("text", "Date and Time"), field("answer", "Answer")]);

/** The fields of `toResponseEvent`, without those of the options. */
export const responseEventFields: PlainOutputField[] = [
  field("id", "Event ID"),
  field("response_id", "Response ID"),
  ...responseFields.slice(1),
];

/** The fields of `toMatchRecords`, without those of the options. */
export const matchFields: PlainOutputField[] = [
  ...listResponseFields([field("option_id", "Option ID"), field("answer", "Answer"), ...whenFields]),
  field("match_count", "Match Count", "integer"),
  field("is_ambiguous", "Is Ambiguous", "boolean"),
  field("matches_text", "All Matches"),
];

const personFields = [field("response_id", "Response ID"), ...person];

/** The fields of a line item of `toResponseListRecord`, without those of the options. */
export const responseLineFields = [...personFields, ...prefixed("created", "Created", stamp)];

/** The fields of `toResponseListRecord`, without its line items of responses. */
export const responseListFields: PlainOutputField[] = [
  ...pollHead,
  field("time_zone", "Time Zone"),
  field("response_count", "Response Count", "integer"),
  field("match_count", "Match Count", "integer"),
  field("filtered_options_text", "Filtered Options"),
  field("names_text", "Names"),
  field("emails_text", "Emails"),
  lines("emails", "Email List", [field("email", "Email")]),
];

/** The fields of `toResultsRecord`. */
export const resultsFields: PlainOutputField[] = [
  ...pollHead,
  field("time_zone", "Time Zone"),
  field("response_count", "Response Count", "integer"),
  field("has_leader", "Has Leader", "boolean"),
  field("is_tie", "Is Tie", "boolean"),
  field("leader_count", "Leader Count", "integer"),
  ...prefixed("leading", "Leading", [field("id", "Option ID"), ...whenFields, ...voteFields]),
  field("options_text", "Options (readable)"),
  lines("options", "Options", [
    field("rank", "Rank", "integer"),
    field("id", "Option ID"),
    ...whenFields,
    ...voteFields,
    field("votes_text", "Votes (readable)"),
    field("is_leading", "Is Leading", "boolean"),
  ]),
];

const inviteeFields = [field("invited_as", "Invited As"), ...person];

/** The fields of a group of people: how many, names, addresses, and line items. */
const group = (key: string, label: string, children: PlainOutputField[]): PlainOutputField[] => [
  field(`${key}_count`, `${label} Count`, "integer"),
  field(`${key}_text`, `${label} Names`),
  field(`${key}_emails`, `${label} Emails`),
  lines(key, `${label} People`, children),
];

/** The fields of `toMissingPeopleRecord`. */
export const missingPeopleFields: PlainOutputField[] = [
  field("id", "Poll ID"),
  field("title", "Title"),
  ...links,
  field("status", "Status"),
  field("is_open", "Is Open", "boolean"),
  field("reminder_text", "Reminder"),
  field("invited_count", "Invited Count", "integer"),
  ...group("missing", "Missing", inviteeFields),
  ...group("unsure", "Not Sure", [...inviteeFields, field("may_be_text", "May Be")]),
  ...group("answered", "Answered", [field("invited_as", "Invited As"), ...personFields]),
  ...group("extra", "Not Invited", personFields),
];

/** The fields of `toWebhookEventRecord`. */
export const webhookEventFields: PlainOutputField[] = [
  field("id", "Event ID"),
  field("type", "Event Type"),
  field("poll_id", "Poll ID"),
  field("title", "Title"),
  ...links,
  field("status", "Status"),
  ...whenFields,
  field("time_zone", "Time Zone"),
  field("location", "Location"),
  ...personFields,
  field("reason", "Reason"),
  ...prefixed("created", "Created", stamp),
  field("signature_verified", "Signature Verified", "boolean"),
  field("signed_at", "Signed At", "datetime"),
  field("is_recent", "Is Recent", "boolean"),
];

/** The fields of `toBestTimeRecord`. */
export const bestTimeFields: PlainOutputField[] = [
  ...pollHead,
  field("option_id", "Option ID"),
  ...whenFields,
  field("is_past", "Is Past", "boolean"),
  field("time_zone", "Time Zone"),
  field("summary", "Summary"),
  field("is_tie", "Is Tie", "boolean"),
  field("tied_text", "Tied Options"),
  field("next_text", "Next Options (readable)"),
  lines("next", "Next Options", [
    field("rank", "Rank", "integer"),
    field("option_id", "Option ID"),
    ...whenFields,
    field("is_past", "Is Past", "boolean"),
    field("available_count", "Available Count", "integer"),
    field("yes_count", "Yes Count", "integer"),
    field("missing_text", "No or Unanswered Names"),
  ]),
  field("response_count", "Response Count", "integer"),
  field("attendee_count", "Attendee Count", "integer"),
  field("if_need_be_count", "If Need Be Count", "integer"),
  field("attendees_text", "Attendee Names"),
  field("attendee_emails", "Attendee Emails"),
  lines("attendees", "Attendees", [...personFields, field("answer", "Answer")]),
  field("optional_count", "Optional Count", "integer"),
  field("optional_text", "Optional Names"),
  field("missing_count", "No or Unanswered Count", "integer"),
  field("missing_text", "No or Unanswered Names"),
  lines("missing", "No or Unanswered", personFields),
];
