import { readClock } from "../clock.ts";
import type { Place } from "../draft.ts";
import type { Grid } from "../grid.ts";
import type { ResultsView } from "../results-state.ts";
import { joinTexts, say } from "../words/index.ts";
import { fillBlocks, watchScroll } from "./blocks.ts";
import { createIcon, getElement, h, type Shape } from "./dom.ts";
import { host } from "./host.ts";
import { createGrid } from "./roving.ts";

const scroller = getElement("scroller");
const keepTabStop = createGrid("heat", "td[tabindex]");
watchScroll(scroller);
/** The grid whose best option was scrolled into view. */
let shown: Grid | undefined;

/** The percentage of the color up to which dark text can be read on it. Only everybody has more, and white text. */
const maxShade = 48;

/** Fills the calendar: each option has its count and a shade, the best ones an outline. */
export function fillHeat(view: ResultsView, select: (number: number) => void): void {
  const { grid, blocks, people, ranking, selected, zone } = view;
  const words = host.speech.words.results;
  const ranked = new Map(ranking.map((each) => [each.when, each]));

  function toCell({ option, day }: Place): Shape {
    const written = day && String(Number(day.slice(8)));
    const found = option && ranked.get(option);
    if (option === undefined || found === undefined) return h("td", { tabindex: -1 }, written);
    const { number, available, past, rank, isBest } = found;
    const isNight = "startTime" in option && readClock(option, zone).isNight;
    const label = [
      found.label.day,
      found.label.hours,
      say(words.available, available, people),
      isBest ? words.best : !view.isDecided && say(words.rank, rank),
      past && words.past,
      isNight && host.speech.words.common.night,
    ];
    const share = people === 0 ? 0 : available / people;
    const attributes = {
      class: joinTexts(["shade", share === 1 && "all", past && "past", isBest && "top"], " "),
      style: `--shade: ${share === 1 ? 100 : Math.round(share ** 2 * maxShade)}%`,
      tabindex: -1,
      "aria-selected": found === selected,
      "aria-label": joinTexts(label, ", "),
      "data-option": number,
      onclick: () => select(number),
    };
    const count = h("strong", {}, String(available));
    const place = h("span", { class: "place" }, written && h("small", {}, written), count);
    return h("td", attributes, place, isBest && createIcon("star"), isNight && createIcon("moon"));
  }

  fillBlocks("heat", blocks, { toCell });
  keepTabStop();
  if (grid === shown) return;
  shown = grid;
  const { top = 0 } = getElement("heat").querySelector(".top")?.getBoundingClientRect() ?? {};
  scroller.scrollTop += top - scroller.getBoundingClientRect().bottom + 60;
}
