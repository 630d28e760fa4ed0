import type { OptionLabels } from "../format.ts";
import type { Grid } from "../grid.ts";
import type { RankedColumn } from "../ranking.ts";
import { countPeople, listRemarks, type Remark } from "../ranking.ts";
import { create, createButton, createName, listNames, refill } from "./dom.ts";

/** Number of options in the collapsed list. */
const collapsedCount = 3;

/** The data of the list of best times. */
export interface BestTimes {
  grid: Grid;
  ranking: RankedColumn[];
  labels: OptionLabels[];
  selected: number;
  expanded: boolean;
  select(option: number): void;
}

/** Fills the list of best times. A click selects the column of an option. */
export function fillBest(list: HTMLElement, best: BestTimes): void {
  const shown = best.expanded ? best.ranking : best.ranking.slice(0, collapsedCount);
  refill(list, ...shown.map((ranked) => createEntry(best, ranked)));
}

/** The label of the button that expands the list. Null when it is not needed. */
export function moreLabel(best: BestTimes): string | null {
  if (best.ranking.length <= collapsedCount) return null;
  return best.expanded ? `Show the best ${collapsedCount} only` : `Show all ${best.ranking.length}`;
}

function createEntry({ grid, labels, selected, select }: BestTimes, ranked: RankedColumn): HTMLElement {
  const people = countPeople(grid);
  const remarks = listRemarks(ranked, grid.minAttendance).map(createRemark);
  const button = createButton(
    {
      class: "entry",
      "aria-pressed": String(ranked.index === selected),
      "data-option": String(ranked.index),
    },
    () => select(ranked.index),
    create("span", { class: "rank", "aria-hidden": "true" }, String(ranked.position)),
    create(
      "span",
      { class: "option-text" },
      createWhen(labels[ranked.index]),
      create("span", { class: "remarks" }, ...remarks),
    ),
    create(
      "span",
      { class: "count" },
      create("span", {}, create("span", { class: "available" }, String(ranked.available)), ` of ${people}`),
      createBar(ranked, people),
    ),
  );
  return create(
    "li",
    { class: ranked.obstacles.length === 0 && ranked.position === 1 ? "best-option winner" : "best-option" },
    button,
  );
}

function createRemark({ label, names, more, isObstacle }: Remark): HTMLElement {
  const remark = create("span", { class: isObstacle ? "remark obstacle" : "remark" }, label);
  if (names.length > 0) remark.append(" ", ...listNames(names));
  if (more > 0) remark.append(` and ${more} more`);
  return remark;
}

function createWhen(labels: OptionLabels | undefined): HTMLElement {
  const when = create("span", { class: "when" }, createName(labels?.date ?? ""));
  if (labels !== undefined && labels.hours !== "")
    when.append(", ", createName(labels.hours, { class: "hours" }));
  return when;
}

/** A bar of the yes and if need be votes. The numbers are beside it as text. */
export function createBar(ranked: Pick<RankedColumn, "yes" | "available">, people: number): HTMLElement {
  const part = (name: string, count: number) => {
    const bar = create("span", { class: name });
    bar.style.setProperty("width", `${people === 0 ? 0 : (count / people) * 100}%`);
    return bar;
  };
  return create(
    "span",
    { class: "bar", "aria-hidden": "true" },
    part("yes-part", ranked.yes),
    part("if-need-be-part", ranked.available - ranked.yes),
  );
}
