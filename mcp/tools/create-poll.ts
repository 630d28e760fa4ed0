import * as z from "zod";
import { type CreatePollInput, defaultSettings, mapSettings, type Poll } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { normalizeTimeZone, type OptionTime, toLocal } from "../../src/time/index.ts";
import { ArgumentError } from "../errors.ts";
import { formatNow, formatWhen, getOptionEnd, pluralize } from "../output/format.ts";
import { formatPollZone, type PollDetails, toPollDetails } from "../output/poll-output.ts";
import { defineTool } from "../tool.ts";
import { loadBusyOptions } from "./create-poll-busy.ts";
import { loadCopySource, toCopyError } from "./create-poll-copy.ts";
import { type CreatePollArguments, inputSchema } from "./create-poll-input.ts";
import { planArguments } from "./create-poll-plan.ts";

const maxNotes = 5;

const outputSchema = z.looseObject({
  created: z.boolean(),
  pollId: z.string().optional(),
  inviteUrl: z.string().optional().describe("To send to invitees"),
  adminUrl: z.string().optional().describe("For the organizer"),
  optionCount: z.int(),
  options: z.array(z.string()).describe("One line per day"),
  duration: z.int().optional().describe("Minutes of every option"),
  notes: z.array(z.string()).optional(),
});

/** Creates a poll from wall-clock times or from another poll, or previews it. Only resolved instants are sent. */
export const createPoll = defineTool({
  name: "create_poll",
  title: "Create poll",
  effect: "create",
  description:
    "Create a scheduling poll so that people can vote when to meet, or repeat one (copyFrom, shiftDays). Use it to find a date or meeting time or to collect availability. Pass dates for whole days, or times and/or windows with timeZone and duration. Write clock times as the person said them; never convert to UTC. At most 100 options. The result confirms everything: check the weekdays, or preview with dryRun if you inferred dates. A poll cannot be edited, and a second call creates a second poll. Give the person inviteUrl to send: nobody is invited automatically.",
  input: inputSchema,
  output: outputSchema,
  async run(input, context) {
    const source = await loadCopySource(input, context);
    const busy = await loadBusyOptions(input);
    const now = context.now();
    const plan = planArguments(input, source?.poll, { now, filter: busy.filter });
    const dropped = busy.getResult();
    const { body, slots } = plan;
    const zone = body.kind === "time" ? (body.timeZone ?? null) : null;
    const allPast = slots.every((slot) => isPast(slot, input, now));
    if (allPast && !input.allowPast && !input.dryRun) throw createPastError(input, slots, zone, now);
    const notes = limitNotes([
      ...(source?.notes ?? []),
      ...dropped.notes,
      ...plan.notes.map(({ path, message }) => `${path}: ${message}`),
      ...describeIgnoredZone(input, body.kind),
      ...describePastOptions(input, slots, now),
    ]);
    const shared = {
      ...(input.organizerEmail === undefined ? {} : { organizerEmail: input.organizerEmail }),
      ...(source === undefined ? {} : { copiedFrom: source.poll.id }),
      ...dropped.fields,
      ...(notes.length > 0 ? { notes } : {}),
    };
    if (input.dryRun) {
      const organizer = input.organizerEmail === undefined ? (source?.poll.organizer ?? null) : null;
      const planned = { ...toPlannedPoll(body), organizer, options: slots };
      return {
        text: `Preview: nothing was created. The poll would have ${pluralize(slots.length, "option")}. ${allPast ? describePast(input) : "Call again without dryRun to create it."}`,
        data: { created: false, ...describePoll(planned, zone, now), ...shared },
      };
    }
    const { data: poll, recovered } = await context.client
      .createPoll(body, { signal: context.signal })
      .catch((error: unknown) => {
        throw toCopyError(error, input);
      });
    const lost = recovered
      ? " The service's response was lost, but the poll was found and exists once. It may be somebody else's if they created an identical poll at the same time."
      : "";
    return {
      text: `Created poll ${poll.id} with ${pluralize(poll.options.length, "option")}.${lost}${allPast ? allPastText : ""} Send inviteUrl to the invitees. Read votes with get_poll_results.`,
      data: { created: true, ...toLinks(poll), ...describePoll(poll, zone, now), ...shared },
    };
  },
});

/** A poll as it is or will be: everything that was set. */
function describePoll(poll: PlannedPoll, zone: string | null, now: Date) {
  const { title, kind, timeZone } = poll;
  return {
    title: sanitizeLine(title),
    kind,
    ...(kind === "date" ? {} : { timeZone: formatPollZone(timeZone) }),
    now: formatNow(now, zone ?? "UTC"),
    ...toPollDetails(poll, zone),
  };
}

type PlannedPoll = PollDetails & Pick<Poll, "title" | "kind" | "timeZone">;

/** The poll that a create will make, as far as its body says. */
function toPlannedPoll(body: CreatePollInput): Omit<PlannedPoll, "organizer" | "options"> {
  const { title, kind, description = null, location = null, conferencing = null } = body;
  return {
    ...mapSettings((setting) => body[setting] ?? defaultSettings[setting]),
    title,
    kind,
    timeZone: body.kind === "time" ? (body.timeZone ?? null) : null,
    description,
    location,
    conferencing,
  };
}

function limitNotes(notes: string[]): string[] {
  return notes.length <= maxNotes
    ? notes
    : [...notes.slice(0, maxNotes), `and ${notes.length - maxNotes} more`];
}

function describeIgnoredZone({ timeZone }: CreatePollArguments, kind: Poll["kind"]): string[] {
  return timeZone !== undefined && kind === "date"
    ? ["timeZone: ignored, because whole days have no time zone"]
    : [];
}

const allPastText = " All options are in the past, so the service closes the poll at once.";

function describePast({ allowPast }: CreatePollArguments): string {
  return allowPast
    ? `${allPastText.trim()} Call again without dryRun to create it.`
    : "All options are in the past: check the year. Without dryRun this is refused unless allowPast is true.";
}

/**
 * Whether a slot has ended. A date ends in the requested zone. Without a zone it ends when it has ended everywhere on earth,
 * because it may still be today for the person.
 */
function isPast(slot: OptionTime, { timeZone }: CreatePollArguments, now: Date): boolean {
  const zone = normalizeTimeZone(timeZone ?? "");
  if ("date" in slot && zone !== undefined) return slot.date < toLocal(now.toISOString(), zone).date;
  return getOptionEnd(slot) <= now.getTime();
}

function describePastOptions(input: CreatePollArguments, slots: readonly OptionTime[], now: Date): string[] {
  const upcoming = slots.filter((slot) => !isPast(slot, input, now));
  const today = now.toISOString().slice(0, 10);
  const yesterday = upcoming.filter((slot) => "date" in slot && slot.date < today && !input.timeZone);
  const started = upcoming.filter(
    (slot) => "startTime" in slot && Date.parse(slot.startTime) <= now.getTime(),
  );
  const notes: [count: number, note: string][] = [
    [slots.length - upcoming.length, "in the past: check the year"],
    [yesterday.length, `before today (${today} in UTC) and may be in the past: check the date`],
    [started.length, "in progress: they have already started"],
  ];
  return notes
    .filter(([count]) => count > 0)
    .map(([count, note]) => `${count} of ${slots.length} options are ${note}`);
}

function createPastError(
  input: CreatePollArguments,
  slots: readonly OptionTime[],
  zone: string | null,
  now: Date,
): ArgumentError {
  const lists = ["dates", "times", "windows", "options"] as const;
  const path = lists.find((part) => input[part] !== undefined) ?? "copyFrom";
  const last = slots.at(-1);
  const latest = last === undefined ? "" : `, the last ${formatWhen(last, zone)}`;
  const message = `all options are in the past${latest}; it is now ${formatNow(now, zone ?? "UTC")}`;
  const ask = "whether they mean later dates, or a poll that closes at once (allowPast)";
  return new ArgumentError([{ path, message, ask }]);
}

function toLinks({ id, inviteUrl, adminUrl }: Poll) {
  return { pollId: id, inviteUrl, adminUrl };
}
