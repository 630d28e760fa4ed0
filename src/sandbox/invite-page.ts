import { chooseShownZone, describeOption } from "../time/index.ts";
import type { StoredPoll } from "./model.ts";
import { nameOption } from "./option-names.ts";
import { type Reply, replyText } from "./reply.ts";
import { offeredVotes } from "./results-view.ts";

/** What stands behind a poll's links: the poll in plain text, and, while it is open, how to answer it from a shell. */
export function showInvite(poll: StoredPoll, origin: string): Reply {
  const lines = [
    poll.title,
    `${poll.status}, ${poll.participants.length} answered`,
    "",
    ...listOptions(poll),
    "",
    ...(poll.status === "open"
      ? inviteToAnswer(poll, origin)
      : [`The poll is ${poll.status} and takes no answers.`]),
    "",
  ];
  return replyText(lines.join("\n"));
}

/** Each option in the poll's zone, and beside it what to call it in an answer. */
function listOptions(poll: StoredPoll): string[] {
  const zone = poll.timeZone === null ? null : chooseShownZone(poll.timeZone);
  const rows = poll.options.map(
    (option) => [describeOption(option, zone), nameOption(poll, option)] as const,
  );
  const width = Math.max(...rows.map(([words]) => words.length));
  return rows.map(([words, name]) => `  ${words.padEnd(width)}  ${name}`);
}

function inviteToAnswer(poll: StoredPoll, origin: string): string[] {
  const votes = offeredVotes(poll);
  const answer = {
    name: "Ada",
    ...(poll.requireEmail && { email: "ada@example.com" }),
    choices: Object.fromEntries(poll.options.slice(0, 1).map((option) => [nameOption(poll, option), "yes"])),
  };
  return [
    `Answer it, with ${votes.join(" or ")} for each option by the name at the end of its line:`,
    `  curl -d '${JSON.stringify(answer)}' ${origin}/sandbox/polls/${poll.id}/votes`,
  ];
}
