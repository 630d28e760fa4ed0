import { type Bundle, type Create, defineInputFields, type PlainInputField } from "zapier-platform-core";
import { maxLengths, maxOptions } from "../../src/api/check/create-input.ts";
import { type Client, type CreatePollInput, RalllyError } from "../../src/api/web.ts";
import { sanitizeText } from "../../src/sanitize.ts";
import { maxSlotMinutes, minSlotMinutes } from "../../src/time/slots.ts";
import { step, withoutKey } from "../client.ts";
import { UnclearCreate } from "../errors.ts";
import { type Choice, findChoice } from "../input/choice.ts";
import { optionTypes, pastChoices, planPollForm, settingChoices, videoCalls } from "../input/create-poll.ts";
import { dropBlanks, listLeaves } from "../input/form-values.ts";
import { text } from "../input/labels.ts";
import { dateOrders } from "../input/times.ts";
import { listTimeZoneChoices, weekdayChoices } from "../input/values.ts";
import { pollFields, toPollRecord } from "../output/poll.ts";
import { field } from "../output/table.ts";
import { samplePoll } from "../samples.ts";

// No field has a default value: Zapier uses it in place of a false or 0 that is mapped from an earlier step.
const slotMinutes = `from ${minSlotMinutes} to ${maxSlotMinutes} minutes, such as 30, 1:30 or 1 h 30 min.`;

const dates = text(
  "dates",
  `One day in each field, such as 2027-03-01 or March 1, 2027. Days have no time zone. Up to ${maxOptions}.`,
  { list: true, required: true, placeholder: "2027-03-01" },
);
const times = text(
  "times",
  "One in each field, such as 2027-03-01 09:00, or with its end: 2027-03-01 09:00 - 10:30.",
  { list: true, required: true, placeholder: "2027-03-01 09:00" },
);
const rows: PlainInputField = {
  key: "rows",
  label: "Rows",
  helpText:
    "One option for each row of a sheet or event of a calendar. Map the day and the start, or a start with both.",
  children: [
    text("row_date", "The day. Leave empty if the start has it.", {
      label: "Date",
      placeholder: "2027-03-01",
    }),
    text("row_start", "The time of day, or the day and the time.", {
      label: "Start",
      placeholder: "09:00",
    }),
    text("row_end", "When it is over. Leave empty if all options are equally long.", {
      label: "End",
      placeholder: "10:30",
    }),
    text("row_duration", "How long this one lasts, if that differs.", {
      label: "Duration",
      placeholder: "30",
    }),
  ],
};
const duration = text("duration", `How long each option lasts, ${slotMinutes}`, { placeholder: "30" });
const lasting = { ...duration, helpText: `${duration.helpText} Leave empty only if every one has an end.` };
const hours: PlainInputField[] = [
  text(
    "first_day",
    "The date on which the offer begins. To add a week to a mapped date, write +7d after it.",
    {
      required: true,
      placeholder: "2027-03-01",
    },
  ),
  text("last_day", "The date on which the offer ends. To add days to a mapped date, write +11d after it.", {
    required: true,
    placeholder: "2027-03-05",
  }),
  text("first_slot_starts", "The time of day, the same on all days.", {
    required: true,
    placeholder: "09:00",
  }),
  text("last_slot_ends", "The time of day at which all must be over. 24:00 is the end of the day.", {
    required: true,
    placeholder: "12:00",
  }),
  { ...duration, required: true },
  text("weekdays", "Days of the week that are offered. Default: all seven.", {
    list: true,
    choices: weekdayChoices,
  }),
  text(
    "minutes_between_starts",
    `From ${minSlotMinutes} to ${maxSlotMinutes}, such as 60, 1:30 or 2 hours. Default: each slot starts when the one before ends.`,
    { placeholder: "60" },
  ),
];

/** The Time Zone field. Its choices take 100 ms to build. */
const listTimeZone = (): PlainInputField =>
  text(
    "time_zone",
    "You can also map or type a name, such as Berlin or W. Europe Standard Time. Default: that of your Zapier account.",
    { choices: listTimeZoneChoices(), placeholder: "Europe/Berlin" },
  );

const dateOrder = text(
  "date_order",
  "What comes first in a date such as 3/4/2027. Without it such dates are refused, because they have two meanings.",
  { choices: dateOrders },
);
const pastOptions = text("past_options", "What happens to options in the past. Default: Refuse.", {
  choices: pastChoices,
});

/**
 * The fields of the chosen type. A mapped one is known only when the Zap runs: days and times can be mapped
 * beside it.
 */
function listOfferFields(bundle: Bundle): PlainInputField[] {
  const type = findEditorChoice(bundle, "option_type", optionTypes);
  if (type === undefined) return [];
  if (type === "days") return [dates, dateOrder, pastOptions].map(inGroup);
  const fields = {
    times: [times, lasting],
    rows: [rows, lasting],
    hours,
    mapped: [dates, times, lasting].map((each) => ({ ...each, required: false })),
  };
  // Slots that are generated are left out once they have passed.
  const rules = type === "hours" ? [dateOrder] : [dateOrder, pastOptions];
  return [...fields[type], listTimeZone(), ...rules].map(inGroup);
}

const inGroup = (each: PlainInputField): PlainInputField => ({ ...each, group: "when" });

/** The link of a video call, shown for another provider or a mapped one, and as long as it has a value. */
function listCallFields(bundle: Bundle): PlainInputField[] {
  const provider = findEditorChoice(bundle, "video_call", videoCalls);
  const hasLink = dropBlanks(bundle.inputData?.["video_call_link"]) !== undefined;
  if (provider !== "custom" && provider !== "mapped" && !hasLink) return [];
  return [
    text("video_call_link", "A web address that starts with https or http. Participants see its host name.", {
      placeholder: "https://meet.example.com/team",
      group: "what",
    }),
  ];
}

/**
 * The choice in a dropdown while a Zap is edited: its value, "mapped" for any other text, undefined if empty.
 */
function findEditorChoice<Value extends string>(
  bundle: Bundle,
  key: string,
  choices: readonly Choice<Value>[],
): Value | "mapped" | undefined {
  const [text] = listLeaves(dropBlanks(bundle.inputData?.[key]));
  return text === undefined ? undefined : (findChoice(text, choices) ?? "mapped");
}

const inputFields = defineInputFields([
  text("title", `The subject of the poll. Up to ${maxLengths.title} characters.`, {
    required: true,
    placeholder: "Team lunch",
    group: "what",
  }),
  text("option_type", "What people vote on. Your choice decides which fields follow.", {
    required: true,
    choices: optionTypes,
    altersDynamicFields: true,
    group: "when",
  }),
  withoutKey((_z, bundle) => listOfferFields(bundle)),
  text("description", `Shown to everyone who is invited. Up to ${maxLengths.description} characters.`, {
    type: "text",
    group: "what",
  }),
  text("location", `Where people meet. Up to ${maxLengths.location} characters.`, {
    placeholder: "Room 4",
    group: "what",
  }),
  text(
    "video_call",
    "Zoom, Google Meet and Microsoft Teams must be connected in the settings of the space. You can also map a link.",
    { choices: videoCalls, altersDynamicFields: true, group: "what" },
  ),
  withoutKey((_z, bundle) => listCallFields(bundle)),
  text("organizer", "The email address of a member of your space. Default: the owner of the space.", {
    placeholder: "alex@example.com",
    group: "more",
  }),
  text(
    "settings",
    "What differs from the usual: no email is asked for, everyone sees names and scores, comments are off, and if need be is an answer.",
    { list: true, choices: settingChoices, group: "more" },
  ),
]);

const maxNotesLength = 10_000;

const recoveredNote =
  "The response of the service was lost, and the poll was found in the space. If someone else created an identical poll at the same moment, it may be theirs.";

/** Creates a poll from its plan. Returns it with notes on how the input was understood. */
export async function createPlanned(
  client: Client,
  { body, notes }: { body: CreatePollInput; notes: readonly string[] },
) {
  const { data, recovered } = await client.createPoll(body).catch((error: unknown) => {
    const isUnclear = error instanceof RalllyError && error.outcome === "unknown";
    throw isUnclear ? new UnclearCreate(error, body.title) : error;
  });
  // First, because long notes are cut at their end.
  const all = recovered ? [recoveredNote, ...notes] : notes;
  return { ...toPollRecord(data), notes: sanitizeText(all.join("\n"), maxNotesLength) };
}

/** Zapier runs one create of a connection at a time: two of the same poll at once cannot be told apart. */
export const createLock = { key: "create_poll", scope: ["auth" as const], timeout: 40 };

export const createPoll = {
  key: "create_poll",
  noun: "Poll",
  display: {
    label: "Create Poll",
    description: "Creates a poll of whole days, or of times that you list or repeat on several days.",
  },
  operation: {
    lock: createLock,
    perform: step(({ client, values, bundle }) =>
      createPlanned(client, planPollForm(values, bundle.meta?.timezone || null, Date.now())),
    ),
    inputFields,
    inputFieldGroups: [
      { key: "what", label: "What" },
      { key: "when", label: "When" },
      { key: "more", label: "More" },
    ],
    outputFields: [...pollFields, field("notes", "Notes")],
    sample: { ...toPollRecord(samplePoll), notes: "" },
  },
} satisfies Create;
