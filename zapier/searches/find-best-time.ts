import type { Bundle, Search, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import { rankOptions } from "../../src/scheduling/index.ts";
import { emptyIfNotFound, withClient } from "../client.ts";
import { getCount } from "../input/duration.ts";
import { normalizeInput } from "../input/form-values.ts";
import {
  optionalPeopleLabel,
  parseOptionalPeople,
  parseRequiredPeople,
  refuseUnclearPeople,
  requiredPeopleLabel,
  splitPeople,
} from "../input/people.ts";
import { pollField, requirePoll } from "../input/poll.ts";
import { type BestTimeRecord, toBestTimeRecord } from "../output/best-time.ts";
import { bestTimeFields } from "../output/fields.ts";
import { bestTimeSample } from "../samples.ts";

const attendanceLabel = "Minimum Attendance";

const inputFields = defineInputFields([
  {
    key: "note",
    type: "copy",
    helpText:
      "Finds the option that most people can attend. If all options have passed, it finds the best of them, and Is Past is true. Nothing is found until somebody is available. To see which option the organizer picked, open the Admin Link.",
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
    key: "optional_people",
    label: optionalPeopleLabel,
    type: "string",
    list: true,
    placeholder: "kim@example.com",
    helpText:
      "People whose answers do not count against an option. They decide only between options that are equal for everybody else, and need not have responded.",
  },
  {
    key: "min_attendance",
    label: attendanceLabel,
    // Text, because Zapier turns other text in a number field into a wrong number.
    type: "string",
    placeholder: "3",
    helpText: "Minimum number of people who are available, without optional ones. Default: 1.",
  },
]);

async function perform(z: ZObject, { authData, inputData }: Bundle): Promise<BestTimeRecord[]> {
  return withClient(z, authData, async (client) => {
    const values = normalizeInput(inputData);
    const pollId = requirePoll(values);
    const minAttendance = getCount(values, "min_attendance") ?? 1;
    const required = parseRequiredPeople(values);
    const optional = parseOptionalPeople(values);
    return emptyIfNotFound(async () => {
      const { data: poll } = await client.getPoll({ pollId });
      const { data: participants } = await client.listParticipants({ pollId });
      const options: readonly (typeof poll.options)[number][] = poll.options;
      const ranking = rankOptions({
        poll: { options, timeZone: poll.timeZone },
        participants,
        required: splitPeople(required, participants),
        optional: splitPeople(optional, participants),
        minAttendance,
        now: Date.now(),
      });
      refuseUnclearPeople(ranking.unresolved);
      const record = toBestTimeRecord(poll, ranking);
      return record === null ? [] : [record];
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
