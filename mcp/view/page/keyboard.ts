import type { Heatmap } from "./heatmap.ts";

/** What the keys that move do to a place in the table, rows and columns counted from the option heads and the names. */
const moves: Record<string, (place: Place, end: Place, page: number) => Place> = {
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  PageDown: ({ row, column }, _, page) => ({ row: row + page, column }),
  PageUp: ({ row, column }, _, page) => ({ row: row - page, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, end) => ({ row, column: end.column }),
};

interface Place {
  row: number;
  column: number;
}

/** The first row of people, after the row of days and the row of options. */
const PEOPLE = 1;

/** Lets the arrow keys walk the table, with one stop for the Tab key. Returns what to call after it was built anew. */
export function enableKeyboardNavigation(scroller: HTMLElement, heatmap: Heatmap): () => void {
  let active: Place = { row: PEOPLE, column: 0 };

  const at = ({ row, column }: Place): HTMLElement | null => {
    const cell = scroller.querySelector(`tr[aria-rowindex="${row + 2}"]`)?.children[column];
    return cell?.querySelector("button") ?? (cell instanceof HTMLElement ? cell : null);
  };
  const makeStop = (element: HTMLElement | null) => {
    for (const other of scroller.querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
    element?.setAttribute("tabindex", "0");
  };

  scroller.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement) || target === scroller) return;
    const cell = target.closest<HTMLTableCellElement>("td,th");
    const row = Number(cell?.parentElement?.getAttribute("aria-rowindex"));
    if (cell === null || !(row >= 2)) return;
    active = { row: row - 2, column: cell.cellIndex };
    makeStop(target);
  });

  // While the one stop is among the rows that do not exist, the scroller stands in for it.
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
    if (row >= PEOPLE) heatmap.reveal(row - PEOPLE);
    const next = at({ row, column });
    // Cells only become able to take the focus when it comes to them: there are thousands of them.
    next?.setAttribute("tabindex", "-1");
    next?.focus();
  });

  return () => makeStop(at(active) ?? at({ row: PEOPLE, column: 0 }) ?? at({ row: 0, column: 1 }));
}
