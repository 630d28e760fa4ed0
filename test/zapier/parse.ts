/** Dates and times parsed as the fields of Create Poll parse them, in a short form for expectations. */
import { toDay } from "../../zapier/input/dates.ts";
import { parseTime } from "../../zapier/input/parse-time.ts";
import { findToday, type TimeContext } from "../../zapier/input/time-context.ts";
import { toSlot } from "../../zapier/input/times.ts";

/** The day of a text, or its problem. */
export const parseDay = (text: string, context: TimeContext) =>
  toDay(text, parseTime(text, findToday(context)), context);

/** The slot of a text, with its start as one text, or its problem. */
export const parseSlot = (text: string, context: TimeContext) =>
  formatSlot(toSlot(text, parseTime(text, findToday(context)), context));

/** A slot with its start as one text. */
export function formatSlot(slot: ReturnType<typeof toSlot>) {
  if ("problem" in slot) return slot;
  const { start, ...rest } = slot.value;
  return { ...slot, value: { start: `${start.local}${start.offset ?? ""}`, ...rest } };
}
