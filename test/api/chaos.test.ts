/** A short `npm run chaos`, and the detection of each kind of violation. */
import { describe, expect, it } from "vitest";
import { findViolations, type Ledger, type Truth, type Violations } from "../../scripts/chaos/ledger.ts";
import { runChaos } from "../../scripts/chaos/run.ts";

const ledger = (known: Partial<Ledger>): Ledger => ({
  creates: [],
  deletes: [],
  overdue: [],
  leaks: [],
  wrongResponses: [],
  outcomes: new Map(),
  ...known,
});
const violatedRules = (violations: Violations) =>
  Object.entries(violations).flatMap(([name, found]) => (found.length > 0 ? [name] : []));

describe("chaos", () => {
  it("makes no duplicate, wrong report, late call or leak under random faults", async () => {
    const { requests, faulted, late, refused, outcomes, violations } = await runChaos({
      calls: 500,
      seed: 20270301,
    });
    expect(violatedRules(violations), JSON.stringify(violations)).toEqual([]);
    expect(requests).toBeGreaterThan(400);
    expect(faulted).toBeGreaterThan(100);
    expect(late).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
    for (const outcome of ["ok", "recovered", "refused", "unknown"])
      expect([...outcomes.keys()]).toContain(`createPoll ${outcome}`);
  });
});

describe("findViolations", () => {
  const made = { title: "A", reported: "made", id: "1" } as const;
  it.each<[string, Partial<Ledger>, Truth, string[]]>([
    ["nothing", { creates: [made] }, { createdTitles: ["A"], remaining: [{ id: "1", title: "A" }] }, []],
    [
      "a poll made twice",
      { creates: [made] },
      { createdTitles: ["A", "A"], remaining: [{ id: "1", title: "A" }] },
      ["duplicates", "hiddenCreates"],
    ],
    [
      "a poll said to have failed",
      { creates: [{ title: "A", reported: "failed" }] },
      { createdTitles: ["A"], remaining: [] },
      ["hiddenCreates"],
    ],
    [
      "nothing when it was said that it may exist",
      { creates: [{ title: "A", reported: "unknown" }] },
      { createdTitles: ["A"], remaining: [] },
      [],
    ],
    [
      "a poll that is not there",
      { creates: [made] },
      { createdTitles: ["A"], remaining: [] },
      ["phantomCreates"],
    ],
    [
      "one poll claimed by two calls",
      { creates: [made, made] },
      { createdTitles: ["A"], remaining: [{ id: "1", title: "A" }] },
      ["phantomCreates"],
    ],
    [
      "a deletion that did not happen",
      { deletes: [{ id: "1", reported: "deleted" }] },
      { createdTitles: [], remaining: [{ id: "1", title: "A" }] },
      ["wrongDeletes"],
    ],
    [
      "a deletion said to have failed",
      { deletes: [{ id: "1", reported: "failed" }] },
      { createdTitles: [], remaining: [] },
      ["wrongDeletes"],
    ],
    [
      "what callers noticed themselves",
      { overdue: ["x"], leaks: ["x"], wrongResponses: ["x"] },
      { createdTitles: [], remaining: [] },
      ["overdue", "leaks", "wrongResponses"],
    ],
  ])("sees %s", (_name, known, truth, expected) => {
    expect(violatedRules(findViolations(ledger(known), truth))).toEqual(expected);
  });
});
