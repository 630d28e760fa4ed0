import { type Bundle, type Create, defineInputFields, type ZObject } from "zapier-platform-core";
import { maxLengths, type Poll, RalllyError } from "../../src/api/web.ts";
import { withClient } from "../client.ts";
import { parseCopyForm, pastChoices, planPollCopy } from "../input/copy-poll.ts";
import { normalizeInput } from "../input/form-values.ts";
import { quoteValue, refuse } from "../input/input-error.ts";
import { formatLimit } from "../input/labels.ts";
import { pollField } from "../input/poll.ts";
import { pollFields } from "../output/poll.ts";
import { field } from "../output/table.ts";
import { pollSample } from "../samples.ts";
import { createPlanned } from "./create-poll.ts";

const keeps = "Leave empty to keep what the poll has.";

const inputFields = defineInputFields([
  {
    ...pollField,
    helpText:
      "The one to copy, open or closed. For a copy every week, map the newest that a search by title found.",
  },
  {
    key: "move_by",
    label: "Move By",
    type: "string",
    required: true,
    placeholder: "1 week",
    helpText:
      "How far every option moves, such as 1 week, 14 or 10 days. Clock times stay the same when clocks change. Write 0 to copy without moving.",
  },
  {
    key: "past_options",
    label: "Past Options",
    type: "string",
    choices: pastChoices,
    helpText:
      "What happens if options are in the past after the move, for example because the Zap was off for a few weeks. Default: Stop with an error.",
  },
  {
    key: "title",
    label: "Title",
    type: "string",
    placeholder: "Team lunch",
    helpText: `The subject of the copy. Up to ${maxLengths.title} characters. ${keeps}`,
  },
  {
    key: "description",
    label: "Description",
    type: "text",
    helpText: `Shown to everyone who is invited. Up to ${formatLimit(maxLengths.description)} characters. ${keeps}`,
  },
  {
    key: "organizer",
    label: "Organizer",
    type: "string",
    placeholder: "alex@example.com",
    helpText: `The email address of a member of your space. ${keeps}`,
  },
]);

async function perform(z: ZObject, { authData, inputData }: Bundle) {
  return withClient(z, authData, async (client) => {
    const { pollId, ...request } = parseCopyForm(normalizeInput(inputData));
    const { data: poll } = await client.getPoll({ pollId });
    const plan = planPollCopy(poll, request, Date.now());
    const record = await createPlanned(z, client, plan).catch((error: unknown) => {
      throw request.changes.organizer === undefined ? explainOrganizer(error, poll) : error;
    });
    return { ...record, copied_poll_id: poll.id, moved_days: plan.movedDays };
  });
}

/** The error of a create. Names the organizer of the copied poll if that person left the space. */
function explainOrganizer(error: unknown, { organizer }: Poll): unknown {
  const left = error instanceof RalllyError && error.code === "ORGANIZER_NOT_MEMBER";
  if (!left || organizer === null) return error;
  return refuse(
    "organizer",
    `${quoteValue(organizer.email)} organizes the poll, but is not a member of the space. Enter the address of a member.`,
  );
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
