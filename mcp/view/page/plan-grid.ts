import { getOptionLength, getOptionStart, type OptionTime } from "../../../src/time/options.ts";
import { toLocal } from "../../../src/time/zones.ts";
import { readClock } from "../../output/second-zone.ts";
import { type Block, type Chosen, findUsualDuration, keyOf, type Place, type PlaceRow } from "../draft.ts";
import { createOptionFormatter } from "../format.ts";
import type { Plan } from "../plan.ts";
import { type Speech, say } from "../words/index.ts";
import { type Child, createIcon, getElement, h } from "./dom.ts";
import { createGrid } from "./roving.ts";

/** What is shown of a plan, and what a click does. */
export interface PlanView {
  plan: Plan;
  blocks: Block[];
  chosen: Chosen;
  speech: Speech;
  /** The zone of the second line, if there is one. */
  second: string | undefined;
  isEditable: boolean;
  /** The keys of the options that the service did not take. */
  refused: ReadonlySet<string>;
  toggle(option: OptionTime): void;
}

const table = getElement("table");
const redraw = createGrid(table, getElement("scroller"));

/** Fills the grid of days and start times, or the months. */
export function fillGrid(view: PlanView): void {
  const { plan, blocks, isEditable } = view;
  table.classList.toggle("days", plan.kind === "date");
  table.classList.toggle("read", !isEditable);
  table.style.setProperty("--columns", String(blocks[0]?.days.length ?? 1));
  const createCell = createCellMaker(view);
  redraw(() => {
    const cells: HTMLElement[][] = [];
    const bodies = blocks.map((block) => {
      const rows = block.rows.map((row) => {
        const places = row.places.map((place) => createCell(place, row));
        cells.push(places);
        return h("tr", {}, plan.kind === "time" && createRowHead(row, view), ...places);
      });
      return h("tbody", {}, ...createHeads(block, view), ...rows);
    });
    table.replaceChildren(...bodies);
    return cells;
  });
}

/** The weekdays of a block, with the dates of a week, or under the name of the month. */
function createHeads({ days, rows }: Block, { plan, speech: { locale } }: PlanView): Child[] {
  const write = (date: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(Date.parse(date));
  const isMonth = plan.kind === "date";
  const heads = days.map((day) => {
    const date = !isMonth && h("span", { class: "dim" }, write(day, { day: "numeric", month: "short" }));
    return h("th", { scope: "col" }, h("strong", {}, write(day, { weekday: "short" })), date);
  });
  const head = h("tr", { class: "head" }, !isMonth && h("td", { class: "side" }), ...heads);
  const option = rows[0]?.places.find((place) => place.option)?.option;
  if (option === undefined || !("date" in option)) return [head];
  const month = write(option.date, { month: "long", year: "numeric" });
  return [h("tr", { class: "month" }, h("th", { scope: "rowgroup" }, month)), head];
}

/** A time of day in the language of the person. */
const writeClock = (time: string, { locale }: Speech) =>
  new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" }).format(
    Date.parse(`1970-01-01T${time}Z`),
  );

/** The time of a row on the second clock: that of its first slot. */
function readSecondTime({ places }: PlaceRow, second: string | undefined): string | undefined {
  const option = places.find((place) => place.option)?.option;
  if (second === undefined || option === undefined || "date" in option) return undefined;
  return toLocal(option.startTime, second).time;
}

function createRowHead(row: PlaceRow, { speech, second }: PlanView): HTMLElement {
  const { time, offset } = row;
  const other = readSecondTime(row, second);
  return h(
    "th",
    { class: "side", scope: "row" },
    time !== undefined && h("strong", {}, writeClock(time, speech)),
    offset !== undefined && h("small", {}, `UTC${offset}`),
    other !== undefined && h("span", { class: "dim" }, writeClock(other, speech)),
  );
}

/** Creates the cells of places. */
function createCellMaker(view: PlanView): (place: Place, row: PlaceRow) => HTMLElement {
  const { plan, chosen, speech, second, isEditable, refused, toggle } = view;
  const words = speech.words.plan;
  const zone = plan.timeZone ?? "UTC";
  const format = createOptionFormatter(zone, speech.locale);
  const usual = findUsualDuration(plan.options);
  return ({ option, mark, text }, row) => {
    if (option === undefined) {
      const label = mark && [words[mark], text].filter(Boolean).join(": ");
      const attributes = { class: mark, tabindex: -1, "aria-label": label, title: label };
      return h("td", attributes, mark !== undefined && h("span", { class: "place" }, "–"));
    }
    const notes = mark === undefined ? [] : [words[mark]];
    const isSlot = !("date" in option);
    if (isSlot && option.duration !== usual) notes.push(say(words.minutes, option.duration));
    const end = readChangedEnd(option, zone);
    if (end !== undefined) notes.push(say(words.until, writeClock(end, speech)));
    const clock = isSlot && second !== undefined ? readClock(option, second) : undefined;
    if (clock !== undefined && clock.start.time !== readSecondTime(row, second))
      notes.push(writeClock(clock.start.time, speech));
    const isLate = clock !== undefined && (clock.isNight || clock.weekend !== undefined);
    const { day, hours } = format(option);
    const number = isSlot ? "" : String(Number(option.date.slice(8)));
    // The name of a day begins with what is written in its place.
    const written = isSlot || notes.length === 0 ? [day, hours, ...notes] : [number, ...notes, day];
    const label = [...written, isLate && words.night, text].filter(Boolean).join(", ");
    const isChosen = chosen.has(keyOf(option));
    const attributes = {
      class: [isChosen ? "chosen" : isSlot ? "open" : "day", mark, refused.has(keyOf(option)) && "refused"]
        .filter(Boolean)
        .join(" "),
      tabindex: -1,
      "aria-selected": isChosen,
      "aria-label": label,
      title: label,
      ...(isEditable && { onclick: () => toggle(option) }),
    };
    const sign = isSlot
      ? (isChosen || notes.length === 0) && createIcon(isChosen ? "yes" : "add")
      : h("strong", {}, number);
    const texts = notes.flatMap((note) => [" ", h("small", {}, note)]);
    const place = h("span", { class: "place" }, sign, ...texts);
    return h("td", attributes, place, isLate && createIcon("moon"));
  };
}

/** The end of a slot on the clock, where the clock changes in between. */
function readChangedEnd(option: OptionTime, timeZone: string): string | undefined {
  if ("date" in option) return undefined;
  const end = new Date(getOptionStart(option) + getOptionLength(option)).toISOString();
  const [from, to] = [toLocal(option.startTime, timeZone), toLocal(end, timeZone)];
  return from.offset === to.offset ? undefined : to.time;
}
