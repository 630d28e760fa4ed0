import { sanitizeLine } from "../../src/sanitize.ts";
import {
  type BusyCheck,
  type BusyTime,
  type DroppedOption,
  loadBusyCheck,
  PlanError,
  type PollPlan,
  resolveInstant,
} from "../../src/scheduling/index.ts";
import { addDays } from "../../src/time/index.ts";
import { formatWhen } from "../output/format.ts";
import { ArgumentError } from "../runtime/errors.ts";
import { type CreatePollArguments, examples } from "./create-poll-input.ts";

/** Maximum number of dropped options that a result lists. */
const maxDropped = 20;

/** Maximum length of an event's title, in characters. */
const maxTitleLength = 80;

/** Output fields about busy times. Empty without the argument. */
export interface DroppedFields {
  /** Number of busy times that were read, of an .ics text those near the options. */
  busyTimes?: number;
  droppedCount?: number;
  dropped?: { when: string; busy: string; title?: string }[];
}

/** Loads what is needed to leave out the options that collide with the argument `busy`. */
export async function loadBusy({ busy }: CreatePollArguments): Promise<BusyCheck | undefined> {
  try {
    return busy === undefined ? undefined : await loadBusyCheck(busy);
  } catch (error) {
    throw error instanceof PlanError ? new ArgumentError(error.problems, examples) : error;
  }
}

/** The output fields about busy times. */
export function toDroppedFields({ dropped, busyTimes, body }: PollPlan): DroppedFields {
  if (busyTimes === undefined) return {};
  const timeZone = body.kind === "time" ? (body.timeZone ?? null) : null;
  return { busyTimes, droppedCount: dropped.length, ...listDropped(dropped, timeZone) };
}

function listDropped(dropped: readonly DroppedOption[], timeZone: string | null): DroppedFields {
  if (dropped.length === 0) return {};
  const listed = dropped.slice(0, maxDropped).map(({ option, busy }) => {
    const title = busy.title === undefined ? "" : sanitizeLine(busy.title, maxTitleLength);
    return {
      when: formatWhen(option, timeZone),
      busy: formatBusyTime(busy, timeZone),
      ...(title === "" ? {} : { title }),
    };
  });
  return { dropped: listed };
}

function formatBusyTime({ start, end = start }: BusyTime, timeZone: string | null): string {
  if (start.includes("T")) {
    const found = [start, end].map((text) =>
      resolveInstant(text, timeZone ?? undefined, { offsets: "absolute" }),
    );
    const [from = "", to = ""] = found.map((each) => ("instant" in each ? each.instant : ""));
    return formatWhen({ startTime: from, duration: (Date.parse(to) - Date.parse(from)) / 60_000 }, timeZone);
  }
  const last = end === start ? start : addDays(end, -1);
  const day = (date: string) => formatWhen({ date }, null);
  return start === last ? day(start) : `${day(start)}–${day(last)}`;
}
