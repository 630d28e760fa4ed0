import { sanitizeLine } from "../../src/sanitize.ts";
import {
  type BusyTime,
  type DroppedOption,
  loadBusyCheck,
  type OptionFilter,
} from "../../src/scheduling/index.ts";
import { addDays } from "../../src/time/index.ts";
import { ArgumentError } from "../errors.ts";
import { formatWhen } from "../output/format.ts";
import type { CreatePollArguments } from "./create-poll-input.ts";

/** Maximum number of dropped options that a result lists, and that an error names. */
const maxDropped = 20;
const maxNamed = 3;

/** Maximum length of an event's title, in characters. */
const maxTitleLength = 80;

/** What the argument `busy` does to the options of a poll. */
export interface BusyOptions {
  /** Leaves out the options that collide. Throws {@link ArgumentError} if none is left. */
  filter: OptionFilter | undefined;
  /** The result of the filter: output fields, and notes. */
  getResult(): { fields: DroppedFields; notes: string[] };
}

/** Output fields about busy times. Empty without the argument. */
interface DroppedFields {
  /** Number of busy times that were read, of an .ics text those near the options. */
  busyTimes?: number;
  droppedCount?: number;
  dropped?: { when: string; busy: string; title?: string }[];
}

/** Loads what is needed to leave out the options that collide with the argument `busy`. */
export async function loadBusyOptions({ busy }: CreatePollArguments): Promise<BusyOptions> {
  if (busy === undefined) return { filter: undefined, getResult: () => ({ fields: {}, notes: [] }) };
  const check = await loadBusyCheck(busy);
  let result: { fields: DroppedFields; notes: string[] } | undefined;
  return {
    filter(options, timeZone) {
      const { free, dropped, notes, busyTimes } = check(options, timeZone);
      if (free.length === 0 && dropped.length > 0) throw createBusyError(dropped, timeZone);
      // The first check is that of the poll. Further ones are trials for an error about too many options.
      result ??= {
        fields: { busyTimes, droppedCount: dropped.length, ...listDropped(dropped, timeZone) },
        notes: notes.map(({ path, message }) => `${path}: ${message}`),
      };
      return free;
    },
    getResult: () => result ?? { fields: {}, notes: [] },
  };
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

function formatBusyTime(busy: BusyTime, timeZone: string | null): string {
  if ("start" in busy) {
    const startTime = new Date(busy.start).toISOString();
    return formatWhen({ startTime, duration: (busy.end - busy.start) / 60_000 }, timeZone);
  }
  const [first, last] = [busy.firstDay, addDays(busy.endDay, -1)];
  const day = (date: string) => formatWhen({ date }, null);
  return first === last ? day(first) : `${day(first)}–${day(last)}`;
}

/** Names the first collisions by their times: titles are other people's text. */
function createBusyError(dropped: readonly DroppedOption[], timeZone: string | null): ArgumentError {
  const named = dropped
    .slice(0, maxNamed)
    .map(({ option, busy }) => `${formatWhen(option, timeZone)} with ${formatBusyTime(busy, timeZone)}`);
  const more = dropped.length > maxNamed ? ` and ${dropped.length - maxNamed} more` : "";
  const message = `${describeAll(dropped.length)} with busy times: ${named.join(", ")}${more}`;
  return new ArgumentError([{ path: "busy", message, ask: "which other times are possible" }]);
}

function describeAll(count: number): string {
  if (count === 1) return "the only option collides";
  return count === 2 ? "both options collide" : `all ${count} options collide`;
}
