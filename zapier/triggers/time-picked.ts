import { defineInputFields, type Trigger } from "zapier-platform-core";
import {
  type Participant,
  type Poll,
  receiveWebhook,
  signWebhook,
  WebhookError,
  type WebhookEvent,
} from "../../src/api/web.ts";
import { createSpanFinder } from "../../src/scheduling/rank/availability.ts";
import type { OptionTime } from "../../src/time/index.ts";
import { type Run, step } from "../client.ts";
import { getSingle } from "../input/form-values.ts";
import { refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { getPoll, optionalPollField } from "../input/poll.ts";
import { cleanLine, toWhen, type When, whenColumns } from "../output/format.ts";
import { listEmails } from "../output/missing.ts";
import { headColumns } from "../output/poll.ts";
import { type Column, column, listFields, type OutputRecord, toRecord } from "../output/table.ts";
import { findOptionLimits, listNewestPolls } from "../polls.ts";
import { sampleParticipant, samplePoll } from "../samples.ts";
import { dayMs, nullIfGone } from "./log.ts";

const inputFields = defineInputFields([
  { ...optionalPollField, helpText: "Leave empty for all polls of the space." },
  text(
    "signing_secret",
    "Rallly shows it with the webhook. Without it, whoever knows the URL of this Zap can send made-up events.",
    { type: "password" },
  ),
]);

interface Picked {
  eventId: string;
  poll: Poll;
  when: When;
  /** Those who can come, the oldest response first. */
  people: Participant[];
}

const columns: Column<Picked>[] = [
  column("id", "Event ID", ({ eventId }) => eventId),
  ...headColumns,
  column("location", "Location", ({ poll }) => cleanLine(poll.location)),
  ...whenColumns,
  column("available_count", "Available Count", ({ people }) => people.length, "integer"),
  column("names_text", "Names (Text)", ({ people }) => people.map(({ name }) => cleanLine(name)).join(", ")),
  column("emails", "Emails", ({ people }) => listEmails(people)),
];

type Span = Pick<Participant["availability"][number], "start" | "end" | "allDay">;

const toOption = ({ start, end, allDay }: Span): OptionTime =>
  allDay
    ? { date: start.slice(0, 10) }
    : { startTime: start, duration: (Date.parse(end) - Date.parse(start)) / 60_000 };

/** The output for an option of a poll, with those who can come. */
function describe(
  eventId: string,
  poll: Poll,
  option: OptionTime,
  all: readonly Participant[],
): OutputRecord {
  const find = createSpanFinder([option]);
  const people = all.filter(({ availability }) => availability.some((span) => find(span) !== undefined));
  return toRecord(columns, { eventId, poll, when: toWhen(option, poll.timeZone), people });
}

/** The header, which Zapier passes in any case, with or without `Http-`. */
const getSignature = (headers: Record<string, string> = {}) =>
  Object.entries(headers).find(([name]) => /^(?:http-)?x-rallly-signature$/i.test(name))?.[1];

/** The event of the request. Zapier may hold or replay a run, so a signature may be a day old. */
async function readEvent({ bundle }: Run, secret: string | undefined): Promise<WebhookEvent> {
  const { content: body = "", headers } = bundle.rawRequest ?? {};
  const toleranceSeconds = dayMs / 1000;
  const signed =
    secret === undefined
      ? await signWebhook({ body, secret: "none" })
      : { body, secret, toleranceSeconds, signature: getSignature(headers) };
  return receiveWebhook(signed).catch((error: unknown) => {
    if (!(error instanceof WebhookError) || error.fault === "payload") throw error;
    const problem =
      error.fault === "age"
        ? "the event was signed more than a day ago."
        : "the event is not signed with it. Copy the signing secret of the webhook whose URL is that of this Zap.";
    throw refuse("signing_secret", problem);
  });
}

/** The picked time, or nothing for another event or another poll. */
async function receive(run: Run): Promise<OutputRecord[]> {
  const secret = getSingle(run.values, "signing_secret");
  const event = await readEvent(run, secret);
  if (event.type !== "poll.scheduled") return [];
  const {
    poll: { id: pollId },
    event: span,
  } = event.data;
  if (![undefined, pollId].includes(getPoll(run.values))) return [];
  const { data: poll } = await run.client.getPoll({ pollId });
  const isOffered = createSpanFinder(poll.options)({ ...span, modifiers: [] }) !== undefined;
  if (secret === undefined && (poll.status !== "scheduled" || !isOffered)) return [];
  const { data: people } = await run.client.listParticipants({ pollId });
  const record = describe(event.id, poll, toOption(span), people);
  if (secret === undefined) return [record];
  // Zapier does not know events that came before. Each Zap has a secret of its own.
  const name = `picked_${run.z.hash("sha256", secret).slice(0, 16)}_${event.id}`;
  return (await run.cache.claim(name, (2 * dayMs) / 1000)) ? [record] : [];
}

/** For the editor: the newest scheduled polls. No list of the service has the picked time, so the first option stands for it. */
async function listSamples({ client }: Run): Promise<OutputRecord[]> {
  const records: OutputRecord[] = [];
  for (const poll of await listNewestPolls(client, { status: "scheduled", limit: 3, pages: 1 })) {
    const first = findOptionLimits(poll).first;
    if (first === null) continue;
    const { data: people } = await client.listParticipants({ pollId: poll.id });
    records.push(describe(`${poll.id}:${poll.status}:${poll.updatedAt}`, poll, first, people));
  }
  return records;
}

const sampleSpan = sampleParticipant.availability[0] as Span;

export const timePicked = {
  key: "time_picked",
  noun: "Poll",
  display: {
    label: "Time Picked",
    description: "Triggers when the organizer of a poll picks a time.",
    directions:
      "Copy the URL. The owner of the space adds it in Rallly, in the settings of the space under Webhooks, with the event poll.scheduled. Then copy the signing secret of the webhook into Signing Secret. Without it, only the status of the poll and its times are checked, and an event may come twice. A space has at most five webhooks.",
  },
  operation: {
    type: "hook",
    perform: step(async (run) => (await receive(run).catch(nullIfGone)) ?? []),
    performList: step(listSamples),
    inputFields,
    outputFields: listFields(columns),
    sample: describe("Ev7kR2tN5mQc", { ...samplePoll, status: "scheduled" }, toOption(sampleSpan), [
      sampleParticipant,
    ]),
  },
} satisfies Trigger;
