/** An instant trigger: a webhook of the space with the URL of a Zap, which checks the signature itself. */
import type { Trigger } from "zapier-platform-core";
import {
  type Participant,
  type Poll,
  type PollOption,
  type PollScheduledEventData,
  receiveWebhook,
  signWebhook,
  WebhookError,
} from "../../src/api/web.ts";
import { groupResponses } from "../../src/scheduling/people/identity.ts";
import { createSpanFinder } from "../../src/scheduling/rank/availability.ts";
import { isPollGone, type Run, step } from "../client.ts";
import { defineStep } from "../define-step.ts";
import { About } from "../errors.ts";
import { defineForm, type FormOf, optionalPoll, refuse, single } from "../input/index.ts";
import {
  calendarOutputs,
  cleanLine,
  eventId,
  headOutputs,
  integer,
  joinNames,
  listEmails,
  type Outputs,
  sampleParticipant,
  samplePoll,
  toRecord,
  toWhen,
  type When,
  whenOutputs,
} from "../output/index.ts";
import { listNewestPolls, sortOptions } from "../polls.ts";
import { dayMs, endId } from "./log.ts";

const fields = {
  poll: optionalPoll("Pick one to watch only that; otherwise all polls of the space are watched."),
  signing_secret: single(
    "Rallly shows it with the webhook. Without it, whoever knows the URL of this Zap can send made-up events.",
    undefined,
    "password",
  ),
};

interface Picked {
  eventId: string;
  poll: Poll;
  option: PollOption;
  when: When;
  /** Those who can come, the oldest response first. */
  people: Participant[];
  isPicked: true;
}

const outputs: Outputs<Picked> = {
  id: eventId(({ eventId }) => eventId),
  ...headOutputs,
  location: ({ poll }) => cleanLine(poll.location),
  ...whenOutputs,
  ...calendarOutputs,
  available_count: integer(({ people }) => people.length),
  names_text: ({ people }) => joinNames(people.map(({ name }) => cleanLine(name))),
  emails: ({ people }) => listEmails(people),
};

/** A picked time of a poll, with those who can come. The last answer of a person counts. */
function toPicked(eventId: string, poll: Poll, option: PollOption, all: readonly Participant[]): Picked {
  const find = createSpanFinder([option]);
  const last = groupResponses(all).flatMap((own) => own.slice(-1));
  const people = last.filter(({ availability }) => availability.some((span) => find(span) !== undefined));
  return { eventId, poll, option, when: toWhen(option, poll), people, isPicked: true };
}

/** A time that is no option of the poll anymore. */
const toOption = ({ start, end, allDay }: PollScheduledEventData["event"]): PollOption =>
  allDay
    ? { id: start, date: start.slice(0, 10) }
    : { id: start, startTime: start, duration: (Date.parse(end) - Date.parse(start)) / 60_000 };

/** The event of the request. Zapier may hold or replay a run, so a signature may be a day old. */
async function readEvent({ bundle, z }: Run, secret: string | undefined) {
  const { content: body = "", headers } = bundle.rawRequest ?? {};
  // Zapier passes headers in any case, with or without `Http-`.
  const signature = Object.entries(headers ?? {}).find(([name]) =>
    /^(?:http-)?x-rallly-signature$/i.test(name),
  )?.[1];
  const signed =
    secret === undefined
      ? signWebhook({ body, secret: "none" })
      : { body, secret, signature, toleranceSeconds: dayMs / 1000 };
  const received = Promise.resolve(signed).then(receiveWebhook);
  return received.catch((error: unknown) => {
    if (!(error instanceof WebhookError)) throw error;
    if (error.fault !== "age" && error.fault !== "signature")
      throw new z.errors.HaltedError(
        "What was sent to the URL of this Zap is not an event of Rallly. Nothing to do, unless it repeats: then check who else has the URL.",
      );
    const problem =
      error.fault === "age"
        ? "the event was signed more than a day ago."
        : "the event is not signed with it. Copy the signing secret of the webhook whose URL is that of this Zap.";
    throw refuse("signing_secret", problem);
  });
}

/** The picked time, or nothing for another event, another poll, or one that is gone. */
async function receive(
  run: Run,
  { poll: chosen, signing_secret: secret }: FormOf<typeof fields>,
): Promise<Picked[]> {
  const event = await readEvent(run, secret);
  if (event.type !== "poll.scheduled") return [];
  const {
    poll: { id: pollId },
    event: span,
  } = event.data as PollScheduledEventData;
  if (chosen !== undefined && chosen !== pollId) return [];
  try {
    const { data: poll } = await run.client.getPoll({ pollId });
    const offered = poll.options[createSpanFinder(poll.options)({ ...span, modifiers: [] }) ?? -1];
    // Without a secret, whoever knows the URL may have made the event up.
    if (secret === undefined && (poll.status !== "scheduled" || offered === undefined)) return [];
    const { data: people } = await run.client.listParticipants({ pollId });
    // Rallly may deliver an event twice, and Zapier does not know events that came before. Each Zap has a secret of its own.
    const zap = run.z.hash("sha256", secret ?? "").slice(0, 16);
    const isFirst =
      secret === undefined || (await run.cache.claim(`picked_${zap}_${event.id}`, (2 * dayMs) / 1000));
    return isFirst ? [toPicked(event.id, poll, offered ?? toOption(span), people)] : [];
  } catch (error) {
    if (isPollGone(error)) return [];
    // Nobody sends the event again: who reads the failure must know what it was about.
    throw new About(error, `Poll ID ${pollId}`);
  }
}

/** The newest scheduled polls. No list of the service has the picked time, so the first option stands for it. */
const performList = step(async ({ client }) => {
  const polls = await listNewestPolls(client, { status: "scheduled", limit: 3, pages: 1 });
  const found = polls.map(async (poll) => {
    const { data: people } = await client.listParticipants({ pollId: poll.id });
    return sortOptions(poll)
      .slice(0, 1)
      .map((option) => toRecord(outputs, toPicked(endId(poll), poll, option, people)));
  });
  return (await Promise.all(found)).flat();
});

const { operation, display, ...names } = defineStep(
  {
    key: "time_picked",
    noun: "Poll",
    label: "Time Picked",
    description: "Triggers when the organizer of a poll picks a time.",
    form: defineForm(fields),
    outputs,
    sample: toPicked(
      "Ev7kR2tN5mQc",
      { ...samplePoll, status: "scheduled" },
      samplePoll.options[0] as PollOption,
      [sampleParticipant],
    ),
  },
  async (run, asked, show) => (await receive(run, asked)).map(show),
);

export const timePicked = {
  ...names,
  display: {
    ...display,
    directions:
      "Copy the URL. The owner of the space adds it in Rallly, in the settings of the space under Webhooks, with the event poll.scheduled. A space has at most five webhooks. Then copy the signing secret of the webhook into Signing Secret. Without it, only the status of the poll and its times are checked, and an event may come twice.",
  },
  operation: { type: "hook", performList, ...operation },
} satisfies Trigger;
