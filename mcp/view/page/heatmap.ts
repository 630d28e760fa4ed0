import type { Grid } from "../grid.ts";
import type { RankedOption } from "../order.ts";
import { countPeople } from "../verdict.ts";
import { chooseRows } from "../window.ts";
import type { OptionWords } from "../words.ts";
import { createBar } from "./best.ts";
import { create, createButton, createName, createStar, createUnseen } from "./dom.ts";

/** What the heatmap shows: everything that, when it changes, means building it anew. */
export interface HeatmapData {
  grid: Grid;
  words: OptionWords[];
  /** Options from left to right. */
  columns: number[];
}

/** What may change in a heatmap that stands. */
export interface HeatmapMarks {
  ranking: RankedOption[];
  required: ReadonlySet<string>;
  selected: number;
}

/** How many of the best carry their place above their column. */
const BADGES = 3;

const says: Record<string, string> = { y: "Yes", m: "If need be", "-": "Not marked" };

/** A table of people by options, in which only the rows near the visible ones exist. */
export class Heatmap {
  private readonly scroller: HTMLElement;
  private readonly press: { person(id: string): void; option(option: number): void };
  private readonly table = create("table", { role: "grid", "aria-labelledby": "who" });
  private readonly body = create("tbody");
  private readonly above = create("tr", { "aria-hidden": "true" });
  private readonly below = create("tr", { "aria-hidden": "true" });
  private rows: (HTMLTableRowElement | undefined)[] = [];
  private heads: HTMLTableCellElement[] = [];
  private stripes: HTMLTableColElement[] = [];
  private data: HeatmapData | undefined;
  private marks: HeatmapMarks | undefined;

  constructor(scroller: HTMLElement, press: { person(id: string): void; option(option: number): void }) {
    this.scroller = scroller;
    this.press = press;
    scroller.append(this.table);
    scroller.addEventListener("scroll", () => requestAnimationFrame(() => this.showRows()), {
      passive: true,
    });
    new ResizeObserver(() => this.showRows()).observe(scroller);
  }

  /** Builds the table anew. */
  build(data: HeatmapData, marks: HeatmapMarks): void {
    this.data = data;
    this.rows = [];
    this.table.setAttribute("aria-rowcount", String(data.grid.people.length + 2));
    this.table.setAttribute("aria-colcount", String(data.columns.length + 1));
    this.stripes = data.columns.map(() => create("col"));
    this.heads = data.columns.map((option) => this.createHead(option));
    this.body.replaceChildren(this.above, this.below);
    this.table.replaceChildren(
      create("colgroup", {}, create("col", { class: "names" }), ...this.stripes),
      create("thead", {}, this.createDays(data), this.createOptions()),
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
    const byOption = new Map(marks.ranking.map((ranked) => [ranked.option, ranked]));
    data.columns.forEach((option, column) => {
      const ranked = byOption.get(option);
      if (ranked !== undefined) this.markColumn(column, ranked, option === marks.selected);
    });
    this.rows.forEach((_, person) => {
      this.markRow(person);
    });
  }

  /** Makes sure that a person's row exists and can be scrolled to. */
  reveal(person: number): void {
    if (this.rows[person]?.isConnected !== true) {
      this.scroller.scrollTop = person * this.rowHeight;
      this.showRows();
    }
  }

  /** Scrolls sideways until a column can be seen. */
  revealColumn(option: number): void {
    const column = this.data?.columns.indexOf(option) ?? -1;
    this.heads[column]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  private get rowHeight(): number {
    return Number.parseFloat(getComputedStyle(this.table).getPropertyValue("--row"));
  }

  private markColumn(column: number, ranked: RankedOption, selected: boolean): void {
    const people = this.data === undefined ? 0 : countPeople(this.data.grid);
    const head = this.heads[column];
    if (head === undefined) return;
    head.querySelector("button")?.setAttribute("aria-pressed", String(selected));
    const badge =
      ranked.rank <= BADGES
        ? [create("span", { class: "badge", "aria-hidden": "true" }, String(ranked.rank))]
        : [];
    head
      .querySelector(".score")
      ?.replaceChildren(
        ...badge,
        createUnseen(`, place ${ranked.rank}, `),
        String(ranked.available),
        createUnseen(` of ${people} can make it`),
      );
    head.querySelector(".bar")?.replaceWith(createBar(ranked, people));
    const stripe = this.stripes[column];
    if (stripe !== undefined) stripe.className = selected ? "chosen" : "";
  }

  private markRow(person: number): void {
    const id = this.data?.grid.people[person]?.id ?? "";
    const required = this.marks?.required.has(id) === true;
    this.rows[person]?.querySelector("button")?.setAttribute("aria-pressed", String(required));
  }

  private createDays({ columns, words }: HeatmapData): HTMLElement {
    const row = create("tr", { "aria-rowindex": "1" }, create("td", { "aria-colindex": "1", class: "nook" }));
    for (let column = 0; column < columns.length; ) {
      const day = words[columns[column] ?? 0]?.day ?? "";
      let end = column + 1;
      while (end < columns.length && words[columns[end] ?? 0]?.day === day) end++;
      const cell = create(
        "th",
        {
          scope: "colgroup",
          class: "day",
          colspan: String(end - column),
          "aria-colindex": String(column + 2),
        },
        createName(day, { class: "label" }),
      );
      row.append(cell);
      column = end;
    }
    return row;
  }

  private createOptions(): HTMLElement {
    const corner = create(
      "th",
      { scope: "col", "aria-colindex": "1", class: "corner", tabindex: "-1" },
      "Name",
    );
    this.heads.forEach((head, column) => {
      head.setAttribute("aria-colindex", String(column + 2));
    });
    return create("tr", { "aria-rowindex": "2" }, corner, ...this.heads);
  }

  private createHead(option: number): HTMLTableCellElement {
    const words = this.data?.words[option];
    const button = createButton(
      { tabindex: "-1", class: "pick" },
      () => this.press.option(option),
      createUnseen(`${words?.date ?? ""} `),
      createName(words?.start ?? "", { class: "start" }),
      createName(words?.end ?? "", { class: "end" }),
      create("span", { class: "score" }),
      create("span", { class: "bar" }),
    );
    return create("th", { scope: "col", class: "head" }, button);
  }

  private createRow(person: number): HTMLTableRowElement {
    const { grid, columns } = this.data ?? { grid: undefined, columns: [] };
    const { id = "", name = "", answers = "" } = grid?.people[person] ?? {};
    const toggle = createButton(
      { tabindex: "-1", class: "toggle", "aria-describedby": "star", "data-person": id },
      () => this.press.person(id),
      createStar(),
      createName(name, { class: "name" }),
    );
    const row = create(
      "tr",
      { "aria-rowindex": String(person + 3), class: "row" },
      create("th", { scope: "row", class: "person", "aria-colindex": "1" }, toggle),
    );
    columns.forEach((option, column) => {
      const answer = answers[option] ?? "-";
      const cell = create("td", { tabindex: "-1", "aria-colindex": String(column + 2) });
      cell.className = answer === "-" ? "n" : answer;
      cell.setAttribute("aria-label", says[answer] ?? "");
      row.append(cell);
    });
    return row;
  }

  private showRows(): void {
    const people = this.data?.grid.people.length ?? 0;
    const height = this.rowHeight;
    const { first, end } = chooseRows(this.scroller.scrollTop, this.scroller.clientHeight, height, people);
    this.rows.forEach((row, person) => {
      if (row === undefined || (person >= first && person < end)) return;
      // The keyboard stays in the table: from here the arrows lead on.
      if (row.contains(document.activeElement)) this.scroller.focus({ preventScroll: true });
      row.remove();
    });
    // Rows that stay must not be moved: the one with the focus would lose it.
    let next: ChildNode | null = this.above.nextSibling;
    for (let person = first; person < end; person++) {
      let row = this.rows[person];
      if (row === undefined) {
        row = this.createRow(person);
        this.rows[person] = row;
        this.markRow(person);
      }
      if (next === row) next = row.nextSibling;
      else this.body.insertBefore(row, next);
    }
    this.above.style.setProperty("height", `${first * height}px`);
    this.below.style.setProperty("height", `${(people - end) * height}px`);
  }
}
