import { maxOptions } from "../../api/web.ts";
import type { Problem } from "../../problem.ts";

/** Maximum number of entries in a list. More than the options of a poll, because duplicates are removed. */
const maxEntries = 500;

/** The question about too many options. */
const askFewer = "which options to leave out";

/** What the message about too many options says besides their number. */
export interface CountDetails {
  /** Whether there are more than were counted. */
  more?: boolean;
  /** Finds changes that make the options fit. */
  findChanges?: () => readonly string[];
}

/** The problem of a poll with too many options. Empty if there is none. */
export function validateCount(
  count: number,
  path: string,
  { more = false, findChanges = () => [] }: CountDetails = {},
): Problem[] {
  if (count <= maxOptions && !more) return [];
  const made = more ? `more than ${count}` : `${count}`;
  const changes = findChanges();
  const advice =
    changes.length > 0
      ? `they fit with ${changes.join(" or with ")}`
      : `leave out ${more ? "more than " : ""}${count - maxOptions}`;
  const message = `makes ${made} options in all; a poll takes at most ${maxOptions}: ${advice}`;
  const ask = [askFewer, "whether to make that change"][changes.length] ?? "which of the two changes to make";
  return [{ path, message, ask }];
}

/** The problem of a list that is too long to be checked entry by entry. Empty if it is not. */
export function checkEntries(path: string, count: number, max: number = maxEntries): Problem[] {
  if (count <= max) return [];
  const message = `has ${count} entries; a poll takes at most ${maxOptions} options`;
  return [{ path, message, ask: askFewer }];
}
