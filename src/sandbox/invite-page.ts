import type { StoredPoll } from "./model.ts";
import type { Reply } from "./reply.ts";

/** What stands behind a poll's links: the poll in plain text, and how to answer it from a shell. */
export function showInvite(poll: StoredPoll, origin: string): Reply {
  const first = poll.options[0];
  const choice = first === undefined ? "" : "date" in first ? first.date : first.startTime;
  const lines = [
    poll.title,
    `${poll.status}, ${poll.participants.length} answered`,
    "",
    ...poll.options.map(
      (option) => `  ${"date" in option ? option.date : `${option.startTime}, ${option.duration} minutes`}`,
    ),
    "",
    "Answer it:",
    `  curl -d '{"name": "Ada", "choices": {"${choice}": "yes"}}' ${origin}/sandbox/polls/${poll.id}/votes`,
    "",
  ];
  return {
    status: 200,
    headers: { "Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff" },
    body: lines.join("\n"),
  };
}
