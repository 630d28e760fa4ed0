import { addDays } from "../../src/time/index.ts";
import type { DemoContext } from "./context.ts";
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
