import type { Bundle, Create, ZObject } from "zapier-platform-core";
import type { Client, CreatePollInput } from "../../src/api/web.ts";
import { sanitizeText } from "../../src/sanitize.ts";
import { withClient } from "../client.ts";
import { createPollForm, createPollGroups } from "../fields/create-poll-fields.ts";
import { normalizeInput } from "../input/form-values.ts";
import { planInput } from "../input/plan.ts";
import { field, pollFields } from "../output/fields.ts";
import { toPollRecord } from "../output/poll.ts";
import { pollSample } from "../samples.ts";

const maxNotesLength = 10_000;

const recoveredNote =
  "The response of the service was lost, and the poll was found in the space. If someone else created an identical poll at the same moment, it may be theirs.";

/** Creates a poll from its plan. Returns it with notes on how the input was understood. */
export async function createPlanned(
  z: ZObject,
  client: Client,
  { body, notes }: { body: CreatePollInput; notes: readonly string[] },
) {
  const { data, recovered } = await client.createPoll(body);
  // First, because long notes are cut at their end.
  const all = recovered ? [recoveredNote, ...notes] : notes;
  try {
    return { ...toPollRecord(data), notes: sanitizeText(all.join("\n"), maxNotesLength) };
  } catch {
    // Zapier replays other errors and would create the poll twice.
    throw new z.errors.HaltedError(
      `The poll was created (${data.id}), but its data could not be read. Do not run this step again. Open ${data.adminUrl} instead.`,
    );
  }
}

async function perform(z: ZObject, { authData, inputData, meta }: Bundle) {
  return withClient(z, authData, (client) =>
    createPlanned(z, client, planInput(normalizeInput(inputData), meta?.timezone || null, Date.now())),
  );
}

/** The action that creates a poll of days or of times. */
export const createPoll = {
  key: "create_poll",
  noun: "Poll",
  display: {
    label: "Create Poll",
    description: "Creates a poll of whole days, or of times that you list or repeat on several days.",
  },
  operation: {
    perform,
    inputFields: createPollForm,
    inputFieldGroups: createPollGroups,
    outputFields: [...pollFields, field("notes", "Notes")],
    sample: { ...pollSample, notes: "" },
    cleanInputData: false,
  },
} satisfies Create;
