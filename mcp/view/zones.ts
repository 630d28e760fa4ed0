import { isSupportedTimeZone, supportedTimeZone } from "./format.ts";
import type { Grid } from "./grid.ts";

/** Whose zone times are said in. */
export type ZoneChoice = "poll" | "asked" | "mine";

/** One zone that the viewer can choose. */
export interface ZoneOffer {
  choice: ZoneChoice;
  label: string;
  zone: string;
}

type Zoned = Pick<Grid, "shownIn"> & { poll: Pick<Grid["poll"], "kind" | "timeZone"> };

/** The zones to choose among, each once; none for whole days and floating times, which no zone has a bearing on. */
export function offerZones(grid: Zoned, ownZone: string): ZoneOffer[] {
  const { poll } = grid;
  if (poll.kind === "date" || poll.timeZone === null) return [];
  const asked = readAsked(grid);
  const zone = supportedTimeZone(poll.timeZone);
  // UTC in place of a zone that cannot be said is not the poll's, and is not called so.
  const label = zone === poll.timeZone ? "Poll" : "Universal";
  const offers: ZoneOffer[] = [{ choice: "poll", label, zone }];
  if (asked !== null && asked !== zone && asked !== ownZone) {
    offers.push({ choice: "asked", label: "Asked for", zone: asked });
  }
  if (ownZone !== zone) offers.push({ choice: "mine", label: "Mine", zone: ownZone });
  return offers;
}

/**
 * The zone that times are said in: null for whole days and floating times. Until the viewer chooses (null), it is the
 * one that the model asked for, else the poll's.
 */
export function pickZone(grid: Zoned, ownZone: string, choice: ZoneChoice | null): string | null {
  const { poll } = grid;
  if (poll.kind === "date" || poll.timeZone === null) return null;
  if (choice === "mine") return ownZone;
  const asked = choice === "poll" ? null : readAsked(grid);
  return asked ?? supportedTimeZone(poll.timeZone);
}

// A zone that this browser cannot say would be shown as UTC, which nobody asked for.
function readAsked({ shownIn }: Zoned): string | null {
  return typeof shownIn === "string" && isSupportedTimeZone(shownIn) ? shownIn : null;
}
