import { readClock } from "../../output/second-zone.ts";
import type { Place } from "../draft.ts";
import type { Grid } from "../grid.ts";
import type { ResultsView } from "../results-state.ts";
import { say } from "../words/index.ts";
import { createHeads, watchScroll, writeClock } from "./blocks.ts";
import { createIcon, getElement, h } from "./dom.ts";
import { host } from "./host.ts";
import { createGrid } from "./roving.ts";

const table = getElement("heat");
const scroller = getElement("scroller");
const redraw = createGrid(table, scroller);
watchScroll(scroller);
/** The grid whose best option was scrolled into view. */
let shown: Grid | undefined;

/** The percentage of the color up to which dark text can be read on it. Only everybody has more, and white text. */
const maxShade = 48;

/** Fills the calendar: each option has its count and a shade, the best ones an outline. */
export function fillHeat(view: ResultsView, select: (number: number) => void): void {
  const { grid, blocks, people, ranking, ranks, labels, best, selected, zone } = view;
  const words = host.speech.words.results;
  const isTimed = grid.poll.kind === "time";
  const numbers = new Map(grid.options.map(({ when }, at) => [when, at + 1]));
  const ranked = new Map(ranking.map((each) => [each.number, each]));
  table.classList.toggle("days", !isTimed);
  table.style.setProperty("--columns", String(blocks[0]?.days.length ?? 1));

  function createCell({ option, day }: Place): HTMLElement {
    const written = day && String(Number(day.slice(8)));
    const number = option && numbers.get(option);
    const found = number === undefined ? undefined : ranked.get(number);
    if (option === undefined || number === undefined || found === undefined)
      return h("td", { tabindex: -1, class: "blank" }, written ?? "");
    const { available, past } = found;
    const isNight = "startTime" in option && readClock(option, zone).isNight;
    const isBest = best.has(number);
    const label = [
      labels[number - 1]?.day,
      labels[number - 1]?.hours,
      say(words.available, available, people),
      isBest ? words.best : !view.isDecided && say(words.rank, ranks.get(number) ?? 1),
      past && words.past,
      isNight && host.speech.words.common.night,
    ];
    const share = people === 0 ? 0 : available / people;
    const attributes = {
      class: `shade${share === 1 ? " all" : ""}${past ? " past" : ""}${isBest ? " top" : ""}`,
      style: `--shade: ${share === 1 ? 100 : Math.round(share * maxShade)}%`,
      role: "gridcell",
      tabindex: -1,
      "aria-selected": found === selected,
      "aria-label": label.filter(Boolean).join(", "),
      "data-option": number,
      onclick: () => select(number),
    };
    const place = h(
      "span",
      { class: "place" },
      written !== undefined && h("small", {}, written),
      h("strong", {}, String(available)),
    );
    return h("td", attributes, place, isBest && createIcon("star"), isNight && createIcon("moon"));
  }

  redraw(() => {
    const cells: HTMLElement[][] = [];
    const bodies = blocks.map((block) => {
      const rows = block.rows.map(({ time, offset, places }) => {
        const drawn = places.map(createCell);
        cells.push(drawn);
        const side = h(
          "th",
          { class: "side", scope: "row" },
          h("strong", {}, time === undefined ? "" : writeClock(time)),
          offset !== undefined && h("small", {}, `UTC${offset}`),
        );
        return h("tr", {}, isTimed && side, ...drawn);
      });
      return h("tbody", {}, ...createHeads(block), ...rows);
    });
    table.replaceChildren(...bodies);
    return cells;
  });
  if (grid === shown) return;
  shown = grid;
  const { top = 0 } = table.querySelector(".top")?.getBoundingClientRect() ?? {};
  scroller.scrollTop += top - scroller.getBoundingClientRect().bottom + 60;
}
