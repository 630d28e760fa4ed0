import { type OffsetRule, PlanError, type PollRequest, planPoll } from "../../src/scheduling/index.ts";

/** The settings of a time poll in New York. */
export const sync = { title: "Sync", kind: "time", timeZone: "America/New_York", duration: 30 } as const;

/** A window of three slots a morning on five days. */
export const morning = {
  startDate: "2027-03-01",
  endDate: "2027-03-05",
  from: "09:00",
  to: "12:00",
  interval: 60,
};

/** Plans a poll. By default offsets must match the zone. */
export function plan(request: PollRequest, offsets: OffsetRule = "must-match") {
  return planPoll(request, { offsets });
}

/** The planned days or instants. */
export function starts(request: PollRequest, offsets?: OffsetRule): string[] {
  return plan(request, offsets).slots.map((slot) => ("date" in slot ? slot.date : slot.startTime));
}

/** The messages of all problems by path. */
export function problems(request: PollRequest, offsets?: OffsetRule): Record<string, string> {
  try {
    plan(request, offsets);
  } catch (error) {
    if (error instanceof PlanError) {
      return Object.fromEntries(error.problems.map(({ path, message }) => [path, message]));
    }
    throw error;
  }
  return {};
}

/** The problem of one time, or undefined. */
export function problemOf(start: string, timeZone?: string, offsets?: OffsetRule): string | undefined {
  return problems({ ...sync, timeZone, times: [{ start }] }, offsets)["times.0.start"];
}
