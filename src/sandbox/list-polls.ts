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

/** One page of a space's polls, newest first. */
export function listPolls(context: SandboxContext, space: Space, query: URLSearchParams) {
  const { status = null, cursor, limit } = parseQuery(query);
  closePastPolls(context);
  const scope = { spaceId: space.id, status };
  const below = cursor === undefined ? undefined : parseCursor(cursor, scope);
  const page = [];
  for (const poll of context.store.newestFirst(space.id, below)) {
    if (status !== null && poll.status !== status) continue;
    page.push(poll);
    // One more than asked for tells whether there is a next page.
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
    // A parameter given twice is left as a list, which no field of the schema is.
    fields[name] = values.length > 1 ? values : values[0];
  }
  const read = listQuery.safeParse(fields);
  if (!read.success) throw validationError(toProblems(read.error, "query"));
  return read.data;
}

/** The listing that a cursor belongs to. */
export interface CursorScope {
  spaceId: string;
  status: StoredPollStatus | null;
}

// The place is the sequence number of the last poll shown, not a count: polls may come and go above and below it.
// Signed so that clients treat cursors as opaque; the key need not be secret.
const sign = (sequence: number, scope: CursorScope) =>
  createHmac("sha256", "rallly-sandbox")
    .update(JSON.stringify([sequence, scope.spaceId, scope.status]))
    .digest("base64url")
    .slice(0, 16);
/** The opaque text for a page that starts below this poll. */
function formatCursor(sequence: number, scope: CursorScope): string {
  return Buffer.from(`${sequence}.${sign(sequence, scope)}`).toString("base64url");
}

/** The sequence number a cursor stands for. Throws for an invalid cursor and for one of another listing. */
function parseCursor(cursor: string, scope: CursorScope): number {
  const [digits = "", signature] = Buffer.from(cursor, "base64url").toString().split(".");
  const sequence = Number(digits);
  if (!/^\d{1,15}$/.test(digits) || formatCursor(sequence, scope) !== cursor || !signature) {
    throw validationError([{ path: "cursor", message: "Invalid cursor" }]);
  }
  return sequence;
}
