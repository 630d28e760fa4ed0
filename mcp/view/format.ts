import type { Grid, GridOption } from "./grid.ts";

/** The texts for one option, in one time zone and language. */
export interface OptionLabels {
  /** Short weekday, such as `Mon`. */
  weekday: string;
  /** Day and month, such as `1 Mar`. */
  day: string;
  /** Start of a slot. Empty for a whole day. */
  start: string;
  /** End of a slot, with `+1` when it is on a later day. Empty for a whole day. */
  end: string;
  /** Date with weekday and year. */
  date: string;
  /** Start and end, with the date of an end on a later day. Empty for a whole day. */
  hours: string;
  /** Date and hours together, for screen readers. */
  full: string;
}

/**
 * Makes a formatter of options with `Intl`: the formatter of src/time needs the Temporal polyfill, which exceeds the size
 * limit of the view. `timeZone` is null for a floating poll, whose times are formatted as written. Dates never
 * pass through a zone. An unknown zone is replaced by UTC, an unknown language by the browser's own.
 */
export function createOptionFormatter(
  timeZone: string | null,
  locale: string | undefined,
): (option: GridOption) => OptionLabels {
  const language = doesNotThrow(() => new Intl.DateTimeFormat(locale)) ? locale : undefined;
  const zone = timeZone === null ? "UTC" : supportedTimeZone(timeZone);
  const format = (options: Intl.DateTimeFormatOptions, timeZone: string) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone });
  const short = { day: "numeric", month: "short" } as const;
  const weekday = { weekday: "short" } as const;
  const long = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  const floatingShort = format(short, "UTC");
  const floatingWeekday = format(weekday, "UTC");
  const floatingLong = format(long, "UTC");
  const zonedShort = format(short, zone);
  const zonedWeekday = format(weekday, zone);
  const zonedLong = format(long, zone);
  const clock = format({ timeStyle: "short" }, zone);
  return (option) => {
    if ("date" in option) {
      const day = new Date(`${option.date}T00:00:00Z`);
      const date = floatingLong.format(day);
      return {
        weekday: floatingWeekday.format(day),
        day: floatingShort.format(day),
        start: "",
        end: "",
        date,
        hours: "",
        full: date,
      };
    }
    const from = new Date(option.startTime);
    const to = new Date(from.getTime() + option.duration * 60_000);
    const start = clock.format(from);
    const end = clock.format(to);
    const date = zonedLong.format(from);
    const sameDay = date === zonedLong.format(to);
    const hours = `${start}–${end}${sameDay ? "" : ` (${zonedWeekday.format(to)} ${zonedShort.format(to)})`}`;
    return {
      weekday: zonedWeekday.format(from),
      day: zonedShort.format(from),
      start,
      end: sameDay ? end : `${end} +1`,
      date,
      hours,
      full: `${date}, ${hours}`,
    };
  };
}

/** The zone itself, or UTC when the browser does not know it. */
function supportedTimeZone(timeZone: string): string {
  return isSupportedTimeZone(timeZone) ? timeZone : "UTC";
}

/** Whether the browser knows the zone. */
export function isSupportedTimeZone(name: string): boolean {
  return doesNotThrow(() => new Intl.DateTimeFormat("en", { timeZone: name }));
}

/** The city of a zone: `New York` for `America/New_York`. */
export function zoneLabel(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

/** Which zone the view uses: the poll's, the one in the tool's arguments, or the viewer's. */
export type ZoneChoice = "poll" | "requested" | "mine";

/** A zone that the viewer can choose. */
export interface ZoneOption {
  choice: ZoneChoice;
  label: string;
  zone: string;
}

type Zoned = Pick<Grid, "shownIn"> & { poll: Pick<Grid["poll"], "kind" | "timeZone"> };

/** The zones to choose from, each once. None for date polls and floating polls, whose times have no zone. */
export function listZones(grid: Zoned, ownZone: string): ZoneOption[] {
  const { poll } = grid;
  if (poll.kind === "date" || poll.timeZone === null) return [];
  const requested = requestedZone(grid);
  const zone = supportedTimeZone(poll.timeZone);
  // If UTC replaces an unknown zone, it must not be labeled as the poll's.
  const label = zone === poll.timeZone ? "Poll" : "Universal";
  const zones: ZoneOption[] = [{ choice: "poll", label, zone }];
  if (requested !== null && requested !== zone && requested !== ownZone) {
    zones.push({ choice: "requested", label: "Asked for", zone: requested });
  }
  if (ownZone !== zone) zones.push({ choice: "mine", label: "Mine", zone: ownZone });
  return zones;
}

/**
 * The zone of the times that are shown. Null for date polls and floating polls. Before the viewer chooses (`choice` is
 * null), it is the one in the tool's arguments, else the poll's.
 */
export function pickZone(grid: Zoned, ownZone: string, choice: ZoneChoice | null): string | null {
  const { poll } = grid;
  if (poll.kind === "date" || poll.timeZone === null) return null;
  if (choice === "mine") return ownZone;
  const requested = choice === "poll" ? null : requestedZone(grid);
  return requested ?? supportedTimeZone(poll.timeZone);
}

// An unknown zone would become UTC, which was not requested.
function requestedZone({ shownIn }: Zoned): string | null {
  return typeof shownIn === "string" && isSupportedTimeZone(shownIn) ? shownIn : null;
}

function doesNotThrow(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}
