import type { Bundle, Search, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import { rankOptions, splitPeople } from "../../src/scheduling/index.ts";
import { emptyIfNotFound, withClient } from "../client.ts";
import { normalizeInput } from "../input/form-values.ts";
import { parseRequiredPeople, rankRequired, requiredPeopleLabel } from "../input/people.ts";
import { parsePeopleCount } from "../input/people-count.ts";
import { pollField, requirePoll } from "../input/poll-id.ts";
import { type BestTimeRecord, toBestTimeRecord } from "../output/best-time.ts";
import { bestTimeFields } from "../output/fields.ts";
import { bestTimeSample } from "../samples.ts";

const attendanceLabel = "Minimum Attendance";

const inputFields = defineInputFields([
  {
    key: "note",
    type: "copy",
    helpText:
      "Finds the option that most people can attend. Options in the past are left out. To see which option the organizer picked, open the Admin Link.",
  },
  pollField,
  {
    key: "required_people",
    label: requiredPeopleLabel,
    type: "string",
    list: true,
    placeholder: "sam@example.com",
    helpText:
      "People who must be able to attend. Enter the full name or the email address of each. Nothing is found until all of them have responded.",
  },
  {
    key: "min_attendance",
    label: attendanceLabel,
    // Text, because Zapier turns other text in a number field into a wrong number.
    type: "string",
    placeholder: "3",
    helpText: "Minimum number of people. Default: 1.",
  },
]);

async function perform(z: ZObject, { authData, inputData }: Bundle): Promise<BestTimeRecord[]> {
  return withClient(z, authData, async (client) => {
    const values = normalizeInput(inputData);
    const pollId = requirePoll(values);
    const minAttendance = parsePeopleCount(values, "min_attendance", attendanceLabel) ?? 1;
    const required = parseRequiredPeople(values);
    return emptyIfNotFound(async () => {
      const { data: poll } = await client.getPoll({ pollId });
      const { data: participants } = await client.listParticipants({ pollId });
      const options: readonly (typeof poll.options)[number][] = poll.options;
      const ranking = rankRequired(() =>
        rankOptions({
          poll: { options },
          participants,
          required: splitPeople(required, participants),
          minAttendance,
          now: Date.now(),
        }),
      );
      const best = ranking?.best ?? null;
      return ranking === null || best === null ? [] : [toBestTimeRecord(poll, ranking, best)];
    });
  });
}

/** The search for the option that most people can attend, including all required people. */
export const findBestTime = {
  key: "find_best_time",
  noun: "Best Time",
  display: {
    label: "Find Best Time",
    description:
      "Finds the option of a poll that most people can attend, including everyone who must be there.",
  },
  operation: {
    perform,
    inputFields,
    outputFields: bestTimeFields,
    sample: bestTimeSample,
    cleanInputData: false,
  },
} satisfies Search;
