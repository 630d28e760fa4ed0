import { createHmac } from "node:crypto";
import type { PollStatus } from "./model.ts";
import { refuseFields } from "./problem.ts";

/** What a cursor stands for: the place to go on from, in the listing it was made for. */
export interface CursorScope {
  spaceId: string;
  status: PollStatus | null;
}

// The place is the sequence number of the last poll shown, not a count: polls may come and go above and below it.
// Signed only so that nobody builds one by hand; the sandbox has no secrets worth a real key.
const sign = (sequence: number, scope: CursorScope) =>
  createHmac("sha256", "rallly-sandbox")
    .update(JSON.stringify([sequence, scope.spaceId, scope.status]))
    .digest("base64url")
    .slice(0, 16);

/** The opaque text for "go on below this poll". */
export function writeCursor(sequence: number, scope: CursorScope): string {
  return Buffer.from(`${sequence}.${sign(sequence, scope)}`).toString("base64url");
}

/** The sequence number a cursor stands for. Throws for a made-up one and for one of another listing. */
export function readCursor(cursor: string, scope: CursorScope): number {
  const [digits = "", signature] = Buffer.from(cursor, "base64url").toString().split(".");
  const sequence = Number(digits);
  if (!/^\d{1,15}$/.test(digits) || writeCursor(sequence, scope) !== cursor || !signature) {
    throw refuseFields([{ field: "cursor", message: "Invalid cursor" }]);
  }
  return sequence;
}
