import { writeStart } from "../draft.ts";
import { chooseOwnZone } from "../format.ts";
import { type Grid, gridKey } from "../grid.ts";
import { type JsonObject, readMeta, toObject } from "../result.ts";
import {
  type Order,
  type ResultsState,
  type ResultsView,
  startResults,
  toggleRequired,
  viewResults,
} from "../results-state.ts";
import { getElement } from "./dom.ts";
import { connect, onHostClick } from "./frame.ts";
import { ask, host, type Refusal, share } from "./host.ts";
import { fillHeat } from "./results-heat.ts";
import { fillScreen, fillUpdated } from "./results-screen.ts";
import { fillTable } from "./results-table.ts";

let state: ResultsState | undefined;
let view: ResultsView | undefined;

function render(): void {
  if (state === undefined) return;
  const { speech, context } = host;
  const ownZone = chooseOwnZone(context.timeZone);
  const isFull = context.displayMode === "fullscreen";
  view = viewResults(state, { now: Date.now(), speech, ownZone, isFull });
  if (view.order === "week") fillHeat(view, actions);
  else fillTable(view, actions);
  fillScreen(view);
}

function update(change: Partial<ResultsState>): void {
  if (state) state = { ...state, ...change };
  render();
}

const actions = {
  select(number: number): void {
    update({ selected: number });
    shareChoice();
  },
  toggleRequired(id: string): void {
    if (state) update(toggleRequired(state, id));
    shareChoice();
  },
};

/** What the person chose, for the model. */
function shareChoice(): void {
  if (view?.selected === undefined) return;
  const { poll, people } = view.grid;
  const { number, when, available } = view.selected;
  share({
    poll: poll.id,
    title: poll.title,
    chosenOption: { number, when: writeStart(when, poll.timeZone), available },
    mustAttend: people.filter(({ id }) => view?.required.has(id)).map(({ name }) => name),
  });
}

async function refresh(): Promise<string> {
  const { words } = host.speech;
  const result = await ask("tools/call", { ...view?.grid.refresh }).catch((refusal: Refusal) => {
    if (refusal.failure.kind === "not-found") update({ selected: undefined, isGone: true });
    throw refusal;
  });
  const grid = readGrid(result);
  if (grid === undefined) throw new Error(words.common.empty);
  update({ grid, selected: undefined, isGone: false });
  return words.common.done;
}

async function addToCalendar(): Promise<string> {
  const id = encodeURIComponent(view?.grid.poll.id ?? "");
  const uri = `rallly://polls/${id}/options/${view?.selected?.number}/calendar.ics`;
  const { contents } = await ask("resources/read", { uri });
  const { mimeType, text } = toObject(Array.isArray(contents) ? contents[0] : undefined);
  await ask("ui/download-file", { contents: [{ type: "resource", resource: { uri, mimeType, text } }] });
  return host.speech.words.common.done;
}

const readGrid = (result: JsonObject) => readMeta<Grid>(result, gridKey, 9);

onHostClick("refresh", refresh);
onHostClick("calendar", addToCalendar);
getElement("menu").addEventListener("toggle", () => view && fillUpdated(view));
for (const order of ["week", "best"] satisfies Order[])
  getElement(order).addEventListener("click", () => {
    getElement("scroller").scrollTop = 0;
    update({ order });
  });
getElement("zone").addEventListener("change", ({ target }) =>
  update({ zone: (target as HTMLSelectElement).value }),
);

await connect({
  name: "rallly-connect-results",
  take(result) {
    const grid = readGrid(result);
    if (grid === undefined) return undefined;
    state = startResults(grid);
    render();
    return {};
  },
  repeat: (input) =>
    input["poll"] === undefined
      ? undefined
      : { name: "invited" in input ? "find_missing_people" : "find_best_times", arguments: input },
  render,
});
