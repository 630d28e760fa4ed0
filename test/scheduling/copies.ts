/** Polls and their copies on 8 March 2027. */

import type { Poll } from "../../src/api/index.ts";
import { defaultSettings } from "../../src/api/web.ts";
import { type CopyOptions, PlanError, type PollChanges, planCopy } from "../../src/scheduling/index.ts";

const now = Date.parse("2027-03-08T12:00:00Z");

const common = {
  id: "Xk3pQ9vLm2Ab",
  title: "Team lunch",
  description: "Bring food.",
  location: "Room 4",
  conferencing: { provider: "custom", label: "Jitsi", uri: "https://meet.example.com/a", extra: 1 },
  status: "closed",
  createdAt: "2027-02-15T15:30:00.000Z",
  updatedAt: "2027-02-16T09:10:00.000Z",
  organizer: { id: "Us8fK2mQ4xTz", name: "Alex Example", email: "alex@example.com", image: null },
  ...defaultSettings,
  requireEmail: true,
  disableComments: false,
  participantCount: 3,
  adminUrl: "https://app.example.com/poll/Xk3pQ9vLm2Ab",
  inviteUrl: "https://app.example.com/invite/Xk3pQ9vLm2Ab",
} as const;

/** A poll of times with these starts. */
export const times = (
  startTimes: readonly string[],
  timeZone: string | null = "America/New_York",
  duration = 30,
) =>
  ({
    ...common,
    kind: "time",
    timeZone,
    options: startTimes.map((startTime, index) => ({ id: `o${index}`, startTime, duration })),
  }) as Poll;

/** A poll of dates. */
export const days = (dates: readonly string[]) =>
  ({
    ...common,
    kind: "date",
    timeZone: null,
    options: dates.map((date, index) => ({ id: `o${index}`, date })),
  }) as Poll;

/** A copy seven days later, unless the options name others. */
export const copy = (poll: Poll, options: Partial<CopyOptions> = {}, changes: PollChanges = {}) =>
  planCopy(poll, changes, { shiftDays: 7, past: "refuse", now, ...options });

/** The days or starts of the options of a copy. */
export const starts = (...args: Parameters<typeof copy>) =>
  copy(...args).slots.map((slot) => ("date" in slot ? slot.date : slot.startTime));

/** The messages of a refused copy by path; none when it is accepted. */
export function problems(...args: Parameters<typeof copy>): Record<string, string> {
  try {
    copy(...args);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return Object.fromEntries(error.problems.map(({ path, message }) => [path, message]));
  }
  return {};
}
