import type { Bundle, Search, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import { rankOptions } from "../../src/scheduling/index.ts";
import { emptyWhenGone, withClient } from "../connection.ts";
import { pollField } from "../fields/poll-choice.ts";
import { type FormValues, readForm } from "../form/blanks.ts";
import { readList } from "../form/lists.ts";
import { refuseUnclearPeople, requiredPeopleLabel } from "../form/people.ts";
import { requirePoll } from "../form/poll.ts";
import { FormRefusal } from "../form/refusal.ts";
import { readSingle } from "../form/single.ts";
import { type BestTimeRecord, showBestTime } from "../output/best-time.ts";
import { bestTimeFields } from "../output/fields.ts";
import { bestTimeSample } from "../samples.ts";

const attendanceLabel = "Minimum Attendance";

const inputFields = defineInputFields([
  {
    key: "note",
    type: "copy",
    helpText:
      "The best option is the one that suits most people, never one that has passed. Which one an organizer picked is not told by the service: the admin link shows it.",
  },
  pollField,
  {
    key: "required_people",
    label: requiredPeopleLabel,
    type: "string",
    list: true,
    placeholder: "sam@example.com",
    helpText: "Only options that all of them can make count. Give the whole name or the address of each.",
  },
  {
    key: "min_attendance",
    label: attendanceLabel,
    type: "integer",
    placeholder: "3",
    helpText: "Only options that so many can make count. One when empty.",
  },
]);

function readAttendance(values: FormValues): number {
  const written = readSingle(values, "min_attendance", attendanceLabel);
  if (written === undefined) return 1;
  const count = Number(written);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new FormRefusal([
    { field: attendanceLabel, message: `"${written}" is not a whole number of people.` },
  ]);
}

async function perform(z: ZObject, { authData, inputData }: Bundle): Promise<BestTimeRecord[]> {
  return withClient(z, authData, async (client) => {
    const values = readForm(inputData);
    const pollId = requirePoll(values);
    const minAttendance = readAttendance(values);
    const required = readList(values["required_people"]);
    return emptyWhenGone(async () => {
      const { data: poll } = await client.getPoll({ pollId });
      const { data: participants } = await client.listParticipants({ pollId });
      const options: readonly (typeof poll.options)[number][] = poll.options;
      const ranking = refuseUnclearPeople(() =>
        rankOptions({ poll: { options }, participants, required, minAttendance, now: Date.now() }),
      );
      return ranking.best === null ? [] : [showBestTime(poll, ranking, ranking.best)];
    });
  });
}

/** Finds the option of a poll that suits most people, and all of those who must be there. */
export const findBestTime = {
  key: "find_best_time",
  noun: "Best Time",
  display: {
    label: "Find Best Time",
    description: "Finds the option of a poll that suits most people, and all of those who must be there.",
  },
  operation: {
    perform,
    inputFields,
    outputFields: bestTimeFields,
    sample: bestTimeSample,
    cleanInputData: false,
  },
} satisfies Search;
