import type { DemoContext, DemoPolls } from "./context.ts";
import { check, quote, say, scene } from "./transcript.ts";

/** What is no longer needed is deleted: guarded for the assistant, by an action in the Zap. */
export async function deletePolls(
  { assistant, zap }: DemoContext,
  polls: DemoPolls,
  fromZap: string,
): Promise<void> {
  scene("Polls that are no longer needed are deleted (delete_poll, Delete Poll)");
  const wrong = await assistant.call("delete_poll", { pollId: polls.dates, confirmTitle: "Summer parties" });
  say("The assistant gets the title wrong, and is told:");
  quote(wrong.text);
  check("a wrong title deletes nothing", wrong.failed);

  const titles = {
    [polls.dates]: "Summer party",
    [polls.slots]: "London call",
    [polls.mixed]: "Berlin retrospective",
  };
  for (const [pollId, confirmTitle] of Object.entries(titles)) {
    const { data } = await assistant.call("delete_poll", { pollId, confirmTitle });
    check(`the assistant deleted ${confirmTitle}`, data["deleted"] === true);
  }
  const gone = await zap.act("delete_poll", { poll: fromZap });
  check("the Zap deleted Choir rehearsal", gone["deleted"] === true);

  const found = await zap.poll("new_poll");
  const made = new Set([...Object.keys(titles), fromZap]);
  check("none of them is left", !found.some((poll) => made.has(String(poll["id"]))));
  const read = await assistant.call("get_poll", { pollId: polls.dates });
  say("Asked once more for the summer party, the assistant is told:");
  quote(read.text);
  check("a deleted poll is reported as such", read.failed);
}
