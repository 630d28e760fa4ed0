import { voteCodes } from "../../../src/scheduling/rank/availability.ts";
import type { GridPerson } from "../grid.ts";
import type { Ranked, ResultsView } from "../results-state.ts";
import { say, type Words } from "../words/index.ts";
import { createIcon, createName, fill, getElement, h, type Shape, stamp } from "./dom.ts";
import { host } from "./host.ts";
import { createGrid } from "./roving.ts";

/** What the viewer can do. */
interface Actions {
  select(number: number): void;
  toggleRequired(id: string): void;
}

const keepTabStop = createGrid("table", ".option");

/** Fills the table of options by people. */
export function fillTable(view: ResultsView, actions: Actions): void {
  const { people, others } = view.grid;
  const names = people.map((person) => createPerson(person, view, actions));
  if (others.count > 0)
    names.push(h("th", { class: "dim", tabindex: -1 }, say(host.speech.words.common.more, others.count)));
  fill("people", h("tr", {}, h("td", { class: "side" }), ...names));
  fill("options", ...view.ranking.map((row) => createRow(row, view, actions)));
  getElement("table").style.setProperty("--columns", String(names.length));
  keepTabStop();
}

/** Names that begin alike differ at their ends. */
const shorten = (name: string) => (name.length > 24 ? `${name.slice(0, 12)}…${name.slice(-8)}` : name);

/** The name of a person, with the star of those who must attend. */
function createPerson({ id, name, part }: GridPerson, { required }: ResultsView, actions: Actions): Shape {
  const { optional, mustAttend } = host.speech.words.results;
  const short = shorten(name);
  const shown = h("bdi", { class: "name" }, short);
  if (part === "optional")
    return h(
      "th",
      { scope: "col", tabindex: -1, title: name },
      shown,
      h("small", { class: "dim" }, optional),
    );
  const attributes = {
    class: "person place",
    title: `${mustAttend}: ${name}`,
    "aria-label": `${mustAttend}: ${short === name ? name : `${short} (${name})`}`,
    tabindex: -1,
    "aria-pressed": required.has(id),
    onclick: () => actions.toggleRequired(id),
  };
  return h("th", { scope: "col" }, h("button", attributes, shown, createIcon("star")));
}

function createRow(ranked: Ranked, view: ResultsView, { select }: Actions): Shape {
  const { grid, people } = view;
  const words = host.speech.words.results;
  const { number, available, yes, obstacles, rank, isBest, label } = ranked;
  // The ends of the two parts of the bar under the number.
  const [yesEnd, end] = [yes, available].map((count) => `${(count / Math.max(people, 1)) * 100}%`);
  const style = `--yes-end: ${yesEnd}; --end: ${end}`;
  const counts = say(words.available, available, people);
  const attributes = {
    class: obstacles.length > 0 ? "option line dim" : "option line",
    tabindex: -1,
    title: view.isDecided ? counts : `${say(words.rank, rank)}, ${counts}`,
    "data-option": number,
    "aria-pressed": view.selected === ranked,
    onclick: () => select(number),
  };
  const button = h(
    "button",
    attributes,
    !view.isDecided &&
      h("span", { class: isBest ? "badge chip" : "badge", "aria-hidden": true }, String(rank)),
    h("span", { class: "grow" }, h("strong", {}, createName(label.day)), " ", createName(label.hours, "dim")),
    h("strong", { class: "count", style, "aria-hidden": true }, String(available)),
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

const cells = new Map<string, Shape>();

/** A cell with a vote. */
function createCell(icon: string, label: string): Shape {
  const cell = cells.get(label) ?? stamp(h("td", { tabindex: -1, "aria-label": label }, createIcon(icon)));
  cells.set(label, cell);
  return cell;
}

const looks = {
  [voteCodes.noOrUnanswered]: ["no-or-unanswered", "no"],
  [voteCodes.ifNeedBe]: ["if-need-be", "maybe"],
  [voteCodes.yes]: ["yes", "yes"],
} as const satisfies Record<number, [icon: string, word: keyof Words["results"]]>;
