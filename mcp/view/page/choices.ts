import type { Grid } from "../grid.ts";
import { nameZone } from "../words.ts";
import { createButton, find, refill } from "./dom.ts";

/** What the viewer chose for the heatmap. */
export interface Choices {
  /** Whether times are the viewer's own rather than the poll's. */
  inOwnZone: boolean;
  /** Whether columns stand in the order of merit rather than of time. */
  bestFirst: boolean;
}

/** The zone that times are said in: null for a floating poll, which the viewer's zone has no bearing on. */
export function chooseZone({ poll }: Grid, ownZone: string, { inOwnZone }: Choices): string | null {
  return poll.timeZone !== null && inOwnZone ? ownZone : poll.timeZone;
}

/** Fills the choices above the heatmap, and says which zone its times are in. */
export function fillChoices(
  grid: Grid,
  ownZone: string,
  choices: Choices,
  change: (to: Choices) => void,
): void {
  const { poll, others } = grid;
  const isPlaced = poll.kind === "time" && poll.timeZone !== null;
  const offer = (label: string, to: Partial<Choices>, pressed: boolean) =>
    createButton(
      { class: "choose", "aria-pressed": String(pressed) },
      () => change({ ...choices, ...to }),
      label,
    );
  const zones = find("zones");
  zones.hidden = !isPlaced || poll.timeZone === ownZone;
  refill(
    zones,
    offer(`Poll: ${nameZone(poll.timeZone ?? "")}`, { inOwnZone: false }, !choices.inOwnZone),
    offer(`Mine: ${nameZone(ownZone)}`, { inOwnZone: true }, choices.inOwnZone),
  );
  refill(
    find("orders"),
    offer("By date", { bestFirst: false }, !choices.bestFirst),
    offer("Best first", { bestFirst: true }, choices.bestFirst),
  );
  const placed = ` Times in ${chooseZone(grid, ownZone, choices)}.`;
  const floating = " Times are as written: the poll has no time zone.";
  find("times").textContent = poll.kind === "date" ? "" : isPlaced ? placed : floating;
  find("others").hidden = others.count === 0;
  find("others").textContent = `${others.count} more people are counted but not listed.`;
}
