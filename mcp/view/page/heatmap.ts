import type { OptionLabels } from "../format.ts";
import type { Grid } from "../grid.ts";
import type { RankedColumn } from "../ranking.ts";
import { countPeople } from "../ranking.ts";
import { visibleRows } from "../visible-rows.ts";
import { create } from "./dom.ts";
import { createDays, createHead, createHeads, createRow, markHead } from "./heatmap-cells.ts";

/** What the heatmap shows: everything that, when it changes, means building it anew. */
export interface HeatmapData {
  grid: Grid;
  words: OptionLabels[];
  /** Options from left to right. */
  columns: number[];
}

/** What may change in a heatmap that stands. */
export interface HeatmapMarks {
  ranking: RankedColumn[];
  required: ReadonlySet<string>;
  selected: number;
}

/** What the heatmap reports. */
export interface HeatmapHandlers {
  person(id: string): void;
  option(option: number): void;
}

/**
 * A table of people by options, in which only the rows near the visible ones exist. The scroller hears of every
 * change of rows as an event named `rows`.
 */
export class Heatmap {
  private readonly scroller: HTMLElement;
  private readonly presses: HeatmapHandlers;
  private readonly table = create("table", { role: "grid", "aria-labelledby": "who" });
  private readonly body = create("tbody");
  private readonly above = create("tr", { "aria-hidden": "true" });
  private readonly below = create("tr", { "aria-hidden": "true" });
  private rows: (HTMLTableRowElement | undefined)[] = [];
  private heads: HTMLTableCellElement[] = [];
  private stripes: HTMLTableColElement[] = [];
  private data: HeatmapData | undefined;
  private marks: HeatmapMarks | undefined;

  constructor(scroller: HTMLElement, presses: HeatmapHandlers) {
    this.scroller = scroller;
    this.presses = presses;
    scroller.append(this.table);
    scroller.addEventListener("scroll", () => requestAnimationFrame(() => this.showRows()), {
      passive: true,
    });
    new ResizeObserver(() => this.showRows()).observe(scroller);
  }

  /** Builds the table anew. */
  build(data: HeatmapData, marks: HeatmapMarks): void {
    const { grid, words, columns } = data;
    this.data = data;
    this.rows = [];
    this.table.setAttribute("aria-rowcount", String(grid.people.length + 2));
    this.stripes = columns.map(() => create("col"));
    this.heads = columns.map((option) => createHead(words[option], () => this.presses.option(option)));
    this.body.replaceChildren(this.above, this.below);
    this.table.replaceChildren(
      create("colgroup", {}, create("col", { class: "names" }), ...this.stripes),
      create(
        "thead",
        {},
        createDays(columns.flatMap((option) => words[option] ?? [])),
        createHeads(this.heads),
      ),
      this.body,
    );
    this.mark(marks);
    this.showRows();
  }

  /** Brings what stands up to date: the ranking above the columns, the stars beside the names. */
  mark(marks: HeatmapMarks): void {
    const { data } = this;
    if (data === undefined) return;
    this.marks = marks;
    const people = countPeople(data.grid);
    for (const ranked of marks.ranking) {
      const column = data.columns.indexOf(ranked.index);
      const head = this.heads[column];
      const selected = ranked.index === marks.selected;
      if (head !== undefined) markHead(head, ranked, people, selected);
      this.stripes[column]?.classList.toggle("chosen", selected);
    }
    this.rows.forEach((_, person) => {
      this.markRow(person);
    });
  }

  /** Makes sure that a person's row exists and can be scrolled to. */
  reveal(person: number): void {
    if (this.rows[person]?.isConnected === true) return;
    this.scroller.scrollTop = person * this.rowHeight;
    this.showRows();
  }

  /** Scrolls sideways until a column can be seen. */
  revealColumn(option: number): void {
    const column = this.data?.columns.indexOf(option) ?? -1;
    this.heads[column]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  private get rowHeight(): number {
    return Number.parseFloat(getComputedStyle(this.table).getPropertyValue("--row"));
  }

  private markRow(person: number): void {
    const id = this.data?.grid.people[person]?.id ?? "";
    const required = this.marks?.required.has(id) === true;
    this.rows[person]?.querySelector("button")?.setAttribute("aria-pressed", String(required));
  }

  private showRows(): void {
    const people = this.data?.grid.people ?? [];
    const height = this.rowHeight;
    const { scrollTop, clientHeight } = this.scroller;
    const { first, end } = visibleRows(scrollTop, clientHeight, height, people.length);
    this.rows.forEach((row, place) => {
      if (row === undefined || (place >= first && place < end)) return;
      // The keyboard stays in the table: from here the arrows lead on.
      if (row.contains(document.activeElement)) this.scroller.focus({ preventScroll: true });
      row.remove();
    });
    // Rows that stay must not be moved: the one with the focus would lose it.
    let next: ChildNode | null = this.above.nextSibling;
    people.slice(first, end).forEach((person, index) => {
      const place = first + index;
      const row = this.rows[place] ?? createRow(person, place, this.data?.columns ?? [], this.presses.person);
      this.rows[place] = row;
      this.markRow(place);
      if (next === row) next = row.nextSibling;
      else this.body.insertBefore(row, next);
    });
    this.above.style.setProperty("height", `${first * height}px`);
    this.below.style.setProperty("height", `${(people.length - end) * height}px`);
    this.scroller.dispatchEvent(new Event("rows"));
  }
}
