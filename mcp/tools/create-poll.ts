import * as z from "zod";
import { maxLengths } from "../../src/api/create-input.ts";
import { maxPageSize } from "../../src/api/operations.ts";
import { mapSettings, type PollSetting } from "../../src/api/settings.ts";
import type { CreatePollInput, Poll } from "../../src/api/web.ts";
import type { PollPlan } from "../../src/scheduling/index.ts";
import { foldText } from "../../src/scheduling/people/names.ts";
import { maxIcsLength } from "../../src/scheduling/plan/errors.ts";
import { weekdays } from "../../src/time/days.ts";
import { getPastTime } from "../../src/time/options.ts";
import { isSlotMinutes, maxSlotMinutes, minSlotMinutes, notSlotMinutes } from "../../src/time/slots.ts";
import { parseJson } from "../arguments.ts";
import { ArgumentError } from "../errors.ts";
import { previewAdvice } from "../instructions.ts";
import { parseConferencing } from "../output/conferencing.ts";
import { createOptionFormat, getPollZone } from "../output/display.ts";
import { cutList, formatInstant, joinSentences, pluralize } from "../output/format.ts";
import { type FoundPoll, listAlsoMatched, toPollDetails } from "../output/poll-output.ts";
import { showInSecondZones } from "../output/second-zone.ts";
import { defineTool, type ToolContext } from "../tool.ts";
import { choose, hasChosen } from "../view/draft.ts";
import type { Plan } from "../view/plan.ts";
import { planToolMeta } from "../view/resource.ts";
import { describeDropped, describePoll, type PlannedPoll, toPlanMeta } from "./create-poll-output.ts";
import { isNone, loadCopySource, optionLists, planArguments } from "./create-poll-plan.ts";
import { day, ianaZone, poll, pollZone } from "./fields.ts";

const maxNotes = 8;

const oneTo = (max: number) => z.int().min(1).max(max);
const slotMinutes = z
  .int()
  .refine(isSlotMinutes, { error: notSlotMinutes, params: { ask: "how many minutes they mean" } })
  .meta({ minimum: minSlotMinutes, maximum: maxSlotMinutes });
const timeEntry = z.preprocess(
  (given) => (typeof given === "string" && !parseJson(given) ? { start: given } : given),
  z.strictObject({ start: z.string(), duration: slotMinutes.optional() }),
);
const busyEntry = z.preprocess(
  (given) => (typeof given === "string" && parseJson(given)) || given,
  z.union([z.string().max(maxIcsLength), z.strictObject({ start: z.string(), end: z.string().optional() })], {
    error: "must be {start, end}, or the text of an .ics file",
  }),
);
// Hosts send an empty list for none.
const days = z.array(day).max(500);

const conferencing = z
  .string()
  .max(1_000)
  .refine((text) => isNone(text) || parseConferencing(text) !== undefined, {
    error: "is neither a link nor zoom, meet or teams",
    params: { ask: "for the link of the video call" },
  });

const settingTexts: Record<PollSetting, string> = {
  requireEmail: "Voters must give an email",
  hideParticipants: "Voters do not see who else voted",
  hideScores: "Voters do not see the counts",
  disableComments: "No comments; default true",
  allowTentativeVotes: '"If need be" votes; default true',
};

/** The schema of create_poll's arguments, each by itself. `planArguments` validates them together. */
const inputSchema = z.strictObject({
  title: z
    .string()
    .trim()
    .min(1)
    .max(maxLengths.title)
    .optional()
    .describe("Required without copyFrom; invitees see it"),
  copyFrom: poll
    .optional()
    .describe(
      'Id, link or title of a poll to repeat; other arguments replace its values, "none" clears a text',
    ),
  shiftDays: z.int().optional().describe("With copyFrom: days to move its options; clock times stay"),
  shiftMinutes: z.int().optional().describe("With copyFrom: minutes to move them on the clock"),
  minAvailable: z.int().min(1).optional().describe("With copyFrom: only options that this many can make"),
  dates: days.optional().describe("Whole days, YYYY-MM-DD or as a tool shows them; not with times"),
  timeZone: pollZone
    .optional()
    .describe(
      'IANA zone of times and windows, e.g. Europe/Berlin; ask if unknown. "floating": same clock time everywhere',
    ),
  secondTimeZone: z
    .array(ianaZone)
    .max(4)
    .overwrite((zones) => [...new Set(zones)])
    .optional()
    .describe("Also shows the times in these zones, with night and weekend"),
  duration: slotMinutes.optional().describe("Minutes per slot, for windows and for times without their own"),
  times: z
    .array(timeEntry)
    .max(500)
    .optional()
    .describe(
      "Single slots; start is wall-clock in timeZone, like 2027-03-01T14:00, without Z or offset, or options as a tool shows them",
    ),
  windows: z
    .array(
      z.strictObject({
        startDate: day.describe("YYYY-MM-DD"),
        endDate: day.describe("Included"),
        days: z.array(z.enum(weekdays)).min(1).max(7).optional().describe("Default all"),
        everyWeeks: oneTo(52).optional().describe("2: every second week, from that of startDate"),
        from: z.string().optional().describe("HH:mm"),
        to: z.string().optional().describe("HH:mm"),
        interval: slotMinutes.optional().describe("Minutes between starts; default duration"),
      }),
    )
    .max(100)
    .optional()
    .describe("Daily windows, cut into slots of duration that end by `to`; without from and to whole days"),
  except: days.optional().describe("Days without options, YYYY-MM-DD"),
  busy: z
    .array(busyEntry)
    .max(1_000)
    .optional()
    .describe("Drops colliding options: .ics text, or a calendar's intervals; keep Z or offset"),
  description: z.string().max(maxLengths.description).optional().describe("Details for invitees"),
  location: z.string().max(maxLengths.location).optional().describe("Where people meet in person"),
  conferencing: conferencing.optional().describe("Link of a video call, or zoom, meet, teams"),
  organizerEmail: z.string().max(300).optional().describe("A member of the space; default its owner"),
  ...mapSettings((setting) => z.boolean().optional().describe(settingTexts[setting])),
  allowPast: z.boolean().optional().describe("true: create although all options are in the past"),
  again: z.boolean().optional().describe("true: another poll of a title that is less than an hour old"),
  dryRun: z.boolean().optional().describe("true: preview the options, create nothing"),
});

export type CreatePollArguments = z.infer<typeof inputSchema>;

export const createPoll = defineTool({
  name: "create_poll",
  title: "Create poll",
  summary: "creates a poll, also as a copy, or previews it",
  description: `Create a scheduling poll so that people can vote when to meet, or repeat one (copyFrom, shiftDays). Use it to find a date or meeting time or to collect availability. Pass dates for whole days, or times and/or windows with timeZone and duration. Write clock times as the person said them; never convert to UTC. At most 100 options: for more, poll the days first, then times. The result confirms everything: check the weekdays. ${previewAdvice} A poll cannot be edited. A poll of the same title from the last hour is returned instead of a second one. Give the person inviteUrl to send: nobody is invited automatically.`,
  input: inputSchema,
  output: z.looseObject({
    created: z.boolean(),
    id: z.string().optional(),
    inviteUrl: z.string().optional().describe("To send to invitees"),
    adminUrl: z.string().optional().describe("For the organizer"),
    optionCount: z.int(),
    options: z.array(z.string()).describe("One line per day"),
    duration: z.int().optional().describe("Minutes of every option"),
    notes: z.array(z.string()).optional(),
  }),
  effect: "create",
  meta: planToolMeta,
  async run(input, context) {
    const source = await loadCopySource(input, context);
    const now = context.now();
    const plan = await planArguments(input, source?.poll, now.getTime());
    const { body, options } = plan;
    const timeZone = body.kind === "time" ? (body.timeZone ?? null) : null;
    const localZone = input.timeZone ?? undefined;
    const allPast = options.every((option) => getPastTime(option, timeZone, localZone) <= now.getTime());
    const clockZone = timeZone ?? localZone ?? null;
    if (allPast && !input.allowPast) throw createPastError(input, plan, clockZone, now);
    const past = allPast && "All options are in the past, and the service closes such a poll by itself.";
    const second = showInSecondZones(options, timeZone, input.secondTimeZone);
    const dropped = describeDropped(plan, createOptionFormat(options, timeZone));
    const notes = [
      ...(source?.notes ?? []),
      ...plan.notes.map(({ path, message }) => `${path}: ${message}`),
      ...second.notes,
      ...(input.dryRun ? describeUnchecked(input, source?.poll, body) : []),
    ];
    const about = { timeZone, clockZone, now, input, plan, copied: source?.poll };
    const show = (poll: PlannedPoll, state: Plan["state"]) => ({
      data: {
        created: state === "created",
        ...describePoll(poll, about),
        ...(Object.keys(second.lines).length > 0 && { inSecondZones: second.lines }),
        ...(input.organizerEmail !== undefined && { organizerEmail: input.organizerEmail }),
        ...(source && { copiedFrom: source.poll.id }),
        ...(source && listAlsoMatched(source.poll)),
        ...dropped.data,
        ...(notes.length > 0 && { notes: cutList(notes, maxNotes) }),
      },
      meta: toPlanMeta(poll, state, about),
    });
    const count = pluralize(options.length, "option");
    const recent = input.again ? undefined : await findRecent(body.title, source?.poll, context);
    const found = recent && describeRecent(recent, about);
    if (input.dryRun) {
      const organizer = input.organizerEmail === undefined ? (source?.poll.organizer ?? null) : null;
      const text = joinSentences(
        `Preview: nothing was created. The poll would have ${count}.`,
        found && `But ${found}. Without again: true, that one is returned.`,
        dropped.text,
        past,
        "When the person agrees, call again without dryRun.",
        "If they changed it in a view of the plan and no options arrived here, ask them to use its button.",
      );
      return { text, ...show({ ...body, timeZone, organizer, options }, "preview") };
    }
    if (recent !== undefined) return reportRecent(recent, `${found}`, about);
    const { client, signal } = context;
    const { data: poll, recovered } = await client.createPoll(body, { signal });
    const text = joinSentences(
      `Created poll ${poll.id} with ${count}.`,
      recovered &&
        "The service's response was lost, but the poll was found and exists once. It may be somebody else's if they created an identical poll at the same time.",
      dropped.text,
      past,
      "Send inviteUrl to the invitees. Read votes with get_poll_results.",
    );
    return { text, ...show(poll, "created") };
  },
});

/** For how long a poll of the same title may be the result of the same call. */
const recentMs = 3_600_000;

/**
 * The newest poll of this title, if it is so young that a host may have repeated the call, or a model called again. The poll that is
 * copied does not count, unless it was chosen as the newest of its title: then it may be the copy of the first call.
 */
async function findRecent(
  title: string,
  source: FoundPoll | undefined,
  { client, signal, now }: ToolContext,
) {
  const fold = (text: string) => foldText(text) || text;
  const since = now().getTime() - recentMs;
  const isChosen = source?.others?.some((other) => fold(other.title) === fold(source.title));
  const { data } = await client.listPolls({ limit: maxPageSize }, { signal });
  return data.find(
    (poll) =>
      fold(poll.title) === fold(title) &&
      Date.parse(poll.createdAt) > since &&
      (isChosen || poll.id !== source?.id),
  );
}

type PlanSource = Parameters<typeof toPlanMeta>[2];

/** Why a poll may be the one that a call is about. */
function describeRecent(poll: Poll, { now, plan, copied }: PlanSource): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(poll.createdAt)) / 60_000));
  const age = pluralize(minutes, "minute");
  // The options of this call are then those of a copy of the copy.
  if (copied?.id === poll.id)
    return `copyFrom is the title of poll ${poll.id} too, which is ${age} old: perhaps the copy that is wanted`;
  const same = hasChosen(poll.options, choose(plan.options)) ? "the same" : "other";
  const status = poll.status === "open" ? "" : `, is ${poll.status},`;
  const others = listDifferences(poll, plan.body);
  const but = others.length > 0 ? `, but not the same ${others.join(", ")}` : "";
  return `poll ${poll.id} of the same title is ${age} old${status} and has ${same} options${but}`;
}

/** The texts and settings in which a poll differs from one that is planned, whose organizer may be unknown. */
function listDifferences(poll: Poll, body: CreatePollInput): string[] {
  const [made, planned] = [poll, body].map((each): Record<string, unknown> => {
    const { organizer } = each;
    const shown = body.organizer && organizer ? { name: organizer.email.toLowerCase() } : null;
    return toPollDetails({ ...each, organizer: shown, options: [] }, null);
  });
  return Object.keys({ ...made, ...planned }).filter(
    (name) => JSON.stringify(made?.[name]) !== JSON.stringify(planned?.[name]),
  );
}

/** The result of a call that created nothing, because its poll may exist. */
function reportRecent(poll: Poll, found: string, about: PlanSource) {
  const { copied } = about;
  const timeZone = getPollZone(poll);
  const shown = { ...about, timeZone, clockZone: timeZone ?? about.clockZone };
  const isCopied = copied?.id === poll.id;
  const which = isCopied ? " and the id of the poll to copy as copyFrom" : "";
  return {
    text: `Nothing was created: ${found}. Tell the person that it exists. Only if they want another poll beside it, call again with again: true${which}.`,
    data: {
      created: false,
      existing: true,
      ...describePoll(poll, shown),
      ...(isCopied && listAlsoMatched(copied)),
    },
    meta: toPlanMeta(poll, "exists", shown),
  };
}

/** What a preview cannot know. */
function describeUnchecked(
  { organizerEmail }: CreatePollArguments,
  source: Poll | undefined,
  { conferencing }: CreatePollInput,
): string[] {
  const path = organizerEmail === undefined ? "organizer" : "organizerEmail";
  const notes = [
    (organizerEmail !== undefined || source?.organizer) &&
      `${path}: only the service checks whether this is a member of the space, when the poll is created`,
    conferencing &&
      conferencing.provider !== "custom" &&
      "conferencing: only the service checks whether the organizer has connected that account",
  ];
  return notes.filter((note) => typeof note === "string");
}

function createPastError(input: CreatePollArguments, { options }: PollPlan, zone: string | null, now: Date) {
  const path = optionLists.find((part) => input[part]?.length) ?? "copyFrom";
  const last = options.at(-1);
  const latest = last === undefined ? "" : `, the last ${createOptionFormat(options, zone).format(last)}`;
  const message = `all options are in the past${latest}; it is now ${formatInstant(now, zone ?? "UTC")}`;
  const ask = "whether they mean later dates, or a poll that closes by itself (allowPast)";
  return new ArgumentError([{ path, message, ask }]);
}
