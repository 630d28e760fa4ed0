import type { Bundle, Search, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { Client, WebhookEvent } from "../../src/api/core.ts";
import { emptyIfNotFound, getWebhookSecret, withClient } from "../client.ts";
import { normalizeInput } from "../input/form-values.ts";
import { checkDelivery, rawBodyLabel, signatureLabel } from "../input/webhook-delivery.ts";
import { webhookEventFields } from "../output/fields.ts";
import {
  type EventSubject,
  getParticipantId,
  getPollId,
  toWebhookEventRecord,
  type WebhookEventRecord,
} from "../output/webhook-event.ts";
import { webhookEventSample } from "../samples.ts";

const inputFields = defineInputFields([
  {
    key: "note",
    type: "copy",
    helpText:
      "Reads what a webhook of Rallly delivered to *Webhooks by Zapier, Catch Raw Hook*: what happened, to which poll, who responded, and which time was picked. To have the delivery checked, fill in Webhook Secret in the connection.",
  },
  {
    key: "raw_body",
    label: rawBodyLabel,
    type: "text",
    required: true,
    helpText: "Map the field of this name from the trigger, with nothing before or after it.",
  },
  {
    key: "signature",
    label: signatureLabel,
    type: "string",
    placeholder: "t=1803801600,v1=…",
    helpText:
      "Map Headers Http X Rallly Signature from the trigger. Needed if the connection has a Webhook Secret; otherwise nothing is checked.",
  },
]);

/** Reads what an event is about. What was deleted since is null. */
async function readSubject(client: Client, event: WebhookEvent): Promise<EventSubject> {
  const [pollId, participantId] = [getPollId(event), getParticipantId(event)];
  if (pollId === null) return { poll: null, participant: null };
  const [poll = null] = await emptyIfNotFound(async () => [(await client.getPoll({ pollId })).data]);
  if (poll === null || participantId === null) return { poll, participant: null };
  const [participant = null] = await emptyIfNotFound(async () => [
    (await client.getParticipant({ pollId, participantId })).data,
  ]);
  return { poll, participant };
}

async function perform(z: ZObject, { authData, inputData }: Bundle): Promise<WebhookEventRecord[]> {
  return withClient(z, authData, async (client) => {
    // Refuses values that are too large. The signature is of the body as it is, with every character.
    normalizeInput(inputData);
    const { raw_body: body, signature } = inputData;
    const { event, ...check } = await checkDelivery(body, signature, getWebhookSecret(authData), Date.now());
    return [toWebhookEventRecord(event, await readSubject(client, event), check)];
  });
}

/** The search for the event in a delivery of a webhook. */
export const findWebhookEvent = {
  key: "find_webhook_event",
  noun: "Webhook Event",
  display: {
    label: "Find Webhook Event",
    description: "Finds out what a webhook delivered: the event, its poll, the response and the picked time.",
  },
  operation: {
    perform,
    inputFields,
    outputFields: webhookEventFields,
    sample: webhookEventSample,
    cleanInputData: false,
  },
} satisfies Search;
