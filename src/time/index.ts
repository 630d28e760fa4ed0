/** Calendar functions: wall-clock times and instants, time zones, slots, formatted dates. Pure. */
export type { Problem } from "../problem.ts";
export * from "./days.ts";
export * from "./format.ts";
export * from "./options.ts";
export * from "./slots.ts";
export * from "./zones.ts";
