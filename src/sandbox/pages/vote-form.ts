import type { Problem } from "../../problem.ts";
import { ControlError, toProblems } from "../errors.ts";
import type { StoredParticipant, StoredPoll, VoteType } from "../model.ts";
import { type Controls, voteInput } from "../poll-control.ts";
import { createRecordId } from "../store.ts";
import { isVisible } from "./text.ts";

/** What a person entered on the invite page. */
export interface VoteEntry {
  /** The id of the response that the form makes or changes. Sending the form again changes the same response. */
  responseId: string;
  name: string;
  email: string;
  /** The vote for each answered option, by the option's id. Any text, until the form is saved. */
  choices: Record<string, string>;
}

/** The field of an option in the form. */
export const choiceField = (optionId: string): string => `choice.${optionId}`;

/** The form of a new response. */
export function createEntry(): VoteEntry {
  return { responseId: createRecordId(), name: "", email: "", choices: {} };
}

/** The form that changes a response. */
export function editEntry({ id, name, email, votes }: StoredParticipant): VoteEntry {
  return { responseId: id, name, email: email ?? "", choices: votes };
}

/** The entry in a submitted form. `responseId` is the one in the address, if any. */
export function parseEntry(form: URLSearchParams, responseId = form.get("response") ?? ""): VoteEntry {
  const prefix = choiceField("");
  const choices = [...form].filter(([field]) => field.startsWith(prefix));
  return {
    responseId: /^cm[a-z0-9]{23}$/.test(responseId) ? responseId : createRecordId(),
    name: form.get("name") ?? "",
    email: (form.get("email") ?? "").trim(),
    choices: Object.fromEntries(choices.map(([field, vote]) => [field.slice(prefix.length), vote])),
  };
}

/**
 * Saves an entry with the functions of the control routes. Returns its problems by field of the form; the path is empty for
 * a problem of the whole form. Nothing is saved if there are any.
 */
export function saveEntry(controls: Controls, poll: StoredPoll, entry: VoteEntry): Problem[] {
  const { responseId, name, choices } = entry;
  const email = entry.email === "" ? undefined : entry.email;
  const parsed = voteInput.safeParse({ name: name.trim(), email, choices });
  const problems = parsed.success ? [] : toProblems(parsed.error).map(describeProblem);
  // The control routes take such a name, for tests of programs that show it.
  if (name.trim() !== "" && !isVisible(name)) problems.push({ path: "name", message: nameMissing });
  // A record ignores the name __proto__.
  if (parsed.success && Object.keys(parsed.data.choices).length < Object.keys(choices).length)
    problems.push({ path: "", message: answerUnknown });
  if (poll.requireEmail && email === undefined) problems.push({ path: "email", message: emailMissing });
  if (!parsed.success || problems.length > 0) return problems;
  try {
    if (poll.participants.some(({ id }) => id === responseId))
      controls.updateVote(poll.id, responseId, { ...parsed.data, email: email ?? null });
    else controls.vote(poll.id, parsed.data, responseId);
    return [];
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return [{ path: "", message: `${error.message}.` }];
  }
}

const answerUnknown = "Choose one of the answers that the page offers.";
const nameMissing = "Enter your name.";
const emailMissing = "Enter your email address. This poll requires one.";

function describeProblem({ path }: Problem): Problem {
  if (path === "name") return { path, message: nameMissing };
  if (path === "email") return { path, message: "Enter a whole email address, such as ada@example.com." };
  return { path: "", message: answerUnknown };
}

/** The vote of an entry for an option, if it is one of those that the poll offers. */
export function getChoice(entry: VoteEntry, optionId: string): VoteType | undefined {
  const vote = Object.hasOwn(entry.choices, optionId) ? entry.choices[optionId] : undefined;
  return vote === "yes" || vote === "ifNeedBe" || vote === "no" ? vote : undefined;
}
