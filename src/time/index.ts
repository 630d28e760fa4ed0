/** Calendar functions: wall-clock times and instants, time zones, slots, formatted dates. Pure. */
export { PlanError, type Problem } from "../problem.ts";
export { addDays, isCalendarDate, type Timestamp, type Weekday, weekdayOf } from "./days.ts";
export { type FormatOptions, formatDate, formatOption } from "./format.ts";
export {
  compareOptionTimes,
  type Day,
  getOptionInterval,
  type OptionInterval,
  type OptionTime,
  type Slot,
} from "./option-times.ts";
export { type ResolvedTime, type ResolveRules, resolveTime } from "./resolve.ts";
export {
  type Expansion,
  type ExpansionOptions,
  expandGenerator,
  type SlotGenerator,
} from "./slots.ts";
export {
  type ClockGap,
  isKnownTimeZone,
  type LocalResolution,
  type LocalTime,
  listStaleZones,
  normalizeTimeZone,
  resolveLocal,
  toInstant,
  toLocal,
} from "./zones.ts";
