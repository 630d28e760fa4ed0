import type { Bundle, Create, ZObject } from "zapier-platform-core";
import { sanitizeText } from "../../src/sanitize.ts";
import { withClient } from "../client.ts";
import { pollForm } from "../fields/create-poll-fields.ts";
import { normalizeInput } from "../input/form-values.ts";
import { planInput } from "../input/plan.ts";
import { field, pollFields } from "../output/fields.ts";
import { toPollRecord } from "../output/poll.ts";
import { pollSample } from "../samples.ts";

const maxNotesLength = 10_000;

const recoveredNote =
  "The answer of the service was lost, and the poll was found in the space. If somebody else created an equal poll at the same moment, it may be theirs.";

/** The poll made, and what its maker should know: which times were ambiguous, which repeats were dropped, which zone was lacking. */
async function perform(z: ZObject, { authData, inputData, meta }: Bundle) {
  return withClient(z, authData, async (client) => {
    const { body, notes } = planInput(normalizeInput(inputData), meta?.timezone || null, Date.now());
    const { data, recovered } = await client.createPoll(body);
    // First: the notes are cut at their end.
    if (recovered) notes.unshift(recoveredNote);
    try {
      return { ...toPollRecord(data), notes: sanitizeText(notes.join("\n"), maxNotesLength) };
    } catch {
      // An ordinary error would be replayed by Zapier, and the poll be made twice.
      throw new z.errors.HaltedError(
        `The poll was created (${data.id}), but it cannot be shown. Do not run this again; see ${data.adminUrl}.`,
      );
    }
  });
}

/** Makes a poll of days or of times. */
export const createPoll = {
  key: "create_poll",
  noun: "Poll",
  display: {
    label: "Create Poll",
    description:
      "Creates a poll of whole days or of times of day, listed one by one or as a recurring window.",
  },
  operation: {
    perform,
    inputFields: pollForm,
    outputFields: [...pollFields, field("notes", "Notes")],
    sample: { ...pollSample, notes: "" },
    cleanInputData: false,
  },
} satisfies Create;
