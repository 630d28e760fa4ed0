import type { Heatmap } from "./heatmap.ts";

/** The cell that each key moves to. Row 0 holds the options, column 0 the names. */
const moves: Record<string, (cell: Cell, end: Cell, page: number) => Cell> = {
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  PageDown: ({ row, column }, _, page) => ({ row: row + page, column }),
  PageUp: ({ row, column }, _, page) => ({ row: row - page, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, end) => ({ row, column: end.column }),
};

interface Cell {
  row: number;
  column: number;
}

/** The first row of people. */
const firstPersonRow = 1;

/**
 * Enables the arrow keys in the table, which has one tab stop. Returns a function to call after each build, which restores
 * the tab stop.
 */
export function enableKeyboardNavigation(scroller: HTMLElement, heatmap: Heatmap): () => void {
  let active: Cell = { row: firstPersonRow, column: 0 };

  const findCell = ({ row, column }: Cell): HTMLElement | null => {
    const cell = scroller.querySelector(`tr[aria-rowindex="${row + 2}"]`)?.children[column];
    return cell?.querySelector("button") ?? (cell instanceof HTMLElement ? cell : null);
  };
  const setTabStop = (element: HTMLElement | null) => {
    for (const other of scroller.querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
    element?.setAttribute("tabindex", "0");
  };

  scroller.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement) || target === scroller) return;
    const cell = target.closest<HTMLTableCellElement>("td,th");
    const row = Number(cell?.parentElement?.getAttribute("aria-rowindex"));
    if (cell === null || !(row >= 2)) return;
    active = { row: row - 2, column: cell.cellIndex };
    setTabStop(target);
  });

  // The scroller is the tab stop while the row of the active cell is not rendered.
  scroller.addEventListener("rows", () => {
    scroller.tabIndex = scroller.querySelector('[tabindex="0"]') === null ? 0 : -1;
  });

  scroller.addEventListener("keydown", (event) => {
    const move = moves[event.key];
    if (move === undefined || event.altKey || event.metaKey) return;
    event.preventDefault();
    const table = scroller.querySelector("table");
    const end = {
      row: Number(table?.getAttribute("aria-rowcount")) - 2,
      column: (table?.tHead?.rows[1]?.cells.length ?? 1) - 1,
    };
    const jump = event.ctrlKey && (event.key === "Home" || event.key === "End");
    const target = move(active, end, 10);
    if (jump) target.row = event.key === "Home" ? 0 : end.row;
    const row = Math.min(Math.max(target.row, 0), end.row);
    const column = Math.min(Math.max(target.column, 0), end.column);
    if (row >= firstPersonRow) heatmap.reveal(row - firstPersonRow);
    const next = findCell({ row, column });
    // Not set in advance, because there may be thousands of cells.
    next?.setAttribute("tabindex", "-1");
    next?.focus();
  });

  return () =>
    setTabStop(
      findCell(active) ?? findCell({ row: firstPersonRow, column: 0 }) ?? findCell({ row: 0, column: 1 }),
    );
}
