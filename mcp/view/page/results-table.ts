import { voteCodes } from "../../../src/scheduling/rank/availability.ts";
import type { GridPerson } from "../grid.ts";
import { say, type Words } from "../words/index.ts";
import { createIcon, createName, getElement, h, type IconName } from "./dom.ts";
import { host } from "./host.ts";
import type { Ranked, View } from "./results-screen.ts";
import { createGrid } from "./roving.ts";

const table = getElement("table") as HTMLTableElement;
const redraw = createGrid(table, getElement("scroller"), { row: 1, column: 0 });

/** Fills the table of options by people. */
export function fillTable(view: View): void {
  const { grid, rows } = view;
  const { people, others } = grid;
  redraw(() => {
    const heads = people.map((person) => createPerson(person, view));
    if (others.count > 0)
      heads.push(h("th", { class: "dim", tabindex: -1 }, say(host.speech.words.common.more, others.count)));
    const [corner] = getElement("people").children;
    while (corner?.nextSibling) corner.nextSibling.remove();
    corner?.after(...heads);
    getElement("options").replaceChildren(...rows.map((row) => createRow(row, view)));
    table.style.setProperty("--columns", String(heads.length));
    const focusable = [...table.rows].map(({ cells }) =>
      [...cells].map((cell) => cell.querySelector<HTMLElement>("button[tabindex]") ?? cell),
    );
    // The corner is not a cell.
    focusable[0]?.splice(0, 1, focusable[0][1] as HTMLElement);
    return focusable;
  });
}

function createPerson({ id, name, part }: GridPerson, { required, toggleRequired }: View): Element {
  const label = createName(name, "name");
  const optional = `${name} (${host.speech.words.results.optional})`;
  if (part === "optional") return h("th", { tabindex: -1, "aria-label": optional }, label);
  const attributes = {
    class: "person",
    title: name,
    tabindex: -1,
    "aria-pressed": required.has(id),
    "aria-describedby": "star",
    onclick: () => toggleRequired(id),
  };
  return h("th", { scope: "col" }, h("button", attributes, label, createIcon("star")));
}

function createRow(ranked: Ranked, view: View): Element {
  const { grid, ranking, people, labels, selected, select } = view;
  const words = host.speech.words.results;
  const { number, available, yes, obstacles, differing } = ranked;
  const isBest = ranked === ranking[0] && obstacles.length === 0;
  const { day = "", hours = "" } = labels[number - 1] ?? {};
  // The ends of the two parts of the bar under the number.
  const [yesEnd, end] = [yes, available].map((count) => `${(count / Math.max(people, 1)) * 100}%`);
  const style = `--yes-end: ${yesEnd}; --end: ${end}`;
  const attributes = {
    class: obstacles.length > 0 ? "option line dim" : "option line",
    tabindex: -1,
    title: `${say(words.number, number)}, ${say(words.available, available, people)}`,
    "aria-pressed": ranked === selected,
    onclick: () => select(number),
  };
  const button = h(
    "button",
    attributes,
    h("span", { class: isBest ? "badge yes" : "badge", "aria-hidden": true }, String(number)),
    h("span", { class: "grow" }, h("strong", {}, createName(day)), createName(hours, "dim")),
    h("strong", { class: "count", style, "aria-hidden": true }, String(available)),
  );
  const cells = grid.people.map((person) => {
    const best = Math.max(...person.votes.map((digits) => Number(digits[number - 1])));
    const [icon, word] = looks[best as keyof typeof looks];
    const differs = differing.some(({ id }) => id === person.id);
    const label = differs ? `${words[word]}, ${words.differing}` : words[word];
    return createCell(icon, label);
  });
  if (grid.others.count > 0) {
    const more = `${grid.others.available[number - 1]}`;
    cells.push(
      h(
        "td",
        { class: "dim", tabindex: -1, "aria-label": say(words.available, more, grid.others.count) },
        more,
      ),
    );
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
