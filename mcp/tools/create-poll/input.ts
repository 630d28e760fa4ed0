import * as z from "zod";
import { maxLengths } from "../../../src/api/check/create-input.ts";
import { mapSettings, type PollSetting } from "../../../src/api/check/settings.ts";
import type { Poll } from "../../../src/api/web.ts";
import type { Problem } from "../../../src/problem.ts";
import { sanitizeLine } from "../../../src/sanitize.ts";
import { weekdays } from "../../../src/time/days.ts";
import { parseJson } from "../../arguments.ts";
import { parseConferencing } from "../../output/conferencing.ts";
import { busyTimes, clockTime, day, isoText, poll, pollZone, slotMinutes, zoneName } from "../fields.ts";

const oneTo = (max: number) => z.int().min(1).max(max);
const timeEntry = z.preprocess(
  (given) => (typeof given === "string" && !parseJson(given) ? { start: given } : given),
  z.strictObject({ start: clockTime, end: clockTime.optional(), duration: slotMinutes.optional() }),
);
const hours = z.string().meta({ pattern: "^[0-9:]{5}$" });

/** The texts of a poll that a copy can leave out. */
export const clearable = ["description", "location", "conferencing"] as const;

/** Whether a text means that there is none. A form sends an empty one for a field that nobody touched. */
export const isNone = (text: string): boolean => text.trim().toLowerCase() === "none";

// Hosts send an empty list for none.
const days = z
  .array(day("must be one day, such as 2027-03-01. For a range use windows, with startDate and endDate"))
  .max(500);

const conferencing = z
  .string()
  .max(1_000)
  .refine((text) => isNone(text) || parseConferencing(text) !== undefined, {
    error: "is neither a link nor zoom, meet or teams",
    params: { ask: "for the link of the video call" },
  });

const settingTexts: Record<PollSetting, string> = {
  requireEmail: "Voters must give an email",
  hideParticipants: "Voters do not see who else voted",
  hideScores: "Voters do not see the counts",
  disableComments: "No comments; default true",
  allowTentativeVotes: '"If need be" votes; default true',
};

/** The arguments that describe the poll, not its options or the call: what a view sends again with the options that were chosen. */
const pollArguments = {
  title: z
    .string()
    .trim()
    .min(1)
    .max(maxLengths.title)
    .refine((text) => sanitizeLine(text) !== "", { error: "has no visible character" })
    .optional()
    .describe("Required without copyFrom; invitees see it"),
  copyFrom: poll
    .optional()
    .describe(
      'Id, link or title of a poll to repeat; other arguments replace its values, "none" clears a text',
    ),
  timeZone: pollZone
    .optional()
    .describe(
      'IANA zone of times and windows, e.g. Europe/Berlin; ask if unknown. "floating": same clock time everywhere',
    ),
  secondTimeZone: z
    .array(zoneName)
    .max(4)
    .overwrite((zones) => [...new Set(zones)])
    .optional()
    .describe("Also shows the times in these zones"),
  description: z.string().max(maxLengths.description).optional().describe("Details for invitees"),
  location: z.string().max(maxLengths.location).optional().describe("Where people meet in person"),
  conferencing: conferencing.optional().describe("Link of a video call, or zoom, meet, teams"),
  // What is copied from a mail has invisible characters.
  organizerEmail: z
    .string()
    .max(300)
    .overwrite((text) => sanitizeLine(text))
    .optional()
    .describe("A member of the space; default its owner"),
  ...mapSettings((setting) => z.boolean().optional().describe(settingTexts[setting])),
  allowPast: z.boolean().optional().describe("true: create although all options are in the past"),
};

const window = z.strictObject({
  startDate: day(),
  endDate: day().describe("Included"),
  days: z.array(z.enum(weekdays)).min(1).max(7).optional().describe("Default all"),
  everyWeeks: oneTo(52).optional().describe("2: every second week, from the first chosen day"),
  from: hours.optional(),
  to: hours.optional(),
  interval: slotMinutes.optional().describe("Minutes between starts; default duration"),
});

const optionArguments = {
  shiftDays: z.int().optional().describe("With copyFrom: days to move its options; clock times stay"),
  shiftMinutes: z.int().optional().describe("With copyFrom: minutes to move them on the clock"),
  minAvailable: z.int().min(1).optional().describe("With copyFrom: only options that this many can make"),
  dates: days.optional().describe("Whole days; not with times"),
  duration: slotMinutes.optional().describe("Minutes per slot, for windows and for times without their own"),
  times: z
    .array(timeEntry)
    .max(500)
    .optional()
    .describe("Single slots on the clock of timeZone, with end or duration"),
  windows: z
    .array(window)
    .max(100)
    .optional()
    .describe("Daily windows, cut into slots of duration that end by `to`; without from and to whole days"),
  except: z
    .array(isoText("^[0-9/-]+$"))
    .max(500)
    .optional()
    .describe("Days without options, or ranges DAY/DAY"),
  busy: busyTimes
    .optional()
    .describe("Drops colliding options: .ics text, or a calendar's intervals; a day as end is free"),
};

const callArguments = {
  again: z.boolean().optional().describe("true: another poll of a title that is less than an hour old"),
  dryRun: z.boolean().optional().describe("true: preview the options, create nothing"),
};

/** The schema of create_poll's arguments, each by itself. `planArguments` validates them together. */
const inputSchema = z.strictObject({ ...pollArguments, ...optionArguments, ...callArguments });

export const keptArguments = Object.keys(pollArguments);

export type CreatePollArguments = z.infer<typeof inputSchema>;

const optionLists = ["dates", "times", "windows"] as const;

/** The first argument that gives options of its own. Undefined where those of copyFrom are copied. */
export const listsOptions = (input: CreatePollArguments) => optionLists.find((name) => input[name]?.length);

/** Whether the options are slots, not whole days. */
export const isTimed = ({ times, windows }: CreatePollArguments): boolean =>
  Boolean(times?.length) || Boolean(windows?.some(({ from, to }) => from ?? to));

/** The zone of the arguments, else that of the poll to copy. Null for floating times. */
export function chooseZone(
  { timeZone }: CreatePollArguments,
  source: Poll | undefined,
): string | null | undefined {
  if (timeZone !== undefined) return timeZone;
  return source?.kind === "time" ? source.timeZone : undefined;
}

/** The problems of arguments that are missing. `source` is the poll of copyFrom, once it is known. */
export function listMissing(input: CreatePollArguments, source?: Poll): Problem[] {
  const problems: Problem[] = [];
  const isCopy = input.copyFrom !== undefined;
  if (!isCopy && input.title === undefined) problems.push({ path: "title", message: "is missing" });
  // A request without a zone would be planned as a floating poll.
  if (isTimed(input) && chooseZone(input, source) === undefined && (source !== undefined || !isCopy))
    problems.push({
      path: "timeZone",
      message:
        'is missing: times and windows need it, like "Europe/Berlin", or "floating" for the same clock time everywhere',
      ask: "for the time zone, unless they said it",
    });
  if (!isCopy && !listsOptions(input))
    problems.push({
      path: "dates",
      message:
        "is missing, as are times and windows: pass dates for whole days, or times or windows with timeZone",
      ask: "which days or times are possible, unless they said it",
    });
  return problems;
}

/** The schema of all arguments together. */
export const toolInput = inputSchema.superRefine((input, context) => {
  for (const { path, message, ask } of listMissing(input))
    context.addIssue({ code: "custom", path: [path], message, params: { ask } });
});
