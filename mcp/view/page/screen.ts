import { createOptionFormatter, isSupportedTimeZone, type OptionLabels } from "../format.ts";
import type { Grid } from "../grid.ts";
import { createRanker, type RankedColumn } from "../ranking.ts";
import { pickZone } from "../zones.ts";
import { type BestTimes, fillBest, offerMore } from "./best.ts";
import { find } from "./dom.ts";
import { type Choices, fillChoices, fillHeader } from "./header.ts";
import { Heatmap } from "./heatmap.ts";
import { enableKeyboardNavigation } from "./keyboard.ts";

/** What the screen asks of the host. Both reject with something that can be shown. */
export interface HostActions {
  open(url: string): Promise<void>;
  refresh(grid: Grid): Promise<Grid>;
}

/** The screen, as the rest of the page uses it. */
export interface Screen {
  show(grid: Grid): void;
  /** Says something in place of results. */
  showMessage(text: string): void;
  /** The viewer's language and zone. */
  setPlace(place: { locale: string | undefined; timeZone: string | undefined }): void;
}

/** The whole screen: it holds what the viewer chose, and draws what follows from it. */
export function createScreen(wishes: HostActions): Screen {
  let grid: Grid | undefined;
  let required = new Set<string>();
  let locale: string | undefined;
  let ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  let choices: Choices = { zone: null, bestFirst: false };
  let all = false;
  let selected: number | undefined;
  let ranker: ReturnType<typeof createRanker> | undefined;
  let ranking: RankedColumn[] = [];
  let words: OptionLabels[] = [];

  const heatmap = new Heatmap(find("scroller"), { person: toggleRequired, option: select });
  const restoreStop = enableKeyboardNavigation(find("scroller"), heatmap);

  function take(next: Grid): void {
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
    const best = words[ranking[0]?.index ?? 0]?.full ?? "";
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
    heatmap.build({ grid, words, columns }, { ranking, required, selected: readSelected() });
    list();
    restoreStop();
  }

  function mark(): void {
    heatmap.mark({ ranking, required, selected: readSelected() });
    list();
  }

  /** The option that the viewer picked, else the best one, whichever that is just now. */
  function readSelected(): number {
    return selected ?? ranking[0]?.index ?? -1;
  }

  function list(): void {
    if (grid === undefined) return;
    const best: BestTimes = { grid, ranking, words, selected: readSelected(), all, select };
    fillBest(find("best"), best);
    const more = find("more");
    const offer = offerMore(best);
    more.hidden = offer === null;
    more.textContent = offer;
    more.setAttribute("aria-expanded", String(all));
  }

  function announce(text: string): void {
    find("news").textContent = text;
  }

  function drawAll(): void {
    if (grid === undefined) return;
    words = grid.options.map(createOptionFormatter(pickZone(grid, ownZone, choices.zone), locale));
    rank();
    fillHeader(grid, { refresh, open: (url) => attempt(() => wishes.open(url)) });
    fillChoices(grid, ownZone, choices, (to) => {
      choices = to;
      drawAll();
    });
    build();
    find("notice").hidden = true;
    find("results").hidden = false;
  }

  function refresh(): void {
    const shown = grid;
    const button = find("refresh");
    if (shown === undefined || button.hasAttribute("aria-disabled")) return;
    announce("Refreshing…");
    attempt(async () => {
      button.setAttribute("aria-disabled", "true");
      try {
        const fresh = await wishes.refresh(shown);
        const known = new Set(fresh.people.map(({ id }) => id));
        required = new Set([...required].filter((id) => known.has(id)));
        take(fresh);
        drawAll();
        announce("Up to date.");
      } finally {
        button.removeAttribute("aria-disabled");
      }
    });
  }

  function attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => announce(error instanceof Error ? error.message : String(error)));
  }

  find("more").addEventListener("click", () => {
    all = !all;
    list();
  });

  return {
    show(next) {
      take(next);
      choices = { ...choices, zone: null };
      required = new Set(next.required);
      drawAll();
    },
    showMessage(text) {
      const notice = find("notice");
      notice.textContent = text;
      notice.hidden = false;
      find("results").hidden = true;
    },
    setPlace(place) {
      locale = place.locale;
      if (place.timeZone !== undefined && isSupportedTimeZone(place.timeZone)) ownZone = place.timeZone;
      drawAll();
    },
  };
}
