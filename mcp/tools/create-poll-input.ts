import * as z from "zod";
import { mapSettings, maxLengths, type PollSetting } from "../../src/api/web.ts";
import { isUnambiguousTimeZone, maxSlotMinutes, minSlotMinutes } from "../../src/time/index.ts";
import { notTimeZone, pollIdOrTitle } from "./fields.ts";

const weekday = z.enum(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]);
const clock = "HH:mm";
const slotMinutes = z.int().min(minSlotMinutes).max(maxSlotMinutes);
const conferencing = z
  .strictObject({
    provider: z.string().min(1).max(maxLengths.callProvider).describe("zoom, meet, teams, custom or another"),
    label: z.string().max(maxLengths.callLabel).optional().describe("Only for custom, required there"),
    uri: z.string().optional().describe("Only for custom: the link"),
  })
  .superRefine(({ provider, label, uri }, { addIssue }) => {
    const addProblem = (part: string, message: string) => addIssue({ code: "custom", path: [part], message });
    if (provider === "custom" && !label) addProblem("label", "is missing");
    const message = `belongs to provider "custom", not to "${provider}"`;
    if (provider !== "custom" && label !== undefined) addProblem("label", message);
    if (provider !== "custom" && uri !== undefined) addProblem("uri", message);
  });

const settingTexts: Record<PollSetting, string> = {
  requireEmail: "Voters must give an email",
  hideParticipants: "Voters do not see who else voted",
  hideScores: "Voters do not see the counts",
  disableComments: "No comments; default true",
  allowTentativeVotes: '"If need be" votes; default true',
};

const intervals = z.array(z.strictObject({ start: z.string(), end: z.string().optional() }));

// A text with a list in JSON is a list. An .ics text never begins with a bracket.
const parseList = (value: unknown): unknown => {
  if (typeof value !== "string" || !/^\s*\[/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

/** Busy times: intervals, or the text of an .ics file. */
const busy = z.preprocess(
  parseList,
  z.union([z.string(), intervals], {
    error: "must be a list of {start, end}, or the text of an .ics file",
  }),
);

/** The schema of create_poll's arguments, each by itself. `planArguments` validates them together. */
export const inputSchema = z.strictObject({
  title: z
    .string()
    .trim()
    .min(1)
    .max(maxLengths.title)
    .optional()
    .describe("Required without copyFrom; invitees see it"),
  copyFrom: pollIdOrTitle
    .optional()
    .describe("Id, link or title of a poll to repeat; other arguments replace its values"),
  shiftDays: z.int().optional().describe("With copyFrom: days to move its options; clock times stay"),
  minAvailable: z.int().min(1).optional().describe("With copyFrom: only options that this many can make"),
  options: z.array(z.string()).min(1).optional().describe("Options as a tool shows them"),
  kind: z.enum(["date", "time"]).optional().describe("Leave out: follows from the options"),
  dates: z.array(z.string()).min(1).optional().describe("Whole days, YYYY-MM-DD; not with times or windows"),
  timeZone: z
    .string()
    .refine((name) => name.toLowerCase() === "floating" || isUnambiguousTimeZone(name), {
      error: notTimeZone,
    })
    .optional()
    .describe(
      'IANA zone of times and windows, e.g. Europe/Berlin; ask if unknown. "floating": same clock time everywhere',
    ),
  duration: slotMinutes.optional().describe("Minutes per slot, for windows and for times without their own"),
  times: z
    .array(z.strictObject({ start: z.string(), duration: slotMinutes.optional() }))
    .min(1)
    .optional()
    .describe("Single slots; start is wall-clock in timeZone, like 2027-03-01T14:00, without Z or offset"),
  windows: z
    .array(
      z.strictObject({
        startDate: z.string().describe("YYYY-MM-DD"),
        endDate: z.string().describe("YYYY-MM-DD, included"),
        days: z.array(weekday).min(1).optional().describe("Weekdays; default all"),
        from: z.string().describe(clock),
        to: z.string().describe(clock),
        interval: slotMinutes.optional().describe("Minutes between starts; default duration"),
      }),
    )
    .min(1)
    .optional()
    .describe("Daily windows, cut into slots of duration that end by `to`"),
  busy: busy
    .optional()
    .describe("Drops colliding options: .ics text, or a calendar's intervals; keep Z or offset"),
  description: z.string().max(maxLengths.description).optional().describe("Details for invitees"),
  location: z.string().max(maxLengths.location).optional().describe("Where people meet in person"),
  conferencing: conferencing.optional(),
  organizerEmail: z.string().optional().describe("A member of the space; default its owner"),
  ...mapSettings((setting) => z.boolean().optional().describe(settingTexts[setting])),
  allowPast: z.boolean().optional().describe("true: create although all options are in the past"),
  dryRun: z.boolean().optional().describe("true: preview the options, create nothing"),
});

/** Valid arguments of create_poll. */
export type CreatePollArguments = z.infer<typeof inputSchema>;
