import type { PollWishes } from "../../src/scheduling/index.ts";
import { findTimeZone } from "../../src/time/index.ts";
import { ArgumentError } from "../failure.ts";
import { assertTimeZone } from "../zone.ts";
import type { CreatePollArguments } from "./create-poll-schema.ts";

type Conferencing = NonNullable<CreatePollArguments["conferencing"]>;

/** `null` for whole days and for times that are the same everywhere. Never guessed, and never the server's. */
export function readZone({ timeZone, kind, dates, times, windows }: CreatePollArguments): string | null {
  if (timeZone?.toLowerCase() === "floating") return null;
  assertTimeZone(timeZone);
  if (timeZone !== undefined) return times || windows ? (findTimeZone(timeZone) ?? null) : null;
  if (times || windows) throw missingZone();
  if (!dates && kind === undefined) throw missingOptions();
  return null;
}

function missingOptions(): ArgumentError {
  return new ArgumentError(
    [
      {
        path: "dates",
        message:
          "is missing, and so are times and windows: give dates for whole days, or times or windows with timeZone",
      },
    ],
    { dates: '["2027-03-01"], or times [{"start": "2027-03-01T14:00"}] with timeZone and duration' },
  );
}

function missingZone(): ArgumentError {
  return new ArgumentError(
    [{ path: "timeZone", message: "is missing: times and windows need the zone that the person means" }],
    { timeZone: '"Europe/Berlin", or "floating" for the same clock time everywhere' },
  );
}

/** The same wishes in the words of the scheduling room. */
export function toWishes(given: CreatePollArguments, timeZone: string | null): PollWishes {
  const { dryRun: _, organizerEmail, kind, timeZone: __, conferencing, ...rest } = given;
  return {
    ...rest,
    kind: kind ?? (rest.times || rest.windows ? "time" : "date"),
    ...(timeZone === null ? {} : { timeZone }),
    ...(conferencing === undefined ? {} : { conferencing: toConferencing(conferencing) }),
    ...(organizerEmail === undefined ? {} : { organizer: { email: organizerEmail } }),
  };
}

function toConferencing({ provider, label, uri }: Conferencing): NonNullable<PollWishes["conferencing"]> {
  if (provider === "custom" && label !== undefined) return { provider, label, uri };
  if (provider !== "custom" && label === undefined && uri === undefined) return { provider };
  const message = provider === "custom" ? "is missing" : `belongs to provider "custom", not to "${provider}"`;
  throw new ArgumentError(
    [
      {
        path:
          label === undefined && uri !== undefined && provider !== "custom"
            ? "conferencing.uri"
            : "conferencing.label",
        message,
      },
    ],
    {
      "conferencing.label":
        '{"provider": "custom", "label": "Our room", "uri": "https://meet.example.com/room"}',
    },
  );
}
