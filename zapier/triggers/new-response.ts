import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import { withClient } from "../client.ts";
import { normalizeInput } from "../input/form-values.ts";
import { pollField, requirePoll } from "../input/poll-id.ts";
import { maxRecords, toIds } from "../list-polls.ts";
import { responseFields } from "../output/fields.ts";
import { answerFields, chooseOptionKeys } from "../output/option-answers.ts";
import { createTriggerFormatter, type TriggerResponseRecord } from "../output/response.ts";
import { responseSample } from "../samples.ts";

const inputFields = defineInputFields([pollField]);

/**
 * The newest 100 responses, newest first; the service lists all of them, oldest first. When the Zap is switched on, it
 * returns every id: after a deletion, an older response moves into the newest 100 and must not fire.
 */
async function perform(z: ZObject, bundle: Bundle): Promise<(TriggerResponseRecord | { id: string })[]> {
  const { authData, inputData, meta } = bundle;
  return withClient(z, authData, async (client) => {
    const pollId = requirePoll(normalizeInput(inputData));
    if (meta?.isPopulatingDedupe) return toIds((await client.listParticipants({ pollId })).data);
    const { data: poll } = await client.getPoll({ pollId });
    const { data: participants } = await client.listParticipants({ pollId });
    const newest = participants.slice(meta?.isLoadingSample ? -3 : -maxRecords).reverse();
    return newest.map(createTriggerFormatter(poll, chooseOptionKeys(bundle)));
  });
}

/** The trigger that fires for every new response to a poll. */
export const newResponse = {
  key: "new_response",
  noun: "Response",
  display: { label: "New Response", description: "Triggers when somebody responds to the chosen poll." },
  operation: {
    type: "polling",
    perform,
    inputFields,
    outputFields: [...responseFields, answerFields],
    sample: responseSample,
    cleanInputData: false,
  },
} satisfies Trigger;
