import * as z from "zod";
import { alwaysRun, invalidPaths } from "../runtime/arguments.ts";
import { type CreatePollArguments, fields } from "./create-poll-input.ts";
import { findProblems } from "./create-poll-problems.ts";

/** The arguments of create_poll, also validated as one plan, so that one error lists all problems. */
export const input: z.ZodType<CreatePollArguments> = fields.superRefine((given, { issues, addIssue }) => {
  for (const { path, message } of findProblems(given, invalidPaths(issues))) {
    addIssue({ code: "custom", path: path.split("."), message });
  }
}, alwaysRun);

/** The output for a created or previewed poll. */
export const output = z.looseObject({
  created: z.boolean(),
  pollId: z.string().optional(),
  inviteUrl: z.string().optional().describe("To send to invitees"),
  adminUrl: z.string().optional().describe("For the organizer"),
  optionCount: z.int(),
  options: z.array(z.string()).optional(),
  firstOption: z.string().optional(),
  lastOption: z.string().optional(),
  weekdays: z.string().optional().describe("Options per weekday"),
  timeZone: z.string().optional(),
  now: z.string().optional().describe("Current time in timeZone"),
  notes: z.array(z.string()).optional(),
});

/** A valid value for each argument. */
export const examples = {
  title: '"Team lunch"',
  kind: '"time"',
  dates: '["2027-03-01", "2027-03-02"]',
  timeZone: '"Europe/Berlin", or "floating" for the same clock time everywhere',
  duration: "30",
  times: '[{"start": "2027-03-01T14:00"}]',
  "times.start": '"2027-03-01T14:00"',
  "times.duration": "45",
  windows:
    '[{"startDate": "2027-03-01", "endDate": "2027-03-05", "days": ["mon"], "from": "09:00", "to": "12:00"}]',
  "windows.startDate": '"2027-03-01"',
  "windows.endDate": '"2027-03-05"',
  "windows.days": '["mon", "wed"]',
  "windows.from": '"09:00"',
  "windows.to": '"12:00"',
  "windows.interval": "60",
  description: '"Bring the draft"',
  location: '"Room 2"',
  conferencing: '{"provider": "zoom"}',
  "conferencing.provider": '"zoom"',
  "conferencing.label": '"Our Jitsi room"',
  "conferencing.uri": '"https://meet.example.com/team"',
  organizerEmail: '"ada@example.com"',
  requireEmail: "true",
  hideParticipants: "true",
  hideScores: "true",
  disableComments: "true",
  allowTentativeVotes: "true",
  allowPast: "true",
  dryRun: "true",
};
