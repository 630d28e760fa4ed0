/** Dates and times parsed as the fields of Create Poll parse them, in a short form for expectations. */
import { toDay } from "../../zapier/input/dates.ts";
import { normalizeInput } from "../../zapier/input/form-values.ts";
import { InputError } from "../../zapier/input/input-error.ts";
import { parseTime } from "../../zapier/input/parse-time.ts";
import { planInput } from "../../zapier/input/plan.ts";
import { findToday, type TimeContext } from "../../zapier/input/time-context.ts";
import { toSlot } from "../../zapier/input/times.ts";

/** Time zones of accounts, west and east of UTC. */
export const accountZones = ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Pacific/Auckland"];

/** The time at which a text is entered. */
export const enteredAt = Date.parse("2027-01-15T10:00:30Z");

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

const now = Date.parse("2026-11-21T12:00Z");

/** The options that a form of Create Poll gives on 21 November 2026, one on each line, or the message of its error. */
export function planForm(
  form: Record<string, unknown>,
  accountZone: string | null = "America/New_York",
): string {
  try {
    const { body } = planInput(normalizeInput({ title: "Call", duration: 30, ...form }), accountZone, now);
    const { options, duration: length } = body as unknown as {
      options: { date?: string; startTime?: string; duration?: number }[];
      duration?: number;
    };
    return options
      .map(({ date, startTime, duration = length }) => date ?? `${startTime?.slice(0, 16)} ${duration}`)
      .join("\n");
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}
