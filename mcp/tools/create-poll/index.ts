import * as z from "zod";
import type { PollPlan } from "../../../src/scheduling/index.ts";
import { getPastTime } from "../../../src/time/option-times.ts";
import { ArgumentError } from "../../failure.ts";
import { foldTitle } from "../../find/poll.ts";
import { previewAdvice } from "../../instructions.ts";
import { createOptionFormat } from "../../output/display.ts";
import { cutList, formatInstant, pluralize } from "../../output/format.ts";
import { defineTool } from "../../tool.ts";
import { planKey } from "../../view/plan.ts";
import { planToolMeta } from "../../view/resource.ts";
import { type CreatePollArguments, listsOptions, toolInput } from "./input.ts";
import { planArguments } from "./plan.ts";
import { describeRecent, findRecent, reportRecent } from "./recent.ts";
import { describeDropped, toResult } from "./result.ts";
import { loadCopySource } from "./source.ts";

const maxNotes = 8;

export const createPoll = defineTool({
  name: "create_poll",
  title: "Create poll",
  summary: "creates a poll, also as a copy, or previews it",
  description: [
    "Create a scheduling poll so that people can vote when to meet, or repeat one (copyFrom, shiftDays).",
    "Use it to find a date or meeting time or to collect availability.",
    "Pass dates for whole days, or times and/or windows with timeZone and duration.",
    "Write clock times as on the person's clock; never convert to UTC.",
    "At most 100 options: for more, poll the days first, then times.",
    `The result confirms everything: check the weekdays. ${previewAdvice}`,
    "A poll cannot be edited.",
    "If a poll of the same title and options is less than an hour old, that one is returned; with other options it is a question.",
    "Give the person inviteUrl to send: nobody is invited automatically.",
  ],
  input: toolInput,
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
    if (allPast && !input.allowPast) throw createPastError(input, plan, timeZone ?? localZone ?? null, now);
    const past = allPast && "All options are in the past, and the service closes such a poll by itself.";
    const dropped = describeDropped(plan, createOptionFormat(options, timeZone));
    const notes = [
      ...(source?.notes ?? []),
      ...plan.notes.map(({ path, message }) => `${path}: ${message}`),
      ...(input.secondTimeZone && timeZone === null
        ? ["secondTimeZone: ignored, because the options have no time zone"]
        : []),
    ];
    const about = { now, input, plan, copied: source?.poll };
    const inZone = (zone: string) => [zone, createOptionFormat(options, zone).listDays(options)];
    const more = {
      inSecondZones:
        timeZone && input.secondTimeZone ? Object.fromEntries(input.secondTimeZone.map(inZone)) : undefined,
      organizerEmail: input.organizerEmail,
      copiedFrom: source?.poll.id,
      ...dropped.data,
      notes: notes.length > 0 ? cutList(notes, maxNotes) : undefined,
    };
    const count = pluralize(options.length, "option");
    const readRecent = async () => (input.again ? undefined : findRecent(about, context));
    if (input.dryRun) {
      const recent = await readRecent();
      const text = [
        `Preview: nothing was created. The poll would have ${count}.`,
        recent &&
          `But ${describeRecent(recent)}. Without again: true, ${recent.sameOptions ? "that one is returned" : "nothing would be created"}.`,
        dropped.text,
        past,
        `When the person agrees${recent ? " to another poll beside it, call again with again: true and" : ", call again"} without dryRun.`,
        context.hasViews &&
          "If they changed it in a view of the plan and no options arrived here, ask them to use its button.",
      ];
      const organizer = input.organizerEmail === undefined ? (source?.poll.organizer ?? null) : null;
      const existing = recent && toResult([], recent.poll, about, "exists", {}).meta[planKey];
      const planned = { ...body, timeZone, organizer, options };
      return toResult(text, planned, about, "preview", more, existing);
    }
    const create = async () => {
      const recent = await readRecent();
      if (recent !== undefined) return reportRecent(recent, about);
      const { client, signal } = context;
      const { data: poll, recovered } = await client.createPoll(body, { signal });
      const text = [
        `Created poll ${poll.id} with ${count}.`,
        recovered &&
          "The service's response was lost, but the poll was found and exists once. It may be somebody else's if they created an identical poll at the same time.",
        dropped.text,
        past,
        "Send inviteUrl to the invitees.",
        "Read votes with get_poll_results.",
      ];
      return toResult(text, poll, about, "created", more);
    };
    return input.again ? create() : context.inTurn(foldTitle(body.title), create);
  },
});

function createPastError(input: CreatePollArguments, { options }: PollPlan, zone: string | null, now: Date) {
  const path = listsOptions(input) ?? "copyFrom";
  const last = options.at(-1);
  const latest = last === undefined ? "" : `, the last ${createOptionFormat(options, zone).format(last)}`;
  const message = `all options are in the past${latest}; it is now ${formatInstant(now, zone ?? "UTC")}`;
  const ask = "whether they mean later dates, or a poll that closes by itself (allowPast)";
  return new ArgumentError([{ path, message, ask }]);
}
