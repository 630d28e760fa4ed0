import { voteCodes } from "../../../src/scheduling/rank/availability.ts";
import type { GridPerson } from "../grid.ts";
import { say, type Words } from "../words/index.ts";
import { createIcon, createName, getElement, h, type IconName } from "./dom.ts";
import type { Ranked, View } from "./results-screen.ts";

const table = getElement("table") as HTMLTableElement;
table.role = "grid";

/** The cell with the tab stop: row 0 holds the people, column 0 the options. */
let active = { row: 1, column: 0 };

/** Fills the table of options by people, with one tab stop and arrow keys. The focus stays on its cell. */
export function fillTable(view: View): void {
  const { grid, rows, speech } = view;
  const { people, others } = grid;
  const columns = people.length + Math.sign(others.count);
  const hadFocus = isOnCell();
  const heads = people.map((person) => createPerson(person, view));
  if (others.count > 0)
    heads.push(h("th", { class: "dim", tabindex: -1 }, say(speech.words.common.more, others.count)));
  const [corner] = getElement("people").children;
  while (corner?.nextSibling) corner.nextSibling.remove();
  corner?.after(...heads);
  getElement("options").replaceChildren(...rows.map((row) => createRow(row, view)));
  table.style.setProperty("--columns", String(columns));
  table.onkeydown = (event) => moveFocus(event, rows.length, columns);
  const cell = findCell(active.row, active.column) ?? findCell(1, 0);
  cell?.setAttribute("tabindex", "0");
  if (hadFocus) cell?.focus();
}

function createPerson({ id, name, part }: GridPerson, { required, toggleRequired, speech }: View): Element {
  const label = createName(name, "name");
  const optional = `${name} (${speech.words.results.optional})`;
  if (part === "optional") return h("th", { tabindex: -1, "aria-label": optional }, label);
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

function createRow(ranked: Ranked, view: View): Element {
  const { grid, ranking, people, labels, selected, select } = view;
  const words = view.speech.words.results;
  const { number, available, yes, obstacles, differing } = ranked;
  const isBest = ranked === ranking[0] && obstacles.length === 0;
  const { day = "", hours = "" } = labels[number - 1] ?? {};
  // The ends of the two parts of the bar under the number.
  const [yesEnd, end] = [yes, available].map((count) => `${(count / Math.max(people, 1)) * 100}%`);
  const style = `--yes-end: ${yesEnd}; --end: ${end}`;
  const attributes = {
    class: obstacles.length > 0 ? "option line dim" : "option line",
    tabindex: -1,
    title: `${say(words.number, number)}, ${say(words.available, available, people)}`,
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
    const [icon, word] = looks[best as keyof typeof looks];
    const differs = differing.some(({ id }) => id === person.id);
    const label = differs ? `${words[word]}, ${words.differing}` : words[word];
    return createCell(icon, label);
  });
  if (grid.others.count > 0) {
    const more = `${grid.others.available[number - 1]}`;
    cells.push(
      h(
        "td",
        { class: "dim", tabindex: -1, "aria-label": say(words.available, more, grid.others.count) },
        more,
      ),
    );
  }
  return h("tr", {}, h("th", { scope: "row" }, button), ...cells);
}

const cells = new Map<string, Element>();

/** Creates a cell with a vote. A copy takes a fifth of the time, and a poll may have 15,000. */
function createCell(icon: IconName, label: string): Node {
  const cell = cells.get(label) ?? h("td", { tabindex: -1, "aria-label": label }, createIcon(icon));
  cells.set(label, cell);
  return cell.cloneNode(true);
}

const looks = {
  [voteCodes.noOrUnanswered]: ["no-or-unanswered", "no"],
  [voteCodes.ifNeedBe]: ["if-need-be", "maybe"],
  [voteCodes.yes]: ["yes", "yes"],
} as const satisfies Record<number, [icon: IconName, word: keyof Words["results"]]>;

/** The cell, or the button in it. */
function findCell(row: number, column: number): HTMLElement | null | undefined {
  const cell = table.rows[row]?.cells[column];
  return cell?.querySelector("button") ?? cell;
}

table.addEventListener("focusin", ({ target }) => {
  // The controls in the corner have their own tab stops.
  if (!(target instanceof HTMLElement) || !target.hasAttribute("tabindex")) return;
  const { cellIndex, parentElement } = target.closest("td, th") as HTMLTableCellElement;
  table.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
  target.tabIndex = 0;
  active = { row: (parentElement as HTMLTableRowElement).rowIndex, column: cellIndex };
});

function moveFocus(event: KeyboardEvent, lastRow: number, lastColumn: number): void {
  const { row, column } = active;
  const page = Math.floor(getElement("scroller").clientHeight / 44) - 2;
  const moves: Record<string, [row: number, column: number]> = {
    ArrowDown: [row + 1, column],
    ArrowUp: [row - 1, column],
    ArrowRight: [row, column + 1],
    ArrowLeft: [row, column - 1],
    PageDown: [row + page, column],
    PageUp: [row - page, column],
    Home: [event.ctrlKey ? 0 : row, 0],
    End: [event.ctrlKey ? lastRow : row, lastColumn],
  };
  const move = moves[event.key];
  if (move === undefined || event.altKey || event.metaKey || !isOnCell()) return;
  event.preventDefault();
  const nextRow = Math.min(Math.max(move[0], 0), lastRow);
  // The corner is not a cell.
  const nextColumn = Math.min(Math.max(move[1], nextRow === 0 ? 1 : 0), lastColumn);
  findCell(nextRow, nextColumn)?.focus();
}

const isOnCell = () => document.activeElement?.matches("#table [tabindex]") ?? false;
