/** Reads days, times, zones and lengths as the programs before a step write them. It makes no instants. Pure. */
export { readLength } from "../../../src/scheduling/minutes.ts";
export { cleanText, fold, listItems } from "./clean.ts";
export type { DateRules } from "./day.ts";
export type { WrittenTime } from "./join.ts";
export { guard, problem, type Read } from "./problem.ts";
export { joinCells, type ReadItem, readCell, readClock, readTime, readTimes } from "./read.ts";
export { settleTime } from "./settle.ts";
export { readWeekdays } from "./weekdays.ts";
export { labelZone, newZoneNames, readTimeZone } from "./zones.ts";
