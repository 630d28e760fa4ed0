/** Who of generated lists has answered. The next change of the rule is judged by these numbers. */
import { describe, expect, it } from "vitest";
import { compareInvitees } from "../../src/scheduling/index.ts";
import { createList, invited, type ListOptions, voters } from "./people-lists.ts";

const lists = 300;

/** Who voted and is missing or found as another, and who did not and is found or unclear, in all lists. */
function count(options: ListOptions, firstSeed: number) {
  const counts = { votersMissing: 0, votersAsAnother: 0, absentFound: 0, absentUnclear: 0 };
  for (let seed = firstSeed; seed < firstSeed + lists; seed++) {
    const { entries, votes } = createList(seed, options);
    const { answered, missing, unclear } = compareInvitees(entries, votes);
    const isVoter = (text: string) => entries.findIndex((entry) => entry.text === text) < voters;
    for (const { text, repeated = [], person } of answered)
      for (const each of [text, ...repeated]) {
        if (!isVoter(each)) counts.absentFound++;
        else if (entries[Number(person.id)]?.text !== each) counts.votersAsAnother++;
      }
    for (const { text, repeated = [] } of missing)
      counts.votersMissing += [text, ...repeated].filter(isVoter).length;
    for (const { text, repeated = [] } of unclear)
      counts.absentUnclear += [text, ...repeated].filter((each) => !isVoter(each)).length;
  }
  return { ...counts, absentUnclear: counts.absentUnclear / (lists * (invited - voters)) };
}

describe(`${lists} lists of ${invited} people in six languages, of whom ${voters} voted`, () => {
  // At most so many of 6,600 who voted are missing and found as another, and of 2,400 who did not are found and unclear.
  it.each<[string, ListOptions, missing: number, another: number, found: number, unclear: number]>([
    ["with full names", {}, 130, 0, 2, 0.1],
    ["some with short names, beside outsiders", { short: 0.25, outsiders: 3 }, 200, 37, 30, 0.14],
    ["half of them by address", { addresses: 0.5 }, 260, 3, 4, 0.18],
    ["half of them with titles", { titles: 0.5 }, 150, 0, 2, 0.12],
    // Who left a second name out may have written the whole name of a relative: no rule of names sees that.
    ["of three families", { areRelatives: true }, 130, 10, 10, 0.3],
    ["beside outsiders with a title and a family name", { titled: 3 }, 130, 0, 2, 0.12],
  ])("%s are told apart", (_, options, missing, another, found, unclear) => {
    const counts = count(options, 1);
    expect(counts.votersMissing).toBeLessThanOrEqual(missing);
    expect(counts.votersAsAnother).toBeLessThanOrEqual(another);
    expect(counts.absentFound).toBeLessThanOrEqual(found);
    expect(counts.absentUnclear).toBeLessThanOrEqual(unclear);
  });

  it("have the same result in any order", () => {
    for (let seed = 0; seed < 60; seed++) {
      const { entries, votes } = createList(seed, { short: 0.25, outsiders: 3, addresses: 0.2 });
      const sort = (list: typeof entries, voted: typeof votes) => {
        const { answered, missing, unclear } = compareInvitees(list, voted);
        const groups = Object.entries({ answered, missing, unclear });
        return groups.flatMap(([group, own]) => own.map(({ text }) => `${text}: ${group}`)).sort();
      };
      expect(sort([...entries.slice(7), ...entries.slice(0, 7)], votes.toReversed())).toEqual(
        sort(entries, votes),
      );
    }
  });
});
