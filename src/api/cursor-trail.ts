import { UnknownOutcomeError } from "./errors.ts";

/**
 * Follows the cursors of one walk through a listing: takes the `nextCursor` of a page and answers the cursor to ask
 * for next, undefined after the last page. Throws UnknownOutcomeError for a cursor that leads nowhere: one of this
 * walk that comes again, which would never end, and an empty one, which a query cannot carry. To stop there quietly
 * would pass a part of the polls off as all of them.
 */
export function followCursors(first?: string): (nextCursor: string | null) => string | undefined {
  const seen = new Set(first === undefined ? [] : [first]);
  return (nextCursor) => {
    if (nextCursor === null) return undefined;
    if (nextCursor === "") throw leadsNowhere("an empty cursor for the next page");
    if (seen.has(nextCursor)) throw leadsNowhere("a cursor twice");
    seen.add(nextCursor);
    return nextCursor;
  };
}

function leadsNowhere(what: string): UnknownOutcomeError {
  const operation = "listPolls";
  return new UnknownOutcomeError(`${operation}: the service gave ${what}, so the rest cannot be read`, {
    operation,
    attempts: 1,
  });
}
