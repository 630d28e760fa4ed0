import { type Bundle, type Create, defineInputFields, type ZObject } from "zapier-platform-core";
import { maxLengths, type Poll, RalllyError } from "../../src/api/web.ts";
import { maxShiftDays, type PastRule, PlanError, planCopy } from "../../src/scheduling/index.ts";
import { withClient } from "../client.ts";
import { choice, getChoice } from "../input/choice.ts";
import { explainPlan, parseDetails } from "../input/create-poll.ts";
import { type FormValues, getSingle, needSingle, normalizeInput } from "../input/form-values.ts";
import { ProblemList, quoteValue, refuse } from "../input/input-error.ts";
import { formatLimit, labelOf, labelPath } from "../input/labels.ts";
import { pollField, requirePoll } from "../input/poll.ts";
import { pollFields, toPollRecord } from "../output/poll.ts";
import { field } from "../output/table.ts";
import { samplePoll } from "../samples.ts";
import { createPlanned } from "./create-poll.ts";

const pastRules = { stop: "refuse", leave_out: "omit", move_on: "repeat" } as const satisfies Record<
  string,
  PastRule
>;

/** The choices of Past Options. */
const pastChoices = [
  choice("stop", "Stop with an error"),
  choice("leave_out", "Leave them out"),
  choice("move_on", "Move on by the same days until all options are ahead"),
];

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

/** What a person asks of Copy Poll. Throws `InputError` naming every field that cannot be used. */
function parseCopyForm(values: FormValues) {
  const problems = new ProblemList();
  const pollId = problems.try(() => requirePoll(values)) ?? "";
  const shiftDays = problems.try(() => parseMoveBy(values)) ?? 0;
  const past = problems.try(() => getChoice(values, "past_options", pastChoices)) ?? "stop";
  const title = problems.try(() => getSingle(values, "title"));
  const details = parseDetails(values, problems);
  problems.throwIfAny();
  const changes = { ...(title !== undefined && { title }), ...details };
  return { pollId, shiftDays, past: pastRules[past as keyof typeof pastRules], changes };
}

// After "days" and "weeks" nothing follows; "14.0" is how sheets give a whole number.
const written =
  /^(?:P(?=\d+[DW]$))?(?<sign>[+\-\u2212]?) ?(?<count>\d{1,4}|an?|one)(?:\.0+)? ?(?<unit>d|days?|w|wks?|weeks?)?$/i;

function parseMoveBy(values: FormValues): number {
  const text = needSingle(values, "move_by", "is required. Enter how far the options move, such as 1 week.");
  const { sign = "", count = "", unit = "d" } = (text.length > 30 ? null : written.exec(text))?.groups ?? {};
  const explain = (message: string) =>
    refuse("move_by", `${quoteValue(text)} ${message}`, "Write it as 7, 10 days or 2 weeks.");
  if (/\b(?:months?|years?)\b/i.test(text.slice(0, 100)))
    throw explain("has a month or a year, which differ in length.");
  if (count === "") throw explain("is not a number of days or weeks.");
  const number = /^\d/.test(count) ? Number(count) : 1;
  const days = (sign === "" || sign === "+" ? 1 : -1) * number * (/^w/i.test(unit) ? 7 : 1);
  if (Math.abs(days) > maxShiftDays) throw explain("is more than ten years.");
  // Not -0, which the output would show.
  return days === 0 ? 0 : days;
}

/**
 * Plans the copy of a poll. `now` is in milliseconds. Throws `InputError` naming every field that cannot be
 * used.
 */
function planPollCopy(
  poll: Poll,
  { shiftDays, past, changes }: Omit<ReturnType<typeof parseCopyForm>, "pollId">,
  now: number,
) {
  try {
    const { body, movedDays, notes } = planCopy(poll, changes, { shiftDays, past, now });
    return { body, movedDays, notes: notes.map(({ path, message }) => `${namePath(path)}: ${message}.`) };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    const isPast = error.problems.some(({ path }) => path === "shiftDays");
    throw explainPlan(error, namePath, isPast ? pastHint : undefined);
  }
}

const pastHint = `Move the poll further, or choose under ${labelOf("past_options")} what happens to them.`;

/** Options and time zone are not in the form: they belong to the poll. */
function namePath(path: string): string {
  if (path === "shiftDays") return labelOf("move_by");
  return /^(?:options|timeZone)\b/.test(path) ? "Poll" : labelPath(path);
}

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
    sample: { ...toPollRecord(samplePoll), notes: "", copied_poll_id: "Wj2oP8uKl1Za", moved_days: 7 },
    cleanInputData: false,
  },
} satisfies Create;
