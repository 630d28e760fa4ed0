/** Maximum number of people for whom every row is rendered. */
const maxRowsRenderedAtOnce = 60;

/** Rows rendered above and below the visible ones. */
const overscan = 10;

/** The rows to render, `end` exclusive, for a viewport at `top` of `height`, in px. */
export function visibleRows(
  top: number,
  height: number,
  rowHeight: number,
  rows: number,
): { first: number; end: number } {
  if (rows <= maxRowsRenderedAtOnce || !(rowHeight > 0))
    return { first: 0, end: Math.min(rows, maxRowsRenderedAtOnce) };
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
  const end = Math.min(rows, Math.ceil((top + height) / rowHeight) + overscan);
  return { first: Math.min(first, rows), end };
}
