import type { Poll } from "../../src/api/web.ts";
import { formatOption, type OptionTime } from "../../src/time/index.ts";
import { displayTimeZone } from "../../src/time/zones.ts";
import { formatInstant } from "./format.ts";

/** How the options of one poll look, in every tool the same. */
export interface OptionFormat {
  /** The zone of the times. Null for whole days and floating times. */
  timeZone: string | null;
  /** Minutes of every slot. Undefined for days, and for slots of several lengths. */
  duration: number | undefined;
  /** One option: `Mon 2027-03-01 09:00 -05:00`, with its end where its length is another one, or the clocks change. */
  format(option: OptionTime): string;
  /** The option of a number, from 1, as a line: `2: Mon 2027-03-01 09:00 -05:00`. */
  formatNumber(number: number): string;
  /** Options in their order, those of one day and offset in one line: `Mon 2027-03-01 09:00,10:30–12:00 -05:00`. */
  listDays(options: readonly OptionTime[]): string[];
  /** A note about each slot during which the clocks change. */
  listClockChanges(options: readonly OptionTime[]): string[];
}

/** Formats options in the form that `readWrittenDay` reads. */
export function createOptionFormat(all: readonly OptionTime[], timeZone: string | null): OptionFormat {
  const lengths = new Set(all.map((option) => ("date" in option ? undefined : option.duration)));
  const [duration] = lengths.size === 1 ? lengths : [];
  // An option is converted once: a poll of 20 is shown 500 times a second.
  const known = new Map<OptionTime, string>();
  function write(option: OptionTime) {
    const written = known.get(option) ?? formatWhen(option, timeZone);
    known.set(option, written);
    return written;
  }
  function split(option: OptionTime) {
    const written = write(option);
    const [, day, range = "", offset] = /^(\w+ \S+)(?: (.+?))?(?: ([+-]\d\d:\d\d))?$/.exec(written) ?? [];
    const isUsual = "date" in option || (option.duration === duration && !isChange(written));
    return { day, time: isUsual ? range.slice(0, 5) : range, offset };
  }
  const join = (parts: readonly ReturnType<typeof split>[]) =>
    [parts[0]?.day, parts.map(({ time }) => time).join(","), parts[0]?.offset].filter(Boolean).join(" ");
  const format = (option: OptionTime) => join([split(option)]);
  return {
    timeZone,
    duration,
    format,
    formatNumber: (number) => `${number}: ${all.slice(number - 1, number).map(format)}`,
    listDays: (options) => {
      const lines: ReturnType<typeof split>[][] = [];
      for (const option of options.map(split)) {
        const [before] = lines.at(-1) ?? [];
        if (before?.day === option.day && before?.offset === option.offset) lines.at(-1)?.push(option);
        else lines.push([option]);
      }
      return lines.map(join);
    },
    listClockChanges: (options) =>
      options.flatMap((option) => {
        const written = write(option);
        if ("date" in option || !isChange(written)) return [];
        return `${written} lasts ${option.duration} minutes: the clocks change in between`;
      }),
  };
}

/** Formats an option with its end: `Mon 2027-03-01 09:00–09:30 -05:00`. */
export const formatWhen = (option: OptionTime, timeZone: string | null): string =>
  formatOption(option, timeZone, { style: "iso" });

/** Whether a slot has two offsets, because the clocks change: it ends at another clock time than its length says. */
const isChange = (written: string) => /[+-]\d\d:\d\d–/.test(written);

/** The zone in which a poll's times can be shown. Null for whole days and floating times. */
export function getPollZone({ timeZone }: Pick<Poll, "timeZone">): string | null {
  return timeZone === null ? null : displayTimeZone(timeZone);
}

/** How a poll is shown. */
export interface Display extends OptionFormat {
  /** The zone in which days and floating times start. Undefined if nobody named one. */
  localZone: string | undefined;
  /** The zone of instants, such as the time of an answer. */
  clockZone: string;
  /** Output fields: the zone if it is not the poll's, the current time there, and the length of the slots. */
  fields: Record<"shownIn" | "now", string | undefined> & { duration: number | undefined };
}

/** Shows a poll in the requested zone, else in its own. Never in the server's. */
export function createDisplay(poll: Poll, requested: string | undefined, now: Date): Display {
  const ownZone = poll.kind === "date" ? null : getPollZone(poll);
  const localZone = requested ?? getPollZone(poll) ?? undefined;
  const format = createOptionFormat(poll.options, ownZone && (requested ?? ownZone));
  const { timeZone, duration } = format;
  return {
    ...format,
    localZone,
    clockZone: localZone ?? "UTC",
    fields: {
      shownIn: timeZone !== null && timeZone !== poll.timeZone ? timeZone : undefined,
      now: localZone && formatInstant(now, localZone),
      duration,
    },
  };
}
