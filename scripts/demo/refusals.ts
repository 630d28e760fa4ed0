import type { DemoContext, DemoPolls } from "./transcript.ts";
import { check, listDays, quote, say, scene } from "./transcript.ts";

/** A misspelt setting and a poll too large: both front ends say what is wrong, and nothing is sent. */
export async function refuseMistakes({ assistant, monday, sandbox, zap }: DemoContext): Promise<void> {
  scene("Mistakes are refused before anything is sent");
  const before = sandbox.requests.length;

  const misspelt = await assistant.call("create_poll", {
    title: "Lunch",
    kind: "date",
    dates: [monday],
    hideParticipant: true,
  });
  say("The assistant misspells a setting, and is told:");
  quote(misspelt.text);
  check("the misspelt setting is named", misspelt.failed && misspelt.text.includes("hideParticipant"));

  const days = listDays(monday, 101);
  const tooMany = await assistant.call("create_poll", { title: "Any day", kind: "date", dates: days });
  say("\nThe assistant offers 101 days:");
  quote(tooMany.text);
  check("101 options are refused", tooMany.failed && tooMany.text.includes("101"));

  const answer = await zap.act("create_poll", { title: "Any day", kind: "date", dates: days }).then(
    () => "",
    (error: Error) => readMessage(error),
  );
  say("\nThe Zap offers the same 101 days:");
  quote(answer);
  check("the Zap is refused them too", answer.includes("101"));
  check("none of this reached the service", sandbox.requests.length === before);
}

/** Zapier wraps what an app throws in JSON; the person sees the message in it. */
function readMessage(error: Error): string {
  try {
    return (JSON.parse(error.message) as { message: string }).message;
  } catch {
    return error.message.split("\n")[0] ?? "";
  }
}

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
