import type { Bundle, Search, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { Participant } from "../../src/api/schemas.ts";
import { emptyWhenGone, withClient } from "../connection.ts";
import { pollField } from "../fields/poll-choice.ts";
import { readForm } from "../form/blanks.ts";
import { requirePoll } from "../form/poll.ts";
import { FormRefusal } from "../form/refusal.ts";
import { readSingle } from "../form/single.ts";
import { responseFields } from "../output/fields.ts";
import { fold, pickBest, rankMatch } from "../output/match.ts";
import { type ResponseRecord, showResponse } from "../output/response.ts";
import { responseSample } from "../samples.ts";

const personLabel = "Name or Email";

const inputFields = defineInputFields([
  pollField,
  {
    key: "person",
    label: personLabel,
    type: "string",
    required: true,
    placeholder: "sam@example.com",
    helpText:
      "Who answered. An address must be the whole one; of what people call themselves a part will do.",
  },
]);

/** An address names one person, so it counts only when it is the whole one; a name may be given in part. */
function rankPerson(participant: Participant, wanted: string): number | undefined {
  if (participant.email !== null && fold(participant.email) === fold(wanted)) return -1;
  return wanted.includes("@") ? undefined : rankMatch(participant.name, wanted);
}

async function perform(z: ZObject, { authData, inputData }: Bundle): Promise<ResponseRecord[]> {
  return withClient(z, authData, async (client) => {
    const values = readForm(inputData);
    const pollId = requirePoll(values);
    const person = readSingle(values, "person", personLabel);
    if (person === undefined) throw new FormRefusal([{ field: personLabel, message: "is needed." }]);
    return emptyWhenGone(async () => {
      const { data: poll } = await client.getPoll({ pollId });
      const { data: participants } = await client.listParticipants({ pollId });
      // Newest first among equals: people who answered twice mean their last answer.
      const found = pickBest([...participants].reverse(), (one) => rankPerson(one, person));
      return found.map((one) => showResponse(one, poll));
    });
  });
}

/** Finds one person's response to a poll, with what they can make. */
export const findResponse = {
  key: "find_response",
  noun: "Response",
  display: {
    label: "Find Response",
    description: "Finds the response of one person to a poll, by name or email, with what they can make.",
  },
  operation: {
    perform,
    inputFields,
    outputFields: responseFields,
    sample: responseSample,
    cleanInputData: false,
  },
} satisfies Search;
