import { voteCodes } from "../../../src/scheduling/rank/availability.ts";
import type { OptionLabels } from "../format.ts";
import type { GridPerson } from "../grid.ts";
import type { RankedColumn } from "../ranking.ts";
import { createBar } from "./best.ts";
import { create, createButton, createName, createStar, createUnseen } from "./dom.ts";

/** How many of the best carry their place above their column. */
const BADGES = 3;

/** The row of days, each above its options: neighbours of one day share a cell. */
export function createDays(words: OptionLabels[]): HTMLTableRowElement {
  const row = create("tr", { "aria-rowindex": "1" }, create("td", { class: "nook" }));
  for (let column = 0; column < words.length; ) {
    const first = words[column];
    let end = column + 1;
    while (end < words.length && words[end]?.date === first?.date) end++;
    const label = create(
      "span",
      { class: "label" },
      createName(first?.weekday ?? "", { class: "piece" }),
      " ",
      createName(first?.day ?? "", { class: "piece" }),
    );
    row.append(create("th", { scope: "colgroup", class: "day", colspan: String(end - column) }, label));
    column = end;
  }
  return row;
}

/** The row of options, from heads made by {@link createHead}. */
export function createHeads(heads: HTMLElement[]): HTMLTableRowElement {
  const corner = create("th", { scope: "col", class: "corner" }, "Name");
  return create("tr", { "aria-rowindex": "2" }, corner, ...heads);
}

/** The head of one option's column. Its place and counts come with {@link markHead}. */
export function createHead(words: OptionLabels | undefined, press: () => void): HTMLTableCellElement {
  const button = createButton(
    { tabindex: "-1", class: "pick" },
    press,
    createUnseen(`${words?.date ?? ""} `),
    createName(words?.start ?? "", { class: "start" }),
    createName(words?.end ?? "", { class: "end" }),
    create("span", { class: "score" }),
    create("span", { class: "bar" }),
  );
  return create("th", { scope: "col", class: "head" }, button);
}

/** Brings a head up to date with the ranking. */
export function markHead(head: HTMLElement, ranked: RankedColumn, people: number, selected: boolean): void {
  head.querySelector("button")?.setAttribute("aria-pressed", String(selected));
  const badge = create("span", { class: "badge", "aria-hidden": "true" }, String(ranked.place));
  const score = head.querySelector(".score");
  score?.replaceChildren(
    ...(ranked.place <= BADGES && ranked.obstacles.length === 0 ? [badge] : []),
    createUnseen(`, place ${ranked.place}, `),
    String(ranked.available),
    createUnseen(` of ${people} available`),
  );
  head.querySelector(".bar")?.replaceWith(createBar(ranked, people));
}

/** One person's row: the name, which is the button that requires them, and a vote for every column. */
export function createRow(
  person: GridPerson,
  place: number,
  columns: number[],
  press: (id: string) => void,
): HTMLTableRowElement {
  const toggle = createButton(
    { tabindex: "-1", class: "toggle", "aria-describedby": "star" },
    () => press(person.id),
    createStar(),
    createName(person.name, { class: "name", title: person.name }),
  );
  // After the rows of days and of options, counted from one.
  const row = create("tr", { "aria-rowindex": String(place + 3), class: "row" });
  row.append(
    create("th", { scope: "row", class: "person" }, toggle),
    ...columns.map((option) => (samples[Number(person.votes[option])] ?? unmarked).cloneNode()),
  );
  return row;
}

// Copies of a finished cell cost far less than cells made one by one, and a poll may have thousands.
const unmarked = create("td", { class: "no-or-unanswered", "aria-label": "No or unanswered" });
const samples: Record<number, HTMLElement> = {
  [voteCodes.yes]: create("td", { class: "yes", "aria-label": "Yes" }),
  [voteCodes.ifNeedBe]: create("td", { class: "if-need-be", "aria-label": "If need be" }),
};
