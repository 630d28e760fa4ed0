import { maxOptions } from "../../../src/api/check/create-input.ts";
import { defaultSettings, settingNames } from "../../../src/api/check/settings.ts";
import { sanitizeLine } from "../../../src/sanitize.ts";
import type { DroppedOption, PollPlan } from "../../../src/scheduling/index.ts";
import { compareOptionTimes } from "../../../src/time/index.ts";
import { getStartDate } from "../../../src/time/option-times.ts";
import { formatWhen, getPollZone, type OptionFormat } from "../../output/display.ts";
import { cutList, cutRows, formatInstant } from "../../output/format.ts";
import {
  type FoundPoll,
  type PollDetails,
  type ShownPoll,
  toPollDetails,
  toPollSummary,
} from "../../output/poll-output.ts";
import type { Sentences } from "../../sentences.ts";
import { toOptionTime } from "../../view/grid.ts";
import { type DroppedPlace, type Plan, planKey } from "../../view/plan.ts";
import { type CreatePollArguments, keptArguments } from "./input.ts";

/** A poll as it is or will be. */
export type PlannedPoll = Omit<ShownPoll, keyof PollDetails> & PollDetails;

/** What a result is about. */
export interface PlanSource {
  input: CreatePollArguments;
  plan: PollPlan;
  /** The poll of copyFrom. */
  copied: FoundPoll | undefined;
  now: Date;
}

/** The result with everything that is or will be set, with `more`, and with the plan for a view. */
export function toResult(
  text: Sentences,
  poll: PlannedPoll,
  about: PlanSource,
  state: Plan["state"],
  more: Record<string, unknown>,
  existing?: Plan,
) {
  const timeZone = getPollZone(poll);
  const shown = {
    ...toPollSummary(poll, about.copied?.others),
    now: formatInstant(about.now, timeZone ?? about.input.timeZone ?? "UTC"),
    ...toPollDetails(poll, timeZone),
  };
  return {
    text,
    data: { ...shown, ...more, created: state === "created" },
    meta: { [planKey]: toPlan(poll, shown, about, state, existing) },
  };
}

/** Maximum number of lines about options that were left out for one reason. */
const maxDropped = 20;

/** Maximum number of titles of busy times for one day. */
const maxTitles = 5;

const reasons = { busy: "busy", excluded: "excluded", skipped: "skipped by the clock" };

/** The options that were left out, as output fields and in a sentence. */
export function describeDropped({ dropped, busyTimes }: PollPlan, format: OptionFormat) {
  const by = Map.groupBy(dropped, ({ reason }) => reason);
  const busy = dropped.filter((each) => each.reason === "busy");
  const list = (reason: "excluded" | "skipped") => {
    const those = by.get(reason) ?? [];
    const locals = those.flatMap((each) => ("local" in each ? formatLocal(each.local) : []));
    const options = those.flatMap((each) => ("option" in each ? each.option : []));
    const lines = [...locals, ...format.listDays(options)];
    return lines.length > 0 ? cutList(lines, maxDropped) : undefined;
  };
  const counts = Object.entries(reasons).flatMap(([reason, words]) => {
    const those = by.get(reason as DroppedOption["reason"]);
    return those ? `${those.length} ${words}` : [];
  });
  const data = {
    busyTimes,
    ...(busy.length > 0 && cutRows("dropped", toBusyRows(busy, format), maxDropped)),
    excluded: list("excluded"),
    skipped: list("skipped"),
  };
  return { text: counts.length > 0 && `Left out: ${counts.join(", ")}.`, data };
}

const formatLocal = (local: string) =>
  local.replace(/T/, " ").replace(/^\S+/, (date) => formatWhen({ date }, null));

/** The slots of each day that were dropped, with the titles of the busy times: the caller knows when they are. */
function toBusyRows(busy: readonly Extract<DroppedOption, { reason: "busy" }>[], format: OptionFormat) {
  const days = Map.groupBy(busy, ({ option }) => getStartDate(option, format.timeZone));
  return [...days.values()].map((each) => {
    const titles = new Set(each.map(({ busy }) => sanitizeLine(busy.title ?? "", 80)).filter(Boolean));
    const when = format.listDays(each.map(({ option }) => option)).join("; ");
    return { when, title: cutList([...titles], maxTitles).join("; ") || undefined };
  });
}

/** Maximum number of places of dropped options in the view. */
const maxPlaces = 300;

/** The plan as the view shows it. */
function toPlan(
  poll: PlannedPoll,
  { title, now, description, location, conferencing, organizer }: Plan["poll"],
  { input, plan, copied, ...about }: PlanSource,
  state: Plan["state"],
  existing: Plan | undefined,
): Plan {
  const { inviteUrl, adminUrl, kind } = poll;
  const timeZone = getPollZone(poll);
  const kept = Object.entries(input).filter(([name]) => keptArguments.includes(name));
  const zone = kind === "time" && { timeZone: timeZone ?? "floating" };
  return {
    ...{ version: 3, state, kind, timeZone, maxOptions, inviteUrl, adminUrl, existing },
    madeAt: about.now.getTime(),
    secondTimeZones: input.secondTimeZone,
    poll: { title, now, description, location, conferencing, organizer },
    settings: settingNames.filter((name) => (poll[name] ?? defaultSettings[name]) !== defaultSettings[name]),
    options: poll.options.map(toOptionTime).sort(compareOptionTimes),
    dropped: state === "exists" ? [] : plan.dropped.slice(0, maxPlaces).map(toPlace),
    ...(state === "preview" && {
      create: { ...Object.fromEntries(kept), ...(copied && { copyFrom: copied.id }), ...zone },
    }),
  };
}

function toPlace(dropped: DroppedOption): DroppedPlace {
  if ("local" in dropped) {
    const [day = "", time] = dropped.local.split("T");
    return { reason: "skipped", day, ...(time !== undefined && { time }) };
  }
  const text = dropped.reason === "busy" ? sanitizeLine(dropped.busy.title ?? "", 80) : "";
  return { reason: dropped.reason, option: dropped.option, ...(text !== "" && { text }) };
}
