import { voteCodes } from "../../../src/scheduling/rank/availability.ts";
import type { GridPerson } from "../grid.ts";
import type { Ranked, ResultsView } from "../results-state.ts";
import { say } from "../words/index.ts";
import { createIcon, createName, fill, getElement, h, keep, type Shape } from "./dom.ts";
import { host } from "./host.ts";
import { createGrid } from "./roving.ts";

/** What the viewer can do. */
export interface Actions {
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
  const votes = createVotes();
  fill("options", ...view.ranking.map((row) => createRow(row, view, actions, votes)));
  getElement("table").style.setProperty("--columns", String(names.length));
  keepTabStop();
}

/** The counts of an option: `7 + 1` for seven who can, and one more if need be. */
export const writeCounts = ({ yes, available }: Ranked) => [
  h("strong", {}, String(yes)),
  available > yes && ` + ${available - yes}`,
];

/** The name of a person, with the star of those who must attend. */
function createPerson({ id, name, part }: GridPerson, { required }: ResultsView, actions: Actions): Shape {
  const { optional, mustAttend } = host.speech.words.results;
  const shown = createName(name, "name clamp");
  if (part === "optional")
    return h("th", { scope: "col", tabindex: -1, title: name }, shown, h("small", {}, optional));
  const title = `${mustAttend}: ${name}`;
  const attributes = {
    class: "person place",
    ...{ title, "aria-label": title },
    tabindex: -1,
    "aria-pressed": required.has(id),
    onclick: () => actions.toggleRequired(id),
  };
  return h("th", { scope: "col" }, h("button", attributes, shown, createIcon("star")));
}

function createRow(
  ranked: Ranked,
  view: ResultsView,
  { select }: Actions,
  cellOf: Record<string, Shape>,
): Shape {
  const { grid, people } = view;
  const words = host.speech.words.results;
  const { number, available, obstacles, rank, isBest, label } = ranked;
  const counts = say(words.available, available, people);
  const attributes = {
    class: obstacles.length > 0 ? "option line dim" : "option line",
    tabindex: -1,
    title: view.isDecided ? counts : `${say(words.rank, rank)}, ${counts}`,
    "data-option": number,
    "aria-pressed": view.selected === ranked,
    onclick: () => select(number),
  };
  const badge = h("span", { class: isBest ? "badge chip" : "badge", "aria-hidden": true }, String(rank));
  const button = h(
    "button",
    attributes,
    !view.isDecided && badge,
    h("span", { class: "grow" }, h("strong", {}, createName(label.day)), " ", createName(label.hours, "dim")),
    h("span", { class: "count", "aria-hidden": true }, ...writeCounts(ranked)),
  );
  const cells = grid.people.map(({ votes }) => cellOf[votes[number - 1] ?? ""]);
  if (grid.others.count > 0) {
    const more = `${grid.others.available[number - 1]}`;
    const label = say(words.available, more, grid.others.count);
    cells.push(h("td", { class: "dim", tabindex: -1, "aria-label": label }, more));
  }
  return h("tr", {}, h("th", { class: "side", scope: "row" }, button), ...cells);
}

/** The cell of each vote, by its code. */
function createVotes(): Record<string, Shape> {
  const { yes, maybe, no } = host.speech.words.results;
  const toCell = (icon: string, label: string) =>
    keep(`vote ${label}`, () => h("td", { tabindex: -1, "aria-label": label }, createIcon(icon)));
  return {
    [voteCodes.noOrUnanswered]: toCell("no-or-unanswered", no),
    [voteCodes.ifNeedBe]: toCell("if-need-be", maybe),
    [voteCodes.yes]: toCell("yes", yes),
  };
}
