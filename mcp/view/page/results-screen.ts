import { writeAge, writeSpan } from "../format.ts";
import type { ResultsView } from "../results-state.ts";
import { listRemarks } from "../votes.ts";
import { joinTexts, say, sayNumber } from "../words/index.ts";
import { type Child, createName, fill, getElement, h, show } from "./dom.ts";
import { fillZones, tell } from "./frame.ts";
import { can, host } from "./host.ts";
import { fillShare } from "./share.ts";

/** Fills everything but the tables. */
export function fillScreen(view: ResultsView): void {
  const { grid, people, ranking, zones, zone, order, isEmpty } = view;
  const { poll, missing = [] } = grid;
  const { results, common } = host.speech.words;
  const facts = [
    view.status !== "gone" && results[view.status],
    sayNumber(host.speech, results.people, people),
    sayNumber(host.speech, common.options, ranking.length),
  ];
  const isWeek = order === "week";
  const isOpen = view.status === "open";
  fill("state", isEmpty && isOpen && results.nobody);
  fill("title", createName(poll.title));
  fill("facts", joinTexts(facts, " · "));
  fillMissing(view);
  fillUpdated(view);
  // Nobody is asked to answer where nobody can.
  const span = writeSpan(
    ranking.map(({ when }) => when),
    zone,
    host.speech.locale,
  );
  fillShare({ ...poll, ...(isOpen && { span, missing }), next: isEmpty && isOpen ? "send" : undefined });
  show({
    refresh: can("serverTools"),
    orders: !isEmpty,
    zone: zones.size > 0,
    tools: !isEmpty || zones.size > 0,
    must: isWeek && !isEmpty,
    scale: isWeek && !isEmpty,
    chip: ranking.some(({ isBest }) => isBest),
    table: !isWeek,
    heat: isWeek,
    legend: !isWeek,
  });
  getElement("frame").classList.toggle("corner", !isWeek);
  for (const each of ["week", "best"]) getElement(each).ariaPressed = String(each === order);
  fillZones(zones, zone);
  fillChoice(view);
}

/** How long ago the results were read. */
export function fillUpdated({ grid }: ResultsView): void {
  const { results } = host.speech.words;
  fill("updated", say(results.updated, writeAge(Date.now() - grid.readAt, host.speech.locale)));
}

/** Names in a row. Those of the people whom the grid counts alone are empty. */
function listNames(names: readonly string[]): Child[] {
  const shown = names.filter((name) => name !== "");
  const list = shown.flatMap((name, at) => (at > 0 ? [", ", createName(name)] : createName(name)));
  const rest = names.length - shown.length;
  return rest === 0 ? list : [...list, ` ${say(host.speech.words.common.more, rest)}`];
}

/** A text with names after it. */
const createLine = (text: string, names: readonly string[], className = "") =>
  h("p", { class: className }, h("strong", {}, text), names.length > 0 && ": ", ...listNames(names));

/** Who has not answered, with all names behind their number. */
function fillMissing({ grid, status }: ResultsView): void {
  const { missing, unclear = [], reminds } = grid;
  const { results } = host.speech.words;
  const isReminded = reminds === true && status === "open" && (missing?.length ?? 0) > 0;
  const counts = [
    missing && missing.length > 0 && sayNumber(host.speech, results.missing, missing.length),
    unclear.length > 0 && sayNumber(host.speech, results.unclear, unclear.length),
  ];
  fill("missing-count", missing && (joinTexts(counts, " · ") || results.everyone));
  fill(
    "missing-names",
    ...listNames(missing ?? []),
    unclear.length > 0 && createLine(counts[1] || "", unclear),
  );
  show({ missing: missing !== undefined, "copy-reminder": isReminded });
}

/** What became of the poll, and the button that helps then. */
function describeStatus({ status, ranking, isEmpty }: ResultsView): [text?: string, button?: string] {
  const { results: words } = host.speech.words;
  if (status === "scheduled") return [words.picked, words.seeTime];
  if (status === "canceled") return [words.wasCanceled, words.seePoll];
  if (status === "gone") return [words.gone];
  if (status === "closed") return [words.ended, isEmpty ? words.seePoll : words.pick];
  return ranking.every(({ past }) => past) ? [words.allPast] : [];
}

/** The selected option with what a decision needs: who cannot, and who can as a number. Or what became of the poll. */
function fillChoice(view: ResultsView): void {
  const { grid, people, selected, isDecided } = view;
  const { results: words } = host.speech.words;
  const [status, button] = describeStatus(view);
  const label = selected?.label;
  const isBest = selected?.isBest ?? false;
  const canSave = can("serverResources") && can("downloadFile") && selected !== undefined;
  fill("see-text", button);
  show({
    choice: selected !== undefined || status !== undefined,
    calendar: canSave && !isDecided,
    see: button !== undefined && can("openLinks") && /^https?:/i.test(grid.poll.adminUrl ?? ""),
  });
  if (selected === undefined || label === undefined) {
    for (const id of ["place", "remarks"]) fill(id);
    fill("when", status);
    show({ can: false });
    return;
  }
  const { calendar } = words;
  getElement("calendar").ariaLabel = `${calendar}: ${label.day} ${label.hours}`.trim();
  const { rank, available, yes, byVote } = selected;
  const place = rank === 1 && !isBest ? words.noneFits : say(words.rank, rank);
  const votes = available === yes ? words.allYes : words.someMaybe;
  const facts = [
    status,
    !isDecided && (isBest ? words.best : place),
    say(available === 0 ? words.available : votes, available, people, available - yes),
  ];
  fill("place", joinTexts(facts, " · "));
  fill("when", createName(label.date), label.hours !== "" && ", ", createName(label.hours));
  const remarks = listRemarks(selected, grid, host.speech.words).map(([text, those, isObstacle]) =>
    createLine(
      text,
      those.map(({ name }) => name),
      isObstacle ? "obstacle" : "",
    ),
  );
  fill("remarks", ...remarks);
  const groups = [
    [words.yes, byVote.yes],
    [words.maybe, byVote.ifNeedBe],
  ] as const;
  const lines = groups.filter(([, those]) => those.length > 0);
  fill(
    "can-count",
    joinTexts(
      lines.map(([word, { length }]) => `${length} ${word}`),
      " · ",
    ),
  );
  fill(
    "who",
    ...lines.map(([word, those]) =>
      createLine(
        word,
        those.map(({ name }) => name),
      ),
    ),
  );
  show({ can: available > 0 });
}

// A long list of names scrolls, and has a tab stop only then.
const scrolling = new ResizeObserver((entries) => {
  for (const { target } of entries)
    (target as HTMLElement).tabIndex = target.scrollHeight > target.clientHeight + 1 ? 0 : -1;
});
for (const id of ["remarks", "who", "missing-names"]) scrolling.observe(getElement(id));

/** Lets screen readers read the choice. */
export const tellChoice = (): void =>
  tell([getElement("place"), getElement("when")].map(({ textContent }) => textContent).join(": "));
