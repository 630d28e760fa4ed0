import { type OffsetRule, PlanError, type PollRequest, planPoll } from "../../src/scheduling/index.ts";

/** The settings of a poll about times, in New York. */
export const sync = { title: "Sync", kind: "time", timeZone: "America/New_York", duration: 30 } as const;

/** Three slots a morning, five days long. */
export const morning = {
  startDate: "2027-03-01",
  endDate: "2027-03-05",
  from: "09:00",
  to: "12:00",
  interval: 60,
};

/** A plan, with offsets read as a model's are unless told otherwise. */
export function plan(wishes: PollRequest, offsets: OffsetRule = "must-match") {
  return planPoll(wishes, { offsets });
}

/** The days or instants that were planned. */
export function starts(wishes: PollRequest, offsets?: OffsetRule): string[] {
  return plan(wishes, offsets).slots.map((slot) => ("date" in slot ? slot.date : slot.startTime));
}

/** What is wrong with the wishes, by place; empty when nothing is. */
export function problems(wishes: PollRequest, offsets?: OffsetRule): Record<string, string> {
  try {
    plan(wishes, offsets);
  } catch (error) {
    if (error instanceof PlanError) {
      return Object.fromEntries(error.problems.map(({ path, message }) => [path, message]));
    }
    throw error;
  }
  return {};
}

/** What is wrong with one written time. */
export function problemOf(start: string, timeZone?: string, offsets?: OffsetRule): string | undefined {
  return problems({ ...sync, timeZone, times: [{ start }] }, offsets)["times.0.start"];
}
