import { voteCodes } from "../../../src/scheduling/rank/availability.ts";
import type { GridPerson } from "../grid.ts";
import type { Ranked, ResultsView } from "../results-state.ts";
import { say, type Words } from "../words/index.ts";
import {
  type Child,
  createIcon,
  createName,
  fill,
  getElement,
  h,
  type IconName,
  type Shape,
  stamp,
} from "./dom.ts";
import { announce } from "./frame.ts";
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
  const names = people.map(createPerson);
  const stars = people.map((person) => createStar(person, view, actions));
  if (others.count > 0) {
    names.push(h("th", { class: "dim", tabindex: -1 }, say(host.speech.words.common.more, others.count)));
    stars.push(h("td", { tabindex: -1 }));
  }
  const heads = people.length > 0 ? [names, stars] : [];
  fill("people", ...heads.map((each) => h("tr", {}, h("td", { class: "side" }), ...each)));
  fill("options", ...view.rows.map((row) => createRow(row, view, actions)));
  getElement("table").style.setProperty("--columns", String(names.length));
  keepTabStop();
}

/** Names that begin alike differ at their ends. */
function splitName(name: string): Child[] {
  const letters = [...name];
  if (letters.length <= 28) return [name];
  return [letters.slice(0, -12), letters.slice(-12)].map((part) => h("span", {}, part.join("")));
}

/** A name, which is written in full on a tap. */
const createPerson = ({ name }: GridPerson): Shape =>
  h(
    "th",
    { scope: "col", tabindex: -1, title: name, onclick: () => announce(name) },
    h("bdi", { class: "name" }, ...splitName(name)),
  );

/** The star of a person who must attend. */
function createStar({ id, name, part }: GridPerson, { required }: ResultsView, actions: Actions): Shape {
  const { optional, mustAttend } = host.speech.words.results;
  if (part === "optional")
    return h("td", { tabindex: -1, class: "dim", title: optional }, h("small", {}, optional));
  const attributes = {
    class: "person place",
    title: `${mustAttend}: ${name}`,
    "aria-label": `${mustAttend}: ${name}`,
    tabindex: -1,
    "aria-pressed": required.has(id),
    onclick: () => actions.toggleRequired(id),
  };
  return h("td", {}, h("button", attributes, createIcon("star")));
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
  const badge = isBest ? "badge yes" : "badge";
  const button = h(
    "button",
    attributes,
    !view.isDecided && !view.isEmpty && h("span", { class: badge, "aria-hidden": true }, String(rank)),
    h("span", { class: "grow" }, h("strong", {}, createName(label.day)), createName(label.hours, "dim")),
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

const cells = new Map<string, Shape>();

/** A cell with a vote. */
function createCell(icon: IconName, label: string): Shape {
  const cell = cells.get(label) ?? stamp(h("td", { tabindex: -1, "aria-label": label }, createIcon(icon)));
  cells.set(label, cell);
  return cell;
}

const looks = {
  [voteCodes.noOrUnanswered]: ["no-or-unanswered", "no"],
  [voteCodes.ifNeedBe]: ["if-need-be", "maybe"],
  [voteCodes.yes]: ["yes", "yes"],
} as const satisfies Record<number, [icon: IconName, word: keyof Words["results"]]>;
