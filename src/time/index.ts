/** Calendar functions: wall-clock times and instants, time zones, slots, formatted dates. Pure. */
export type { Problem } from "../problem.ts";
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
export { type FormatOptions, formatDate, formatOption, type OptionStyle } from "./format.ts";
export {
  addMinutes,
  displayTimeZone,
  isKnownTimeZone,
  isRealOffset,
  isSameZone,
  isUnambiguousTimeZone,
  type LocalResolution,
  type LocalTime,
  normalizeTimeZone,
  resolveLocal,
  toInstant,
  toLocal,
  toOffsetDateTime,
} from "./local-time.ts";
export { listOffsetChanges, type OffsetChange } from "./offset-changes.ts";
export {
  compareOptionTimes,
  getOptionInterval,
  getOptionLength,
  getOptionStart,
  type OptionTime,
} from "./option-time.ts";
export {
  describeGap,
  describeOverlap,
  type Expansion,
  type ExpansionOptions,
  expandGenerator,
  maxRangeDays,
  maxSlotMinutes,
  minSlotMinutes,
  notSlotMinutes,
  type Slot,
  type SlotContext,
  SlotError,
  type SlotGenerator,
  type SlotNote,
  validateGenerator,
} from "./slots.ts";
