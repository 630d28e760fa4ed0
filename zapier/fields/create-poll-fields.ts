import { type Bundle, defineInputFields, type PlainInputField, type ZObject } from "zapier-platform-core";
import {
  defaultSettings,
  maxLengths,
  maxOptions,
  type PollSetting,
  settingNames,
} from "../../src/api/web.ts";
import { maxSlotMinutes, minSlotMinutes } from "../../src/time/index.ts";
import { type Choice, conferencingChoices, findChoice, kindChoices, yesNoChoices } from "../input/choice.ts";
import { dropBlanks, findOversized, listLeaves } from "../input/form-values.ts";
import { formatLimit, labels } from "../input/labels.ts";
import { listTimeZoneChoices } from "../input/time-zone.ts";
import { weekdayChoices } from "../input/window.ts";
import { settingFields } from "../poll-settings.ts";

/** The groups of the form of Create Poll. */
export const createPollGroups = [
  { key: "what", label: "What" },
  { key: "slots", label: "When: Slots" },
  { key: "window", label: "When: Recurring Window" },
  { key: "settings", label: "Settings" },
];

// No field has a default value: Zapier uses it in place of a false or 0 that is mapped from an earlier step.
/** The input fields of Create Poll. Some depend on the chosen kind of poll and video call. */
export const createPollForm = defineInputFields([
  {
    key: "title",
    label: labels.title,
    type: "string",
    required: true,
    placeholder: "Team lunch",
    helpText: `The subject of the poll. Up to ${maxLengths.title} characters.`,
    group: "what",
  },
  {
    key: "kind",
    label: labels.kind,
    type: "string",
    required: true,
    choices: kindChoices,
    altersDynamicFields: true,
    helpText: "What people vote on. Your choice decides which fields follow.",
    group: "what",
  },
  listOptionFields,
  ...listDetailFields((standard) => (standard === undefined ? "" : ` Default: ${standard}.`)),
]);

/**
 * The fields for everything but the title and the options of a poll. `explainEmpty` ends each help text: it says what an empty
 * field means, given the default of the service if there is one.
 */
export function listDetailFields(explainEmpty: (standard?: string) => string) {
  return defineInputFields([
    {
      key: "description",
      label: labels.description,
      type: "text",
      helpText: `Shown to everyone who is invited. Up to ${formatLimit(maxLengths.description)} characters.${explainEmpty()}`,
      group: "what",
    },
    {
      key: "location",
      label: labels.location,
      type: "string",
      placeholder: "Room 4",
      helpText: `Where people meet. Up to ${maxLengths.location} characters.${explainEmpty()}`,
      group: "what",
    },
    {
      key: "conferencing",
      label: labels.conferencing,
      type: "string",
      choices: conferencingChoices,
      altersDynamicFields: true,
      helpText: `Zoom, Google Meet and Microsoft Teams must be connected in the settings of the space. For a provider of the space that is not in the list, enter its name as a custom value, such as webex. The link is created when a time is picked.${explainEmpty()}`,
      group: "what",
    },
    listCallFields,
    ...settingNames.map((setting) => toSettingField(setting, explainEmpty)),
    {
      key: "organizer",
      label: labels.organizer,
      type: "string",
      placeholder: "alex@example.com",
      helpText: `The email address of a member of your space.${explainEmpty("the owner of the space")}`,
      group: "settings",
    },
  ]);
}

function toSettingField(setting: PollSetting, explainEmpty: (standard?: string) => string): PlainInputField {
  const { key, label, help } = settingFields[setting];
  return {
    key,
    label,
    type: "string",
    choices: yesNoChoices,
    helpText: `${help}${explainEmpty(defaultSettings[setting] ? "Yes" : "No")}`,
    group: "settings",
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
    group: "slots",
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
    group: "slots",
  },
  {
    key: "slots",
    label: labels.slots,
    helpText:
      "One for each row of a sheet or event of a calendar that an earlier step gives. Map the day and the start, or a start that has both, and the end if there is one.",
    children: [
      {
        key: "slot_date",
        label: "Date",
        type: "string",
        placeholder: "2027-03-01",
        helpText: "The day. Leave empty if the start has it.",
      },
      {
        key: "slot_start",
        label: "Start",
        type: "string",
        placeholder: "09:00",
        helpText: "The time of day, or the day and the time.",
      },
      {
        key: "slot_end",
        label: "End",
        type: "string",
        placeholder: "10:30",
        helpText: "When it is over. Leave empty to use a duration.",
      },
      {
        key: "slot_duration",
        label: "Duration (Minutes)",
        type: "string",
        placeholder: "30",
        helpText: "How long it lasts. Leave empty to use the end, or the one below.",
      },
    ],
    group: "slots",
  },
  {
    key: "duration",
    label: labels.duration,
    type: "string",
    placeholder: "30",
    helpText: `How long each slot lasts, from ${minSlotMinutes} to ${maxSlotMinutes} minutes, such as 30, 1:30 or 1 h 30 min. Leave empty only if every time has an end.`,
    group: "slots",
  },
  {
    key: "time_zone",
    label: labels.time_zone,
    type: "string",
    placeholder: "Europe/Berlin",
    helpText:
      "For the times above and the window below. You can also map or type a name, such as Berlin or W. Europe Standard Time. Default: that of your Zapier account.",
    group: "slots",
  },
  {
    key: "start_date",
    label: labels.start_date,
    type: "string",
    placeholder: "2027-03-01",
    helpText:
      "A window offers slots on many days at once. This is its first date. To add a week to a mapped date, write +7d after it.",
    group: "window",
  },
  {
    key: "end_date",
    label: labels.end_date,
    type: "string",
    placeholder: "2027-03-05",
    helpText: "The last date of the window. To add days to a mapped date, write +11d after it.",
    group: "window",
  },
  {
    key: "days",
    label: labels.days,
    type: "string",
    list: true,
    choices: weekdayChoices,
    helpText: "Days of the week that get slots. Default: all seven.",
    group: "window",
  },
  {
    key: "from",
    label: labels.from,
    type: "string",
    placeholder: "09:00",
    helpText: "When the first slot of each day starts.",
    group: "window",
  },
  {
    key: "to",
    label: labels.to,
    type: "string",
    placeholder: "12:00",
    helpText: "When the last slot of each day must end. 24:00 is the end of the day.",
    group: "window",
  },
  {
    key: "interval",
    label: labels.interval,
    type: "string",
    placeholder: "60",
    helpText: `From ${minSlotMinutes} to ${maxSlotMinutes}, such as 60, 1:30 or 2 hours. Default: each slot starts when the one before ends.`,
    group: "window",
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
    group: "what",
  },
  {
    key: "conferencing_link",
    label: labels.conferencing_link,
    type: "string",
    placeholder: "https://meet.example.com/team",
    helpText: "A web link that starts with https or http.",
    group: "what",
  },
];

/**
 * The fields for the chosen kind of poll. A mapped kind is known only when the Zap runs, so all fields are shown and none is
 * required.
 */
function listOptionFields(_z: ZObject, bundle: Bundle): PlainInputField[] {
  const kind = findEditorChoice(bundle, "kind", kindChoices);
  if (kind === undefined) return [];
  if (kind === "date") return dateFields;
  const fields = timeFields.map((field) =>
    field.key === "time_zone" ? { ...field, choices: listTimeZoneChoices() } : field,
  );
  return kind === "mapped" ? [...dateFields, ...fields].map(toOptional) : fields;
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
