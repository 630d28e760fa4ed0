import type { OptionLabels } from "../format.ts";
import type { Grid } from "../grid.ts";
import type { RankedColumn } from "../ranking.ts";
import { countPeople, listRemarks, type Remark } from "../ranking.ts";
import { create, createButton, createName, refill } from "./dom.ts";

/** How many of the best are shown before anyone asks for more. */
const FIRST = 3;

/** What the list of best times needs to know. */
export interface BestTimes {
  grid: Grid;
  ranking: RankedColumn[];
  words: OptionLabels[];
  selected: number;
  all: boolean;
  select(option: number): void;
}

/** Fills the list of best times; pressing one selects its column. */
export function fillBest(list: HTMLElement, best: BestTimes): void {
  const shown = best.all ? best.ranking : best.ranking.slice(0, FIRST);
  refill(list, ...shown.map((ranked) => createEntry(best, ranked)));
}

/** What the button below the list says; null when there is nothing more to show. */
export function offerMore(best: BestTimes): string | null {
  if (best.ranking.length <= FIRST) return null;
  return best.all ? `Show the best ${FIRST} only` : `Show all ${best.ranking.length}`;
}

function createEntry({ grid, words, selected, select }: BestTimes, ranked: RankedColumn): HTMLElement {
  const people = countPeople(grid);
  const remarks = listRemarks(ranked, grid.minAttendance).map(createRemark);
  const button = createButton(
    {
      class: "entry",
      "aria-pressed": String(ranked.index === selected),
      "data-option": String(ranked.index),
    },
    () => select(ranked.index),
    create("span", { class: "rank", "aria-hidden": "true" }, String(ranked.place)),
    create(
      "span",
      { class: "what" },
      createWhen(words[ranked.index]),
      create("span", { class: "why" }, ...remarks),
    ),
    create(
      "span",
      { class: "count" },
      create("span", {}, create("span", { class: "many" }, String(ranked.available)), ` of ${people}`),
      createBar(ranked, people),
    ),
  );
  return create(
    "li",
    { class: ranked.obstacles.length === 0 && ranked.place === 1 ? "place winner" : "place" },
    button,
  );
}

function createRemark({ label, names, more, bad }: Remark): HTMLElement {
  const remark = create("span", { class: bad ? "remark bad" : "remark" }, label);
  names.forEach((name, place) => {
    remark.append(place === 0 ? " " : ", ", createName(name));
  });
  if (more > 0) remark.append(` and ${more} more`);
  return remark;
}

function createWhen(words: OptionLabels | undefined): HTMLElement {
  const when = create("span", { class: "when" }, createName(words?.date ?? ""));
  if (words !== undefined && words.hours !== "")
    when.append(", ", createName(words.hours, { class: "hours" }));
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
