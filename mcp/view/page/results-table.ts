import { voteCodes } from "../../../src/scheduling/rank/availability.ts";
import type { GridPerson } from "../grid.ts";
import type { Ranked, ResultsView } from "../results-state.ts";
import { say, type Words } from "../words/index.ts";
import { createIcon, createName, getElement, h, type IconName } from "./dom.ts";
import { announce } from "./frame.ts";
import { host } from "./host.ts";
import { createGrid } from "./roving.ts";

/** What the viewer can do. */
interface Actions {
  select(number: number): void;
  toggleRequired(id: string): void;
}

const table = getElement("table") as HTMLTableElement;
const redraw = createGrid(table, getElement("scroller"), { row: 2, column: 0 });
let drawn: readonly unknown[] = [];

/** Fills the table of options by people, or marks another row. */
export function fillTable(view: ResultsView, actions: Actions): void {
  const { grid, rows, order, required, zone } = view;
  const content = [grid, order, required, zone, host.speech, rows.length];
  if (content.every((each, at) => each === drawn[at])) {
    for (const option of table.querySelectorAll<HTMLElement>(".option"))
      option.ariaPressed = String(isSelected(view, Number(option.dataset["option"])));
    return;
  }
  drawn = content;
  const { people, others } = grid;
  redraw(() => {
    const names = people.map(createPerson);
    const stars = people.map((person) => createStar(person, view, actions));
    if (others.count > 0) {
      names.push(h("th", { class: "dim", tabindex: -1 }, say(host.speech.words.common.more, others.count)));
      stars.push(h("td", { tabindex: -1 }));
    }
    const heads = people.length > 0 ? [names, stars] : [];
    getElement("people").replaceChildren(
      ...heads.map((each) => h("tr", {}, h("td", { class: "side" }), ...each)),
    );
    getElement("options").replaceChildren(...rows.map((row) => createRow(row, view, actions)));
    table.style.setProperty("--columns", String(names.length));
    const focusable = [...table.rows].map(({ cells }) =>
      [...cells].map((cell) => cell.querySelector<HTMLElement>("button[tabindex]") ?? cell),
    );
    // The corners are not cells.
    for (const row of focusable.slice(0, heads.length)) row.splice(0, 1, row[1] as HTMLElement);
    return focusable;
  });
}

const isSelected = ({ selected }: ResultsView, number: number) => selected?.number === number;

/** A name, which is written in full on a tap. */
const createPerson = ({ name }: GridPerson): HTMLElement =>
  h(
    "th",
    { scope: "col", tabindex: -1, title: name, onclick: () => announce(name) },
    createName(name, "name"),
  );

/** The star of a person who must attend. */
function createStar(
  { id, name, part }: GridPerson,
  { required }: ResultsView,
  actions: Actions,
): HTMLElement {
  const { optional, mustAttend } = host.speech.words.results;
  if (part === "optional")
    return h("td", { tabindex: -1, class: "dim", title: optional }, h("small", {}, optional));
  const attributes = {
    class: "person",
    title: `${mustAttend}: ${name}`,
    "aria-label": `${mustAttend}: ${name}`,
    tabindex: -1,
    "aria-pressed": required.has(id),
    onclick: () => actions.toggleRequired(id),
  };
  return h("td", {}, h("button", attributes, createIcon("star")));
}

function createRow(ranked: Ranked, view: ResultsView, { select }: Actions): Element {
  const { grid, people, labels, ranks, best } = view;
  const words = host.speech.words.results;
  const { number, available, yes, obstacles } = ranked;
  const rank = ranks.get(number) ?? 1;
  const { day = "", hours = "" } = labels[number - 1] ?? {};
  // The ends of the two parts of the bar under the number.
  const [yesEnd, end] = [yes, available].map((count) => `${(count / Math.max(people, 1)) * 100}%`);
  const style = `--yes-end: ${yesEnd}; --end: ${end}`;
  const counts = say(words.available, available, people);
  const attributes = {
    class: obstacles.length > 0 ? "option line dim" : "option line",
    tabindex: -1,
    title: view.isDecided ? counts : `${say(words.rank, rank)}, ${counts}`,
    "data-option": number,
    "aria-pressed": isSelected(view, number),
    onclick: () => select(number),
  };
  const badge = best.has(number) ? "badge yes" : "badge";
  const button = h(
    "button",
    attributes,
    !view.isDecided && !view.isEmpty && h("span", { class: badge, "aria-hidden": true }, String(rank)),
    h("span", { class: "grow" }, h("strong", {}, createName(day)), createName(hours, "dim")),
    !view.isEmpty && h("strong", { class: "count", style, "aria-hidden": true }, String(available)),
  );
  const cells = grid.people.map((person) => {
    const vote = Number(person.votes[number - 1]);
    const [icon, word] = looks[vote as keyof typeof looks];
    return createCell(icon, words[word]);
  });
  if (grid.others.count > 0) {
    const more = `${grid.others.available[number - 1]}`;
    const label = say(words.available, more, grid.others.count);
    cells.push(h("td", { class: "dim", tabindex: -1, "aria-label": label }, more));
  }
  return h("tr", {}, h("th", { class: "side", scope: "row" }, button), ...cells);
}

const cells = new Map<string, Element>();

/** Creates a cell with a vote. A copy takes a fifth of the time, and a poll may have 15,000. */
function createCell(icon: IconName, label: string): Node {
  const cell = cells.get(label) ?? h("td", { tabindex: -1, "aria-label": label }, createIcon(icon));
  cells.set(label, cell);
  return cell.cloneNode(true);
}

const looks = {
  [voteCodes.noOrUnanswered]: ["no-or-unanswered", "no"],
  [voteCodes.ifNeedBe]: ["if-need-be", "maybe"],
  [voteCodes.yes]: ["yes", "yes"],
} as const satisfies Record<number, [icon: IconName, word: keyof Words["results"]]>;
