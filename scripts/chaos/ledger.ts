/** The reported result of one create. `unknown`: the poll may exist. */
export interface CreateRecord {
  title: string;
  reported: "made" | "unknown" | "failed";
  id?: string;
}

/** The reported result of deleting one of the caller's own polls. */
export interface DeleteRecord {
  id: string;
  reported: "deleted" | "unknown" | "failed";
}

/** Every result that callers got, and every violation found during a run. */
export interface Ledger {
  creates: CreateRecord[];
  deletes: DeleteRecord[];
  overdue: string[];
  leaks: string[];
  wrongResponses: string[];
  outcomes: Map<string, number>;
}

/** A ledger before the first call. */
export const createLedger = (): Ledger => ({
  creates: [],
  deletes: [],
  overdue: [],
  leaks: [],
  wrongResponses: [],
  outcomes: new Map(),
});

/** The state of the service: every create it executed, and the polls that exist at the end. */
export interface ServiceState {
  createdTitles: readonly string[];
  remaining: readonly { id: string; title: string }[];
}

/** Violations by kind; every list must be empty. */
export interface Violations {
  duplicates: string[];
  hiddenCreates: string[];
  phantomCreates: string[];
  wrongDeletes: string[];
  overdue: string[];
  leaks: string[];
  wrongResponses: string[];
}

/** Compares the results that callers got with the state of the service. */
export function findViolations(ledger: Ledger, truth: ServiceState): Violations {
  const { creates, deletes, overdue, leaks, wrongResponses } = ledger;
  const remaining = new Set(truth.remaining.map(({ id }) => id));
  const deleted = new Set(deletes.map(({ id }) => id));
  const created = countBy(truth.createdTitles, (title) => title);
  const called = countBy(creates, ({ title }) => title);
  const mayExist = countBy(
    creates.filter(({ reported }) => reported !== "failed"),
    ({ title }) => title,
  );
  const reportedIds = countBy(
    creates.flatMap(({ id }) => id ?? []),
    (id) => id,
  );
  return {
    duplicates: [...created]
      .filter(([title, count]) => count > (called.get(title) ?? 0))
      .map(([title]) => title),
    hiddenCreates: [...created]
      .filter(([title, count]) => count > (mayExist.get(title) ?? 0))
      .map(([title]) => title),
    phantomCreates: creates
      .filter(({ reported }) => reported === "made")
      // If two calls report the same poll, one of them did not create it.
      .filter(({ id = "" }) => !(remaining.has(id) || deleted.has(id)) || (reportedIds.get(id) ?? 0) > 1)
      .map(({ title, id }) => `${title} (${id})`),
    wrongDeletes: deletes
      .filter(
        ({ id, reported }) =>
          (reported === "deleted" && remaining.has(id)) || (reported === "failed" && !remaining.has(id)),
      )
      .map(({ id, reported }) => `${id} ${reported}`),
    overdue,
    leaks,
    wrongResponses,
  };
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
