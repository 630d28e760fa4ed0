import * as z from "zod";
import { isCalendarDate } from "../time/index.ts";
import { createCommonInput } from "./create-common-input.ts";

/** A day in the calendar that exists, YYYY-MM-DD. */
export const calendarDate = z.string().refine(isCalendarDate, "Not a calendar date (YYYY-MM-DD)");

/** The body that makes a poll about whole days. */
export const createDatePollInput = z.strictObject({
  ...createCommonInput,
  kind: z.literal("date"),
  options: z.array(z.strictObject({ date: calendarDate })).min(1),
});
