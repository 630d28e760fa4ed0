import { PlanError, type PollWishes, planPoll } from "../../src/scheduling/index.ts";
import type { FormValues } from "./blanks.ts";
import { labelPath, labels } from "./labels.ts";
import { readList } from "./lists.ts";
import { FormRefusal } from "./refusal.ts";
import { readWishes } from "./wishes.ts";

/** A create body made only of resolved instants or calendar days, and what the person should know about it. */
export interface FormPlan {
  body: ReturnType<typeof planPoll>["body"];
  notes: string[];
}

/**
 * From a form to what is sent: wall-clock times are resolved here, so that the service never has to.
 * Throws `FormRefusal` naming every field that cannot be used; nothing has been sent then.
 */
export function planForm(values: FormValues, accountZone: string | null, now: number): FormPlan {
  const wishes = readWishes(values, accountZone, now);
  try {
    const { body, slots, notes } = planPoll(wishes, { offsets: "absolute" });
    // Single times have been checked one by one: what has passed by now can only come from the window.
    const past = slots.some((slot) => "startTime" in slot && Date.parse(slot.startTime) <= now);
    if (past && wishes.windows !== undefined && wishes.timeZone !== undefined)
      throw new FormRefusal([{ field: labels.start_date, message: "the window begins in the past." }]);
    return {
      body,
      notes: [
        ...remarkOnFloating(values, wishes),
        ...notes.map(({ path, message }) => `${spell(path, values)}: ${reword(message, values)}.`),
      ],
    };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new FormRefusal(
      error.problems.map(({ path, message }) => ({
        field: spell(path, values),
        message: `${reword(message, values)}.`,
      })),
    );
  }
}

const unaskedFloating =
  "none was given, and your Zapier account names none. The poll is floating: the same clock times everywhere.";

const lostOffset = "its offset is lost, since the poll is floating: it was taken as that moment in UTC.";

/** A floating poll that nobody asked for, and moments in one: no mistakes, but perhaps not what was meant. */
function remarkOnFloating(values: FormValues, { kind, timeZone, times = [] }: PollWishes): string[] {
  if (kind === "date" || timeZone !== undefined) return [];
  const placed = times.flatMap(({ start }, index) => (/[+-](?!00:00)\d{2}:\d{2}$/.test(start) ? index : []));
  return [
    ...(values["time_zone"] === undefined ? [`${labels.time_zone}: ${unaskedFloating}`] : []),
    ...placed.map((index) => `${spell(`times.${index}`, values)}: ${lostOffset}`),
  ];
}

/** The label of the field, with the value meant where the field holds several, as it was written. */
function spell(path: string, values: FormValues): string {
  const [, index] = /^times\.(\d+)/.exec(path) ?? [];
  const item = index === undefined ? undefined : readList(values["times"])[Number(index)];
  return item === undefined ? labelPath(path) : `${labelPath(path)} "${item}"`;
}

/** A message that speaks of another place of the wishes speaks of it in the words of the form. */
const reword = (message: string, values: FormValues): string =>
  message.replace(/\b(?:dates|times|windows)\.\d+(?:\.\w+)?|\btimeZone\b/g, (path) => spell(path, values));
