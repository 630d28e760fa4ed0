/** What callers were told about their creates and deletes, compared with the polls that exist. */

/** What a caller was told about a create or a delete. `unknown`: it may have had an effect. */
export interface Entry {
  title: string;
  told: "done" | "unknown" | "failed";
  /** The poll that was reported. */
  id?: string | undefined;
}

/** Everything that callers were told, and every violation found on the way. */
export class Ledger {
  readonly creates: Entry[] = [];
  readonly deletes: (Entry & { id: string })[] = [];
  readonly outcomes = new Map<string, number>();
  readonly leaks: string[] = [];
  readonly overdue: string[] = [];
  readonly wrongResponses: string[] = [];

  /** The violations by invariant. Every list must be empty. `created` has the title of each create that was executed. */
  compare(created: readonly string[], remaining: ReadonlySet<string>): Record<string, string[]> {
    const { creates, deletes, leaks, overdue, wrongResponses } = this;
    const executed = countBy(created);
    const called = countBy(creates.map(({ title }) => title));
    const possible = countBy(creates.filter(({ told }) => told !== "failed").map(({ title }) => title));
    const reported = countBy(creates.flatMap(({ id }) => id ?? []));
    const deleted = new Set(deletes.map(({ id }) => id));
    const exceeds = (allowed: Map<string, number>) =>
      [...executed].filter(([title, count]) => count > (allowed.get(title) ?? 0)).map(([title]) => title);
    return {
      "polls created twice": exceeds(called),
      "creates reported failed that exist": exceeds(possible),
      "polls reported to two callers": [...reported].filter(([, count]) => count > 1).map(([id]) => id),
      "creates reported successful that do not exist": creates
        .filter(({ id }) => id !== undefined && !remaining.has(id) && !deleted.has(id))
        .map(({ title }) => title),
      "deletes reported wrongly": deletes
        .filter(({ id, told }) => told === (remaining.has(id) ? "done" : "failed"))
        .map(({ id, told }) => `${id} ${told}`),
      "wrong responses": wrongResponses,
      "calls past their deadline": overdue,
      "key leaks": leaks,
    };
  }
}

function countBy(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
