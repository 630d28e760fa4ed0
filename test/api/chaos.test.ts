/** A short `npm run chaos`, and proof that its judge would see each kind of lie. */
import { describe, expect, it } from "vitest";
import { type Account, judge, type Truth, type Verdict } from "../../scripts/chaos/account.ts";
import { runChaos } from "../../scripts/chaos/run.ts";

const account = (known: Partial<Account>): Account => ({
  creates: [],
  deletes: [],
  overdue: [],
  leaks: [],
  wrongAnswers: [],
  outcomes: new Map(),
  ...known,
});
const lies = (verdict: Verdict) =>
  Object.entries(verdict).flatMap(([name, found]) => (found.length > 0 ? [name] : []));

describe("chaos", () => {
  it("leaves no duplicate, no lie, no overdue call and no leak behind, whatever happens on the way", async () => {
    const { requests, struck, late, refused, outcomes, verdict } = await runChaos({
      calls: 500,
      seed: 20270301,
    });
    expect(lies(verdict), JSON.stringify(verdict)).toEqual([]);
    expect(requests).toBeGreaterThan(400);
    expect(struck).toBeGreaterThan(100);
    expect(late).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
    for (const ending of ["ok", "recovered", "refused", "unknown"])
      expect([...outcomes.keys()]).toContain(`createPoll ${ending}`);
  });
});

describe("its judge", () => {
  const made = { title: "A", told: "made", id: "1" } as const;
  it.each<[string, Partial<Account>, Truth, string[]]>([
    ["nothing", { creates: [made] }, { createdTitles: ["A"], remaining: [{ id: "1", title: "A" }] }, []],
    [
      "a poll made twice",
      { creates: [made] },
      { createdTitles: ["A", "A"], remaining: [{ id: "1", title: "A" }] },
      ["duplicates", "hiddenCreates"],
    ],
    [
      "a poll said to have failed",
      { creates: [{ title: "A", told: "failed" }] },
      { createdTitles: ["A"], remaining: [] },
      ["hiddenCreates"],
    ],
    [
      "nothing when it was said that it may exist",
      { creates: [{ title: "A", told: "unknown" }] },
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
      { deletes: [{ id: "1", told: "deleted" }] },
      { createdTitles: [], remaining: [{ id: "1", title: "A" }] },
      ["wrongDeletes"],
    ],
    [
      "a deletion said to have failed",
      { deletes: [{ id: "1", told: "failed" }] },
      { createdTitles: [], remaining: [] },
      ["wrongDeletes"],
    ],
    [
      "what callers noticed themselves",
      { overdue: ["x"], leaks: ["x"], wrongAnswers: ["x"] },
      { createdTitles: [], remaining: [] },
      ["overdue", "leaks", "wrongAnswers"],
    ],
  ])("sees %s", (_name, known, truth, expected) => {
    expect(lies(judge(account(known), truth))).toEqual(expected);
  });
});
