import type { Participant, Poll } from "../src/api/web.ts";
import { sanitizeLine } from "../src/sanitize.ts";
import { groupResponses } from "../src/scheduling/people/identity.ts";
import { createSpanFinder, voteOf } from "../src/scheduling/rank/availability.ts";
import { formatOption } from "../src/time/index.ts";
import { displayTimeZone } from "../src/time/zones.ts";

const voteWords = { yes: "yes", ifNeedBe: "if need be" };

/**
 * The responses of a poll as CSV (RFC 4180): one row a person with the last response, one column an option. An empty cell is no
 * or unanswered, which the service does not tell apart.
 */
export function formatCsv(poll: Poll, participants: readonly Participant[], withEmails: boolean): string {
  const zone = poll.timeZone && displayTimeZone(poll.timeZone);
  const options = poll.options.map((option) => formatOption(option, zone, { style: "iso" }));
  const findOption = createSpanFinder(poll.options);
  const last = groupResponses(participants).flatMap((own) => own.slice(-1));
  const rows = last.map(({ name, email, createdAt, availability }) => {
    const votes = new Map(availability.map((span) => [findOption(span), voteWords[voteOf(span.modifiers)]]));
    const cells = options.map((_, index) => votes.get(index) ?? "");
    return [name, ...(withEmails ? [email ?? ""] : []), createdAt, ...cells];
  });
  const head = ["Name", ...(withEmails ? ["Email"] : []), "Answered At", ...options];
  return [head, ...rows].map((cells) => `${cells.map(formatCell).join(",")}\r\n`).join("");
}

/** A cell of other people's text: neither a formula of a spreadsheet nor a code of a terminal. */
function formatCell(text: string): string {
  const line = sanitizeLine(text);
  // A spreadsheet takes such a sign for a formula also in another width.
  const safe = /^[=+\-@]/.test(line.normalize("NFKC").trim()) ? `'${line}` : line;
  // In many countries ";" separates the cells, and some programs try all separators.
  return /[",;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
