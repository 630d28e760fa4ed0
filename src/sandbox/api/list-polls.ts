import * as z from "zod";
import { validationError } from "../errors.ts";
import type { Store } from "../state/store.ts";
import { validate } from "../validate.ts";

const listQuery = z.strictObject({
  status: z.enum(["open", "closed", "scheduled", "canceled"]).optional(),
  cursor: z.string().optional(),
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, "Invalid input: expected an integer from 1 to 100")
    .transform(Number)
    .default(20),
});

/**
 * One page of a space's polls, newest first. `query` has the values of each parameter. Throws an ApiError for an invalid
 * query.
 */
export function listPolls(store: Store, spaceId: string, query: Record<string, string[]>) {
  // A repeated parameter becomes a list with commas, which no field accepts.
  const fields = Object.fromEntries(Object.entries(query).map(([name, values]) => [name, values.join()]));
  const { status, cursor, limit } = validate(listQuery, fields, "query", validationError);
  const scope = `${spaceId} ${status ?? "all"}`;
  const below = cursor === undefined ? Number.POSITIVE_INFINITY : parseCursor(cursor, scope);
  const polls = store
    .newestFirst(spaceId)
    .filter((poll) => poll.sequence < below && (status === undefined || poll.status === status));
  const page = polls.slice(0, limit);
  const last = polls.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last === undefined ? null : formatCursor(last.sequence, scope) };
}

// A cursor contains the sequence number of the last poll on the page, not a count, because polls are created and deleted
// between two pages. The scope is the list that it belongs to.
const formatCursor = (sequence: number, scope: string): string =>
  Buffer.from(`${sequence} ${scope}`).toString("base64url");

/** The sequence number in a cursor. Throws an ApiError for an invalid cursor and for a cursor of another list. */
function parseCursor(cursor: string, scope: string): number {
  const sequence = Number.parseInt(Buffer.from(cursor, "base64url").toString(), 10);
  if (formatCursor(sequence, scope) !== cursor) throw validationError("cursor: Invalid cursor");
  return sequence;
}
