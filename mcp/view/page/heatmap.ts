import type { OptionLabels } from "../format.ts";
import type { Grid } from "../grid.ts";
import type { RankedColumn } from "../ranking.ts";
import { countPeople } from "../ranking.ts";
import { visibleRows } from "../visible-rows.ts";
import { create } from "./dom.ts";
import {
  createDayRow,
  createOptionHeader,
  createOptionRow,
  createPersonRow,
  updateOptionHeader,
} from "./heatmap-cells.ts";

/** The data of the heatmap. A change needs a new {@link Heatmap.build}. */
export interface HeatmapData {
  grid: Grid;
  labels: OptionLabels[];
  /** Indexes of options, from left to right. */
  columns: number[];
}

/** What {@link Heatmap.mark} can change without a new build. */
export interface HeatmapMarks {
  ranking: RankedColumn[];
  required: ReadonlySet<string>;
  selected: number;
}

/** Handlers of clicks in the heatmap. */
export interface HeatmapHandlers {
  onPersonClick(id: string): void;
  onOptionClick(option: number): void;
}

/**
 * A table of people by options that renders only the rows near the visible ones. Dispatches the event `rows` on the
 * scroller whenever the rows change.
 */
export class Heatmap {
  private readonly scroller: HTMLElement;
  private readonly handlers: HeatmapHandlers;
  private readonly table = create("table", { role: "grid", "aria-labelledby": "who" });
  private readonly body = create("tbody");
  private readonly above = create("tr", { "aria-hidden": "true" });
  private readonly below = create("tr", { "aria-hidden": "true" });
  private rows: (HTMLTableRowElement | undefined)[] = [];
  private heads: HTMLTableCellElement[] = [];
  private columnElements: HTMLTableColElement[] = [];
  private data: HeatmapData | undefined;
  private marks: HeatmapMarks | undefined;

  constructor(scroller: HTMLElement, handlers: HeatmapHandlers) {
    this.scroller = scroller;
    this.handlers = handlers;
    scroller.append(this.table);
    scroller.addEventListener("scroll", () => requestAnimationFrame(() => this.renderRows()), {
      passive: true,
    });
    new ResizeObserver(() => this.renderRows()).observe(scroller);
  }

  /** Builds the table. */
  build(data: HeatmapData, marks: HeatmapMarks): void {
    const { grid, labels, columns } = data;
    this.data = data;
    this.rows = [];
    this.table.setAttribute("aria-rowcount", String(grid.people.length + 2));
    this.columnElements = columns.map(() => create("col"));
    this.heads = columns.map((option) =>
      createOptionHeader(labels[option], () => this.handlers.onOptionClick(option)),
    );
    this.body.replaceChildren(this.above, this.below);
    this.table.replaceChildren(
      create("colgroup", {}, create("col", { class: "names" }), ...this.columnElements),
      create(
        "thead",
        {},
        createDayRow(columns.flatMap((option) => labels[option] ?? [])),
        createOptionRow(this.heads),
      ),
      this.body,
    );
    this.mark(marks);
    this.renderRows();
  }

  /** Updates the header cells and the stars. */
  mark(marks: HeatmapMarks): void {
    const { data } = this;
    if (data === undefined) return;
    this.marks = marks;
    const people = countPeople(data.grid);
    for (const ranked of marks.ranking) {
      const column = data.columns.indexOf(ranked.index);
      const head = this.heads[column];
      const selected = ranked.index === marks.selected;
      if (head !== undefined) updateOptionHeader(head, ranked, people, selected);
      this.columnElements[column]?.classList.toggle("chosen", selected);
    }
    this.rows.forEach((_, person) => {
      this.markRow(person);
    });
  }

  /** Scrolls to a person's row, so that it is rendered. */
  reveal(person: number): void {
    if (this.rows[person]?.isConnected === true) return;
    this.scroller.scrollTop = person * this.rowHeight;
    this.renderRows();
  }

  /** Scrolls a column into view. */
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

  private renderRows(): void {
    const people = this.data?.grid.people ?? [];
    const height = this.rowHeight;
    const { scrollTop, clientHeight } = this.scroller;
    const { first, end } = visibleRows(scrollTop, clientHeight, height, people.length);
    this.rows.forEach((row, index) => {
      if (row === undefined || (index >= first && index < end)) return;
      // The focus stays in the table, so that the arrow keys still work.
      if (row.contains(document.activeElement)) this.scroller.focus({ preventScroll: true });
      row.remove();
    });
    // Rows that stay are not moved, because a moved row loses the focus.
    let next: ChildNode | null = this.above.nextSibling;
    people.slice(first, end).forEach((person, offset) => {
      const index = first + offset;
      const row =
        this.rows[index] ??
        createPersonRow(person, index, this.data?.columns ?? [], this.handlers.onPersonClick);
      this.rows[index] = row;
      this.markRow(index);
      if (next === row) next = row.nextSibling;
      else this.body.insertBefore(row, next);
    });
    this.above.style.setProperty("height", `${first * height}px`);
    this.below.style.setProperty("height", `${(people.length - end) * height}px`);
    this.scroller.dispatchEvent(new Event("rows"));
  }
}
