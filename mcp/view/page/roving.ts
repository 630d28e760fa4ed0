/**
 * Makes a table a grid for the keyboard: one tab stop, arrows, Home, End, Page Up and Down, Space and Enter. Returns a function that
 * draws its cells anew, while the focus stays on its place.
 */
export function createGrid(table: HTMLElement, scroller: HTMLElement, active = { row: 0, column: 0 }) {
  let cells: (HTMLElement | undefined)[][] = [];
  table.role = "grid";
  const isCell = (target: EventTarget | null): target is HTMLElement =>
    target instanceof HTMLElement && table.contains(target) && target.hasAttribute("tabindex");

  table.addEventListener("focusin", ({ target }) => {
    // Other controls in the table have their own tab stops.
    if (!isCell(target)) return;
    table.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    target.tabIndex = 0;
    active.row = cells.findIndex((row) => row.includes(target));
    active.column = cells[active.row]?.lastIndexOf(target) ?? 0;
  });

  table.addEventListener("keydown", (event) => {
    const { target, key, ctrlKey } = event;
    if (!isCell(target) || event.altKey || event.metaKey) return;
    const { row, column } = active;
    const [lastRow, lastColumn] = [cells.length - 1, (cells[0]?.length ?? 1) - 1];
    const page = Math.floor(scroller.clientHeight / 44) - 2;
    const moves: Record<string, [row: number, column: number]> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      PageDown: [row + page, column],
      PageUp: [row - page, column],
      Home: [ctrlKey ? 0 : row, 0],
      End: [ctrlKey ? lastRow : row, lastColumn],
    };
    const [nextRow, nextColumn] = moves[key] ?? [row, column];
    const isPress = key === " " || key === "Enter";
    // A button does it by itself.
    if (!(key in moves) && (!isPress || target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    if (isPress) target.click();
    else cells[clamp(nextRow, lastRow)]?.[clamp(nextColumn, lastColumn)]?.focus();
  });

  return (draw: () => (HTMLElement | undefined)[][]): void => {
    const hadFocus = isCell(document.activeElement);
    cells = draw();
    const cell = cells[active.row]?.[active.column] ?? cells.at(-1)?.[0];
    cell?.setAttribute("tabindex", "0");
    if (hadFocus) cell?.focus();
  };
}

const clamp = (value: number, last: number) => Math.min(Math.max(value, 0), last);
