import { voteCodes } from "../../../src/scheduling/rank/availability.ts";
import type { GridPerson } from "../grid.ts";
import { countPeople, type Ranked } from "../rank.ts";
import { createHiddenText, createIcon, createName, getElement, h } from "./dom.ts";
import type { View } from "./screen.ts";

/** What the viewer can do in the table. */
export interface TableActions {
  select(option: number): void;
  toggleRequired(id: string): void;
  /** Shows the page of rows with this one. */
  showRow(row: number): void;
}

/** The cell with the tab stop: row 0 holds the people, column 0 the options. */
let active = { row: 1, column: 0 };

/** With more people their names are turned. */
const maxRoomy = 4;

/** Fills the table of options by people, with one tab stop and arrow keys. The focus stays on its cell. */
export function fillTable(view: View, actions: TableActions): void {
  const { grid, rows, first, end } = view;
  const { people, others } = grid;
  const scroller = getElement("scroller");
  const columns = people.length + (others.count > 0 ? 1 : 0);
  const hasFocus = scroller.contains(document.activeElement);
  const shownRow = active.row === 0 ? 0 : Math.min(Math.max(active.row, first + 1), end);
  active = { row: shownRow, column: Math.min(active.column, columns) };
  const attributes = {
    role: "grid",
    class: people.length <= maxRoomy ? "roomy" : undefined,
    style: `--columns: ${columns}`,
    "aria-label": "Votes",
    "aria-rowcount": rows.length + 1,
    onkeydown: (event: Event) => moveFocus(event, rows.length, columns, actions.showRow),
    onfocusin: ({ target }: Event) => target instanceof HTMLElement && setActive(target),
  };
  const heads = people.map((person, index) => createPerson(person, index + 1, view, actions));
  if (others.count > 0) heads.push(createCell("th", 0, columns, "others dim", `and ${others.count} more`));
  const { scrollLeft } = scroller;
  scroller.replaceChildren(
    h(
      "table",
      attributes,
      h("thead", {}, h("tr", { "aria-rowindex": 1 }, h("td"), ...heads)),
      h(
        "tbody",
        {},
        ...rows.slice(first, end).map((row, at) => createRow(row, first + at + 1, view, actions)),
      ),
    ),
  );
  scroller.scrollLeft = scrollLeft;
  if (hasFocus) findCell(active.row, active.column)?.focus();
}

function createPerson(person: GridPerson, column: number, view: View, actions: TableActions): HTMLElement {
  const name = createName(person.name, "name");
  if (person.part === "optional")
    return createCell("th", 0, column, "optional", name, createHiddenText(" (optional)"));
  const button = createCell("button", 0, column, "person", name, createIcon("star"));
  button.title = person.name;
  button.setAttribute("aria-pressed", String(view.required.has(person.id)));
  button.setAttribute("aria-describedby", "star");
  button.addEventListener("click", () => actions.toggleRequired(person.id));
  return h("th", { scope: "col" }, button);
}

function createRow(ranked: Ranked, row: number, view: View, actions: TableActions): HTMLElement {
  const { grid, labels, selected } = view;
  const { index, position, available, yes, obstacles } = ranked;
  const people = countPeople(grid);
  const isBest = position === 1 && obstacles.length === 0;
  const button = createCell(
    "button",
    row,
    0,
    obstacles.length > 0 ? "option line obstructed" : "option line",
    h("span", { class: isBest ? "badge yes" : "badge", "aria-hidden": "true" }, String(position)),
    h(
      "span",
      { class: "labels grow" },
      h("strong", { class: "day" }, createName(labels[index]?.day ?? "")),
      " ",
      createName(labels[index]?.hours ?? "", "dim"),
    ),
    createHiddenText(`, place ${position}, `),
    h(
      "span",
      { class: "count" },
      h("strong", {}, String(available)),
      createHiddenText(` of ${people} available`),
      createBar(yes, available, people),
    ),
  );
  button.setAttribute("aria-pressed", String(ranked === selected));
  button.addEventListener("click", () => actions.select(index));
  const cells = grid.people.map(({ votes }, person) => {
    const [icon, text] = voteLooks[Number(votes[index])] ?? noVote;
    const cell = createCell("td", row, person + 1, "vote", createIcon(icon));
    cell.setAttribute("aria-label", text);
    return cell;
  });
  if (grid.others.count > 0) {
    const more = (grid.others.yes[index] ?? 0) + (grid.others.ifNeedBe[index] ?? 0);
    cells.push(
      createCell("td", row, cells.length + 1, "others dim", String(more), createHiddenText(" available")),
    );
  }
  const attributes = { "aria-rowindex": row + 1, class: ranked === selected ? "chosen" : undefined };
  return h("tr", attributes, h("th", { scope: "row" }, button), ...cells);
}

const noVote = ["no-or-unanswered", "No or unanswered"] as const;
const voteLooks: Record<number, readonly ["yes" | "if-need-be", string]> = {
  [voteCodes.yes]: ["yes", "Yes"],
  [voteCodes.ifNeedBe]: ["if-need-be", "If need be"],
};

/** A bar of the yes and if need be votes. The number is beside it as text. */
function createBar(yes: number, available: number, people: number): HTMLElement {
  const toWidth = (count: number) => `width: ${(count / Math.max(people, 1)) * 100}%`;
  const parts = [
    h("span", { class: "yes", style: toWidth(yes) }),
    h("span", { class: "if-need-be", style: toWidth(available - yes) }),
  ];
  return h("span", { class: "bar", "aria-hidden": "true" }, ...parts);
}

/** Creates a cell, or the button in it, which the arrow keys reach. */
function createCell(
  name: "td" | "th" | "button",
  row: number,
  column: number,
  className: string,
  ...children: (Node | string)[]
): HTMLElement {
  const tabindex = row === active.row && column === active.column ? 0 : -1;
  return h(name, { "data-cell": `${row}/${column}`, class: className, tabindex }, ...children);
}

const findCell = (row: number, column: number) =>
  getElement("scroller").querySelector<HTMLElement>(`[data-cell="${row}/${column}"]`);

function setActive(cell: HTMLElement): void {
  const [row = 0, column = 0] = (cell.dataset["cell"] ?? "").split("/").map(Number);
  findCell(active.row, active.column)?.setAttribute("tabindex", "-1");
  cell.setAttribute("tabindex", "0");
  active = { row, column };
}

/** The number of rows that Page Up and Page Down skip. */
const pageStep = 5;

function moveFocus(event: Event, lastRow: number, lastColumn: number, showRow: (row: number) => void): void {
  if (!(event instanceof KeyboardEvent) || event.altKey || event.metaKey) return;
  let { row, column } = active;
  if (event.key === "ArrowDown") row += 1;
  else if (event.key === "ArrowUp") row -= 1;
  else if (event.key === "ArrowRight") column += 1;
  else if (event.key === "ArrowLeft") column -= 1;
  else if (event.key === "PageDown") row += pageStep;
  else if (event.key === "PageUp") row -= pageStep;
  else if (event.key === "Home") [row, column] = [event.ctrlKey ? 0 : row, 0];
  else if (event.key === "End") [row, column] = [event.ctrlKey ? lastRow : row, lastColumn];
  else return;
  event.preventDefault();
  row = Math.min(Math.max(row, 0), lastRow);
  // The corner of the table is empty.
  column = Math.min(Math.max(column, row === 0 ? 1 : 0), lastColumn);
  if (row > 0) showRow(row - 1);
  findCell(row, column)?.focus();
}
