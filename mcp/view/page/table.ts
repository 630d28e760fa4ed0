import { voteCodes } from "../../../src/scheduling/rank/availability.ts";
import type { GridPerson } from "../grid.ts";
import { createIcon, createName, getElement, h } from "./dom.ts";
import type { Ranked, View } from "./screen.ts";

const table = getElement("table");
table.role = "grid";

/** The cell with the tab stop: row 0 holds the people, column 0 the options. */
let active = { row: 1, column: 0 };

/** Fills the table of options by people, with one tab stop and arrow keys. The focus stays on its cell. */
export function fillTable(view: View): void {
  const { grid, ranking, rows, first } = view;
  const { people, others } = grid;
  const columns = people.length + Math.sign(others.count);
  const hadFocus = isOnCell();
  const heads = people.map((person) => createPerson(person, view));
  if (others.count > 0) heads.push(h("th", { class: "dim", tabindex: -1 }, `and ${others.count} more`));
  const [corner] = getElement("people").children;
  while (corner?.nextSibling) corner.nextSibling.remove();
  corner?.after(...heads);
  getElement("options").replaceChildren(...rows.map((row, at) => createRow(row, first + at + 1, view)));
  table.style.setProperty("--columns", String(columns));
  table.ariaRowCount = String(ranking.length + 1);
  table.onkeydown = (event) => moveFocus(event, view, columns);
  const cell = findCell(active.row, active.column) ?? findCell(first + 1, 0);
  cell?.setAttribute("tabindex", "0");
  if (hadFocus) cell?.focus();
}

function createPerson({ id, name, part }: GridPerson, { required, toggleRequired }: View): Element {
  const label = createName(name, "name");
  if (part === "optional") return h("th", { tabindex: -1, "aria-label": `${name} (optional)` }, label);
  const attributes = {
    class: "person",
    title: name,
    tabindex: -1,
    "aria-pressed": required.has(id),
    "aria-describedby": "star",
    onclick: () => toggleRequired(id),
  };
  return h("th", { scope: "col" }, h("button", attributes, label, createIcon("star")));
}

function createRow(ranked: Ranked, row: number, view: View): Element {
  const { grid, ranking, people, labels, selected, select } = view;
  const { number, available, yes, obstacles, differing } = ranked;
  const isBest = ranked === ranking[0] && obstacles.length === 0;
  const { day = "", hours = "" } = labels[number - 1] ?? {};
  // The ends of the two parts of the bar under the number.
  const [yesEnd, end] = [yes, available].map((count) => `${(count / Math.max(people, 1)) * 100}%`);
  const style = `--yes-end: ${yesEnd}; --end: ${end}`;
  const attributes = {
    class: obstacles.length > 0 ? "option line dim" : "option line",
    tabindex: -1,
    title: `Number ${number}, ${available} of ${people} available`,
    "aria-pressed": ranked === selected,
    onclick: () => select(number),
  };
  const button = h(
    "button",
    attributes,
    h("span", { class: isBest ? "badge yes" : "badge", "aria-hidden": true }, String(number)),
    h("span", { class: "grow" }, h("strong", {}, createName(day)), createName(hours, "dim")),
    h("strong", { class: "count", style, "aria-hidden": true }, String(available)),
  );
  const cells = grid.people.map((person) => {
    const best = Math.max(...person.votes.map((digits) => Number(digits[number - 1])));
    const [icon, text] = looks[best as keyof typeof looks];
    const label = differing.some(({ id }) => id === person.id)
      ? `${text}, answered twice, not the same`
      : text;
    return h("td", { tabindex: -1, "aria-label": label }, createIcon(icon));
  });
  if (grid.others.count > 0) {
    const more = `${grid.others.available[number - 1]}`;
    cells.push(h("td", { class: "dim", tabindex: -1, "aria-label": `${more} available` }, more));
  }
  return h("tr", { "aria-rowindex": row + 1 }, h("th", { scope: "row" }, button), ...cells);
}

const looks = {
  [voteCodes.noOrUnanswered]: ["no-or-unanswered", "No or unanswered"],
  [voteCodes.ifNeedBe]: ["if-need-be", "If need be"],
  [voteCodes.yes]: ["yes", "Yes"],
} as const;

/** The cell, or the button in it. */
function findCell(row: number, column: number): HTMLElement | null | undefined {
  const line = table.querySelector<HTMLTableRowElement>(`[aria-rowindex="${row + 1}"]`);
  const cell = line?.cells[column];
  return cell?.querySelector("button") ?? cell;
}

table.addEventListener("focusin", ({ target }) => {
  // The controls in the corner have their own tab stops.
  if (!(target instanceof HTMLElement) || !target.hasAttribute("tabindex")) return;
  const { cellIndex, parentElement } = target.closest("td, th") as HTMLTableCellElement;
  table.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
  target.tabIndex = 0;
  active = { row: Number(parentElement?.ariaRowIndex) - 1, column: cellIndex };
});

function moveFocus(event: KeyboardEvent, { rows, ranking, showRow }: View, lastColumn: number): void {
  const { row, column } = active;
  const lastRow = ranking.length;
  const moves: Record<string, [row: number, column: number]> = {
    ArrowDown: [row + 1, column],
    ArrowUp: [row - 1, column],
    ArrowRight: [row, column + 1],
    ArrowLeft: [row, column - 1],
    PageDown: [row + rows.length, column],
    PageUp: [row - rows.length, column],
    Home: [event.ctrlKey ? 0 : row, 0],
    End: [event.ctrlKey ? lastRow : row, lastColumn],
  };
  const move = moves[event.key];
  if (move === undefined || event.altKey || event.metaKey || !isOnCell()) return;
  event.preventDefault();
  const nextRow = Math.min(Math.max(move[0], 0), lastRow);
  // The corner is not a cell.
  const nextColumn = Math.min(Math.max(move[1], nextRow === 0 ? 1 : 0), lastColumn);
  if (nextRow > 0) showRow(nextRow - 1);
  findCell(nextRow, nextColumn)?.focus();
}

const isOnCell = () => document.activeElement?.matches("#table [tabindex]") ?? false;
