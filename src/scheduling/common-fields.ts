import * as z from "zod";
import { createCommonInput } from "../api/create-common-input.ts";
import { listProblems } from "../api/problems.ts";
import { extractAddress } from "./mailboxes.ts";
import type { WishProblem } from "./plan-error.ts";
import type { PollWishes } from "./wishes.ts";

const commonFields = z.strictObject(createCommonInput);

/** The part of a create body that both kinds of poll share, and what the API's own schema says against it. */
export function checkCommonFields(wishes: PollWishes) {
  const { kind: _, dates, timeZone, duration, times, windows, ...common } = wishes;
  const given = Object.fromEntries(Object.entries(common).filter(([, value]) => value !== undefined));
  const organizer = wishes.organizer && readOrganizer(wishes.organizer);
  const checked = commonFields.safeParse({ ...given, ...(organizer && { organizer }) });
  if (checked.success) return { fields: checked.data, problems: [] };
  const problems: WishProblem[] = listProblems(checked.error.issues).map(({ field, message }) => ({
    path: field,
    message,
  }));
  return { fields: undefined, problems };
}

/** Calendars and mail programs give a person as `Name <address>`; the service takes the address alone. */
function readOrganizer(organizer: { email: string }): { email: string } {
  const { email } = organizer;
  return typeof email === "string" ? { ...organizer, email: extractAddress(email) } : organizer;
}
