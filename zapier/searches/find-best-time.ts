import type { Bundle, Search, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { Participant, PollOption } from "../../src/api/web.ts";
import { type Ranking, rankOptions } from "../../src/scheduling/index.ts";
import { emptyIfNotFound, withClient } from "../client.ts";
import { getCount } from "../input/duration.ts";
import { normalizeInput } from "../input/form-values.ts";
import { quoteValue } from "../input/input-error.ts";
import { getPeople, refuseAmbiguous, refuseContradiction, suggestPeople } from "../input/people.ts";
import { pollField, requirePoll } from "../input/poll.ts";
import { bestTimeFields, toBestTimeRecord } from "../output/best-time.ts";
import type { OutputRecord } from "../output/table.ts";
import { bestTimeSample } from "../samples.ts";

const inputFields = defineInputFields([
  {
    key: "note",
    type: "copy",
    helpText:
      "Finds the option that most people can attend, and ranks all options with their votes. If all have passed, it finds the best of them, and Is Past is true. Nothing is found until somebody is available. To see which option the organizer picked, open the Admin Link.",
  },
  pollField,
  {
    key: "required",
    label: "Required",
    type: "string",
    list: true,
    placeholder: "sam@example.com",
    helpText:
      "People who must be able to attend. Enter the full name or the email address of each. Nothing is found until all of them have responded.",
  },
  {
    key: "optional",
    label: "Optional",
    type: "string",
    list: true,
    placeholder: "kim@example.com",
    helpText:
      "People whose answers do not count against an option. They decide only between options that are equal for everybody else, and need not have responded.",
  },
  {
    key: "minimum",
    label: "Minimum",
    type: "string",
    placeholder: "3",
    helpText: "How many people must be available, without optional ones. Default: 1.",
  },
]);

/** Throws for a name that cannot be used. A required person who has not responded means that nothing is found. */
function refuseUnclear(z: ZObject, { unresolved }: Ranking<PollOption, Participant>): void {
  for (const { kind, list, text, candidates } of unresolved) {
    if (kind === "ambiguous") throw refuseAmbiguous(list, text, candidates);
    if (kind === "contradiction") throw refuseContradiction(list, text, "required");
    if (list === "required" && candidates.length > 0)
      throw new z.errors.HaltedError(
        `Required: ${quoteValue(text)} has not responded.${suggestPeople(candidates)}`,
      );
  }
}

const perform = (z: ZObject, { authData, inputData, meta }: Bundle): Promise<OutputRecord[]> =>
  withClient(z, authData, async (client) => {
    const values = normalizeInput(inputData);
    const pollId = requirePoll(values);
    const minAttendance = getCount(values, "minimum") ?? 1;
    return emptyIfNotFound(async () => {
      const { data: poll } = await client.getPoll({ pollId });
      const { data: participants } = await client.listParticipants({ pollId });
      const options: readonly PollOption[] = poll.options;
      const ranking = rankOptions({
        poll: { options, timeZone: poll.timeZone },
        participants,
        required: getPeople(values, "required", participants),
        optional: getPeople(values, "optional", participants),
        minAttendance,
        now: Date.now(),
        localZone: meta?.timezone || undefined,
      });
      refuseUnclear(z, ranking);
      const record = toBestTimeRecord(poll, ranking);
      return record === null ? [] : [record];
    });
  });

/** The search for the option that most people can attend, including all required people. */
export const findBestTime = {
  key: "find_best_time",
  noun: "Best Time",
  display: {
    label: "Find Best Time",
    description:
      "Finds the option of a poll that most people can attend, and ranks all options with their votes.",
  },
  operation: {
    perform,
    inputFields,
    outputFields: bestTimeFields,
    sample: bestTimeSample,
    cleanInputData: false,
  },
} satisfies Search;
