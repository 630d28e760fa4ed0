import type { Block, Place, PlaceRow } from "../draft.ts";
import { createFormat } from "../format.ts";
import { type Child, fill, getElement, h, type Shape } from "./dom.ts";
import { host } from "./host.ts";

const writeDay = (date: string, options: Intl.DateTimeFormatOptions) =>
  createFormat(host.speech.locale, { ...options, timeZone: "UTC" }).format(Date.parse(date));

/** A time of day in the language of the person. */
export const writeClock = (time: string) => writeDay(`1970-01-01T${time}Z`, { timeStyle: "short" });

/** A day in its place: its number, with the month where that is new. */
const writeDate = (date: string, isFirst: boolean) =>
  isFirst ? writeDay(date, { day: "numeric", month: "short" }) : String(Number(date.slice(8)));

/** How a page draws its places. */
interface Look {
  /** Draws a place, with the date that is written in it where it does not stand over the column. */
  toCell: (place: Place, row: PlaceRow, date: string | undefined) => Shape;
  /** What stands in the head of a column or a row, from its texts and its places. */
  toHead: (texts: Child[], places: Place[], row?: PlaceRow) => Child[];
}

/** Fills a table with blocks under one row of weekdays: a row for each time of a week, or for each week of a month. */
export function fillBlocks(id: string, blocks: readonly Block[], { toCell, toHead }: Look): void {
  const isTimed = blocks.every(({ month }) => month === undefined);
  const isWeek = isTimed && blocks.length === 1;
  const columns = blocks[0]?.days ?? [];
  getElement(id).classList.toggle("days", !isTimed);
  getElement(id).style.setProperty("--columns", String(columns.length));
  const heads = columns.map((day, at) => {
    const weekday = h("strong", {}, writeDay(day, { weekday: "short" }));
    const date = isWeek && h("small", {}, writeDay(day, { day: "numeric", month: "short" }));
    const places = blocks.flatMap(({ rows }) => rows.flatMap((row) => row.places[at] ?? []));
    return h("th", { scope: "col" }, ...toHead(date ? [weekday, date] : [weekday], places));
  });
  const bodies = blocks.map(({ month = "", days, rows }) => {
    const lines = rows.map((row, index) => {
      const { time = "", offset, places } = row;
      const texts = isTimed ? [h("strong", {}, writeClock(time))] : [];
      if (offset !== undefined) texts.push(h("small", {}, `UTC${offset}`));
      const side = isTimed && h("th", { class: "side", scope: "row" }, ...toHead(texts, places, row));
      const cells = places.map((place, at) => {
        const day = place.day ?? (isTimed && !isWeek && index === 0 ? days[at] : undefined);
        return toCell(
          place,
          row,
          day && writeDate(day, isTimed && (day === columns[0] || day.endsWith("-01"))),
        );
      });
      return h("tr", {}, side, ...cells);
    });
    const name =
      !isTimed && h("th", { scope: "rowgroup" }, writeDay(month, { month: "long", year: "numeric" }));
    return h("tbody", {}, name && h("tr", { class: "month" }, name), ...lines);
  });
  fill(
    id,
    h("thead", { class: "head" }, h("tr", {}, isTimed && h("td", { class: "side" }), ...heads)),
    ...bodies,
  );
}

/** Shows a shadow where more can be scrolled to. */
export function watchScroll(scroller: HTMLElement): void {
  const update = () => {
    const { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth } = scroller;
    scroller.classList.toggle("below", scrollHeight - scrollTop - clientHeight > 4);
    scroller.classList.toggle("beside", scrollWidth - scrollLeft - clientWidth > 4);
  };
  scroller.addEventListener("scroll", update);
  const observer = new ResizeObserver(update);
  for (const element of [scroller, ...scroller.children]) observer.observe(element);
}
