import { defineInputField } from "zapier-platform-core";
import { type FormValues, getSingle } from "./form-values.ts";
import { quoteValue, refuse } from "./input-error.ts";

const pollId = /^[\w-]{1,64}$/;

/**
 * The id of an event: the id of the poll, and what happened to it:
 * `Xk3pQ9vLm2Ab:closed:2027-03-01T09:00:00.000Z`.
 */
const eventId = /^([\w-]{1,64}):[\w:.+-]{1,60}$/;

/** An invite or admin link, also without its scheme, in brackets, in a sentence, or with a page behind the id. */
const pollLinks = /[\w.-]+(?::\d+)?\/(?:[\w-]+\/)*?(?:poll|invite)\/([\w-]{1,64})(?![\w-])/gi;

/** The id of the chosen poll, also from its invite or admin link. */
export function requirePoll(values: FormValues): string {
  const chosen = getPoll(values);
  if (chosen === undefined) throw refuse("poll", "is required. Pick a poll from the list.");
  return chosen;
}

/** Like {@link requirePoll}, but undefined when the field is empty. */
export function getPoll(values: FormValues): string | undefined {
  const text = getSingle(values, "poll");
  if (text === undefined) return undefined;
  if (pollId.test(text)) return text;
  const event = eventId.exec(text)?.[1];
  if (event !== undefined) return event;
  const [id, ...others] = new Set([...text.matchAll(pollLinks)].map(([, linked]) => linked));
  if (id !== undefined && others.length === 0) return id;
  throw refuse(
    "poll",
    `${quoteValue(text)} is not a poll. Pick one from the list, or map the Poll ID or the Invite Link of an earlier step. To find a poll by its title, add a Find Poll step before this one.`,
  );
}

export const pollField = defineInputField({
  key: "poll",
  label: "Poll",
  type: "string",
  required: true,
  dynamic: "poll_list.id.name",
  search: "find_poll.id",
  helpText: "Pick it from the list, newest first, or map the one that an earlier step created or found.",
});

/** The poll of a trigger, which is the first step of a Zap: nothing can be mapped. */
export const optionalPollField = defineInputField({
  ...pollField,
  required: false,
  helpText: "Leave empty to watch all open polls. To watch one, pick it from the list, newest first.",
});
