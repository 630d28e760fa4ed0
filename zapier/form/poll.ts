import type { FormValues } from "./blanks.ts";
import { FormRefusal } from "./refusal.ts";
import { readSingle } from "./single.ts";

/** What a poll is known by; anything else (a link, a title) was mapped from the wrong place. */
const pollId = /^[\w-]{1,64}$/;

const linkedId = /^https?:\/\/[^/]+\/(?:poll|invite)\/([\w-]+)\/?$/;

/** The poll chosen in the form; its invite or admin link will do. Throws `FormRefusal` when there is none. */
export function requirePoll(values: FormValues): string {
  const chosen = findPoll(values);
  if (chosen === undefined) throw new FormRefusal([{ field: "Poll", message: "is needed." }]);
  return chosen;
}

/** The poll chosen in the form, or `undefined` when none is. Throws `FormRefusal` for what cannot be a poll. */
export function findPoll(values: FormValues): string | undefined {
  const text = readSingle(values, "poll", "Poll");
  if (text === undefined) return undefined;
  const id = linkedId.exec(text)?.[1] ?? text;
  if (pollId.test(id)) return id;
  throw new FormRefusal([
    {
      field: "Poll",
      message: `"${text}" is not a poll. Pick one from the list, or map the id of an earlier step.`,
    },
  ]);
}
