import * as z from "zod";
import { toProblems, validationError } from "./errors.ts";
import type { StoredPoll } from "./model.ts";
import type { Store } from "./store.ts";

const listQuery = z.strictObject({
  status: z.enum(["open", "closed", "scheduled", "canceled"]).optional(),
  cursor: z.string().optional(),
  limit: z
    .string()
    // Digits only: Number() also accepts "1e1", "0x10" and " 5".
    .regex(/^\d{1,4}$/, "Invalid input: expected an integer from 1 to 100")
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .default(20),
});

/**
 * One page of a space's polls, newest first. `query` has the values of each parameter. Throws an ApiError for an invalid
 * query.
 */
export function listPolls(store: Store, spaceId: string, query: Record<string, string[]>) {
  const { status, cursor, limit } = parseQuery(query);
  const scope = { spaceId, status };
  const below = cursor === undefined ? Number.POSITIVE_INFINITY : parseCursor(cursor, scope);
  const polls: StoredPoll[] = store
    .newestFirst(spaceId)
    .filter((poll) => poll.sequence < below && (status === undefined || poll.status === status));
  const page = polls.slice(0, limit);
  const last = polls.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last === undefined ? null : formatCursor(last.sequence, scope) };
}

function parseQuery(query: Record<string, string[]>) {
  // A repeated parameter stays a list, which the schema rejects.
  const fields = Object.entries(query).map(([name, values]) => [
    name,
    values.length > 1 ? values : values[0],
  ]);
  const result = listQuery.safeParse(Object.fromEntries(fields));
  if (!result.success) throw validationError(toProblems(result.error, "query"));
  return result.data;
}

/** The list that a cursor belongs to. */
interface CursorScope {
  spaceId: string;
  status: StoredPoll["status"] | undefined;
}

// A cursor contains the sequence number of the last poll on the page, not a count, because polls are created and deleted
// between two pages.
function formatCursor(sequence: number, { spaceId, status }: CursorScope): string {
  return Buffer.from(`${sequence} ${spaceId} ${status ?? "all"}`).toString("base64url");
}

/** The sequence number in a cursor. Throws an ApiError for an invalid cursor and for a cursor of another list. */
function parseCursor(cursor: string, scope: CursorScope): number {
  const sequence = Number.parseInt(Buffer.from(cursor, "base64url").toString(), 10);
  if (formatCursor(sequence, scope) !== cursor)
    throw validationError([{ path: "cursor", message: "Invalid cursor" }]);
  return sequence;
}
