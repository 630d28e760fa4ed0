import { createHmac } from "node:crypto";
import * as z from "zod";
import type { SandboxContext } from "./context.ts";
import { toProblems, validationError } from "./errors.ts";
import type { Space, StoredPollStatus } from "./model.ts";
import { closePastPolls, toPollJson } from "./views.ts";

/** The query of GET /polls. */
const listQuery = z.strictObject({
  status: z.enum(["open", "closed", "scheduled", "canceled"]).optional(),
  cursor: z.string().min(1).optional(),
  limit: z
    .string()
    // Digits only: Number() also accepts "1e1", "0x10" and " 5".
    .regex(/^\d{1,4}$/, "Invalid input: expected an integer from 1 to 100")
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .default(20),
});

/** One page of a space's polls, newest first. Throws an ApiError for an invalid query. */
export function listPolls(context: SandboxContext, space: Space, query: URLSearchParams) {
  const { status = null, cursor, limit } = parseQuery(query);
  closePastPolls(context);
  const scope = { spaceId: space.id, status };
  const below = cursor === undefined ? undefined : parseCursor(cursor, scope);
  const page = [];
  for (const poll of context.store.newestFirst(space.id, below)) {
    if (status !== null && poll.status !== status) continue;
    page.push(poll);
    // One more than the limit shows whether there is a next page.
    if (page.length > limit) break;
  }
  const last = page.length > limit ? page[limit - 1] : undefined;
  return {
    data: page.slice(0, limit).map((poll) => toPollJson(poll, space, context.origin)),
    nextCursor: last === undefined ? null : formatCursor(last.sequence, scope),
  };
}

function parseQuery(query: URLSearchParams) {
  const fields: Record<string, unknown> = {};
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name);
    // A repeated parameter becomes a list, which the schema rejects.
    fields[name] = values.length > 1 ? values : values[0];
  }
  const result = listQuery.safeParse(fields);
  if (!result.success) throw validationError(toProblems(result.error, "query"));
  return result.data;
}

/** The list that a cursor belongs to. */
export interface CursorScope {
  spaceId: string;
  status: StoredPollStatus | null;
}

// A cursor contains the sequence number of the last poll on the page, not a count, because polls are created and deleted
// between two pages. It is signed so that clients treat it as opaque; the key need not be secret.
const sign = (sequence: number, scope: CursorScope) =>
  createHmac("sha256", "rallly-sandbox")
    .update(JSON.stringify([sequence, scope.spaceId, scope.status]))
    .digest("base64url")
    .slice(0, 16);

/** The cursor of the page after the poll with this sequence number. */
function formatCursor(sequence: number, scope: CursorScope): string {
  return Buffer.from(`${sequence}.${sign(sequence, scope)}`).toString("base64url");
}

/** The sequence number in a cursor. Throws an ApiError for an invalid cursor and for a cursor of another list. */
function parseCursor(cursor: string, scope: CursorScope): number {
  const [digits = "", signature] = Buffer.from(cursor, "base64url").toString().split(".");
  const sequence = Number(digits);
  if (!/^\d{1,15}$/.test(digits) || formatCursor(sequence, scope) !== cursor || !signature) {
    throw validationError([{ path: "cursor", message: "Invalid cursor" }]);
  }
  return sequence;
}
