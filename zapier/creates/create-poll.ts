import type { Create } from "zapier-platform-core";
import { maxLengths } from "../../src/api/check/create-input.ts";
import type { ConferencingInput } from "../../src/api/web.ts";
import { type PollRequest, planPoll } from "../../src/scheduling/index.ts";
import { normalizeTimeZone } from "../../src/time/index.ts";
import { step } from "../client.ts";
import {
  at,
  type Choices,
  chooseSeveral,
  defineForm,
  type FormValues,
  findChoice,
  labelOf,
  optionType,
  parsed,
  quoteValue,
  required,
  single,
  textOf,
  toRequest,
} from "../input/index.ts";
import { describePoll, listFields, samplePoll, settings, toRecord } from "../output/index.ts";
import { createdOutputs, createLock, createPlanned, word } from "./planned.ts";

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
  (text, refuseText): ConferencingInput | undefined => {
    const provider = findChoice(text, videoCalls);
    if (provider === "none") return undefined;
    if (provider !== undefined) return { provider };
    if (!/^https?:\/\/[^\s/]\S*$/i.test(text) || !URL.canParse(text))
      throw refuseText(
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
    `Shown to everyone who is invited. Up to ${maxLengths.description} characters.${ending}`,
    undefined,
    "text",
  ),
  organizer: single(`The email address of a member of your space.${organizerEnding}`, "alex@example.com"),
});

const settingChoices = Object.fromEntries(
  Object.keys(settings).map((name) => [name, labelOf(name)]),
) as Choices<keyof typeof settings>;

const { title, description, organizer } = pollTexts("", " Default: the owner of the space.");

const form = defineForm(
  {
    title: required(title),
    option_type: required(optionType, "is required. Choose what people vote on."),
    description,
    location: single(`Where people meet. Up to ${maxLengths.location} characters.`, "Room 4"),
    video_call: at(videoCall, "conferencing"),
    organizer,
    settings: chooseSeveral(
      settingChoices,
      "What to change. Without a choice: no email is asked for, everyone sees names and scores, comments are off, if need be is an answer.",
    ),
  },
  {
    What: ["title", "description", "location", "video_call"],
    When: ["option_type"],
    More: ["organizer", "settings"],
  },
);

const pastHint = `To leave out what is in the past, choose so under ${labelOf("past_options")}.`;

/**
 * Plans the poll of a form: its body, with instants or calendar days only, and notes on how values were understood. `accountZone`
 * is used when the form has no time zone; `now` is in milliseconds. Throws `InputError` naming every field that cannot be used.
 */
export function planPollForm(values: FormValues, accountZone: string | null, now: number) {
  const notes: string[] = [];
  const read = form.read(values, { accountZone, now, notes });
  const { title, description, location, option_type: offer } = read;
  const request: PollRequest = {
    title,
    description,
    location,
    conferencing: read.video_call,
    organizer: read.organizer === undefined ? undefined : { email: read.organizer },
    ...Object.assign({}, ...read.settings.map((name) => settings[name])),
    ...toRequest(offer),
  };
  const name = (path: string) => {
    const text = textOf(offer, path);
    return `${form.label(path, values) ?? path}${text === undefined ? "" : ` ${quoteValue(text)}`}`;
  };
  const localZone = normalizeTimeZone(accountZone ?? "");
  // Slots that are generated are left out once they have passed.
  const past = offer.choice === "hours" || offer.past_options === "leave_out" ? "omit" : "refuse";
  const hints = past === "refuse" ? { dates: pastHint, times: pastHint } : {};
  const plan = word(name, () => planPoll(request, { overlaps: "earlier", now, past, localZone }), hints);
  return { body: plan.body, notes: [...notes, ...plan.notes], name };
}

export const createPoll = {
  key: "create_poll",
  noun: "Poll",
  display: {
    label: "Create Poll",
    description: "Creates a poll of whole days, or of times that you list or repeat on several days.",
  },
  operation: {
    lock: createLock,
    perform: step(async ({ client, values, bundle }) => {
      const plan = planPollForm(values, bundle.meta?.timezone || null, Date.now());
      return toRecord(createdOutputs, await createPlanned(client, plan));
    }),
    inputFields: form.inputFields,
    inputFieldGroups: form.inputFieldGroups,
    outputFields: listFields(createdOutputs),
    sample: toRecord(createdOutputs, { ...describePoll(samplePoll), notes: "" }),
  },
} satisfies Create;
