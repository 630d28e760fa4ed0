import { addDays } from "../../src/time/index.ts";
import type { Stage } from "./stage.ts";
import { check, quote, say, scene } from "./transcript.ts";

/** The question that the poll was made for, answered: when do we meet? */
export async function decide({ assistant, monday, zap }: Stage, pollId: string): Promise<void> {
  scene("When do we meet? (Find Best Time, find_best_times)");
  const open = await assistant.call("find_best_times", { pollId });
  say("Nobody is more important than the others:");
  quote(open.text);
  check(
    "a time that everybody can make leads",
    readLeader(open.data).startsWith(`Wed ${addDays(monday, 2)}`),
  );

  const required = ["Bartłomiej Nowak", "Grace O’Connor"];
  const strict = await assistant.call("find_best_times", {
    pollId,
    required,
    exclude: ["דנה לוי"],
    limit: 1,
  });
  say(`\n${required.join(" and ")} must be there, and one person will not come after all:`);
  quote(strict.text);
  check("both can make the time that leads", strict.data["fits"] === true);

  const [best] = await zap.search("find_best_time", { poll: pollId, required });
  say(`\nThe Zap asks the same, and has for its calendar step: ${best?.["text"]}`);
  check("assistant and Zap agree", String(best?.["start"]).startsWith(`${addDays(monday, 2)}T09:00`));
}

function readLeader(data: Record<string, unknown>): string {
  const [first] = data["options"] as { when: string }[];
  return first?.when ?? "";
}
