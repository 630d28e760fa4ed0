import { countResponses, rankVotes } from "../../../src/scheduling/rank/ranking.ts";
import { formatOption } from "../../../src/time/format.ts";
import { compareOptionTimes } from "../../../src/time/options.ts";
import { chooseOwnZone, createOptionFormatter, listZones } from "../format.ts";
import { type Grid, gridKey } from "../grid.ts";
import { readVotes } from "../votes.ts";
import { fill, getElement } from "./dom.ts";
import { announce, ask, connect, explainFailure, host, onHostClick, share, toObject } from "./host.ts";
import { fillScreen, type View } from "./results-screen.ts";
import { fillTable } from "./results-table.ts";

let view: View | undefined;
let grid: Grid | undefined;
let required = new Set<string>();
/** The zone and the number of the option that the viewer chose. */
let zone: string | undefined;
let selected: number | undefined;
let bestFirst = true;

const results = getElement("results");
const scroller = getElement("scroller");

function render(): void {
  if (grid === undefined) return;
  const { options, poll, shownIn } = grid;
  const table = readVotes(grid, required);
  const ranking = rankVotes(table, Date.now());
  const timeOf = ({ number }: { number: number }) => options[number - 1]?.when ?? { date: "" };
  const byDate = () => ranking.toSorted((one, other) => compareOptionTimes(timeOf(one), timeOf(other)));
  const { speech, context } = host;
  const zones = listZones({ ...poll, asked: [shownIn] }, chooseOwnZone(context.timeZone), speech);
  const shownZone = [zone, ...zones.keys()].find((each) => zones.has(each ?? "")) ?? "UTC";
  view = {
    grid,
    speech,
    people: countResponses(table),
    ranking,
    rows: bestFirst ? ranking : byDate(),
    labels: options.map(({ when }) => when).map(createOptionFormatter(shownZone, speech.locale)),
    zones,
    zone: shownZone,
    bestFirst,
    selected: ranking.find(({ number }) => number === selected) ?? ranking[0],
    required,
    select,
    toggleRequired,
  };
  fillScreen(view);
  fillTable(view);
  results.hidden = false;
  fill("notice");
}

function select(number: number): void {
  selected = number;
  render();
  shareChoice();
}

function toggleRequired(id: string): void {
  if (!required.delete(id)) required.add(id);
  selected = undefined;
  render();
  announce(`${getElement("place").textContent}: ${getElement("when").textContent}`);
  shareChoice();
}

/** What the person chose, for the model. */
function shareChoice(): void {
  if (grid === undefined || view?.selected === undefined) return;
  const { poll, options, people } = grid;
  const { number, available } = view.selected;
  const when = options[number - 1]?.when;
  share({
    poll: poll.id,
    title: poll.title,
    chosenOption: { number, when: when && formatOption(when, poll.timeZone, { style: "iso" }), available },
    mustAttend: people.filter(({ id }) => required.has(id)).map(({ name }) => name),
  });
}

function setOrder(next: boolean): void {
  bestFirst = next;
  scroller.scrollTop = 0;
  render();
}

async function open(url: string | undefined): Promise<string> {
  await ask("ui/open-link", { url });
  return "";
}

async function refresh(): Promise<string> {
  const fresh = readGrid(await ask("tools/call", { ...grid?.refresh }));
  if (fresh === undefined) throw new Error(host.speech.words.common.empty);
  showGrid(fresh);
  return host.speech.words.results.upToDate;
}

async function addToCalendar(): Promise<string> {
  const id = encodeURIComponent(grid?.poll.id ?? "");
  const uri = `rallly://polls/${id}/options/${view?.selected?.number}/calendar.ics`;
  const { contents } = await ask("resources/read", { uri });
  const { mimeType, text } = toObject(Array.isArray(contents) ? contents[0] : undefined);
  await ask("ui/download-file", { contents: [{ type: "resource", resource: { uri, mimeType, text } }] });
  return host.speech.words.results.saved;
}

onHostClick("vote", () => open(grid?.poll.inviteUrl));
onHostClick("manage", () => open(grid?.poll.adminUrl));
onHostClick("refresh", refresh);
onHostClick("calendar", addToCalendar);
getElement("best-first").addEventListener("click", () => setOrder(true));
getElement("by-date").addEventListener("click", () => setOrder(false));
getElement("zone").addEventListener("change", ({ target }) => {
  zone = (target as HTMLSelectElement).value;
  render();
});

function showResult(result: Record<string, unknown>): void {
  const found = readGrid(result);
  const { words } = host.speech;
  if (result["isError"] === true) showMessage(explainFailure(result));
  else if (found === undefined) showMessage(words.common.empty);
  else {
    required = new Set(found.people.filter(({ part }) => part === "required").map(({ id }) => id));
    zone = undefined;
    showGrid(found);
  }
}

function showGrid(next: Grid): void {
  grid = next;
  selected = undefined;
  scroller.scrollTop = 0;
  render();
}

/** Shows a message instead of results. */
function showMessage(text: string): void {
  grid = undefined;
  results.hidden = true;
  fill("notice", text);
}

/** The grid in a tool's result, unless an older or newer server made it. */
function readGrid(result: Record<string, unknown>): Grid | undefined {
  const found = toObject(result["_meta"])[gridKey] as Grid | undefined;
  return found?.version === 6 ? found : undefined;
}

await connect({
  name: "rallly-connect-results",
  onResult: showResult,
  onCancel: () => showMessage(host.speech.words.common.cancelled),
  onContext() {
    const { capabilities } = host;
    getElement("calendar").hidden = !("serverResources" in capabilities && "downloadFile" in capabilities);
    render();
  },
});
