/** The calendar: wall clocks and instants, time zones, slots, and dates in words. Pure; imports nothing of ours. */
export {
  addDays,
  daysBetween,
  isCalendarDate,
  isClockTime,
  nextDay,
  type Weekday,
  weekdayOf,
  weekdays,
} from "./dates.ts";
export {
  type FieldProblem,
  findSlotProblems,
  maximumDays,
  type SlotContext,
  type SlotGenerator,
  SlotProblem,
} from "./generator-rules.ts";
export {
  describeGap,
  describeOverlap,
  type Expansion,
  type ExpansionOptions,
  expandGenerator,
  type Slot,
  type SlotNote,
} from "./generators.ts";
export { addMinutes, type LocalTime, toInstant, toLocal, toOffsetDateTime } from "./instants.ts";
export { type LocalResolution, resolveLocal } from "./wall-clock.ts";
export { describeBriefly, describeDate, describeOption, describeSlot } from "./words.ts";
export { chooseShownZone, findTimeZone, isIanaZone, isRealOffset, isSameZone, isTimeZone } from "./zones.ts";
