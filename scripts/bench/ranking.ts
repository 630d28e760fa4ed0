/** Measures rankOptions with 100 options and 100, 1,000 and 10,000 people, parsed from JSON. */
import type { Participant } from "../../src/api/core.ts";
import { rankOptions } from "../../src/scheduling/index.ts";
import { alternate, type Figure, median, type Row, toRow } from "./figure.ts";

const optionCount = 100;
const sizes = [100, 1_000, 10_000] as const;
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

/** Milliseconds to rank freshly parsed participants: strings that were hashed before are faster. */
function rank(json: string): number {
  const participants: Participant[] = JSON.parse(json);
  const start = performance.now();
  const ranking = rankOptions({
    poll: { options, timeZone: null },
    participants,
    required: ["Person 17", "p42@example.com"],
    now: first,
  });
  // Front ends list all names for the five best options.
  let named = 0;
  for (const { byVote } of ranking.options.slice(0, 5))
    named += byVote.yes.length + byVote.ifNeedBe.length + byVote.noOrUnanswered.length;
  if (named === 0) throw new Error("Nobody was ranked.");
  return performance.now() - start;
}

// Reading a million spans takes as long as the memory does, which other programs use too: a check accepts more growth.
export const figure: Figure = {
  title: "ranking of 100 options, growth with the number of people",
  settings: { rounds: 15 },
  checkSettings: { rounds: 7 },
  async measure({ settings, log }) {
    const candidates = Object.fromEntries(
      sizes.map((size) => {
        const json = JSON.stringify(Array.from({ length: size }, makePerson));
        // A short time is measured several times, because the clock and the collector would change it.
        const repetitions = 10_000 / size;
        return [size, () => median(Array.from({ length: Math.min(20, repetitions) }, () => rank(json)))];
      }),
    );
    const times = await alternate(candidates, { rounds: settings["rounds"] ?? 15, warmup: 2 });
    for (const size of sizes) {
      const sorted = (times[size] ?? []).toSorted((one, other) => one - other);
      log(`${size} people: fastest ${sorted[0]?.toFixed(1)} ms, slowest ${sorted.at(-1)?.toFixed(1)} ms`);
    }
    const rows: Row[] = [];
    for (const [index, size] of sizes.entries()) {
      const smaller = sizes[index - 1];
      if (smaller === undefined) continue;
      rows.push(
        toRow(
          {
            figure: `ranking of 100 options, ${size.toLocaleString("en")} people`,
            unit: "ms",
            comparedWith: `${smaller.toLocaleString("en")} people`,
            bound: { ratioAtMost: 12 },
            accepted: { ratioAtMost: 16 },
          },
          times[size] ?? [],
          times[smaller] ?? [],
        ),
      );
    }
    const largest = rows.at(-1);
    // Milliseconds depend on the machine and its load, and the growth hardly does: a check looks only at that.
    if (largest) rows.push({ ...largest, bound: { atMost: 80 } });
    return rows;
  },
};
