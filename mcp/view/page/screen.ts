import { formatCalendarUri } from "../../output/calendar-uri.ts";
import { createOptionFormatter, isSupportedTimeZone, type OptionLabels, pickZone } from "../format.ts";
import type { Grid } from "../grid.ts";
import { createRanker, type RankedColumn } from "../ranking.ts";
import { type BestTimes, fillBest, moreLabel } from "./best.ts";
import { createName, getElement } from "./dom.ts";
import { type Choices, fillChoices, fillHeader } from "./header.ts";
import { Heatmap } from "./heatmap.ts";
import { enableKeyboardNavigation } from "./keyboard.ts";

/** Actions of the host. They reject with an error whose message can be shown. */
export interface HostActions {
  open(url: string): Promise<void>;
  refresh(grid: Grid): Promise<Grid>;
  /** Whether the host can read a resource and save it as a file. */
  canSaveFiles(): boolean;
  /** Reads a resource and saves it as a file. */
  save(uri: string): Promise<void>;
}

/** The screen, as the rest of the page uses it. */
export interface Screen {
  showGrid(grid: Grid): void;
  /** Shows a message instead of results. */
  showMessage(text: string): void;
  /** Sets the viewer's language and time zone. */
  setViewer(viewer: { locale: string | undefined; timeZone: string | undefined }): void;
}

/** Creates the screen. It holds the viewer's choices and renders the grid. */
export function createScreen(host: HostActions): Screen {
  let grid: Grid | undefined;
  let required = new Set<string>();
  let locale: string | undefined;
  let ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  let choices: Choices = { zone: null, bestFirst: false };
  let expanded = false;
  let selected: number | undefined;
  let ranker: ReturnType<typeof createRanker> | undefined;
  let ranking: RankedColumn[] = [];
  let labels: OptionLabels[] = [];

  const heatmap = new Heatmap(getElement("scroller"), {
    onPersonClick: toggleRequired,
    onOptionClick: select,
  });
  const restoreTabStop = enableKeyboardNavigation(getElement("scroller"), heatmap);

  function setGrid(next: Grid): void {
    grid = next;
    ranker = createRanker(next);
    selected = undefined;
  }

  function toggleRequired(id: string): void {
    if (!required.delete(id)) required.add(id);
    rank();
    if (choices.bestFirst) build();
    else mark();
    const name = grid?.people.find((person) => person.id === id)?.name ?? "";
    const best = labels[ranking[0]?.index ?? 0]?.full ?? "";
    announce(`${name} ${required.has(id) ? "must attend" : "need not attend"}. Best: ${best}`);
  }

  function select(option: number): void {
    selected = option;
    mark();
    heatmap.revealColumn(option);
  }

  function rank(): void {
    ranking = ranker?.(required, Date.now()) ?? [];
  }

  function build(): void {
    if (grid === undefined) return;
    const byDate = grid.options.map((_, index) => index);
    const columns = choices.bestFirst ? ranking.map(({ index }) => index) : byDate;
    heatmap.build({ grid, labels, columns }, { ranking, required, selected: selectedOption() });
    renderBest();
    restoreTabStop();
  }

  function mark(): void {
    heatmap.mark({ ranking, required, selected: selectedOption() });
    renderBest();
  }

  /** The option that the viewer selected, else the best one. */
  function selectedOption(): number {
    return selected ?? ranking[0]?.index ?? -1;
  }

  function renderBest(): void {
    if (grid === undefined) return;
    const best: BestTimes = { grid, ranking, labels, selected: selectedOption(), expanded, select };
    fillBest(getElement("best"), best);
    const more = getElement("more");
    const label = moreLabel(best);
    more.hidden = label === null;
    more.textContent = label;
    more.setAttribute("aria-expanded", String(expanded));
    renderCalendar();
  }

  function renderCalendar(): void {
    const button = getElement("calendar");
    const label = labels[selectedOption()];
    button.hidden = calendarUri() === null || label === undefined;
    if (label === undefined) return;
    const when = `${label.weekday} ${label.day}${label.start === "" ? "" : `, ${label.start}`}`;
    button.replaceChildren("Add to calendar: ", createName(when));
  }

  /** The calendar entry of the selected option. Null when the host cannot save it. */
  function calendarUri(): string | null {
    const number = grid?.numbers?.[selectedOption()];
    return grid === undefined || number === undefined || !host.canSaveFiles()
      ? null
      : formatCalendarUri(grid.poll.id, number);
  }

  function announce(text: string): void {
    getElement("status").textContent = text;
  }

  function render(): void {
    if (grid === undefined) return;
    labels = grid.options.map(createOptionFormatter(pickZone(grid, ownZone, choices.zone), locale));
    rank();
    fillHeader(grid, { refresh, open: (url) => attempt(() => host.open(url)) });
    fillChoices(grid, ownZone, choices, (next) => {
      choices = next;
      render();
    });
    build();
    getElement("notice").hidden = true;
    getElement("results").hidden = false;
  }

  function refresh(): void {
    const current = grid;
    if (current === undefined) return;
    runOnce("refresh", "Refreshing…", async () => {
      const fresh = await host.refresh(current);
      const known = new Set(fresh.people.map(({ id }) => id));
      required = new Set([...required].filter((id) => known.has(id)));
      setGrid(fresh);
      render();
      announce("Up to date.");
    });
  }

  function addToCalendar(): void {
    const uri = calendarUri();
    if (uri === null) return;
    runOnce("calendar", "Getting the calendar entry…", async () => {
      await host.save(uri);
      announce("Calendar entry saved.");
    });
  }

  /** Runs the action of a button, unless it is running. */
  function runOnce(id: string, status: string, action: () => Promise<void>): void {
    const button = getElement(id);
    if (button.hasAttribute("aria-disabled")) return;
    announce(status);
    attempt(async () => {
      button.setAttribute("aria-disabled", "true");
      try {
        await action();
      } finally {
        button.removeAttribute("aria-disabled");
      }
    });
  }

  function attempt(action: () => Promise<void>): void {
    action().catch((error: unknown) => announce(error instanceof Error ? error.message : String(error)));
  }

  getElement("calendar").addEventListener("click", addToCalendar);
  getElement("more").addEventListener("click", () => {
    expanded = !expanded;
    renderBest();
  });

  return {
    showGrid(next) {
      setGrid(next);
      choices = { ...choices, zone: null };
      required = new Set(next.required);
      render();
    },
    showMessage(text) {
      const notice = getElement("notice");
      notice.textContent = text;
      notice.hidden = false;
      getElement("results").hidden = true;
    },
    setViewer(viewer) {
      locale = viewer.locale;
      if (viewer.timeZone !== undefined && isSupportedTimeZone(viewer.timeZone)) ownZone = viewer.timeZone;
      render();
    },
  };
}
