import { type Create, defineInputFields } from "zapier-platform-core";
import { maxLengths } from "../../src/api/check/create-input.ts";
import { type Poll, RalllyError } from "../../src/api/web.ts";
import { type PastRule, PlanError, planCopy } from "../../src/scheduling/index.ts";
import { maxShiftDays } from "../../src/scheduling/plan/copy.ts";
import { fold, readLength } from "../../src/scheduling/written/index.ts";
import { normalizeTimeZone } from "../../src/time/index.ts";
import { type Run, step } from "../client.ts";
import { choice, getChoice } from "../input/choice.ts";
import { explainPlan, parseDetails, pastChoices } from "../input/create-poll.ts";
import { type FormValues, getSingle, needSingle } from "../input/form-values.ts";
import { ProblemList, quoteValue, refuse } from "../input/input-error.ts";
import { labelOf, labelPath, text } from "../input/labels.ts";
import { pollField, requirePoll } from "../input/poll.ts";
import { pollFields, toPollRecord } from "../output/poll.ts";
import { field } from "../output/table.ts";
import { samplePoll } from "../samples.ts";
import { createLock, createPlanned } from "./create-poll.ts";

const pastRules = { refuse: "refuse", leave_out: "omit", move_on: "repeat" } as const satisfies Record<
  string,
  PastRule
>;

const copyChoices = [...pastChoices, choice("move_on", "Move On")];

const keeps = "Leave empty to keep what the poll has.";

const inputFields = defineInputFields([
  {
    key: "warning",
    type: "copy",
    helpText:
      "**Not after the trigger New Poll:** every copy is a new poll too, so the Zap would copy without end.",
  },
  {
    ...pollField,
    helpText:
      "The one to copy, open or closed. For a copy every week, map the newest that a search by title found.",
  },
  text(
    "move_by",
    "How far every option moves, such as 1 week, 14 or 10 days. A number alone counts days; 0 does not move.",
    { required: true, placeholder: "1 week" },
  ),
  text(
    "past_options",
    "What happens to options in the past after the move. Move On moves all again until they are ahead. Default: Refuse.",
    { choices: copyChoices },
  ),
  text("title", `The subject of the copy. Up to ${maxLengths.title} characters. ${keeps}`, {
    placeholder: "Team lunch",
  }),
  text(
    "description",
    `Shown to everyone who is invited. Up to ${maxLengths.description} characters. ${keeps}`,
    { type: "text" },
  ),
  text("organizer", `The email address of a member of your space. ${keeps}`, {
    placeholder: "alex@example.com",
  }),
]);

/** What a person asks of Copy Poll. Throws `InputError` naming every field that cannot be used. */
function parseCopyForm(values: FormValues) {
  const problems = new ProblemList();
  const pollId = problems.try(() => requirePoll(values)) ?? "";
  const shiftDays = problems.try(() => parseMoveBy(values)) ?? 0;
  const past = problems.try(() => getChoice(values, "past_options", copyChoices)) ?? "refuse";
  const title = problems.try(() => getSingle(values, "title"));
  const details = parseDetails(values, problems);
  problems.throwIfAny();
  return { pollId, shiftDays, past: pastRules[past], changes: { title, ...details } };
}

function parseMoveBy(values: FormValues): number {
  const text = needSingle(values, "move_by", "is required. Enter how far the options move, such as 1 week.");
  const explain = (message: string) =>
    refuse("move_by", `${quoteValue(text)} ${message}`, "Write it as 7, 10 days or 2 weeks.");
  const [, sign, length = ""] = /^([+-]?) ?(.*)$/s.exec(fold(text)) ?? [];
  if (/\b(?:months?|years?)\b/.test(length)) throw explain("has a month or a year, which differ in length.");
  const read = readLength(length, "d");
  const days = "value" in read ? read.value / 1440 : Number.NaN;
  if (!Number.isInteger(days)) throw explain("is not a number of days or weeks.");
  if (days > maxShiftDays) throw explain("is more than ten years.");
  // Not -0, which the output would show.
  return sign === "-" && days > 0 ? -days : days;
}

/** Plans the copy of a poll. Throws `InputError` naming every field that cannot be used. */
function planPollCopy(
  poll: Poll,
  { shiftDays, past, changes }: ReturnType<typeof parseCopyForm>,
  localZone: string | undefined,
) {
  try {
    const options = { shiftDays, past, now: Date.now(), localZone };
    const { body, movedDays, notes } = planCopy(poll, changes, options);
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

async function perform({ client, values, bundle }: Run) {
  const request = parseCopyForm(values);
  const { data: poll } = await client.getPoll({ pollId: request.pollId });
  const plan = planPollCopy(poll, request, normalizeTimeZone(bundle.meta?.timezone ?? ""));
  const record = await createPlanned(client, plan).catch((error: unknown) => {
    throw request.changes.organizer === undefined ? explainOrganizer(error, poll) : error;
  });
  return { ...record, copied_poll_id: poll.id, moved_by_days: plan.movedDays };
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

export const copyPoll = {
  key: "copy_poll",
  noun: "Poll",
  display: {
    label: "Copy Poll",
    description:
      "Creates a poll like an existing one, on later days: the same options, settings and texts, moved by days or weeks.",
  },
  operation: {
    lock: createLock,
    perform: step(perform),
    inputFields,
    outputFields: [
      ...pollFields,
      field("notes", "Notes"),
      field("copied_poll_id", "Copied Poll ID"),
      field("moved_by_days", "Moved By (Days)", "integer"),
    ],
    sample: {
      ...toPollRecord(samplePoll),
      notes: "",
      copied_poll_id: "Wj2oP8uKl1Za",
      moved_by_days: 7,
    },
  },
} satisfies Create;
