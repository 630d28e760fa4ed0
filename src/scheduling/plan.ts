import type { CreatePollInput } from "../api/schemas.ts";
import { findTimeZone, type Slot } from "../time/index.ts";
import { checkCommonFields } from "./common-fields.ts";
import { planDates } from "./plan-dates.ts";
import { PlanError, type PlanNote } from "./plan-error.ts";
import { planTimes } from "./plan-times.ts";
import type { PollWishes } from "./wishes.ts";
import type { OffsetRule } from "./written-time.ts";

/** How to plan a poll. */
export interface PlanOptions {
  /** What an offset beside a clock time means. */
  offsets: OffsetRule;
  /** Milliseconds since the epoch: slots of windows that start earlier are left out, with a note. */
  notBefore?: number;
}

/** A poll ready to be created, its options in order, and what the person should be told about them. */
export interface PollPlan {
  /** Whole days, or resolved UTC startTimes: never wall-clock times or generators. */
  body: CreatePollInput;
  /** The options by start, each slot with its length. */
  slots: ({ date: string } | Slot)[];
  /** What the person should be told. */
  notes: PlanNote[];
}

/**
 * Turns a person's wishes into the body of createPoll. Throws PlanError naming every problem at once.
 *
 * @example
 * planPoll({ title: "Sync", kind: "time", timeZone: "Europe/Berlin", duration: 30, times: [{ start: "2027-03-01 09:00" }] },
 *   { offsets: "must-match" }).body.options // [{ startTime: "2027-03-01T08:00:00Z" }]
 */
export function planPoll(wishes: PollWishes, options: PlanOptions): PollPlan {
  const common = checkCommonFields(wishes);
  if (wishes.kind === "date") {
    const { options, notes, problems } = planDates(wishes);
    if (!common.fields || problems.length > 0) throw new PlanError([...common.problems, ...problems]);
    return { body: { ...common.fields, kind: "date", options }, slots: options, notes };
  }
  const { options: slots, notes, problems } = planTimes(wishes, options);
  if (!common.fields || problems.length > 0) throw new PlanError([...common.problems, ...problems]);
  const timeZone = wishes.timeZone === undefined ? undefined : findTimeZone(wishes.timeZone);
  const { duration } = wishes;
  const body: CreatePollInput = {
    ...common.fields,
    kind: "time",
    ...(timeZone !== undefined && { timeZone }),
    ...(duration !== undefined && { duration }),
    options: slots.map((slot) => (slot.duration === duration ? { startTime: slot.startTime } : { ...slot })),
  };
  return { body, slots, notes };
}
