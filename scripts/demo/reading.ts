import { addDays, resolveLocal } from "../../src/time/index.ts";
import type { DemoContext } from "./transcript.ts";
import { check, quote, say, scene, table } from "./transcript.ts";

interface Option {
  when: string;
  top?: boolean;
  votes: Record<string, number>;
}

interface Person {
  id: string;
  name: string;
  can: string;
  ifNeedBe?: string;
}

/** The assistant reads who can come and which time leads. */
export async function readPoll({ assistant, monday }: DemoContext, pollId: string): Promise<void> {
  scene("The assistant reads the answers (list_participants, get_participant, get_poll_results)");
  const people = await assistant.call("list_participants", { pollId });
  const participants = people.data["participants"] as Person[];
  const offered = people.data["options"] as string[];
  table(
    ["who", "can", "if need be"],
    participants.map(({ name, can, ifNeedBe = "" }) => [name, spell(can, offered), spell(ifNeedBe, offered)]),
  );
  say(
    `(A model reads numbers of options instead, such as ${participants[0]?.can}: fewer words for the same.)`,
  );
  check(
    "four people answered, the first of them Ana",
    participants.length === 4 && participants[0]?.name === "Ana Souza",
  );
  const one = await assistant.call("get_participant", { pollId, participantId: participants[2]?.id });
  check("one person can be read alone", one.data["name"] === "דנה לוי");

  const results = await assistant.call("get_poll_results", { pollId, limit: 5 });
  const options = results.data["options"] as Option[];
  say("\nThe best five of fifteen, as the tool sums them up and counts them:");
  quote(results.text);
  table(
    ["", "when", "yes", "if need be", "no"],
    options.map(({ when, top, votes }) => [
      top ? "★" : "",
      when,
      votes["yes"] ?? 0,
      votes["ifNeedBe"] ?? 0,
      votes["no"] ?? 0,
    ]),
  );
  const leaders = options.filter(({ top }) => top);
  const wednesday = addDays(monday, 2);
  check(
    "Wednesday at 9 and at 10 tie: all four can, one of them if need be",
    leaders.length === 2 &&
      leaders.every(({ when, votes }) => when.includes(wednesday) && votes["yes"] === 3),
  );
}

/** Ranges of option numbers (`1,7-8`) as weekday and start. */
function spell(ranges: string, options: string[]): string {
  const numbers = ranges.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return first === 0 ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return numbers
    .map((number) => options[number - 1]?.replace(/^\d+: (\w+) \S+ (\d\d:\d\d).*$/, "$1 $2"))
    .join(", ");
}

/** The assistant pages through everything there is, ten at a time. */
export async function pageThrough({ assistant }: DemoContext): Promise<void> {
  scene("The assistant pages through every poll (list_polls)");
  const titles: string[] = [];
  const ids = new Set<string>();
  let pages = 0;
  for (let cursor: unknown, more = true; more; ) {
    const { data } = await assistant.call("list_polls", { limit: 10, ...(pages === 0 ? {} : { cursor }) });
    const polls = data["polls"] as { id: string; title: string }[];
    for (const poll of polls) {
      ids.add(poll.id);
      titles.push(poll.title);
    }
    pages += 1;
    const first = polls.slice(0, 5).map(({ title }) => title);
    say(`page ${pages}: ${first.join(", ")} and ${polls.length - first.length} more`);
    cursor = data["nextCursor"];
    more = data["hasMore"] === true;
  }
  check(`${titles.length} polls on ${pages} pages, none twice`, pages > 1 && ids.size === titles.length);
  check("newest first", titles[0] === "Choir rehearsal" && titles[4] === "Summer party");
}

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
