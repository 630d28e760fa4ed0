import type { OptionTime, Slot } from "../../../src/time/options.ts";
import { addMinutes, toLocal } from "../../../src/time/zones.ts";
import { readClock } from "../../output/second-zone.ts";
import { type Block, type Chosen, findUsualDuration, keyOf, type Place, type PlaceRow } from "../draft.ts";
import { createOptionFormatter } from "../format.ts";
import type { Plan } from "../plan.ts";
import { say } from "../words/index.ts";
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
  /** Takes an option away or adds it. Absent where nothing can be changed. */
  toggle: ((option: OptionTime) => void) | undefined;
}

const table = getElement("table");
const redraw = createGrid(table, getElement("scroller"));
table.ariaMultiSelectable = "true";

/** Fills the grid of days and start times, or the months. */
export function fillGrid(view: PlanView): void {
  const { plan, blocks, toggle } = view;
  table.classList.toggle("days", plan.kind === "date");
  table.classList.toggle("edit", toggle !== undefined);
  table.style.setProperty("--columns", String(blocks[0]?.days.length ?? 1));
  const createCell = createCellMaker(view);
  redraw(() => {
    const cells: HTMLElement[][] = [];
    const bodies = blocks.map((block) => {
      const rows = block.rows.map((row) => {
        const places = row.places.map((place) => createCell(place, row));
        cells.push(places);
        return h("tr", {}, plan.kind === "time" && createRowHead(row, view.second), ...places);
      });
      return h("tbody", {}, ...createHeads(block), ...rows);
    });
    table.replaceChildren(...bodies);
    return cells;
  });
}

/** The weekdays of a block, with the dates of a week, or under the name of the month. */
function createHeads({ month, days }: Block): Child[] {
  const write = (date: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(host.speech.locale, { ...options, timeZone: "UTC" }).format(Date.parse(date));
  const heads = days.map((day) => {
    const date =
      month === undefined && h("span", { class: "dim" }, write(day, { day: "numeric", month: "short" }));
    return h("th", { scope: "col" }, h("strong", {}, write(day, { weekday: "short" })), date);
  });
  const corner = month === undefined && h("td", { class: "side" });
  const name = month !== undefined && write(month, { month: "long", year: "numeric" });
  return [
    name && h("tr", { class: "month" }, h("th", { scope: "rowgroup" }, name)),
    h("tr", { class: "head" }, corner, ...heads),
  ];
}

/** A time of day in the language of the person. */
const writeClock = (time: string) =>
  new Intl.DateTimeFormat(host.speech.locale, { timeStyle: "short", timeZone: "UTC" }).format(
    Date.parse(`1970-01-01T${time}Z`),
  );

/** The time of a row on the second clock: that of its first slot. */
function readSecondTime({ places }: PlaceRow, second: string | undefined): string | undefined {
  const option = places.find((place) => place.option)?.option;
  if (second === undefined || option === undefined || "date" in option) return undefined;
  return toLocal(option.startTime, second).time;
}

function createRowHead(row: PlaceRow, second: string | undefined): HTMLElement {
  const { time, offset } = row;
  const other = readSecondTime(row, second);
  return h(
    "th",
    { class: "side", scope: "row" },
    time !== undefined && h("strong", {}, writeClock(time)),
    offset !== undefined && h("small", {}, `UTC${offset}`),
    other !== undefined && h("span", { class: "dim" }, writeClock(other)),
  );
}

/** Creates the cells of places. */
function createCellMaker({ plan, chosen, second, refused, toggle }: PlanView) {
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
    const notes = slot ? [...reason, ...listNotes(slot, row)] : reason;
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
      onclick: toggle && (() => toggle(option)),
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
