/** Up to this number of people every row exists; above it, only the rows near the visible ones. */
const ALL = 60;

/** Rows kept ready above and below the visible ones. */
const MARGIN = 10;

/** Which rows exist, `end` exclusive, for a part of the table that starts at `top` and is `height` tall, in px. */
export function visibleRows(
  top: number,
  height: number,
  rowHeight: number,
  rows: number,
): { first: number; end: number } {
  if (rows <= ALL || !(rowHeight > 0)) return { first: 0, end: Math.min(rows, ALL) };
  const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN);
  const end = Math.min(rows, Math.ceil((top + height) / rowHeight) + MARGIN);
  return { first: Math.min(first, rows), end };
}
