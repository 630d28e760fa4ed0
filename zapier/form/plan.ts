import { PlanError, type PollWishes, planPoll } from "../../src/scheduling/index.ts";
import type { FormValues } from "./blanks.ts";
import { labelPath, labels } from "./labels.ts";
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
      notes: notes.map(({ path, message }) => `${spell(path, wishes)}: ${reword(message, wishes)}`),
    };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new FormRefusal(
      error.problems.map(({ path, message }) => ({
        field: spell(path, wishes),
        message: `${reword(message, wishes)}.`,
      })),
    );
  }
}

/** The label of the field, with the value meant where the field holds several. */
function spell(path: string, { dates, times }: PollWishes): string {
  const [, list, index] = /^(dates|times)\.(\d+)/.exec(path) ?? [];
  const item = list === "dates" ? dates?.[Number(index)] : times?.[Number(index)]?.start;
  const quoted = list === undefined || item === undefined ? "" : ` "${item.replace("T", " ")}"`;
  return `${labelPath(path)}${quoted}`;
}

/** A message that speaks of another place of the wishes speaks of it in the words of the form. */
const reword = (message: string, wishes: PollWishes): string =>
  message.replace(/\b(?:dates|times|windows)\.\d+(?:\.\w+)?|\btimeZone\b/g, (path) => spell(path, wishes));
