import type { OptionTime, Slot } from "../../../src/time/option-times.ts";
import { addMinutes } from "../../../src/time/zones.ts";
import { type Block, findUsualDuration, keyOf, type Place, type PlaceRow } from "../draft.ts";
import { createOptionFormatter, readClock, readLocal } from "../format.ts";
import { findOverlaps, type PlanState } from "../plan-state.ts";
import { joinTexts, say } from "../words/index.ts";
import { fillBlocks, watchScroll, writeClock } from "./blocks.ts";
import { type Child, createIcon, getElement, h, type Shape } from "./dom.ts";
import { host } from "./host.ts";
import { createGrid } from "./roving.ts";

/** What is shown of a plan, and what a click does. */
interface PlanView {
  state: PlanState;
  blocks: Block[];
  /** The zone of the second line, if there is one. */
  second: string | undefined;
  /** Takes options away or adds them. Absent where nothing can be changed. */
  toggle: ((options: OptionTime[]) => void) | undefined;
}

const table = getElement("table");
const keepTabStop = createGrid("table", "td[tabindex]");
table.ariaMultiSelectable = "true";
watchScroll(getElement("scroller"));

const readText = (child: Child): string =>
  typeof child === "string" ? child : child.children.map(readText).join("");

/** Fills the grid of days and start times, or the months. The box of a head chooses all of its options, or takes all away. */
export function fillGrid(view: PlanView): void {
  const { blocks, second, toggle, state } = view;
  table.classList.toggle("edit", toggle !== undefined);
  fillBlocks("table", blocks, {
    toCell: createCellMaker(view),
    toHead(texts, places, row) {
      const options = places.flatMap(({ option }) => option ?? []);
      const shown = row ? [...texts, ...writeSecond(options, second)] : texts;
      if (toggle === undefined || options.length === 0) return shown;
      const { length } = options.filter((option) => state.chosen.has(keyOf(option)));
      const isAll = length === options.length;
      const title = say(host.speech.words.plan.all, shown.map(readText).join(" "));
      const attributes = {
        class: "place check",
        role: "checkbox",
        "aria-checked": isAll || (length === 0 ? false : "mixed"),
        tabindex: -1,
        ...{ title, "aria-label": title },
        onclick: () => toggle(options),
      };
      const icon = createIcon(isAll ? "boxed" : length === 0 ? "box" : "part");
      return [h("button", attributes, icon, h("span", {}, ...shown.flatMap((text) => [text, " "])))];
    },
  });
  keepTabStop();
}

/** The time of a row on the second clock, that of its first slot, with a moon at night. */
function writeSecond([option]: OptionTime[], second: string | undefined): Child[] {
  if (second === undefined || option === undefined || "date" in option) return [];
  const { start, isNight } = readClock(option, second);
  return [h("small", {}, writeClock(start.time), isNight && createIcon("moon"))];
}

/** Draws places. */
function createCellMaker({ state, toggle }: PlanView) {
  const { plan, chosen, refused } = state;
  const { speech } = host;
  const words = speech.words.plan;
  const zone = plan.timeZone ?? "UTC";
  const format = createOptionFormatter(zone, speech.locale);
  const usual = findUsualDuration(plan.options);
  const overlaps = findOverlaps(chosen);

  /** What is particular about a slot in its row. */
  function listNotes(slot: Slot): (string | false)[] {
    const [start, end] = [0, slot.duration].map((after) =>
      readLocal(addMinutes(slot.startTime, after), zone),
    );
    const isTurned = end !== undefined && start?.offset !== end.offset;
    return [
      overlaps.has(keyOf(slot)) && words.overlaps,
      slot.duration !== usual && say(words.minutes, slot.duration),
      ...(isTurned ? [say(words.until, writeClock(end.time)), words.clockChange] : []),
    ];
  }

  return ({ option, mark, text }: Place, row: PlaceRow, date: string | undefined): Shape => {
    const slot = option && "startTime" in option ? option : undefined;
    const { day, hours, late } = option ? format(option) : {};
    const isChosen = option && chosen.has(keyOf(option));
    const isRefused = option && refused.has(keyOf(option));
    const notes = [mark && words[mark], ...(slot ? listNotes(slot) : [])].filter(
      (note) => note !== undefined && note !== false,
    );
    const clock = isChosen && row.time !== undefined && `${writeClock(row.time)}${late ?? ""}`;
    const title = joinTexts([day, hours, ...notes, text], ", ") || undefined;
    // The name begins with what is written in the place.
    const written = option && joinTexts([date, clock, ...notes], " ");
    const attributes = {
      class: joinTexts([option && (isChosen ? "chosen" : "open"), mark, isRefused && "refused"], " "),
      tabindex: -1,
      "aria-selected": isChosen,
      "aria-label": written ? `${written}, ${title}` : title,
      title,
      onclick: option && toggle && (() => toggle([option])),
    };
    const place = h(
      "span",
      { class: "place" },
      option ? date !== undefined && h(slot ? "small" : "strong", {}, date) : (date ?? (mark && "–")),
      clock ? " " : slot && notes.length === 0 && createIcon("add"),
      clock && h("strong", {}, clock),
      ...(option ? notes.flatMap((note) => [" ", h("small", {}, note)]) : []),
    );
    return h("td", attributes, place);
  };
}
