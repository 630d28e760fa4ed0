import * as z from "zod";

const weekday = z.enum(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]);
const clock = "HH:mm";

/** What a model may say about a poll to be. */
export const input = z.strictObject({
  title: z.string().trim().min(1).max(255),
  kind: z.enum(["date", "time"]).optional(),
  dates: z.array(z.string()).min(1).optional().describe("Whole days, YYYY-MM-DD"),
  timeZone: z
    .string()
    .optional()
    .describe(
      'IANA zone of times and windows, e.g. Europe/Berlin; ask if unknown. "floating": same clock time everywhere',
    ),
  duration: z.int().min(1).max(1440).optional().describe("Minutes per slot"),
  times: z
    .array(z.strictObject({ start: z.string(), duration: z.int().min(1).max(1440).optional() }))
    .min(1)
    .optional()
    .describe("Single slots; start is wall-clock in timeZone: 2027-03-01T14:00, no Z"),
  windows: z
    .array(
      z.strictObject({
        startDate: z.string(),
        endDate: z.string(),
        days: z.array(weekday).min(1).optional().describe("Default all"),
        from: z.string().describe(clock),
        to: z.string().describe(clock),
        interval: z.int().min(15).max(1440).optional().describe("Minutes between starts; default duration"),
      }),
    )
    .min(1)
    .optional()
    .describe("Filled with slots of duration on each day, ending by `to`"),
  description: z.string().max(1000).optional(),
  location: z.string().max(255).optional(),
  conferencing: z
    .strictObject({
      provider: z.enum(["zoom", "meet", "teams", "custom"]),
      label: z.string().max(100).optional().describe("custom only, required"),
      uri: z.string().optional(),
    })
    .optional(),
  organizerEmail: z.string().optional().describe("A member of the space; default its owner"),
  requireEmail: z.boolean().optional(),
  hideParticipants: z.boolean().optional(),
  hideScores: z.boolean().optional(),
  disableComments: z.boolean().optional().describe("Default true"),
  allowTentativeVotes: z.boolean().optional().describe('"If need be" votes; default true'),
  dryRun: z.boolean().optional().describe("Preview, create nothing"),
});

/** What it is told about the poll made, or previewed. */
export const output = z.looseObject({
  created: z.boolean(),
  pollId: z.string().optional(),
  inviteUrl: z.string().optional().describe("For invitees"),
  adminUrl: z.string().optional().describe("For the organizer"),
  optionCount: z.int(),
  options: z.array(z.string()).optional(),
  firstOption: z.string().optional(),
  lastOption: z.string().optional(),
  timeZone: z.string().optional(),
  now: z.string().optional().describe("Current time in timeZone"),
  notes: z.array(z.string()).optional(),
});

/** A right value for each argument. */
export const examples = {
  title: '"Team lunch"',
  kind: '"time"',
  dates: '["2027-03-01", "2027-03-02"]',
  timeZone: '"Europe/Berlin"',
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
  conferencing: '{"provider": "zoom"}',
  "conferencing.provider": '"zoom"',
  "conferencing.label": '"Our Jitsi room"',
  organizerEmail: '"ada@example.com"',
  "organizer.email": '"ada@example.com"',
  dryRun: "true",
};

/** The arguments, once they fit. */
export type CreatePollArguments = z.infer<typeof input>;
