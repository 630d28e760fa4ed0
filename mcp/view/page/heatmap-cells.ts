import { voteCodes } from "../../../src/scheduling/rank/availability.ts";
import type { OptionLabels } from "../format.ts";
import type { GridPerson } from "../grid.ts";
import type { RankedColumn } from "../ranking.ts";
import { createBar } from "./best.ts";
import { create, createButton, createName, createScreenReaderText, createStar } from "./dom.ts";

/** Number of best options with a badge above their column. */
const maxBadges = 3;

/** Creates the row of days. Adjacent options of one day share a cell. */
export function createDayRow(labels: OptionLabels[]): HTMLTableRowElement {
  const row = create("tr", { "aria-rowindex": "1" }, create("td", { class: "day-corner" }));
  for (let column = 0; column < labels.length; ) {
    const first = labels[column];
    let end = column + 1;
    while (end < labels.length && labels[end]?.date === first?.date) end++;
    const text = create(
      "span",
      { class: "label" },
      createName(first?.weekday ?? "", { class: "piece" }),
      " ",
      createName(first?.day ?? "", { class: "piece" }),
    );
    row.append(create("th", { scope: "colgroup", class: "day", colspan: String(end - column) }, text));
    column = end;
  }
  return row;
}

/** Creates the row of options from the cells of {@link createOptionHeader}. */
export function createOptionRow(heads: HTMLElement[]): HTMLTableRowElement {
  const corner = create("th", { scope: "col", class: "corner" }, "Name");
  return create("tr", { "aria-rowindex": "2" }, corner, ...heads);
}

/** Creates the header cell of an option. {@link updateOptionHeader} adds its position and counts. */
export function createOptionHeader(
  labels: OptionLabels | undefined,
  onClick: () => void,
): HTMLTableCellElement {
  const button = createButton(
    { tabindex: "-1", class: "pick" },
    onClick,
    createScreenReaderText(`${labels?.date ?? ""} `),
    createName(labels?.start ?? "", { class: "start" }),
    createName(labels?.end ?? "", { class: "end" }),
    create("span", { class: "score" }),
    create("span", { class: "bar" }),
  );
  return create("th", { scope: "col", class: "head" }, button);
}

/** Updates the header cell of an option. */
export function updateOptionHeader(
  head: HTMLElement,
  ranked: RankedColumn,
  people: number,
  selected: boolean,
): void {
  head.querySelector("button")?.setAttribute("aria-pressed", String(selected));
  const badge = create("span", { class: "badge", "aria-hidden": "true" }, String(ranked.position));
  const score = head.querySelector(".score");
  score?.replaceChildren(
    ...(ranked.position <= maxBadges && ranked.obstacles.length === 0 ? [badge] : []),
    createScreenReaderText(`, place ${ranked.position}, `),
    String(ranked.available),
    createScreenReaderText(` of ${people} available`),
  );
  head.querySelector(".bar")?.replaceWith(createBar(ranked, people));
}

/** Creates one person's row: a button that makes the person required, and a cell for each vote. */
export function createPersonRow(
  person: GridPerson,
  index: number,
  columns: number[],
  onClick: (id: string) => void,
): HTMLTableRowElement {
  const toggle = createButton(
    { tabindex: "-1", class: "toggle", "aria-describedby": "star" },
    () => onClick(person.id),
    createStar(),
    createName(person.name, { class: "name", title: person.name }),
  );
  // Rows are counted from 1, and the first two are days and options.
  const row = create("tr", { "aria-rowindex": String(index + 3), class: "row" });
  row.append(
    create("th", { scope: "row", class: "person" }, toggle),
    ...columns.map((option) => (voteCells[Number(person.votes[option])] ?? noVoteCell).cloneNode()),
  );
  return row;
}

// Cloned, because creating thousands of cells one by one is slow.
const noVoteCell = create("td", { class: "no-or-unanswered", "aria-label": "No or unanswered" });
const voteCells: Record<number, HTMLElement> = {
  [voteCodes.yes]: create("td", { class: "yes", "aria-label": "Yes" }),
  [voteCodes.ifNeedBe]: create("td", { class: "if-need-be", "aria-label": "If need be" }),
};
