import type { Create } from "zapier-platform-core";
import { type PastRule, planCopy } from "../../src/scheduling/index.ts";
import { maxShiftDays } from "../../src/scheduling/plan/copy.ts";
import { normalizeTimeZone } from "../../src/time/index.ts";
import type { Run } from "../client.ts";
import { defineStep } from "../define-step.ts";
import {
  choose,
  defineForm,
  type FormOf,
  labelOf,
  note,
  parsed,
  poll,
  required,
  TextError,
} from "../input/index.ts";
import { fold, readLength } from "../input/written/index.ts";
import { describePoll, integer, type Outputs, samplePoll } from "../output/index.ts";
import { pollTexts } from "./create-poll.ts";
import { type Created, createdOutputs, createLock, createNames, createPlanned, word } from "./planned.ts";

const pastRules = { refuse: "refuse", move_on: "repeat" } as const satisfies Record<string, PastRule>;

/** How far the options move, in days. */
const moveBy = parsed(
  {
    helpText:
      "How far every option moves, such as 1 week, 14 or 10 days. A number alone counts days; 0 does not move.",
    placeholder: "1 week",
  },
  (text) => {
    const stop = (message: string) => new TextError(message, "Write it as 7, 10 days or 2 weeks.");
    const [, sign, length = ""] = /^([+-]?) ?(.*)$/s.exec(fold(text)) ?? [];
    if (/\b(?:months?|years?)\b/.test(length)) throw stop("has a month or a year, which differ in length.");
    const days = (readLength(length, "d").value ?? Number.NaN) / 1440;
    if (!Number.isInteger(days)) throw stop("is not a number of days or weeks.");
    if (days > maxShiftDays) throw stop("is more than ten years.");
    // Not -0, which the output would show.
    return sign === "-" && days > 0 ? -days : days;
  },
);

const keeps = " If it is empty, the copy has that of the poll.";

const fields = {
  warning: note(
    "**Not after the trigger New Poll:** every copy is a new poll too, so the Zap would copy without end.",
  ),
  // Options and time zone are not in the form: they belong to the poll.
  poll: poll(
    "Open or closed. For a copy every week, map the Poll ID of a Find Poll step: it finds the newest with a title.",
  ),
  move_by: required(moveBy, "is required. Enter how far the options move, such as 1 week."),
  past_options: choose(
    { refuse: "Refuse", move_on: "Move On" },
    "If some would be in the past after the move. Refuse stops the Zap. Move On moves all again until none is. Default: Refuse.",
  ),
  ...pollTexts(keeps, keeps),
};

const pastHint = `Move the poll further, or choose Move On under ${labelOf("past_options")}.`;

/** The fields that problems of a plan are about. What the form does not have is what the poll has. */
const name = createNames(
  {
    shiftDays: "move_by",
    options: "poll",
    timeZone: "poll",
    title: "title",
    description: "description",
    organizer: "organizer",
  },
  (part) => `${labelOf("poll")} (${labelOf(part === "conferencing" ? "video_call" : part)})`,
);

async function copy({ client, accountZone, now }: Run, asked: FormOf<typeof fields>): Promise<Copied> {
  const { poll: pollId, move_by: shiftDays, past_options = "refuse", title, description, organizer } = asked;
  const changes = {
    ...{ title, description },
    organizer: organizer === undefined ? undefined : { email: organizer },
  };
  const { data: poll } = await client.getPoll({ pollId });
  const localZone = normalizeTimeZone(accountZone ?? "");
  const rules = { shiftDays, past: pastRules[past_options], now, localZone };
  const plan = word(name, () => planCopy(poll, changes, rules), { shiftDays: pastHint });
  const created = await createPlanned(client, { ...plan, name });
  return { ...created, copiedId: poll.id, movedDays: plan.movedDays };
}

interface Copied extends Created {
  copiedId: string;
  movedDays: number;
}

const outputs: Outputs<Copied> = {
  ...createdOutputs,
  copied_poll_id: ({ copiedId }) => copiedId,
  moved_by_days: integer(({ movedDays }) => movedDays),
};

const { operation, ...step } = defineStep(
  {
    key: "copy_poll",
    noun: "Poll",
    label: "Copy Poll",
    description:
      "Creates a poll like an existing one, on later days: the same options, settings and texts, moved by days or weeks.",
    form: defineForm(fields),
    outputs,
    sample: { ...describePoll(samplePoll), notes: "", copiedId: "Wj2oP8uKl1Za", movedDays: 7 },
  },
  async (run, asked, show) => show(await copy(run, asked)),
);

export const copyPoll = { ...step, operation: { lock: createLock, ...operation } } satisfies Create;
