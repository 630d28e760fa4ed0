import type { Create } from "zapier-platform-core";
import { maxLengths } from "../../src/api/check/create-input.ts";
import type { ConferencingInput } from "../../src/api/web.ts";
import { planPoll } from "../../src/scheduling/index.ts";
import { normalizeTimeZone } from "../../src/time/index.ts";
import { defineStep } from "../define-step.ts";
import {
  type Choices,
  chooseSeveral,
  defineForm,
  type FormContext,
  type FormOf,
  findChoice,
  grouped,
  labelOf,
  optionType,
  parsed,
  quoteValue,
  required,
  single,
  TextError,
} from "../input/index.ts";
import { describePoll, samplePoll, settings } from "../output/index.ts";
import { createdOutputs, createLock, createNames, createPlanned, word } from "./planned.ts";

// No field has a default value: Zapier uses it in place of a false or 0 that is mapped from an earlier step.

const videoCalls = { none: "None", zoom: "Zoom", meet: "Google Meet", teams: "Microsoft Teams" };

/** A provider, or the link of another one: only http and https, because a link that runs a script must never reach who is invited. */
const videoCall = parsed(
  {
    helpText:
      "Zoom, Google Meet and Microsoft Teams must be connected in the settings of the space. For another provider, enter or map its link.",
    choices: videoCalls,
    placeholder: "https://meet.example.com",
  },
  (text): ConferencingInput | undefined => {
    const provider = findChoice(text, videoCalls);
    if (provider === "none") return undefined;
    if (provider !== undefined) return { provider };
    if (!/^https?:\/\/[^\s/]\S*$/i.test(text) || !URL.canParse(text))
      throw new TextError(
        "is not a choice or a web link.",
        "Choose one, or enter a link such as https://meet.example.com/team.",
      );
    return { provider: "custom", label: new URL(text).hostname.slice(0, maxLengths.callLabel), uri: text };
  },
);

/** The texts of a poll, for the forms of Create Poll and Copy Poll. */
export const pollTexts = (ending: string, organizerEnding: string) => ({
  title: single(`The subject of the poll. Up to ${maxLengths.title} characters.${ending}`, "Team lunch"),
  description: single(
    `Everyone who is invited can read it. Up to ${maxLengths.description} characters.${ending}`,
    undefined,
    "text",
  ),
  organizer: single(`The email address of a member of your space.${organizerEnding}`, "alex@example.com"),
});

const settingChoices = Object.fromEntries(
  Object.keys(settings).map((name) => [name, labelOf(name)]),
) as Choices<keyof typeof settings>;

const { title, description, organizer } = pollTexts("", " Default: the owner of the space.");

const fields = {
  ...grouped("What", {
    title: required(title),
    description,
    location: single(`Where people meet. Up to ${maxLengths.location} characters.`, "Room 4"),
    video_call: videoCall,
  }),
  ...grouped("When", { option_type: required(optionType, "is required. Choose what people vote on.") }),
  ...grouped("More", {
    organizer,
    settings: chooseSeveral(
      settingChoices,
      "Without a choice: no email is asked for, everyone sees names and scores, comments are off, if need be is an answer.",
    ),
  }),
};

export const createPollForm = defineForm(fields);

/** The fields that parts of a request have other names for. */
const otherNames = {
  conferencing: "video_call",
  startDate: "first_day",
  endDate: "last_day",
  from: "first_slot_starts",
  to: "last_slot_ends",
  days: "weekdays",
  interval: "minutes_between_starts",
};

/**
 * Plans the poll of a form: its body, with instants or calendar days only, and notes on how values were understood. Throws
 * `InputError` naming every field that cannot be used.
 */
export function planPollForm(
  {
    title,
    description,
    location,
    video_call,
    organizer,
    settings: chosen,
    option_type: offer,
  }: FormOf<typeof fields>,
  { accountZone, now, notes }: FormContext,
) {
  const request = {
    ...{ title, description, location, conferencing: video_call },
    organizer: organizer === undefined ? undefined : { email: organizer },
    ...Object.assign({}, ...chosen.map((name) => settings[name])),
    ...offer.request,
  };
  const { key, texts = [] } = offer;
  const nameField = createNames({ ...otherNames, options: key, times: key, windows: key });
  const name = (path: string) => {
    const text = texts[Number(/^times\.(\d+)/.exec(path)?.[1])];
    return text === undefined ? nameField(path) : `${nameField(path)} ${quoteValue(text)}`;
  };
  const localZone = normalizeTimeZone(accountZone ?? "");
  // What a range has in the past is left out. A time that somebody wrote is not.
  const past = offer.request.windows === undefined ? "refuse" : "omit";
  const plan = word(name, () => planPoll(request, { overlaps: "earlier", now, past, localZone }));
  return { body: plan.body, notes: [...notes, ...plan.notes], name };
}

const { operation, ...step } = defineStep(
  {
    key: "create_poll",
    noun: "Poll",
    label: "Create Poll",
    description: "Creates a poll of whole days, or of times that you list or repeat on several days.",
    form: createPollForm,
    outputs: createdOutputs,
    sample: { ...describePoll(samplePoll), notes: "" },
  },
  async (run, asked, show) => show(await createPlanned(run.client, planPollForm(asked, run))),
);

export const createPoll = { ...step, operation: { lock: createLock, ...operation } } satisfies Create;
