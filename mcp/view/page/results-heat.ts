import type { Place, PlaceRow } from "../draft.ts";
import { readClock } from "../format.ts";
import type { Grid } from "../grid.ts";
import type { ResultsView } from "../results-state.ts";
import { joinTexts, say } from "../words/index.ts";
import { fillBlocks, watchScroll } from "./blocks.ts";
import { createIcon, createName, fill, getElement, h, type Shape } from "./dom.ts";
import { host } from "./host.ts";
import { type Actions, writeCounts } from "./results-table.ts";
import { createGrid } from "./roving.ts";

const scroller = getElement("scroller");
const keepTabStop = createGrid("heat", "td[tabindex]");
watchScroll(scroller);
/** The grid whose best option was scrolled into view. */
let shown: Grid | undefined;

/** The percentages of our blue for the fewest and the most people: dark text, or light text in the dark, can be read on all of them. */
const [minShade, maxShade] = [5, 50];

/** Fills the calendar: each option has its count, and a shade between the fewest and the most of this poll. The best ones are filled. */
export function fillHeat(view: ResultsView, { select, toggleRequired }: Actions): void {
  const { grid, blocks, people, ranking, selected, zone, required, isEmpty } = view;
  const words = host.speech.words.results;
  const ranked = new Map(ranking.map((each) => [each.when, each]));
  const counts = ranking.map(({ available }) => available);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];

  function toCell({ option }: Place, _: PlaceRow, date: string | undefined): Shape {
    const found = option && ranked.get(option);
    const written = date && h("small", {}, date);
    if (found === undefined) return h("td", { tabindex: -1 }, written);
    const { number, available, yes, past, rank, isBest, label } = found;
    const count = available > yes ? `${yes} + ${available - yes}` : String(yes);
    const votes = [
      say(words.available, available, people),
      isBest ? words.best : !view.isDecided && say(words.rank, rank),
    ];
    // The name begins with what is written in the place.
    const name = [
      joinTexts([date, !isEmpty && count], " "),
      ...[label.day, label.hours],
      ...(isEmpty ? [] : votes),
      past && words.past,
    ];
    const share = most === least ? 0.5 : (available - least) / (most - least);
    const attributes = {
      class: joinTexts(["shade", past && "past", isBest && "chip"], " "),
      style: `--shade: ${isEmpty ? 0 : Math.round(minShade + share * (maxShade - minShade))}%`,
      tabindex: -1,
      "aria-selected": found === selected,
      "aria-label": joinTexts(name, ", "),
      "data-option": number,
      onclick: () => select(number),
    };
    const shown = !isEmpty && h("span", {}, ...writeCounts(found));
    return h("td", attributes, h("span", { class: "place" }, written, " ", shown));
  }

  fillBlocks("heat", blocks, {
    toCell,
    toHead(texts, places, row) {
      const option = row && places.find(({ option }) => option)?.option;
      if (option === undefined || !("startTime" in option)) return texts;
      const late = ranked.get(option)?.label.late;
      const moon = readClock(option, zone).isNight && createIcon("moon");
      return late || moon ? [...texts, h("small", {}, late, moon)] : texts;
    },
  });
  const stars = grid.people
    .filter(({ part }) => part !== "optional")
    .map(({ id, name }) => {
      const attributes = { class: "line", role: "checkbox", "aria-checked": required.has(id) };
      const onclick = () => toggleRequired(id);
      return h("li", {}, h("button", { ...attributes, onclick }, createIcon("star"), createName(name)));
    });
  fill("must-list", ...stars);
  fill("must-count", joinTexts([words.mustAttend, required.size > 0 && String(required.size)], ": "));
  getElement("must").ariaPressed = String(required.size > 0);
  fill("least", String(least));
  fill("most", say(words.available, most, people));
  keepTabStop();
  if (grid === shown) return;
  shown = grid;
  const { top = 0 } = getElement("heat").querySelector(".chip")?.getBoundingClientRect() ?? {};
  scroller.scrollTop += top - scroller.getBoundingClientRect().bottom + 60;
}
