import type { OptionTime, Slot } from "../../../src/time/option-times.ts";
import { addMinutes, toLocal } from "../../../src/time/zones.ts";
import { readClock } from "../clock.ts";
import { type Block, findUsualDuration, keyOf, type Place, type PlaceRow } from "../draft.ts";
import { createOptionFormatter } from "../format.ts";
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

/** Fills the grid of days and start times, or the months. A head chooses all of its options, or takes all away. */
export function fillGrid(view: PlanView): void {
  const { blocks, toggle } = view;
  table.classList.toggle("edit", toggle !== undefined);
  fillBlocks("table", blocks, {
    toCell: createCellMaker(view),
    toHead(texts, places, row) {
      const other = row && readSecondTime(row, view.second);
      const shown = other === undefined ? texts : [...texts, h("span", { class: "dim" }, writeClock(other))];
      const options = places.flatMap(({ option }) => option ?? []);
      if (toggle === undefined || options.length === 0) return shown;
      const title = say(host.speech.words.plan.all, shown.map(readText).join(" "));
      return [h("button", { class: "place", tabindex: -1, title, onclick: () => toggle(options) }, ...shown)];
    },
  });
  keepTabStop();
}

/** The time of a row on the second clock: that of its first slot. */
function readSecondTime({ places }: PlaceRow, second: string | undefined): string | undefined {
  const option = places.find((place) => place.option)?.option;
  if (second === undefined || option === undefined || "date" in option) return undefined;
  return toLocal(option.startTime, second).time;
}

/** Draws places. */
function createCellMaker({ state, second, toggle }: PlanView) {
  const { plan, chosen, refused } = state;
  const { speech } = host;
  const words = speech.words.plan;
  const zone = plan.timeZone ?? "UTC";
  const format = createOptionFormatter(zone, speech.locale);
  const usual = findUsualDuration(plan.options);
  const overlaps = findOverlaps(chosen);

  /** What is particular about a slot in its row. */
  function listNotes(slot: Slot, row: PlaceRow): string[] {
    const [start, end] = [0, slot.duration].map((after) => toLocal(addMinutes(slot.startTime, after), zone));
    const isChange = start?.offset !== end?.offset;
    const other = second && toLocal(slot.startTime, second).time;
    return [
      ...(slot.duration === usual ? [] : [say(words.minutes, slot.duration)]),
      ...(isChange ? [say(words.until, writeClock(end?.time ?? "")), words.clockChange] : []),
      ...(other && other !== readSecondTime(row, second) ? [writeClock(other)] : []),
    ];
  }

  return ({ option, mark, text, day: date }: Place, row: PlaceRow): Shape => {
    const number = date && String(Number(date.slice(8)));
    const reason = mark === undefined ? [] : [words[mark]];
    if (option === undefined) {
      const label = text === undefined ? reason[0] : `${reason[0]}: ${text}`;
      const attributes = { class: mark, tabindex: -1, "aria-label": label, title: label };
      return h("td", attributes, h("span", { class: "place" }, number ?? (mark && "–")));
    }
    const slot = "date" in option ? undefined : option;
    const clash = overlaps.has(keyOf(option)) ? [words.overlaps] : [];
    const notes = slot ? [...reason, ...clash, ...listNotes(slot, row)] : reason;
    const clock = slot && second ? readClock(slot, second) : undefined;
    const isLate = clock !== undefined && (clock.isNight || clock.weekend !== undefined);
    const { day, hours } = format(option);
    // The name of a day begins with what is written in its place.
    const written = slot || notes.length === 0 ? [day, hours, ...notes] : [number, ...notes, day];
    const label = joinTexts([...written, isLate && words.night, text], ", ");
    const isChosen = chosen.has(keyOf(option));
    const classes = [isChosen ? "chosen" : "open", mark, refused.has(keyOf(option)) && "refused"];
    const attributes = {
      class: joinTexts(classes, " "),
      tabindex: -1,
      "aria-selected": isChosen,
      "aria-label": label,
      title: label,
      onclick: toggle && (() => toggle([option])),
    };
    const icon = isChosen || notes.length === 0 ? createIcon(isChosen ? "yes" : "add") : undefined;
    const texts = notes.flatMap((note) => [
      " ",
      h("small", { class: note === words.clockChange ? "wide" : undefined }, note),
    ]);
    const place = h("span", { class: "place" }, slot ? icon : h("strong", {}, number), ...texts);
    return h("td", attributes, place, isLate && createIcon("moon"));
  };
}
