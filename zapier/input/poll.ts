import { parsed, required } from "./form.ts";
import { TextError } from "./input-error.ts";

const pollId = /^[\w-]{1,64}$/;

/**
 * The id of an event: the id of the poll, and what happened to it:
 * `Xk3pQ9vLm2Ab:closed:2027-03-01T09:00:00.000Z`.
 */
const eventId = /^([\w-]{1,64}):[\w:.+-]{1,60}$/;

/** An invite or admin link, also without its scheme, in brackets, in a sentence, or with a page behind the id. */
const pollLinks = /(?<=[\w-]\/)(?:poll|invite)\/([\w-]{1,64})(?![\w-])/gi;

/** One poll, by its id or its invite or admin link, or all of a trigger, the first step of a Zap: nothing can be mapped. */
export const optionalPoll = (
  helpText = "Pick one to watch only that; otherwise all open polls are watched.",
) =>
  parsed({ helpText, dynamic: "poll_list.id.name", search: "find_poll.id" }, (text) => {
    if (pollId.test(text)) return text;
    const event = eventId.exec(text)?.[1];
    if (event !== undefined) return event;
    const [id, ...others] = new Set([...text.matchAll(pollLinks)].map(([, linked]) => linked));
    if (id !== undefined && others.length === 0) return id;
    throw new TextError(
      "is not a poll. Pick one from the list, or map the Poll ID or the Invite Link of an earlier step. To find a poll by its title, use Title of a Find Poll step.",
    );
  });

/** The chosen poll. */
export const poll = (helpText = "Pick it from the list, or map the Poll ID of an earlier step.") =>
  required(optionalPoll(helpText), "is required. Pick a poll from the list.");
