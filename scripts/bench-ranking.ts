/** Measures rankOptions on a poll of maximum size: 100 options and 10,000 people, parsed from JSON. */
import type { Participant } from "../src/api/core.ts";
import { rankOptions } from "../src/scheduling/index.ts";

const [optionCount, peopleCount, rounds] = [100, 10_000, 15];
const first = Date.UTC(2027, 2, 1, 9);
const options = Array.from({ length: optionCount }, (_, index) => ({
  id: `option-${index}`,
  startTime: new Date(first + index * 3_600_000).toISOString(),
  duration: 30,
}));

function makePerson(_: unknown, index: number): Participant {
  const availability = options
    .filter((_, option) => (index * 7 + option * 13) % 5 !== 0)
    .map(({ startTime, duration }, option) => ({
      start: startTime,
      end: new Date(Date.parse(startTime) + duration * 60_000).toISOString(),
      allDay: false,
      modifiers: (index + option) % 4 === 0 ? ["ifNeedBe"] : [],
    }));
  return {
    id: `p${index}`,
    name: `Person ${index}`,
    email: `p${index}@example.com`,
    createdAt: "",
    availability,
  };
}

const json = JSON.stringify(Array.from({ length: peopleCount }, makePerson));
const [elapsedMs, cpuMs]: [number[], number[]] = [[], []];
let named = 0;
for (let round = 0; round < rounds; round++) {
  // Parsed in each round, because strings that were hashed before are faster.
  const participants: Participant[] = JSON.parse(json);
  const start = performance.now();
  const before = process.cpuUsage();
  const ranking = rankOptions({
    poll: { options },
    participants,
    required: ["Person 17", "p42@example.com"],
    now: first,
  });
  // Front ends list all names for the five best options.
  for (const { byVote } of ranking.options.slice(0, 5))
    named += byVote.yes.length + byVote.ifNeedBe.length + byVote.noOrUnanswered.length;
  const { user, system } = process.cpuUsage(before);
  cpuMs.push((user + system) / 1000);
  elapsedMs.push(performance.now() - start);
}

function summarize(times: number[]): string {
  const sorted = [...times].sort((one, other) => one - other);
  const format = (milliseconds = 0) => `${milliseconds.toFixed(0)} ms`;
  return `median ${format(sorted[rounds >> 1])}, fastest ${format(sorted[0])}, slowest ${format(sorted.at(-1))}`;
}

console.log(
  `${optionCount} options x ${peopleCount} people, ${rounds} rounds, each on freshly parsed participants (${named} names read)`,
);
console.log(`elapsed:   ${summarize(elapsedMs)}`);
console.log(`processor: ${summarize(cpuMs)} (all threads; not changed by other programs)`);
