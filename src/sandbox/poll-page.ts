import { displayTimeZone, formatOption } from "../time/index.ts";
import { type Reply, textReply } from "./http.ts";
import type { StoredPoll } from "./model.ts";
import { optionName } from "./poll-control.ts";
import { listVoteTypes } from "./views.ts";

/** Renders the page that a poll's links open: the poll in plain text and, while it is open, a curl command that votes. */
export function renderPollPage(poll: StoredPoll, origin: string): Reply {
  const lines = [
    poll.title,
    `${poll.status}, ${poll.participants.length} voted`,
    "",
    ...listOptions(poll),
    "",
    ...(poll.status === "open"
      ? describeVoting(poll, origin)
      : [`The poll is ${poll.status}. Nobody can vote.`]),
    "",
  ];
  return textReply(lines.join("\n"));
}

/** Each option in the poll's time zone, and its name for a vote. */
function listOptions(poll: StoredPoll): string[] {
  const zone = poll.timeZone === null ? null : displayTimeZone(poll.timeZone);
  const rows = poll.options.map((option) => [formatOption(option, zone), optionName(poll, option)] as const);
  const width = Math.max(...rows.map(([text]) => text.length));
  return rows.map(([text, name]) => `  ${text.padEnd(width)}  ${name}`);
}

function describeVoting(poll: StoredPoll, origin: string): string[] {
  const votes = listVoteTypes(poll);
  const vote = {
    name: "Ada",
    ...(poll.requireEmail && { email: "ada@example.com" }),
    choices: Object.fromEntries(poll.options.slice(0, 1).map((option) => [optionName(poll, option), "yes"])),
  };
  return [
    `To vote, give ${votes.join(" or ")} for each option, by the name at the end of its line:`,
    `  curl -d '${JSON.stringify(vote)}' ${origin}/sandbox/polls/${poll.id}/votes`,
  ];
}
