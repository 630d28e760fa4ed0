/** Maximum number of people for whom every row is rendered. */
const MAX_ROWS = 60;

/** Rows rendered above and below the visible ones. */
const MARGIN = 10;

/** The rows to render, `end` exclusive, for a viewport at `top` of `height`, in px. */
export function visibleRows(
  top: number,
  height: number,
  rowHeight: number,
  rows: number,
): { first: number; end: number } {
  if (rows <= MAX_ROWS || !(rowHeight > 0)) return { first: 0, end: Math.min(rows, MAX_ROWS) };
  const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN);
  const end = Math.min(rows, Math.ceil((top + height) / rowHeight) + MARGIN);
  return { first: Math.min(first, rows), end };
}
