import type { Bundle, Search, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import { emptyIfNotFound, withClient } from "../client.ts";
import { normalizeInput } from "../input/form-values.ts";
import { pollField, requirePoll } from "../input/poll.ts";
import { resultsFields } from "../output/fields.ts";
import { type ResultsRecord, toResultsRecord } from "../output/results.ts";
import { resultsSample } from "../samples.ts";

const inputFields = defineInputFields([
  {
    key: "note",
    type: "copy",
    helpText:
      "The leading option is the one with the best votes. To see which option the organizer picked, open the Admin Link.",
  },
  pollField,
]);

async function perform(z: ZObject, { authData, inputData }: Bundle): Promise<ResultsRecord[]> {
  return withClient(z, authData, async (client) => {
    const pollId = requirePoll(normalizeInput(inputData));
    return emptyIfNotFound(async () => {
      const { data: poll } = await client.getPoll({ pollId });
      const { data: results } = await client.getPollResults({ pollId });
      return [toResultsRecord(results, poll)];
    });
  });
}

/** The search for the results of a poll: the leading option, and all options ranked. */
export const findPollResults = {
  key: "find_poll_results",
  noun: "Poll Results",
  display: {
    label: "Find Poll Results",
    description: "Finds the results of a poll: its leading option, and every option ranked with its votes.",
  },
  operation: {
    perform,
    inputFields,
    outputFields: resultsFields,
    sample: resultsSample,
    cleanInputData: false,
  },
} satisfies Search;
