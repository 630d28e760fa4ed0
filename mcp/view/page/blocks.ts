import type { Block } from "../draft.ts";
import { type Child, h } from "./dom.ts";
import { host } from "./host.ts";

const writeDay = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(host.speech.locale, { ...options, timeZone: "UTC" }).format(Date.parse(date));

/** A time of day in the language of the person. */
export const writeClock = (time: string) => writeDay(`1970-01-01T${time}Z`, { timeStyle: "short" });

/** The weekdays of a block, with the dates of a week, or under the name of the month. `toHead` makes a head of the texts of a day. */
export function createHeads(
  { month, days }: Block,
  toHead = (texts: Child[], _day: string, _at: number): Child[] => texts,
): Child[] {
  const heads = days.map((day, at) => {
    const texts: Child[] = [
      h("strong", {}, writeDay(day, { weekday: "short" })),
      month === undefined && h("span", { class: "dim" }, writeDay(day, { day: "numeric", month: "short" })),
    ];
    return h("th", { scope: "col" }, ...toHead(texts, day, at));
  });
  const corner = month === undefined && h("td", { class: "side" });
  const name = month !== undefined && writeDay(month, { month: "long", year: "numeric" });
  return [
    name && h("tr", { class: "month" }, h("th", { scope: "rowgroup" }, name)),
    h("tr", { class: "head" }, corner, ...heads),
  ];
}

/** Shows a shadow where more can be scrolled to. */
export function watchScroll(scroller: HTMLElement): void {
  const update = () => {
    const { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth } = scroller;
    scroller.classList.toggle("below", scrollHeight - scrollTop - clientHeight > 4);
    // Leftwards in scripts that run so.
    scroller.classList.toggle("beside", scrollWidth - Math.abs(scrollLeft) - clientWidth > 4);
  };
  scroller.addEventListener("scroll", update);
  const observer = new ResizeObserver(update);
  for (const element of [scroller, ...scroller.children]) observer.observe(element);
}
