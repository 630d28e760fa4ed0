import { type Bundle, defineInputFields, type PlainInputField, type ZObject } from "zapier-platform-core";
import {
  defaultSettings,
  maxLengths,
  maxOptions,
  type PollSetting,
  settingNames,
} from "../../src/api/core.ts";
import { maxSlotMinutes, minSlotMinutes } from "../../src/time/index.ts";
import { type Choice, conferencingChoices, findChoice, kindChoices, yesNoChoices } from "../input/choice.ts";
import { dropBlanks, findOversized, listLeaves } from "../input/form-values.ts";
import { labels } from "../input/labels.ts";
import { weekdayChoices } from "../input/window.ts";
import { settingFields } from "../poll-settings.ts";

// No field has a default value: Zapier uses it in place of a false or 0 that is mapped from an earlier step.
/** The input fields of Create Poll. Some depend on the chosen kind of poll and video call. */
export const pollForm = defineInputFields([
  {
    key: "title",
    label: labels.title,
    type: "string",
    required: true,
    placeholder: "Team lunch",
    helpText: `The subject of the poll. Up to ${maxLengths.title} characters.`,
  },
  {
    key: "kind",
    label: labels.kind,
    type: "string",
    required: true,
    choices: kindChoices,
    altersDynamicFields: true,
    helpText: "What people vote on. Your choice decides which fields follow.",
  },
  listOptionFields,
  {
    key: "description",
    label: labels.description,
    type: "text",
    helpText: `Shown to everyone who is invited. Up to ${maxLengths.description.toLocaleString("en")} characters.`,
  },
  {
    key: "location",
    label: labels.location,
    type: "string",
    placeholder: "Room 4",
    helpText: `Where people meet. Up to ${maxLengths.location} characters.`,
  },
  {
    key: "conferencing",
    label: labels.conferencing,
    type: "string",
    choices: conferencingChoices,
    altersDynamicFields: true,
    helpText:
      "Zoom, Google Meet and Microsoft Teams must be connected in the settings of the space. The link is created when a time is picked.",
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
    helpText: `One day in each field, such as 2027-03-01 or March 1, 2027. Days have no time zone. Up to ${maxOptions}.`,
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
      "One time in each field, such as 2027-03-01 09:00, or with its end: 2027-03-01 09:00 - 10:30. Leave empty if you use the window below.",
  },
  {
    key: "duration",
    label: labels.duration,
    type: "string",
    placeholder: "30",
    helpText: `How long each slot lasts, from ${minSlotMinutes} to ${maxSlotMinutes} minutes, such as 30, 1:30 or 1 h 30 min. Leave empty only if every time has an end.`,
  },
  {
    key: "time_zone",
    label: labels.time_zone,
    type: "string",
    placeholder: "Europe/Berlin",
    helpText:
      "For the times above and the window below, such as America/New_York. Default: that of your Zapier account. Write floating for the same clock time everywhere.",
  },
  {
    key: "start_date",
    label: labels.start_date,
    type: "string",
    placeholder: "2027-03-01",
    helpText:
      "A window offers slots on many days at once. This is its first date. To add a week to a mapped date, write +7d after it.",
  },
  {
    key: "end_date",
    label: labels.end_date,
    type: "string",
    placeholder: "2027-03-05",
    helpText: "The last date of the window. To add days to a mapped date, write +11d after it.",
  },
  {
    key: "days",
    label: labels.days,
    type: "string",
    list: true,
    choices: weekdayChoices,
    helpText: "Days of the week that get slots. Default: all seven.",
  },
  {
    key: "from",
    label: labels.from,
    type: "string",
    placeholder: "09:00",
    helpText: "When the first slot of each day starts.",
  },
  {
    key: "to",
    label: labels.to,
    type: "string",
    placeholder: "12:00",
    helpText: "When the last slot of each day must end. 24:00 is the end of the day.",
  },
  {
    key: "interval",
    label: labels.interval,
    type: "string",
    placeholder: "60",
    helpText: `From ${minSlotMinutes} to ${maxSlotMinutes}, such as 60, 1:30 or 2 hours. Default: each slot starts when the one before ends.`,
  },
];
const callFields: PlainInputField[] = [
  {
    key: "conferencing_label",
    label: labels.conferencing_label,
    type: "string",
    required: true,
    placeholder: "Jitsi",
    helpText: `What participants see. Up to ${maxLengths.callLabel} characters.`,
  },
  {
    key: "conferencing_link",
    label: labels.conferencing_link,
    type: "string",
    placeholder: "https://meet.example.com/team",
    helpText: "A web link that starts with https or http.",
  },
];

/**
 * The fields for the chosen kind of poll. A mapped kind is known only when the Zap runs, so all fields are shown and none is
 * required.
 */
function listOptionFields(_z: ZObject, bundle: Bundle): PlainInputField[] {
  const kind = findEditorChoice(bundle, "kind", kindChoices);
  if (kind === undefined) return [];
  if (kind === "mapped") return [...dateFields, ...timeFields].map(toOptional);
  return kind === "date" ? dateFields : timeFields;
}

/** The name and link of a video call, shown only for another provider or a mapped one. */
function listCallFields(_z: ZObject, bundle: Bundle): PlainInputField[] {
  const provider = findEditorChoice(bundle, "conferencing", conferencingChoices);
  if (provider === "mapped") return callFields.map(toOptional);
  return provider === "custom" ? callFields : [];
}

const toOptional = (field: PlainInputField): PlainInputField => ({ ...field, required: false });

/** The choice in a dropdown while a Zap is edited: its value, "mapped" for any other text, undefined if empty. */
function findEditorChoice(
  bundle: Bundle,
  key: string,
  choices: readonly Choice<string>[],
): string | undefined {
  const value = bundle.inputData?.[key];
  const [text] = findOversized(value) === undefined ? listLeaves(dropBlanks(value)) : ["mapped"];
  return text === undefined ? undefined : (findChoice(text, choices) ?? "mapped");
}
