import { chooseOwnZone, writeMoment, writeSpan } from "../format.ts";
import type { Grid } from "../grid.ts";
import type { ResultsView } from "../results-state.ts";
import { listRemarks } from "../votes.ts";
import { joinTexts, say, sayNumber } from "../words/index.ts";
import { type Child, createName, fill, getElement, h, show } from "./dom.ts";
import { fillZones, isWaiting } from "./frame.ts";
import { can, host } from "./host.ts";
import { fillShare } from "./share.ts";

/** Fills everything but the tables. */
export function fillScreen(view: ResultsView): void {
  const { grid, people, ranking, zones, zone, order, isEmpty } = view;
  const { poll, missing } = grid;
  const { results, common } = host.speech.words;
  const facts = [
    results[poll.status],
    sayNumber(host.speech, results.people, people),
    sayNumber(host.speech, common.options, ranking.length),
    say(results.read, writeMoment(grid.readAt, host.speech.locale, chooseOwnZone(host.context.timeZone))),
  ];
  fill("state", isEmpty && results.nobody);
  fill("title", createName(poll.title));
  fill("facts", facts.join(" · "));
  fill("missing", ...listMissing(grid));
  const whens = ranking.map(({ when }) => when);
  // Nobody is asked to answer where nobody can.
  const asked = poll.status === "open" && { span: writeSpan(whens, zone, host.speech.locale), missing };
  fillShare({ ...poll, ...asked, isNew: isEmpty && poll.status === "open" });
  show({
    refresh: can("serverTools"),
    orders: !isEmpty,
    zone: zones.size > 0,
    tools: !isEmpty || zones.size > 0,
    table: order !== "week",
    heat: order === "week",
    legend: order !== "week" && !isEmpty,
  });
  getElement("refresh").ariaDisabled = String(isWaiting());
  for (const each of ["week", "best", "date"]) getElement(each).ariaPressed = String(each === order);
  fillZones(zones, zone);
  fillChoice(view);
}

/** At most `max` of the names, and how many more there are. Those of the people whom the grid counts alone are empty. */
function listNames(names: readonly string[], max: number): Child[] {
  const shown = names.filter((name) => name !== "").slice(0, max);
  const list = shown.flatMap((name, at) => (at > 0 ? [", ", createName(name)] : createName(name)));
  const rest = names.length - shown.length;
  const more = shown.length > 0 ? ` ${say(host.speech.words.common.more, rest)}` : String(rest);
  return rest === 0 ? list : [...list, more];
}

function listMissing({ missing, unclear = [] }: Grid): Child[] {
  const { results } = host.speech.words;
  if (missing === undefined) return [];
  const lists = [
    [results.missing, missing],
    [results.unclear, unclear],
  ] as const;
  const shown = lists.filter(([, names]) => names.length > 0);
  if (shown.length === 0) return [results.everyone];
  return shown.flatMap(([text, names], at) => [
    `${at > 0 ? ". " : ""}${say(text, names.length)}: `,
    ...listNames(names, 5),
  ]);
}

/** What the status of the poll means for its results. */
function describeStatus({ grid, ranking }: ResultsView): string | undefined {
  const { results: words } = host.speech.words;
  const { status } = grid.poll;
  if (status === "scheduled") return words.picked;
  if (status === "canceled") return words.wasCanceled;
  if (status === "closed") return words.ended;
  return ranking.every(({ past }) => past) ? words.allPast : undefined;
}

/** Maximum number of names in a line about an option that the person chose. */
const maxNames = 30;

/** The selected option, with the reasons for its place, or what became of the poll. */
function fillChoice(view: ResultsView): void {
  const { grid, people, ranking, selected, order, isDecided } = view;
  const { results: words } = host.speech.words;
  const status = describeStatus(view);
  const label = selected?.label;
  const isBest = selected?.isBest ?? false;
  const canSave = can("serverResources") && can("downloadFile") && label !== undefined;
  getElement("choice").classList.toggle("best", isBest);
  show({ choice: selected !== undefined || status !== undefined, calendar: canSave && !isDecided });
  getElement("calendar").ariaLabel = `${words.calendar}: ${label?.day} ${label?.hours}`.trim();
  if (selected === undefined || label === undefined) {
    for (const id of ["place", "remarks", "who"]) fill(id);
    fill("when", status);
    return;
  }
  const { rank, available, byVote } = selected;
  const place = rank === 1 && !isBest ? words.noneFits : say(words.rank, rank);
  const equals = ranking.filter(({ isBest }) => isBest).length - 1;
  const facts = [
    status,
    !isDecided && (isBest ? words.best : place),
    say(words.available, available, people),
    isBest && equals > 0 && sayNumber(host.speech, words.tied, equals),
  ];
  fill("place", joinTexts(facts, " · "));
  fill("when", createName(label.date), label.hours !== "" && ", ", createName(label.hours));
  // Beside the table of votes only what decides; in the calendar everybody.
  const isWeek = order === "week";
  const remarks = listRemarks(selected, grid, host.speech.words)
    .filter(([text, , isObstacle]) => !isWeek || isObstacle || ![words.no, words.maybe].includes(text))
    .map(([text, those, isObstacle]) => {
      const names = those.map(({ name }) => name);
      const list = names.length > 0 ? [": ", ...listNames(names, 4)] : [];
      return h("span", { class: isObstacle ? "obstacle" : "" }, text, ...list);
    });
  fill("remarks", ...remarks);
  const groups = [
    [words.yes, byVote.yes],
    [words.maybe, byVote.ifNeedBe],
    [words.no, byVote.noOrUnanswered],
  ] as const;
  const lines = groups.flatMap(([word, those]) => {
    const names = those.map(({ name }) => name);
    if (names.length === 0) return [];
    return h("li", {}, h("strong", {}, word), ` ${names.length}: `, ...listNames(names, maxNames));
  });
  fill("who", ...(isWeek ? lines : []));
  // A long list scrolls.
  getElement("who").tabIndex = 0;
}
