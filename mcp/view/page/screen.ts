import type { OptionLabels, ZoneOption } from "../format.ts";
import type { Grid } from "../grid.ts";
import { countPeople, listRemarks, type Ranked } from "../rank.ts";
import { type Child, createName, fill, getElement, h, listNames } from "./dom.ts";

/** What is shown. */
export interface View {
  grid: Grid;
  /** The options, best first. */
  ranking: Ranked[];
  /** The options in the order of the rows. */
  rows: Ranked[];
  /** The rows that are shown, `end` exclusive. */
  first: number;
  end: number;
  labels: OptionLabels[];
  zones: ZoneOption[];
  zone: string | null;
  bestFirst: boolean;
  selected: Ranked | undefined;
  required: ReadonlySet<string>;
  canSaveFiles: boolean;
}

/** Fills everything but the table. */
export function fillScreen(view: View): void {
  const { grid, rows, first, end } = view;
  const { poll, options, missing } = grid;
  const people = countPeople(grid);
  const facts = [
    poll.status,
    `${people} ${people === 1 ? "person" : "people"}`,
    `${options.length} ${poll.kind === "date" ? "days" : "times"}`,
  ];
  fill("title", createName(poll.title));
  fill("facts", facts.join(" · "));
  getElement("vote").hidden = poll.inviteUrl === null;
  getElement("manage").hidden = poll.adminUrl === null;
  fill("missing", ...listMissing(missing));
  fill("zone", ...listZoneChoices(view));
  getElement("best-first").setAttribute("aria-pressed", String(view.bestFirst));
  getElement("by-date").setAttribute("aria-pressed", String(!view.bestFirst));
  fillChoice(view, people);
  getElement("pages").hidden = end - first === rows.length;
  fill("range", `${first + 1}–${end} of ${rows.length}`);
  getElement("previous").setAttribute("aria-disabled", String(first === 0));
  getElement("next").setAttribute("aria-disabled", String(end === rows.length));
}

/** Maximum number of names of people who have not answered. */
const maxMissing = 5;

function listMissing(missing: Grid["missing"]): Child[] {
  if (missing === undefined) return [];
  const { names, more } = missing;
  if (names.length === 0) return ["Everyone on the list has answered."];
  return [`Not answered yet (${names.length + more}): `, ...listNames(names, more, maxMissing)];
}

function listZoneChoices({ zones, zone, grid: { poll } }: View): Child[] {
  if (poll.kind === "date") return [];
  if (zones.length === 0) return [h("option", {}, "Times as written")];
  return zones.map((each) =>
    h("option", { value: each.zone, selected: each.zone === zone ? "" : undefined }, each.label),
  );
}

/** The selected option, with the reasons for its place. */
function fillChoice({ grid, selected, ranking, labels, canSaveFiles }: View, people: number): void {
  const label = selected && labels[selected.index];
  if (selected === undefined || label === undefined) return;
  const { position, available, obstacles } = selected;
  const word = grid.poll.kind === "date" ? "day" : "time";
  const fits = obstacles.length === 0;
  const place =
    position > 1
      ? `Place ${position} of ${ranking.length}`
      : fits
        ? `Best ${word}`
        : `No ${word} fits; the closest`;
  const remarks = listRemarks(selected, grid).map(([label, people, more, isObstacle]) => {
    const names = people.map(({ name }) => name);
    return h("span", { class: isObstacle ? "obstacle" : "remark" }, label, ...listNames(names, more, 4));
  });
  getElement("choice").classList.toggle("best", position === 1 && fits);
  fill("place", people === 0 ? "Nobody has answered yet" : `${place} · ${available} of ${people} available`);
  fill("when", createName(label.date), label.hours !== "" && ", ", createName(label.hours, "hours"));
  if (people === 0) fill("remarks", "Send people the voting page.");
  else fill("remarks", ...remarks);
  const calendar = getElement("calendar");
  calendar.hidden = !canSaveFiles;
  calendar.setAttribute("aria-label", `Add to calendar: ${label.day} ${label.hours}`.trim());
}
