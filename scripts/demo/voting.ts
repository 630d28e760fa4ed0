import { addDays, resolveLocal } from "../../src/time/index.ts";
import type { DemoContext } from "./context.ts";
import { say, scene } from "./transcript.ts";

/** Who answers in the demo, and what: the wall-clock hour in New York, by days after Monday. */
const answers = [
  { name: "Ana Souza", yes: ["0 09:00", "1 10:00", "2 09:00", "2 10:00"], ifNeedBe: ["3 11:00"] },
  { name: "Bartłomiej Nowak", yes: ["1 10:00", "2 10:00", "4 09:00"], ifNeedBe: ["2 09:00"] },
  { name: "דנה לוי", yes: ["2 09:00", "2 10:00", "3 09:00"], ifNeedBe: ["0 09:00"] },
  { name: "Grace O’Connor", yes: ["0 09:00", "2 09:00"], ifNeedBe: ["2 10:00", "1 10:00"] },
];

/** People answer the poll on its page; the API cannot, so the sandbox plays them. */
export async function answerPoll({ sandbox, monday }: DemoContext, pollId: string): Promise<void> {
  scene("Four people answer the Design review on its page");
  const start = (moment: string): string => {
    const [day, time] = moment.split(" ");
    return resolveLocal(`${addDays(monday, Number(day))}T${time}`, "America/New_York").instant;
  };
  for (const { name, yes, ifNeedBe } of answers) {
    const choices = Object.fromEntries([
      ...yes.map((moment) => [start(moment), "yes"] as const),
      ...ifNeedBe.map((moment) => [start(moment), "ifNeedBe"] as const),
    ]);
    sandbox.vote(pollId, { name, choices });
    say(`${name}: ${yes.length} times yes, ${ifNeedBe.length} if need be`);
  }
}
