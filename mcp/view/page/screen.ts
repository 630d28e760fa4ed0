import type { Grid } from "../grid.ts";
import { type RankedOption, rankGrid } from "../order.ts";
import { createSpeaker, isTimeZone, nameZone, type OptionWords } from "../words.ts";
import { type BestTimes, fillBest, offerMore } from "./best.ts";
import { create, createButton, createName, find, refill } from "./dom.ts";
import { Heatmap } from "./heatmap.ts";
import { walkWithKeys } from "./keys.ts";

/** What the screen asks of the host. Both reject with something that can be shown. */
export interface Wishes {
  open(url: string): Promise<void>;
  refresh(grid: Grid): Promise<Grid>;
}

/** The screen, as the rest of the page uses it. */
export interface Screen {
  show(grid: Grid): void;
  /** Says something in place of results. */
  say(text: string): void;
  /** The viewer's language and zone. */
  setPlace(place: { locale: string | undefined; timeZone: string | undefined }): void;
}

/** The whole screen: it holds what the viewer chose, and draws what follows from it. */
export function createScreen(wishes: Wishes): Screen {
  let grid: Grid | undefined;
  let required = new Set<string>();
  let locale: string | undefined;
  let ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  let inOwnZone = false;
  let bestFirst = false;
  let all = false;
  let selected: number | undefined;
  let ranking: RankedOption[] = [];
  let words: OptionWords[] = [];

  const heatmap = new Heatmap(find("scroller"), { person: toggleRequired, option: select });
  const restoreStop = walkWithKeys(find("scroller"), heatmap);

  function toggleRequired(id: string): void {
    if (!required.delete(id)) required.add(id);
    rank();
    if (bestFirst) build();
    else mark();
    const name = grid?.people.find((person) => person.id === id)?.name ?? "";
    const best = words[ranking[0]?.option ?? 0]?.full ?? "";
    announce(`${name} ${required.has(id) ? "must attend" : "need not attend"}. Best: ${best}`);
  }

  function select(option: number): void {
    selected = option;
    mark();
    heatmap.revealColumn(option);
  }

  function rank(): void {
    if (grid !== undefined) ranking = rankGrid(grid, required, Date.now());
  }

  function build(): void {
    if (grid === undefined) return;
    const columns = bestFirst ? ranking.map(({ option }) => option) : grid.options.map((_, index) => index);
    heatmap.build({ grid, words, columns }, marks());
    mark();
    restoreStop();
  }

  function marks() {
    return { ranking, required, selected: selected ?? ranking[0]?.option ?? -1 };
  }

  function mark(): void {
    if (grid === undefined) return;
    heatmap.mark(marks());
    const best: BestTimes = { grid, ranking, words, selected: marks().selected, all, select };
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
    const zone = inOwnZone && grid.poll.timeZone !== null ? ownZone : grid.poll.timeZone;
    words = grid.options.map(createSpeaker(zone, locale));
    rank();
    drawHeader(grid);
    drawChoices(grid);
    build();
    find("notice").hidden = true;
    find("results").hidden = false;
  }

  function drawHeader({ poll, people, others, options }: Grid): void {
    find("title").replaceChildren(createName(poll.title));
    const total = people.length + others.count;
    const facts = [
      poll.status,
      `${total} ${total === 1 ? "person" : "people"}`,
      `${options.length} ${poll.kind === "date" ? "days" : "times"}`,
    ];
    find("best-title").textContent = poll.kind === "date" ? "Best days" : "Best times";
    find("facts").replaceChildren(...facts.map((fact) => create("span", { class: "fact" }, fact)));
    const link = (label: string, url: string | null) =>
      url === null ? [] : [createButton({ class: "action" }, () => attempt(() => wishes.open(url)), label)];
    refill(
      find("links"),
      createButton({ id: "refresh", class: "action" }, refresh, "Refresh"),
      ...link("Open poll", poll.inviteUrl),
      ...link("Manage", poll.adminUrl),
    );
    find("empty").hidden = total > 0;
  }

  function drawChoices({ poll, others }: Grid): void {
    const zones = find("zones");
    const pollZone = poll.timeZone;
    zones.hidden = poll.kind === "date" || pollZone === null || pollZone === ownZone;
    const choice = (label: string, pressed: boolean, press: () => void) =>
      createButton({ class: "choose", "aria-pressed": String(pressed) }, press, label);
    const setZone = (own: boolean) => () => {
      inOwnZone = own;
      drawAll();
    };
    refill(
      zones,
      choice(`Poll: ${nameZone(pollZone ?? "")}`, !inOwnZone, setZone(false)),
      choice(`Mine: ${nameZone(ownZone)}`, inOwnZone, setZone(true)),
    );
    const setOrder = (best: boolean) => () => {
      bestFirst = best;
      drawAll();
    };
    refill(
      find("orders"),
      choice("By date", !bestFirst, setOrder(false)),
      choice("Best first", bestFirst, setOrder(true)),
    );
    const zone = inOwnZone ? ownZone : pollZone;
    const floating =
      pollZone === null ? " Times are as written: the poll has no time zone." : ` Times in ${zone}.`;
    find("times").textContent = poll.kind === "date" ? "" : floating;
    const rest = find("others");
    rest.hidden = others.count === 0;
    rest.textContent = `${others.count} more people are counted but not listed.`;
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
        selected = undefined;
        grid = fresh;
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
    mark();
  });

  return {
    show(next) {
      grid = next;
      required = new Set(next.required);
      selected = undefined;
      drawAll();
    },
    say(text) {
      const notice = find("notice");
      notice.textContent = text;
      notice.hidden = false;
      find("results").hidden = true;
    },
    setPlace(place) {
      locale = place.locale;
      if (place.timeZone !== undefined && isTimeZone(place.timeZone)) ownZone = place.timeZone;
      drawAll();
    },
  };
}
