import { type Bundle, defineInputFields, type PlainInputField, type ZObject } from "zapier-platform-core";
import { defaultSettings, type PollSetting, settingNames } from "../../src/api/core.ts";
import { type Choice, conferencingChoices, findChoice, kindChoices, yesNoChoices } from "../input/choice.ts";
import { dropBlanks, findOversized, listLeaves } from "../input/form-values.ts";
import { labels } from "../input/labels.ts";
import { weekdayChoices } from "../input/window.ts";
import { settingFields } from "../poll-settings.ts";

// No field has a default value: Zapier puts it in place of a false or 0 that an earlier step brings.
/** The form of Create Poll: what every poll has, and between them what the chosen kind and video call need. */
export const pollForm = defineInputFields([
  {
    key: "title",
    label: labels.title,
    type: "string",
    required: true,
    placeholder: "Team lunch",
    helpText: "The subject of the poll, up to 255 characters.",
  },
  {
    key: "kind",
    label: labels.kind,
    type: "string",
    required: true,
    choices: kindChoices,
    altersDynamicFields: true,
    helpText: "Choose what people vote on. The next fields depend on it.",
  },
  listOptionFields,
  {
    key: "description",
    label: labels.description,
    type: "text",
    helpText: "Shown to everyone who is invited, up to 1000 characters.",
  },
  {
    key: "location",
    label: labels.location,
    type: "string",
    placeholder: "Room 4",
    helpText: "Where people meet, up to 255 characters.",
  },
  {
    key: "conferencing",
    label: labels.conferencing,
    type: "string",
    choices: conferencingChoices,
    altersDynamicFields: true,
    helpText:
      "Zoom, Google Meet and Microsoft Teams must be connected in the space. The link is made once a time is picked.",
  },
  listCallFields,
  ...settingNames.map(toSettingField),
  {
    key: "organizer",
    label: labels.organizer,
    type: "string",
    placeholder: "alex@example.com",
    helpText: "The email address of a member of your space. Default: the owner of the space.",
  },
]);

function toSettingField(setting: PollSetting): PlainInputField {
  const { key, label, help } = settingFields[setting];
  const standard = defaultSettings[setting] ? "Yes" : "No";
  return {
    key,
    label,
    type: "string",
    choices: yesNoChoices,
    placeholder: standard,
    helpText: `${help} Default: ${standard}.`,
  };
}

const dateFields: PlainInputField[] = [
  {
    key: "dates",
    label: labels.dates,
    type: "string",
    list: true,
    required: true,
    placeholder: "2027-03-01",
    helpText:
      "One calendar day in each, such as 2027-03-01 or March 1, 2027. Days have no time zone; up to 100.",
  },
];
const timeFields: PlainInputField[] = [
  {
    key: "times",
    label: labels.times,
    type: "string",
    list: true,
    placeholder: "2027-03-01 09:00",
    helpText:
      "One start in each, such as 2027-03-01 09:00, in the zone chosen below; 2027-03-01 09:00 - 10:30 gives a length of its own. Leave empty when you fill in a recurring window.",
  },
  {
    key: "duration",
    label: labels.duration,
    type: "string",
    placeholder: "30",
    helpText:
      "How long each slot lasts, from 15 to 1440 minutes: 30, 1:30 or 1 h 30 min. Leave empty only when every slot has an end of its own.",
  },
  {
    key: "time_zone",
    label: labels.time_zone,
    type: "string",
    placeholder: "Europe/Berlin",
    helpText:
      "An IANA name such as America/New_York. When empty, the one of your Zapier account. Write floating for the same clock time everywhere.",
  },
  {
    key: "start_date",
    label: labels.start_date,
    type: "string",
    placeholder: "2027-03-01",
    helpText:
      "A recurring window offers slots on many days at once. It begins on this date; +7d behind it means a week later.",
  },
  {
    key: "end_date",
    label: labels.end_date,
    type: "string",
    placeholder: "2027-03-05",
    helpText: "The window ends on this date, itself included. +11d behind it counts on from there.",
  },
  {
    key: "days",
    label: labels.days,
    type: "string",
    list: true,
    choices: weekdayChoices,
    helpText: "Days of the week with slots. Default: all seven.",
  },
  {
    key: "from",
    label: labels.from,
    type: "string",
    placeholder: "09:00",
    helpText: "The first slot of each day starts at this time.",
  },
  {
    key: "to",
    label: labels.to,
    type: "string",
    placeholder: "12:00",
    helpText: "The last slot of each day ends by this time. 24:00 is the end of the day.",
  },
  {
    key: "interval",
    label: labels.interval,
    type: "string",
    placeholder: "60",
    helpText: "From 15 to 1440: 60, 1:30 or 2 hours. When empty, one slot follows the other.",
  },
];
const callFields: PlainInputField[] = [
  {
    key: "conferencing_label",
    label: labels.conferencing_label,
    type: "string",
    required: true,
    placeholder: "Jitsi",
    helpText: "What participants see, up to 100 characters.",
  },
  {
    key: "conferencing_link",
    label: labels.conferencing_link,
    type: "string",
    placeholder: "https://meet.example.com/team",
    helpText: "Where the call takes place: a web link, https or http.",
  },
];

/**
 * The fields that the chosen kind of poll needs, and no others. A kind that is mapped from another step is known only
 * when the Zap runs: both groups are shown, and none of them is required.
 */
function listOptionFields(_z: ZObject, bundle: Bundle): PlainInputField[] {
  const kind = findEditorChoice(bundle, "kind", kindChoices);
  if (kind === undefined) return [];
  if (kind === "mapped") return [...dateFields, ...timeFields].map(toOptional);
  return kind === "date" ? dateFields : timeFields;
}

/** Name and link of a video call, asked for only when it is, or may be, of another provider. */
function listCallFields(_z: ZObject, bundle: Bundle): PlainInputField[] {
  const provider = findEditorChoice(bundle, "conferencing", conferencingChoices);
  if (provider === "mapped") return callFields.map(toOptional);
  return provider === "custom" ? callFields : [];
}

const toOptional = (field: PlainInputField): PlainInputField => ({ ...field, required: false });

/** The choice of a dropdown while a Zap is edited: its value, "mapped" for any other text, or undefined when empty. */
function findEditorChoice(
  bundle: Bundle,
  key: string,
  choices: readonly Choice<string>[],
): string | undefined {
  const value = bundle.inputData?.[key];
  const [text] = findOversized(value) === undefined ? listLeaves(dropBlanks(value)) : ["mapped"];
  return text === undefined ? undefined : (findChoice(text, choices) ?? "mapped");
}
