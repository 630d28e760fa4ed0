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

  table.addEventListener("focusin", ({ target }) => {
    // Other controls in the table have their own tab stops.
    if (!isCell(target)) return;
    table.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    target.tabIndex = 0;
  });

  table.addEventListener("keydown", (event) => {
    const { target, key, ctrlKey } = event;
    if (!isCell(target) || event.altKey || event.metaKey) return;
    const rows = [...table.rows].filter((row) => row.querySelector("[tabindex]"));
    const cell = target.closest<HTMLTableCellElement>("td, th");
    const row = rows.findIndex((each) => each.contains(cell));
    const column = cell?.cellIndex ?? 0;
    const page = Math.floor(getElement("scroller").clientHeight / 44) - 2;
    const moves: Record<string, [row: number, column: number]> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      PageDown: [row + page, column],
      PageUp: [row - page, column],
      Home: [ctrlKey ? 0 : row, 0],
      End: [ctrlKey ? rows.length : row, Number.MAX_SAFE_INTEGER],
    };
    const [nextRow, nextColumn] = moves[key] ?? [row, column];
    const isPress = key === " " || key === "Enter";
    // A button does it by itself.
    if (!(key in moves) && (!isPress || target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    if (isPress) return target.click();
    const cells = [...(rows[Math.max(0, Math.min(nextRow, rows.length - 1))]?.cells ?? [])];
    const at = Math.max(0, Math.min(nextColumn, cells.length - 1));
    // A corner is not a cell: the next one is.
    const next = [...cells.slice(at), ...cells].map((each) =>
      each.hasAttribute("tabindex") ? each : each.querySelector<HTMLElement>("[tabindex]"),
    );
    next.find((each) => each !== null)?.focus();
  });

  return () => {
    if (!table.querySelector('[tabindex="0"]')) table.querySelector(start)?.setAttribute("tabindex", "0");
  };
}
