import { countResponses, rankVotes } from "../../../src/scheduling/rank/ranking.ts";
import { formatOption } from "../../../src/time/format.ts";
import { compareOptionTimes, type OptionTime } from "../../../src/time/options.ts";
import { chooseOwnZone, createOptionFormatter, listZones } from "../format.ts";
import { type Grid, gridKey } from "../grid.ts";
import { readVotes } from "../votes.ts";
import { getElement } from "./dom.ts";
import { announce, chooseZone, connect, onHostClick, onOpenClick } from "./frame.ts";
import { ask, can, host, type JsonObject, readMeta, share, toObject } from "./host.ts";
import { fillScreen, type Ranked, type View } from "./results-screen.ts";
import { fillTable } from "./results-table.ts";

let grid: Grid | undefined;
let view: View | undefined;
let required = new Set<string>();
/** The number of the option that the viewer chose. */
let selected: number | undefined;
let bestFirst = true;

function render(): void {
  if (grid === undefined) return;
  const { options, poll, shownIn } = grid;
  const { speech, context } = host;
  const table = readVotes(grid, required);
  const ranking = rankVotes(table, Date.now());
  const whens = options.map(({ when }) => when);
  const timeOf = ({ number }: Ranked): OptionTime => whens[number - 1] ?? { date: "" };
  const ownZone = chooseOwnZone(context.timeZone);
  const zone = chooseZone(listZones({ ...poll, options: whens }, [shownIn], ownZone, speech));
  view = {
    grid,
    people: countResponses(table),
    ranking,
    rows: bestFirst
      ? ranking
      : ranking.toSorted((one, other) => compareOptionTimes(timeOf(one), timeOf(other))),
    labels: whens.map(createOptionFormatter(zone ?? "UTC", speech.locale)),
    selected: ranking.find(({ number }) => number === selected) ?? ranking[0],
    required,
    select,
    toggleRequired,
  };
  getElement("calendar").hidden = !(can("serverResources") && can("downloadFile"));
  getElement("refresh").hidden = !can("serverTools");
  getElement("best-first").ariaPressed = String(bestFirst);
  getElement("by-date").ariaPressed = String(!bestFirst);
  fillScreen(view);
  fillTable(view);
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
  getElement("scroller").scrollTop = 0;
  render();
}

async function refresh(): Promise<string> {
  const { words } = host.speech;
  const fresh = readGrid(await ask("tools/call", { ...grid?.refresh }));
  if (fresh === undefined) throw new Error(words.common.empty);
  showGrid(fresh);
  return words.common.done;
}

async function addToCalendar(): Promise<string> {
  const id = encodeURIComponent(grid?.poll.id ?? "");
  const uri = `rallly://polls/${id}/options/${view?.selected?.number}/calendar.ics`;
  const { contents } = await ask("resources/read", { uri });
  const { mimeType, text } = toObject(Array.isArray(contents) ? contents[0] : undefined);
  await ask("ui/download-file", { contents: [{ type: "resource", resource: { uri, mimeType, text } }] });
  return host.speech.words.common.done;
}

const readGrid = (result: JsonObject) => readMeta<Grid>(result, gridKey, 6);

function showGrid(next: Grid): void {
  grid = next;
  selected = undefined;
  setOrder(bestFirst);
}

onOpenClick("vote", () => grid?.poll.inviteUrl);
onOpenClick("manage", () => grid?.poll.adminUrl);
onHostClick("refresh", refresh);
onHostClick("calendar", addToCalendar);
getElement("best-first").addEventListener("click", () => setOrder(true));
getElement("by-date").addEventListener("click", () => setOrder(false));
getElement("zone").addEventListener("change", render);

await connect({
  name: "rallly-connect-results",
  take(result) {
    const found = readGrid(result);
    if (found === undefined) return host.speech.words.common.empty;
    required = new Set(found.people.filter(({ part }) => part === "required").map(({ id }) => id));
    showGrid(found);
    return undefined;
  },
  repeat: (input) =>
    input["poll"] === undefined
      ? undefined
      : { name: "invited" in input ? "find_missing_people" : "find_best_times", arguments: input },
  render,
});
