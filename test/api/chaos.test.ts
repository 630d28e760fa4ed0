/** A short `npm run chaos`, and the detection of each kind of violation. */
import { describe, expect, it } from "vitest";
import {
  createLedger,
  findViolations,
  type Ledger,
  type ServiceState,
  type Violations,
} from "../../scripts/chaos/ledger.ts";
import { runChaos } from "../../scripts/chaos/run.ts";

const ledger = (known: Partial<Ledger>): Ledger => ({ ...createLedger(), ...known });
const violatedRules = (violations: Violations) =>
  Object.entries(violations).flatMap(([name, found]) => (found.length > 0 ? [name] : []));

describe("chaos", () => {
  it("finds no duplicate, wrong report, late call or leak under random faults", async () => {
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
  it.each<[string, Partial<Ledger>, ServiceState, string[]]>([
    ["nothing", { creates: [made] }, { createdTitles: ["A"], remaining: [{ id: "1", title: "A" }] }, []],
    [
      "a poll created twice",
      { creates: [made] },
      { createdTitles: ["A", "A"], remaining: [{ id: "1", title: "A" }] },
      ["duplicates", "hiddenCreates"],
    ],
    [
      "a created poll reported as failed",
      { creates: [{ title: "A", reported: "failed" }] },
      { createdTitles: ["A"], remaining: [] },
      ["hiddenCreates"],
    ],
    [
      "nothing for a poll reported as unknown",
      { creates: [{ title: "A", reported: "unknown" }] },
      { createdTitles: ["A"], remaining: [] },
      [],
    ],
    ["a missing poll", { creates: [made] }, { createdTitles: ["A"], remaining: [] }, ["phantomCreates"]],
    [
      "a poll returned by two calls",
      { creates: [made, made] },
      { createdTitles: ["A"], remaining: [{ id: "1", title: "A" }] },
      ["phantomCreates"],
    ],
    [
      "a reported deletion of an existing poll",
      { deletes: [{ id: "1", reported: "deleted" }] },
      { createdTitles: [], remaining: [{ id: "1", title: "A" }] },
      ["wrongDeletes"],
    ],
    [
      "a deletion reported as failed",
      { deletes: [{ id: "1", reported: "failed" }] },
      { createdTitles: [], remaining: [] },
      ["wrongDeletes"],
    ],
    [
      "violations that callers reported",
      { overdue: ["x"], leaks: ["x"], wrongResponses: ["x"] },
      { createdTitles: [], remaining: [] },
      ["overdue", "leaks", "wrongResponses"],
    ],
  ])("finds %s", (_name, known, truth, expected) => {
    expect(violatedRules(findViolations(ledger(known), truth))).toEqual(expected);
  });
});
