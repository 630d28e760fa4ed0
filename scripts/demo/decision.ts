import { addDays } from "../../src/time/index.ts";
import type { DemoContext } from "./context.ts";
import { check, quote, say, scene } from "./transcript.ts";

/** The question that the poll was made for, answered: when do we meet? */
export async function decide({ assistant, monday, zap }: DemoContext, pollId: string): Promise<void> {
  scene("When do we meet? (Find Best Time, find_best_times)");
  const open = await assistant.call("find_best_times", { pollId });
  say("“When shall we hold the Design review?”");
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
  say(`\n“${required.join(" and ")} must be there; do not count דנה לוי.”`);
  quote(strict.text.split("\n")[0] ?? "");
  check("both can make the time that leads", strict.data["fits"] === true);

  const [best] = await zap.search("find_best_time", { poll: pollId, required });
  say("\nA Zap asks the same with everyone counted, and has for its calendar step:");
  quote(`Text: ${best?.["text"]}\nStart: ${best?.["start"]}\nMissing: ${best?.["missing_text"] || "nobody"}`);
  check("assistant and Zap agree", String(best?.["start"]).startsWith(`${addDays(monday, 2)}T09:00`));
}

function readLeader(data: Record<string, unknown>): string {
  const [first] = data["options"] as { when: string }[];
  return first?.when ?? "";
}
