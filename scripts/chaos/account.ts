/** What a caller was told of one create. `unknown`: that the poll may exist. */
export interface CreateRecord {
  title: string;
  told: "made" | "unknown" | "failed";
  id?: string;
}

/** What a caller was told of one deletion of a poll of its own. */
export interface DeleteRecord {
  id: string;
  told: "deleted" | "unknown" | "failed";
}

/** Everything that callers were told, and what else went wrong on the way. */
export interface Account {
  creates: CreateRecord[];
  deletes: DeleteRecord[];
  overdue: string[];
  leaks: string[];
  wrongAnswers: string[];
  outcomes: Map<string, number>;
}

/** The truth to compare it with: every create the service carried out, and the polls that are there at the end. */
export interface Truth {
  createdTitles: readonly string[];
  remaining: readonly { id: string; title: string }[];
}

/** The lines of the verdict: each must be empty. */
export interface Verdict {
  duplicates: string[];
  hiddenCreates: string[];
  phantomCreates: string[];
  wrongDeletes: string[];
  overdue: string[];
  leaks: string[];
  wrongAnswers: string[];
}

/** Compares what callers were told with what is true. */
export function judge(account: Account, truth: Truth): Verdict {
  const { creates, deletes, overdue, leaks, wrongAnswers } = account;
  const remaining = new Set(truth.remaining.map(({ id }) => id));
  const deleted = new Set(deletes.map(({ id }) => id));
  const created = countBy(truth.createdTitles, (title) => title);
  const called = countBy(creates, ({ title }) => title);
  const admitted = countBy(
    creates.filter(({ told }) => told !== "failed"),
    ({ title }) => title,
  );
  const claims = countBy(
    creates.flatMap(({ id }) => id ?? []),
    (id) => id,
  );
  return {
    duplicates: [...created]
      .filter(([title, count]) => count > (called.get(title) ?? 0))
      .map(([title]) => title),
    hiddenCreates: [...created]
      .filter(([title, count]) => count > (admitted.get(title) ?? 0))
      .map(([title]) => title),
    phantomCreates: creates
      .filter(({ told }) => told === "made")
      // A poll that two calls claim was made by one of them: for the other it does not exist.
      .filter(({ id = "" }) => !(remaining.has(id) || deleted.has(id)) || (claims.get(id) ?? 0) > 1)
      .map(({ title, id }) => `${title} (${id})`),
    wrongDeletes: deletes
      .filter(
        ({ id, told }) =>
          (told === "deleted" && remaining.has(id)) || (told === "failed" && !remaining.has(id)),
      )
      .map(({ id, told }) => `${id} ${told}`),
    overdue,
    leaks,
    wrongAnswers,
  };
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
