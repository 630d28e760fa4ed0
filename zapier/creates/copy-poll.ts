import type { Create } from "zapier-platform-core";
import { type PastRule, planCopy } from "../../src/scheduling/index.ts";
import { maxShiftDays } from "../../src/scheduling/plan/copy.ts";
import { normalizeTimeZone } from "../../src/time/index.ts";
import { type Run, step } from "../client.ts";
import {
  at,
  choose,
  defineForm,
  labelOf,
  note,
  parsed,
  pastChoices,
  poll,
  required,
} from "../input/index.ts";
import { fold, readLength } from "../input/written/index.ts";
import { describePoll, integer, listFields, type Outputs, samplePoll, toRecord } from "../output/index.ts";
import { pollTexts } from "./create-poll.ts";
import { type Created, createdOutputs, createLock, createPlanned, word } from "./planned.ts";

const pastRules = { refuse: "refuse", leave_out: "omit", move_on: "repeat" } as const satisfies Record<
  string,
  PastRule
>;

/** How far the options move, in days. */
const moveBy = parsed(
  {
    helpText:
      "How far every option moves, such as 1 week, 14 or 10 days. A number alone counts days; 0 does not move.",
    placeholder: "1 week",
  },
  (text, refuseText) => {
    const explain = (message: string) => refuseText(message, "Write it as 7, 10 days or 2 weeks.");
    const [, sign, length = ""] = /^([+-]?) ?(.*)$/s.exec(fold(text)) ?? [];
    if (/\b(?:months?|years?)\b/.test(length))
      throw explain("has a month or a year, which differ in length.");
    const days = (readLength(length, "d").value ?? Number.NaN) / 1440;
    if (!Number.isInteger(days)) throw explain("is not a number of days or weeks.");
    if (days > maxShiftDays) throw explain("is more than ten years.");
    // Not -0, which the output would show.
    return sign === "-" && days > 0 ? -days : days;
  },
);

const keeps = " Leave empty to keep what the poll has.";

const form = defineForm({
  warning: note(
    "**Not after the trigger New Poll:** every copy is a new poll too, so the Zap would copy without end.",
  ),
  // Options and time zone are not in the form: they belong to the poll.
  poll: at(
    poll(
      "The one to copy, open or closed. For a copy every week, map the newest that a search by title found.",
    ),
    "options",
    "timeZone",
  ),
  move_by: required(at(moveBy, "shiftDays"), "is required. Enter how far the options move, such as 1 week."),
  past_options: choose(
    { ...pastChoices, move_on: "Move On" },
    "What happens to options in the past after the move. Move On moves all again until they are ahead. Default: Refuse.",
  ),
  ...pollTexts(keeps, keeps),
});

const pastHint = `Move the poll further, or choose under ${labelOf("past_options")} what happens to them.`;

async function perform({ client, values, bundle }: Run) {
  const {
    poll: pollId,
    move_by: shiftDays,
    past_options = "refuse",
    title,
    description,
    organizer,
  } = form.read(values);
  const changes = {
    title,
    description,
    organizer: organizer === undefined ? undefined : { email: organizer },
  };
  const { data: poll } = await client.getPoll({ pollId });
  // What the form does not have is what the poll has.
  const name = (path: string) =>
    form.label(path, values) ?? `${labelOf("poll")} (${labelOf(path.replace(/\..*/, ""))})`;
  const past = pastRules[past_options];
  const localZone = normalizeTimeZone(bundle.meta?.timezone ?? "");
  const plan = word(name, () => planCopy(poll, changes, { shiftDays, past, now: Date.now(), localZone }), {
    shiftDays: pastHint,
  });
  const created = await createPlanned(client, { ...plan, name });
  return toRecord(outputs, { ...created, copiedId: poll.id, movedDays: plan.movedDays });
}

const outputs: Outputs<Created & { copiedId: string; movedDays: number }> = {
  ...createdOutputs,
  copied_poll_id: ({ copiedId }) => copiedId,
  moved_by_days: integer(({ movedDays }) => movedDays),
};

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
    inputFields: form.inputFields,
    outputFields: listFields(outputs),
    sample: toRecord(outputs, {
      ...describePoll(samplePoll),
      notes: "",
      copiedId: "Wj2oP8uKl1Za",
      movedDays: 7,
    }),
  },
} satisfies Create;
