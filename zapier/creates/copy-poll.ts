import { type Bundle, type Create, defineInputFields, type ZObject } from "zapier-platform-core";
import { maxLengths, type Poll, RalllyError } from "../../src/api/web.ts";
import { withClient } from "../client.ts";
import { listDetailFields } from "../fields/create-poll-fields.ts";
import { type CopyRequest, parseCopyPoll, pastChoices, planPollCopy } from "../input/copy-poll-input.ts";
import { normalizeInput } from "../input/form-values.ts";
import { InputError, quoteValue } from "../input/input-error.ts";
import { labelField, labels } from "../input/labels.ts";
import { pollField } from "../input/poll-id.ts";
import { field, pollFields } from "../output/fields.ts";
import { pollSample } from "../samples.ts";
import { createPlanned } from "./create-poll.ts";

const keeps = " Leave empty to keep what the poll has.";

const inputFields = defineInputFields([
  {
    ...pollField,
    helpText:
      "The one to copy, open or closed. For a copy every week, map the newest that a search by title found.",
    group: "copy",
  },
  {
    key: "move_by",
    label: labelField("move_by"),
    type: "string",
    required: true,
    placeholder: "1 week",
    helpText:
      "How far every option moves, such as 1 week, 14 or 10 days. Clock times stay the same when clocks change. Write 0 to copy without moving.",
    group: "copy",
  },
  {
    key: "past_options",
    label: labelField("past_options"),
    type: "string",
    choices: pastChoices,
    helpText:
      "What happens if options are in the past after the move, for example because the Zap was off for a few weeks. Default: Stop with an error.",
    group: "copy",
  },
  {
    key: "title",
    label: labels.title,
    type: "string",
    placeholder: "Team lunch",
    helpText: `The subject of the copy. Up to ${maxLengths.title} characters.${keeps}`,
    group: "what",
  },
  ...listDetailFields(() => keeps),
]);

async function perform(z: ZObject, { authData, inputData }: Bundle) {
  return withClient(z, authData, async (client) => {
    const request = parseCopyPoll(normalizeInput(inputData));
    const { data: poll } = await client.getPoll({ pollId: request.pollId });
    const plan = planPollCopy(poll, request, Date.now());
    const record = await createPlanned(z, client, plan).catch((error: unknown) => {
      throw explainOrganizer(error, poll, request);
    });
    return { ...record, copied_poll_id: poll.id, moved_days: plan.movedDays };
  });
}

/** The error of a create. Names the organizer of the copied poll if that person left the space. */
function explainOrganizer(error: unknown, { organizer }: Poll, { changes }: CopyRequest): unknown {
  const left = error instanceof RalllyError && error.code === "ORGANIZER_NOT_MEMBER";
  if (!left || organizer === null || changes.organizer !== undefined) return error;
  const message = `${quoteValue(organizer.email)} organizes the poll, but is not a member of the space. Enter the address of a member.`;
  return new InputError([{ field: labels.organizer, message }]);
}

/** The action that creates an existing poll again, on other days. */
export const copyPoll = {
  key: "copy_poll",
  noun: "Poll",
  display: {
    label: "Copy Poll",
    description:
      "Creates a poll like an existing one, on later days: the same options, settings and texts, moved by days or weeks.",
  },
  operation: {
    perform,
    inputFields,
    inputFieldGroups: [
      { key: "copy", label: "Copy" },
      { key: "what", label: "What" },
      { key: "settings", label: "Settings" },
    ],
    outputFields: [
      ...pollFields,
      field("notes", "Notes"),
      field("copied_poll_id", "Copied Poll ID"),
      field("moved_days", "Moved By (Days)", "integer"),
    ],
    sample: { ...pollSample, notes: "", copied_poll_id: "Wj2oP8uKl1Za", moved_days: 7 },
    cleanInputData: false,
  },
} satisfies Create;
