/** Instant triggers: a webhook of the space with the URL of a Zap, which checks the signature itself. */
import type { PlainOutputField, Trigger } from "zapier-platform-core";
import {
  type ParticipantEventData,
  type PollScheduledEventData,
  receiveWebhook,
  signWebhook,
  WebhookError,
  type WebhookEvent,
} from "../../src/api/web.ts";
import { isPollGone, type Run, step } from "../client.ts";
import { About } from "../errors.ts";
import { defineForm, optionalPoll, refuse, single } from "../input/index.ts";
import type { answerFields, OutputRecord } from "../output/index.ts";
import { dayMs } from "./share.ts";

/** A delivered event. Without a secret, whoever knows the URL may have made it up. */
export interface Delivered extends Pick<WebhookEvent, "id" | "createdAt"> {
  isSigned: boolean;
  /** Has the fields of its type. */
  data: ParticipantEventData & PollScheduledEventData;
}

/** A row of the table of instant triggers. */
interface Hook {
  key: string;
  noun: string;
  label: string;
  /** When it fires, after "Triggers when". */
  when: string;
  /** The type of the event that the webhook sends. */
  event: WebhookEvent["type"];
  /** What is checked of an event that is not signed, as a sentence. */
  unsigned: string;
  /** The record of an event; null if it does not fire. */
  read: (run: Run, event: Delivered) => Promise<OutputRecord | null>;
  samples: (run: Run) => Promise<OutputRecord[]>;
  outputFields: (PlainOutputField | typeof answerFields)[];
  sample: OutputRecord;
}

const form = defineForm({
  poll: optionalPoll("Leave empty for all polls of the space."),
  signing_secret: single(
    "Rallly shows it with the webhook. Without it, whoever knows the URL of this Zap can send made-up events.",
    undefined,
    "password",
  ),
});

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

/** The record of the event, or nothing for another event, another poll, or one that is gone. */
async function receive(run: Run, hook: Hook): Promise<OutputRecord[]> {
  const { poll: chosen, signing_secret: secret } = form.read(run.values);
  const event = await readEvent(run, secret);
  if (event.type !== hook.event) return [];
  const delivered = { ...event, isSigned: secret !== undefined } as Delivered;
  const { poll, participant } = delivered.data;
  if (chosen !== undefined && chosen !== poll.id) return [];
  const record = await hook.read(run, delivered).catch((error: unknown) => {
    if (isPollGone(error)) return null;
    // Nobody sends the event again: who reads the failure must know what it was about.
    throw new About(error, hook.noun === "Poll" ? `Poll ID ${poll.id}` : `Response ID ${participant.id}`);
  });
  if (record === null) return [];
  if (secret === undefined) return [record];
  // Zapier does not know events that came before. Each Zap has a secret of its own.
  const name = `${hook.key}_${run.z.hash("sha256", secret).slice(0, 16)}_${event.id}`;
  return (await run.cache.claim(name, (2 * dayMs) / 1000)) ? [record] : [];
}

/** A trigger that fires when Rallly sends an event. */
export const defineHook = (hook: Hook) =>
  ({
    key: hook.key,
    noun: hook.noun,
    display: {
      label: hook.label,
      description: `Triggers when ${hook.when}.`,
      directions: `Copy the URL. The owner of the space adds it in Rallly, in the settings of the space under Webhooks, with the event ${hook.event}. A space has at most five webhooks. Then copy the signing secret of the webhook into Signing Secret. Without it, ${hook.unsigned}, and an event may come twice.`,
    },
    operation: {
      type: "hook",
      perform: step((run) => receive(run, hook)),
      performList: step(async (run) => (await hook.samples(run)).slice(0, 3)),
      inputFields: form.inputFields,
      outputFields: hook.outputFields,
      sample: hook.sample,
    },
  }) satisfies Trigger;
