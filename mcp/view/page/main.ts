import { countResponses, rankVotes } from "../../../src/scheduling/rank/ranking.ts";
import { compareOptionTimes } from "../../../src/time/options.ts";
import { createOptionFormatter, listZones } from "../format.ts";
import { type Grid, gridKey } from "../grid.ts";
import { readVotes } from "../votes.ts";
import { createIcon, fill, getElement, type IconName } from "./dom.ts";
import { applyHostStyles, type HostContext, listen, notify, request, toObject, watchSize } from "./host.ts";
import { fillScreen, type View } from "./screen.ts";
import { fillTable } from "./table.ts";

/** Maximum height beside the messages of a conversation, in px. */
const maxHeight = 500;

let context: HostContext = {};

let view: View | undefined;
let grid: Grid | undefined;
let required = new Set<string>();
/** The zone and the number of the option that the viewer chose. */
let zone: string | undefined;
let selected: number | undefined;
let bestFirst = true;
/** The first row that is shown, and how many fit. */
let first = 0;
let fitting = 1;

const results = getElement("results");

function render(): void {
  if (grid === undefined) return;
  const { options } = grid;
  const table = readVotes(grid, required);
  const ranking = rankVotes(table, Date.now());
  const timeOf = ({ number }: { number: number }) => options[number - 1]?.when ?? { date: "" };
  const byDate = () => ranking.toSorted((one, other) => compareOptionTimes(timeOf(one), timeOf(other)));
  const rows = bestFirst ? ranking : byDate();
  const zones = listZones(grid, context.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const shownZone = [zone, ...zones.keys()].find((each) => zones.has(each ?? "")) ?? "UTC";
  view = {
    grid,
    people: countResponses(table),
    ranking,
    rows: rows.slice(first, first + fitting),
    first,
    labels: options.map(({ when }) => when).map(createOptionFormatter(shownZone, context.locale)),
    zones,
    zone: shownZone,
    bestFirst,
    selected: ranking.find(({ number }) => number === selected) ?? ranking[0],
    required,
    select,
    toggleRequired,
    showRow,
  };
  fillScreen(view);
  fillTable(view);
  results.hidden = false;
  fill("notice");
}

/** Renders as many rows as fit. */
function layOut(): void {
  render();
  // The buttons for pages are needed as soon as one row does not fit.
  getElement("pages").hidden = false;
  const rows = getElement("options");
  const room = maxHeight - document.body.offsetHeight + rows.offsetHeight;
  const rowHeight = rows.querySelector("tr")?.offsetHeight ?? maxHeight;
  fitting = Math.max(1, Math.floor(room / rowHeight));
  render();
}

function select(number: number): void {
  selected = number;
  layOut();
}

function toggleRequired(id: string): void {
  if (!required.delete(id)) required.add(id);
  selected = undefined;
  layOut();
  const name = grid?.people.find((person) => person.id === id)?.name;
  const text = required.has(id) ? "must attend" : "need not attend";
  announce(`${name} ${text}. Best: ${getElement("when").textContent}`);
}

function showRow(row: number): void {
  const count = grid?.options.length ?? 0;
  if (row < 0 || row >= count || (row >= first && row < first + fitting)) return;
  first = Math.max(0, Math.min(row < first ? row + 1 - fitting : row, count - fitting));
  render();
}

function setOrder(next: boolean): void {
  bestFirst = next;
  first = 0;
  render();
}

async function open(url: string | undefined): Promise<string> {
  await ask("ui/open-link", { url }, "The host did not open the link.");
  return "";
}

async function refresh(): Promise<string> {
  const result = await ask("tools/call", { ...grid?.refresh }, "The refresh failed.");
  const fresh = readGrid(result);
  if (fresh === undefined) throw new Error("The response has no results.");
  showGrid(fresh);
  return "Up to date.";
}

async function addToCalendar(): Promise<string> {
  const id = encodeURIComponent(grid?.poll.id ?? "");
  const uri = `rallly://polls/${id}/options/${view?.selected?.number}/calendar.ics`;
  const { contents } = await request("resources/read", { uri });
  const { mimeType, text } = toObject(Array.isArray(contents) ? contents[0] : undefined);
  const file = { contents: [{ type: "resource", resource: { uri, mimeType, text } }] };
  await ask("ui/download-file", file, "The host did not save the calendar entry.");
  return "Calendar entry saved.";
}

/** Sends a request to the host. Throws its text when the result is an error. */
async function ask(method: string, params: object, failure: string): Promise<Record<string, unknown>> {
  const result = await request(method, params);
  if (result["isError"] === true) throw new Error(readText(result) || failure);
  return result;
}

const onClick = (id: string, action: () => void) => getElement(id).addEventListener("click", action);

const announce = (text: string) => getElement("status").replaceChildren(text);

/** Runs an action of the host on a click, unless it is running. Shows its result or its error. */
function onHostClick(id: string, text: string, action: () => Promise<string>): void {
  let isRunning = false;
  onClick(id, async () => {
    if (isRunning) return;
    isRunning = true;
    announce(text);
    announce(await action().catch((error: Error) => error.message));
    isRunning = false;
  });
}

onHostClick("vote", "", () => open(grid?.poll.inviteUrl));
onHostClick("manage", "", () => open(grid?.poll.adminUrl));
onHostClick("refresh", "Refreshing…", refresh);
onHostClick("calendar", "Getting the calendar entry…", addToCalendar);
onClick("best-first", () => setOrder(true));
onClick("by-date", () => setOrder(false));
onClick("previous", () => showRow(first - 1));
onClick("next", () => showRow(first + fitting));
getElement("zone").addEventListener("change", ({ target }) => {
  zone = (target as HTMLSelectElement).value;
  layOut();
});

function showResult(result: Record<string, unknown>): void {
  const found = readGrid(result);
  if (found === undefined) showMessage(readText(result) || "There are no results to show.");
  else {
    required = new Set(found.people.filter(({ part }) => part === "required").map(({ id }) => id));
    zone = undefined;
    showGrid(found);
  }
}

function showGrid(next: Grid): void {
  grid = next;
  selected = undefined;
  first = 0;
  layOut();
}

/** Shows a message instead of results. */
function showMessage(text: string): void {
  grid = undefined;
  results.hidden = true;
  fill("notice", text);
}

function updateContext(change: Record<string, unknown>): void {
  context = { ...context, ...change };
  applyHostStyles(context);
  layOut();
}

/** The grid in a tool's result, unless an older or newer server made it. */
function readGrid(result: Record<string, unknown>): Grid | undefined {
  const found = toObject(result["_meta"])[gridKey] as Grid | undefined;
  return found?.version === 5 ? found : undefined;
}

/** The text of a tool's result. */
function readText({ content }: Record<string, unknown>): string {
  const parts = Array.isArray(content) ? content : [];
  const texts = parts.map((part) => String(toObject(part)["text"] ?? ""));
  return texts.join("\n").trim().slice(0, 1000);
}

for (const element of document.querySelectorAll<HTMLElement>("[data-icon]"))
  element.prepend(createIcon(element.dataset["icon"] as IconName));
listen({
  "ui/notifications/tool-result": showResult,
  "ui/notifications/tool-cancelled": () => showMessage("The search was cancelled."),
  "ui/notifications/host-context-changed": updateContext,
});
const { hostCapabilities, hostContext } = await request("ui/initialize", {
  appInfo: { name: "rallly-connect-results", version: "1.0.0" },
  appCapabilities: { availableDisplayModes: ["inline"] },
  protocolVersion: "2026-01-26",
}).catch((): Record<string, unknown> => ({}));
const capabilities = toObject(hostCapabilities);
getElement("calendar").hidden = !("serverResources" in capabilities && "downloadFile" in capabilities);
updateContext(toObject(hostContext));
notify("ui/notifications/initialized", {});
watchSize((size) => notify("ui/notifications/size-changed", size), layOut);
