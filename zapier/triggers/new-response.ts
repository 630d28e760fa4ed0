import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import { withClient } from "../connection.ts";
import { pollField } from "../fields/poll-choice.ts";
import { readForm } from "../form/blanks.ts";
import { requirePoll } from "../form/poll.ts";
import { responseFields } from "../output/fields.ts";
import { type ResponseRecord, showResponse } from "../output/response.ts";
import { responseSample } from "../samples.ts";

const inputFields = defineInputFields([pollField]);

/**
 * Two requests a tick: the poll, whose zone and title the text needs, and its responses, which come oldest first and
 * all at once. Every one is given, so that a deleted response can never let an older one slide in and fire.
 */
async function perform(z: ZObject, { authData, inputData, meta }: Bundle): Promise<ResponseRecord[]> {
  return withClient(z, authData, async (client) => {
    const pollId = requirePoll(readForm(inputData));
    const { data: poll } = await client.getPoll({ pollId });
    const { data: participants } = await client.listParticipants({ pollId });
    const newest = [...participants].reverse();
    return (meta?.isLoadingSample ? newest.slice(0, 3) : newest).map((one) => showResponse(one, poll));
  });
}

/** Fires for every person who answers a poll. */
export const newResponse = {
  key: "new_response",
  noun: "Response",
  display: { label: "New Response", description: "Triggers when somebody answers the chosen poll." },
  operation: {
    type: "polling",
    perform,
    inputFields,
    outputFields: responseFields,
    sample: responseSample,
    cleanInputData: false,
  },
} satisfies Trigger;
