import type { Bundle, Search, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import { sanitizeLine } from "../../src/api/sanitize.ts";
import { rankOptions, splitPeople } from "../../src/scheduling/index.ts";
import { emptyIfNotFound, withClient } from "../client.ts";
import { pollField } from "../fields/poll-field.ts";
import { type FormValues, normalizeInput } from "../input/blanks.ts";
import { InputError } from "../input/input-error.ts";
import { parseRequiredPeople, rankRequired, requiredPeopleLabel } from "../input/people.ts";
import { requirePoll } from "../input/poll-id.ts";
import { getSingle } from "../input/single.ts";
import { type BestTimeRecord, toBestTimeRecord } from "../output/best-time.ts";
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
    helpText:
      "Only options that all of them can make count. Give the full name or the email address of each. Nothing is found while one of them has not answered.",
  },
  {
    key: "min_attendance",
    label: attendanceLabel,
    // As text: Zapier would turn what it cannot read as a number into another one.
    type: "string",
    placeholder: "3",
    helpText: "Options that fewer people can make do not count. One when empty.",
  },
]);

function readAttendance(values: FormValues): number {
  const written = getSingle(values, "min_attendance", attendanceLabel);
  if (written === undefined) return 1;
  const [, digits = ""] = /^(\d{1,6})(?:\.0{1,6})?(?: (?:people|persons?))?$/i.exec(written) ?? [];
  if (Number(digits) >= 1) return Number(digits);
  throw new InputError([
    { field: attendanceLabel, message: `"${sanitizeLine(written, 60)}" is not a whole number of people.` },
  ]);
}

async function perform(z: ZObject, { authData, inputData }: Bundle): Promise<BestTimeRecord[]> {
  return withClient(z, authData, async (client) => {
    const values = normalizeInput(inputData);
    const pollId = requirePoll(values);
    const minAttendance = readAttendance(values);
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
