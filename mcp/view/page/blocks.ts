import type { Block, Place, PlaceRow } from "../draft.ts";
import { createFormat } from "../format.ts";
import { type Child, fill, getElement, h, type Shape } from "./dom.ts";
import { host } from "./host.ts";

const writeDay = (date: string, options: Intl.DateTimeFormatOptions) =>
  createFormat(host.speech.locale, { ...options, timeZone: "UTC" }).format(Date.parse(date));

/** A time of day in the language of the person. */
export const writeClock = (time: string) => writeDay(`1970-01-01T${time}Z`, { timeStyle: "short" });

/** How a page draws its places. */
interface Look {
  toCell: (place: Place, row: PlaceRow) => Shape;
  /** What stands in the head of a column or a row, from its texts and its places. */
  toHead?: (texts: Child[], places: Place[], row?: PlaceRow) => Child[];
}

/** Fills a table with blocks: the weekdays, with the dates of a week or under the name of a month, and a row for each time or week. */
export function fillBlocks(
  id: string,
  blocks: readonly Block[],
  { toCell, toHead = (texts) => texts }: Look,
) {
  const isTimed = blocks.every(({ month }) => month === undefined);
  getElement(id).classList.toggle("days", !isTimed);
  getElement(id).style.setProperty("--columns", String(blocks[0]?.days.length ?? 1));
  const bodies = blocks.map(({ month = "", days, rows }) => {
    const heads = days.map((day, at) => {
      const weekday = h("strong", {}, writeDay(day, { weekday: "short" }));
      const date = isTimed && h("span", { class: "dim" }, writeDay(day, { day: "numeric", month: "short" }));
      const places = rows.flatMap((row) => row.places[at] ?? []);
      return h("th", { scope: "col" }, ...toHead(date ? [weekday, date] : [weekday], places));
    });
    const lines = rows.map((row) => {
      const { time = "", offset, places } = row;
      const texts = isTimed ? [h("strong", {}, writeClock(time))] : [];
      if (offset !== undefined) texts.push(h("small", {}, `UTC${offset}`));
      const side = isTimed && h("th", { class: "side", scope: "row" }, ...toHead(texts, places, row));
      return h("tr", {}, side, ...places.map((place) => toCell(place, row)));
    });
    const name = h(
      "th",
      { scope: "rowgroup" },
      !isTimed && writeDay(month, { month: "long", year: "numeric" }),
    );
    return h(
      "tbody",
      {},
      !isTimed && h("tr", { class: "month" }, name),
      h("tr", { class: "head" }, isTimed && h("td", { class: "side" }), ...heads),
      ...lines,
    );
  });
  fill(id, ...bodies);
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
