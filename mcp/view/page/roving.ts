import { getElement } from "./dom.ts";

/**
 * Makes a table a grid for the keyboard: one tab stop, arrows, Home, End, Page Up and Down, Space and Enter. Each cell has a
 * `tabindex`, or one thing in it. Returns a function to call after the table was drawn, which keeps a tab stop.
 */
export function createGrid(id: string, start: string): () => void {
  const table = getElement(id) as HTMLTableElement;
  table.role = "grid";
  const isCell = (target: EventTarget | null): target is HTMLElement =>
    target instanceof HTMLElement && table.contains(target) && target.hasAttribute("tabindex");

  const columnOf = (cell: HTMLElement) => cell.closest<HTMLTableCellElement>("td, th")?.cellIndex ?? 0;

  table.addEventListener("focusin", ({ target }) => {
    // Other controls in the table have their own tab stops.
    if (!isCell(target)) return;
    table.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    target.tabIndex = 0;
  });

  table.addEventListener("keydown", (event) => {
    const { target, key, ctrlKey } = event;
    if (!isCell(target) || event.altKey || event.metaKey) return;
    const rows = [...table.rows]
      .map((row) => [...row.querySelectorAll<HTMLElement>("[tabindex]")])
      .filter(({ length }) => length > 0);
    const row = rows.findIndex((cells) => cells.includes(target));
    const column = columnOf(target);
    const page = Math.floor(getElement("scroller").clientHeight / 44) - 2;
    const moves: Record<string, [row: number, column: number]> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      PageDown: [row + page, column],
      PageUp: [row - page, column],
      Home: [ctrlKey ? 0 : row, 0],
      End: [ctrlKey ? rows.length : row, Number.POSITIVE_INFINITY],
    };
    const move = moves[key];
    // A button is pressed by itself.
    const isPress = (key === " " || key === "Enter") && !(target instanceof HTMLButtonElement);
    if (move === undefined && !isPress) return;
    event.preventDefault();
    if (move === undefined) return target.click();
    const cells = rows[Math.max(0, Math.min(move[0], rows.length - 1))];
    // A corner is not a cell: the next one is.
    (cells?.find((cell) => columnOf(cell) >= move[1]) ?? cells?.at(-1))?.focus();
  });

  return () => {
    if (!table.querySelector('[tabindex="0"]')) table.querySelector(start)?.setAttribute("tabindex", "0");
  };
}
