import { listDays } from "./calendar.ts";
import type { DemoContext } from "./context.ts";
import { check, quote, say, scene } from "./transcript.ts";

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
