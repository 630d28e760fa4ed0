/** Measures rankOptions on the largest poll there can be: 100 options, 10,000 people, answers as JSON brings them. */
import type { Participant } from "../src/api/schemas.ts";
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

const answer = JSON.stringify(Array.from({ length: peopleCount }, makePerson));
const times: number[] = [];
for (let round = 0; round < rounds; round++) {
  // Parsed anew each time: strings that were hashed or compared before would flatter the figure.
  const participants: Participant[] = JSON.parse(answer);
  const start = performance.now();
  rankOptions({ poll: { options }, participants, required: ["Person 17", "p42@example.com"], now: first });
  times.push(performance.now() - start);
}
const sorted = times.toSorted((one, other) => one - other);
const show = (milliseconds = 0) => `${milliseconds.toFixed(1)} ms`;
console.log(
  `${optionCount} options x ${peopleCount} people, ${rounds} rounds, each on freshly parsed answers`,
);
console.log(`first ${show(times[0])}, median ${show(sorted[rounds >> 1])}, slowest ${show(sorted.at(-1))}`);
