import type { OptionTime, Slot } from "../../../src/time/options.ts";
import { addMinutes, toLocal } from "../../../src/time/zones.ts";
import { readClock } from "../../output/second-zone.ts";
import { type Block, type Chosen, findUsualDuration, keyOf, type Place, type PlaceRow } from "../draft.ts";
import { createOptionFormatter } from "../format.ts";
import type { Plan } from "../plan.ts";
import { say } from "../words/index.ts";
import { createHeads, watchScroll, writeClock } from "./blocks.ts";
import { type Child, createIcon, getElement, h } from "./dom.ts";
import { host } from "./host.ts";
import { createGrid } from "./roving.ts";

/** What is shown of a plan, and what a click does. */
export interface PlanView {
  plan: Plan;
  blocks: Block[];
  chosen: Chosen;
  /** The zone of the second line, if there is one. */
  second: string | undefined;
  /** The keys of the options that the service did not take. */
  refused: ReadonlySet<string>;
  /** Takes options away or adds them. Absent where nothing can be changed. */
  toggle: ((options: OptionTime[]) => void) | undefined;
  /** The keys of the chosen slots that overlap another one. */
  overlaps: ReadonlySet<string>;
}

const table = getElement("table");
const redraw = createGrid(table, getElement("scroller"), { row: 1, column: 1 });
table.ariaMultiSelectable = "true";
watchScroll(getElement("scroller"));

const listOptions = (places: readonly (Place | undefined)[]): OptionTime[] =>
  places.flatMap((place) => place?.option ?? []);

/** Makes a head a button that chooses all of its options, or takes all away. */
function createAllButton(texts: Child[], options: OptionTime[], toggle: PlanView["toggle"]): Child[] {
  if (toggle === undefined || options.length === 0) return texts;
  const attributes = { class: "whole", tabindex: -1, onclick: () => toggle(options) };
  const button = h("button", attributes, ...texts);
  const label = host.speech.words.plan.all;
  button.title = say(
    label,
    texts
      .map((text) => (text instanceof Node ? text.textContent : text) || "")
      .join(" ")
      .trim(),
  );
  return [button];
}

/** Fills the grid of days and start times, or the months. */
export function fillGrid(view: PlanView): void {
  const { plan, blocks, toggle } = view;
  table.classList.toggle("days", plan.kind === "date");
  table.classList.toggle("edit", toggle !== undefined);
  table.style.setProperty("--columns", String(blocks[0]?.days.length ?? 1));
  const createCell = createCellMaker(view);
  redraw(() => {
    const cells: (HTMLElement | undefined)[][] = [];
    const bodies = blocks.map((block) => {
      const heads = createHeads(block, (texts, _, at) =>
        createAllButton(texts, listOptions(block.rows.map(({ places }) => places[at])), toggle),
      );
      const isTimed = plan.kind === "time";
      const body = h("tbody", {}, ...heads);
      const days = [...body.querySelectorAll("th")].slice(isTimed ? 0 : 1);
      const buttons = days.map((day) => day.querySelector("button") ?? undefined);
      if (toggle) cells.push(isTimed ? [buttons[0], ...buttons] : buttons);
      for (const row of block.rows) {
        const places = row.places.map((place) => createCell(place, row));
        const head = isTimed && createRowHead(row, view);
        const button = head ? (head.querySelector("button") ?? undefined) : undefined;
        cells.push(toggle && isTimed ? [button ?? places[0], ...places] : places);
        body.append(h("tr", {}, head, ...places));
      }
      return body;
    });
    table.replaceChildren(...bodies);
    return cells;
  });
}

/** The time of a row on the second clock: that of its first slot. */
function readSecondTime({ places }: PlaceRow, second: string | undefined): string | undefined {
  const option = places.find((place) => place.option)?.option;
  if (second === undefined || option === undefined || "date" in option) return undefined;
  return toLocal(option.startTime, second).time;
}

function createRowHead(row: PlaceRow, { second, toggle }: PlanView): HTMLElement {
  const { time, offset, places } = row;
  const other = readSecondTime(row, second);
  const texts: Child[] = [
    time !== undefined && h("strong", {}, writeClock(time)),
    offset !== undefined && h("small", {}, `UTC${offset}`),
    other !== undefined && h("span", { class: "dim" }, writeClock(other)),
  ];
  return h("th", { class: "side", scope: "row" }, ...createAllButton(texts, listOptions(places), toggle));
}

/** Creates the cells of places. */
function createCellMaker({ plan, chosen, second, refused, overlaps, toggle }: PlanView) {
  const { speech } = host;
  const words = speech.words.plan;
  const zone = plan.timeZone ?? "UTC";
  const format = createOptionFormatter(zone, speech.locale);
  const usual = findUsualDuration(plan.options);

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

  return ({ option, mark, text, day: date }: Place, row: PlaceRow): HTMLElement => {
    const number = date && String(Number(date.slice(8)));
    const reason = mark === undefined ? [] : [words[mark]];
    if (option === undefined) {
      const label = text === undefined ? reason[0] : `${reason[0]}: ${text}`;
      const attributes = { class: mark, tabindex: -1, "aria-label": label, title: label };
      return h("td", attributes, h("span", { class: "place" }, number ?? (mark !== undefined && "–")));
    }
    const slot = "date" in option ? undefined : option;
    const clash = overlaps.has(keyOf(option)) ? [words.overlaps] : [];
    const notes = slot ? [...reason, ...clash, ...listNotes(slot, row)] : reason;
    const clock = slot && second ? readClock(slot, second) : undefined;
    const isLate = clock !== undefined && (clock.isNight || clock.weekend !== undefined);
    const { day, hours } = format(option);
    // The name of a day begins with what is written in its place.
    const written = slot || notes.length === 0 ? [day, hours, ...notes] : [number, ...notes, day];
    const label = [...written, isLate && words.night, text].filter(Boolean).join(", ");
    const isChosen = chosen.has(keyOf(option));
    const classes = [isChosen ? "chosen" : "open", mark, refused.has(keyOf(option)) && "refused"];
    const attributes = {
      class: classes.filter(Boolean).join(" "),
      tabindex: -1,
      "aria-selected": isChosen,
      "aria-label": label,
      title: label,
      onclick: toggle && (() => toggle([option])),
    };
    const icon = (isChosen || notes.length === 0) && createIcon(isChosen ? "yes" : "add");
    const texts = notes.flatMap((note) => [
      " ",
      h("small", { class: note === words.clockChange ? "wide" : "" }, note),
    ]);
    const place = h("span", { class: "place" }, slot ? icon : h("strong", {}, number ?? ""), ...texts);
    return h("td", attributes, place, isLate && createIcon("moon"));
  };
}
