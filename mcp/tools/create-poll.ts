import * as z from "zod";
import type { Poll } from "../../src/api/core.ts";
import { normalizeTimeZone, toLocal } from "../../src/time/index.ts";
import {
  countWeekdays,
  formatNow,
  formatWhen,
  type OptionTime,
  optionEnd,
  pluralize,
} from "../output/format.ts";
import { ArgumentError } from "../runtime/errors.ts";
import { defineTool } from "../runtime/tool.ts";
import { type CreatePollArguments, examples, input, planArguments, zoneOf } from "./create-poll-input.ts";

const MAX_NOTES = 5;

const output = z.looseObject({
  created: z.boolean(),
  pollId: z.string().optional(),
  inviteUrl: z.string().optional().describe("To send to invitees"),
  adminUrl: z.string().optional().describe("For the organizer"),
  optionCount: z.int(),
  options: z.array(z.string()).optional(),
  firstOption: z.string().optional(),
  lastOption: z.string().optional(),
  weekdays: z.string().optional().describe("Options per weekday"),
  timeZone: z.string().optional(),
  now: z.string().optional().describe("Current time in timeZone"),
  notes: z.array(z.string()).optional(),
});

/** Creates a poll from wall-clock times, or previews it. Only resolved instants are sent. */
export const createPoll = defineTool({
  name: "create_poll",
  title: "Create poll",
  effect: "create",
  description:
    "Create a scheduling poll so that people can vote when to meet. Use it to find a date or meeting time or to collect availability. Give dates for whole days, or times and/or windows with timeZone and duration. Write clock times as people say them; never convert to UTC. At most 100 options. Check weekdays in the answer, or preview with dryRun when dates were inferred. A poll cannot be edited afterwards, and calling twice makes two. Then send inviteUrl to the invitees; nobody is notified by itself.",
  input,
  output,
  examples,
  async run(given, call) {
    const zone = zoneOf(given);
    const plan = planArguments(given);
    const over = plan.slots.every((slot) => isOver(slot, given, call.now()));
    if (over && !given.allowPast && !given.dryRun) throw createPastError(given, plan.slots, call.now());
    const notes = [
      ...shorten(plan.notes.map(({ path, message }) => `${path}: ${message}`)),
      ...noteOnZone(given, plan.body.kind),
      ...noteOnPast(given, plan.slots, call.now()),
    ];
    const preview = {
      ...toOptionsOutput(plan.slots, zone),
      ...(zone === null ? {} : { timeZone: zone, now: formatNow(call.now(), zone) }),
      ...(notes.length > 0 ? { notes } : {}),
    };
    if (given.dryRun) {
      return {
        text: `Preview only: nothing was created. The poll would have ${pluralize(plan.slots.length, "option")}. ${over ? describePast(given) : "Call again without dryRun to create it."}`,
        data: { created: false, ...preview },
      };
    }
    const { data: poll, recovered } = await call.client.createPoll(plan.body, { signal: call.signal });
    const lost = recovered
      ? " The service's response was lost, but the poll was found: it exists once. If somebody else created an equal poll at the same moment, it may be theirs."
      : "";
    return {
      text: `Created poll ${poll.id} with ${pluralize(poll.options.length, "option")}.${lost}${over ? ALL_OVER : ""} Send inviteUrl to the invitees; see votes later with get_poll_results.`,
      data: { created: true, ...links(poll), ...preview },
    };
  },
});

function shorten(notes: string[]): string[] {
  return notes.length <= MAX_NOTES
    ? notes
    : [...notes.slice(0, MAX_NOTES), `and ${notes.length - MAX_NOTES} more`];
}

function noteOnZone({ timeZone }: CreatePollArguments, kind: Poll["kind"]): string[] {
  return timeZone !== undefined && kind === "date"
    ? ["timeZone: was left out, since whole days have none"]
    : [];
}

const ALL_OVER = " All of its options are already over, so the service closes it at once.";

function describePast({ allowPast }: CreatePollArguments): string {
  return allowPast
    ? `${ALL_OVER.trim()} Call again without dryRun to create it.`
    : "All of its options are already over: check the year. Without dryRun it is refused, unless allowPast is true.";
}

/**
 * Whether a slot has ended. A day ends in the given zone; without a zone, when it has ended everywhere on earth, since it
 * may still be today for the person.
 */
function isOver(slot: OptionTime, { timeZone }: CreatePollArguments, now: Date): boolean {
  const zone = normalizeTimeZone(timeZone ?? "");
  if ("date" in slot && zone !== undefined) return slot.date < toLocal(now.toISOString(), zone).date;
  return optionEnd(slot) <= now.getTime();
}

function noteOnPast(given: CreatePollArguments, slots: readonly OptionTime[], now: Date): string[] {
  const coming = slots.filter((slot) => !isOver(slot, given, now));
  const today = now.toISOString().slice(0, 10);
  const yesterday = coming.filter((slot) => "date" in slot && slot.date < today && !given.timeZone);
  const begun = coming.filter((slot) => "startTime" in slot && Date.parse(slot.startTime) <= now.getTime());
  const remarks: [found: number, remark: string][] = [
    [slots.length - coming.length, "already over: check the year"],
    [yesterday.length, `before today (${today} in UTC) and may be over: check the date`],
    [begun.length, "in progress: they have already begun"],
  ];
  return remarks
    .filter(([found]) => found > 0)
    .map(([found, remark]) => `${found} of ${slots.length} options are ${remark}`);
}

function createPastError(given: CreatePollArguments, slots: readonly OptionTime[], now: Date): ArgumentError {
  const path = (["dates", "times", "windows"] as const).find((part) => given[part] !== undefined) ?? "";
  const zone = zoneOf(given);
  const last = slots.at(-1);
  const latest = last === undefined ? "" : `, the last one ${formatWhen(last, zone)}`;
  const message = `all options are already over${latest}; it is now ${formatNow(now, zone ?? "UTC")}: check the year, or pass allowPast to create a poll that closes at once`;
  return new ArgumentError([{ path, message }], examples);
}

function toOptionsOutput(slots: readonly OptionTime[], timeZone: string | null) {
  const [first, last] = [slots[0], slots.at(-1)];
  const few = slots.length <= 10 || first === undefined || last === undefined;
  const shown = few
    ? { options: slots.map((slot) => formatWhen(slot, timeZone)) }
    : {
        firstOption: formatWhen(first, timeZone),
        lastOption: formatWhen(last, timeZone),
        // Shows a weekend between the two that was not intended.
        weekdays: countWeekdays(slots, timeZone),
      };
  return { optionCount: slots.length, ...shown };
}

function links({ id, inviteUrl, adminUrl }: Poll) {
  return { pollId: id, inviteUrl, adminUrl };
}
