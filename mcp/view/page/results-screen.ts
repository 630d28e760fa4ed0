import { writeAge, writeSpan } from "../format.ts";
import type { ResultsView } from "../results-state.ts";
import { listRemarks } from "../votes.ts";
import { joinTexts, say, sayNumber } from "../words/index.ts";
import { type Child, createName, fill, getElement, h, show } from "./dom.ts";
import { fillZones } from "./frame.ts";
import { can, host } from "./host.ts";
import { canOpen, fillShare } from "./share.ts";

/** Fills everything but the tables. */
export function fillScreen(view: ResultsView): void {
  const { grid, people, ranking, zones, zone, order, status, isEmpty } = view;
  const { results, common } = host.speech.words;
  const facts = [
    status !== "gone" && results[status],
    sayNumber(host.speech, results.people, people),
    sayNumber(host.speech, common.options, ranking.length),
  ];
  const isWeek = order === "week";
  const isOpen = status === "open";
  const whens = ranking.map(({ when }) => when);
  fill("state", isEmpty && isOpen && h("strong", {}, results.nobody));
  fill("title", createName(grid.poll.title));
  fill("facts", joinTexts(facts, " · "));
  // Nobody is asked to answer where nobody can.
  fillShare({
    ...grid.poll,
    span: isOpen ? writeSpan(whens, zone, host.speech.locale) : undefined,
    missing: grid.missing,
    next: isEmpty && isOpen ? "send" : undefined,
  });
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
  fillUpdated(view);
  fillMissing(view);
  fillChoice(view);
}

/** How long ago the results were read. */
export function fillUpdated({ grid }: ResultsView): void {
  const age = writeAge(Date.now() - grid.readAt, host.speech.locale);
  fill("updated", say(host.speech.words.results.updated, age));
}

/** Names in a row. Those of the people whom the grid counts alone are empty. */
function listNames(people: readonly { name: string }[]): Child[] {
  const shown = people.filter(({ name }) => name !== "");
  const list = shown.flatMap(({ name }, at) => [...(at > 0 ? [", "] : []), createName(name)]);
  const rest = people.length - shown.length;
  return rest === 0 ? list : [...list, ` ${say(host.speech.words.common.more, rest)}`];
}

/** A text with names after it. */
const createLine = (text: string, people: readonly { name: string }[], className?: string) =>
  h("p", { class: className }, h("strong", {}, text), people.length > 0 && ": ", ...listNames(people));

/** Who has not answered, with all names behind their number. */
function fillMissing({ grid, status }: ResultsView): void {
  const { results } = host.speech.words;
  const [missing = [], unclear = []] = [grid.missing, grid.unclear].map((names) =>
    names?.map((name) => ({ name })),
  );
  const [missingCount, unclearCount] = [
    missing.length > 0 && sayNumber(host.speech, results.missing, missing.length),
    unclear.length > 0 && sayNumber(host.speech, results.unclear, unclear.length),
  ];
  fill("missing-count", joinTexts([missingCount, unclearCount], " · ") || results.everyone);
  fill("missing-names", ...listNames(missing), unclearCount && createLine(unclearCount, unclear));
  show({
    missing: grid.missing !== undefined,
    "copy-reminder": grid.reminds === true && status === "open" && missing.length > 0,
  });
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
  const canSave = can("serverResources") && can("downloadFile") && selected !== undefined;
  fill("see-text", button);
  show({
    choice: selected !== undefined || status !== undefined,
    calendar: canSave && !isDecided,
    see: button !== undefined && canOpen(grid.poll.adminUrl),
    can: selected !== undefined && selected.available > 0,
  });
  if (selected === undefined) {
    for (const id of ["place", "remarks"]) fill(id);
    fill("when", status);
    return;
  }
  const { label, rank, isBest, available, yes, byVote } = selected;
  getElement("calendar").ariaLabel = `${words.calendar}: ${label.day} ${label.hours}`.trim();
  const place = rank === 1 && !isBest ? words.noneFits : say(words.rank, rank);
  const votes = available === yes ? words.allYes : words.someMaybe;
  const facts = [
    status,
    !isDecided && (isBest ? words.best : place),
    say(available === 0 ? words.available : votes, available, people, available - yes),
  ];
  const remarks = listRemarks(selected, grid, host.speech.words);
  const groups = [
    { word: words.yes, people: byVote.yes },
    { word: words.maybe, people: byVote.ifNeedBe },
  ].filter(({ people }) => people.length > 0);
  const counts = groups.map(({ word, people }) => `${people.length} ${word}`);
  fill("place", joinTexts(facts, " · "));
  fill("when", createName(label.date), label.hours !== "" && ", ", createName(label.hours));
  fill(
    "remarks",
    ...remarks.map(([text, those, isObstacle]) => createLine(text, those, isObstacle ? "error" : "")),
  );
  fill("can-count", joinTexts(counts, " · "));
  fill("who", ...groups.map(({ word, people }) => createLine(word, people)));
}

// A long list of names scrolls, and has a tab stop only then.
const scrolling = new ResizeObserver((entries) => {
  for (const { target } of entries)
    (target as HTMLElement).tabIndex = target.scrollHeight > target.clientHeight + 1 ? 0 : -1;
});
for (const list of document.querySelectorAll(".names")) scrolling.observe(list);
