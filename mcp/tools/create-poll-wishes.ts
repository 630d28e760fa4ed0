import type { PollWishes } from "../../src/scheduling/index.ts";
import { findTimeZone } from "../../src/time/index.ts";
import type { CreatePollArguments } from "./create-poll-fields.ts";

type Conferencing = NonNullable<CreatePollArguments["conferencing"]>;

/** `null` for whole days and for times that are the same everywhere. Never guessed, and never the server's. */
export function zoneOf({ timeZone, times, windows }: CreatePollArguments): string | null {
  return timeZone !== undefined && (times || windows) ? (findTimeZone(timeZone) ?? null) : null;
}

/** The same wishes in the words of the scheduling room. */
export function toWishes(given: CreatePollArguments): PollWishes {
  const { dryRun: _, allowPast: __, organizerEmail, kind, timeZone: ___, conferencing, ...rest } = given;
  const timeZone = zoneOf(given);
  return {
    ...rest,
    kind: kind ?? (rest.times || rest.windows ? "time" : "date"),
    ...(timeZone === null ? {} : { timeZone }),
    ...(conferencing === undefined ? {} : { conferencing: toConferencing(conferencing) }),
    ...(organizerEmail === undefined ? {} : { organizer: { email: organizerEmail } }),
  };
}

function toConferencing({ provider, label = "", uri }: Conferencing): PollWishes["conferencing"] {
  return provider === "custom" ? { provider, label, uri } : { provider };
}
