import type { Grid } from "./grid.ts";
import { isTimeZone } from "./words.ts";

/** Whose zone times are said in; null until the viewer chooses: as the model asked, else the poll's. */
export type ZoneChoice = "poll" | "asked" | "mine" | null;

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
  const offers: ZoneOffer[] = [{ choice: "poll", label: "Poll", zone: poll.timeZone }];
  if (asked !== null && asked !== poll.timeZone && asked !== ownZone) {
    offers.push({ choice: "asked", label: "Asked for", zone: asked });
  }
  if (ownZone !== poll.timeZone) offers.push({ choice: "mine", label: "Mine", zone: ownZone });
  return offers;
}

/** The zone that times are said in: null for whole days and floating times. */
export function pickZone(grid: Zoned, ownZone: string, choice: ZoneChoice): string | null {
  const { poll } = grid;
  if (poll.kind === "date" || poll.timeZone === null) return null;
  if (choice === "mine") return ownZone;
  return choice === "poll" ? poll.timeZone : (readAsked(grid) ?? poll.timeZone);
}

// A zone that this browser cannot say would be shown as UTC, which nobody asked for.
function readAsked({ shownIn }: Zoned): string | null {
  return typeof shownIn === "string" && isTimeZone(shownIn) ? shownIn : null;
}
