import { type Html, html } from "../../html.ts";
import { spaces } from "../accounts.ts";
import type { StoredConferencing, StoredOption, StoredPoll, VoteType } from "../model.ts";
import { toResultsJson } from "../views.ts";
import { describeOption, formatZone, hasOwnOffsets, type ShownZones } from "./poll-times.ts";
import { blockOf, countOf, lineOf } from "./text.ts";

/**
 * The votes as people read them. Symbol and word distinguish them, not the color alone. The check is drawn by the style
 * sheet, because not every font has one.
 */
export const voteTexts: Record<VoteType, { word: string; symbol: Html; style: string }> = {
  yes: { word: "Yes", symbol: html`<span class="check"></span>`, style: "yes" },
  ifNeedBe: { word: "If need be", symbol: html`~`, style: "if-need-be" },
  no: { word: "No", symbol: html`–`, style: "no" },
};

/** Status and counts of a poll, in one line. */
export function renderFacts(poll: StoredPoll): Html {
  const facts = [
    countOf(poll.participants.length, "answer"),
    countOf(poll.options.length, poll.kind === "date" ? "date" : "time"),
  ];
  return html`<p class="facts">${renderStatus(poll)}${facts.map((fact) => html`<span class="fact">${fact}</span>`)}</p>`;
}

/** The status of a poll as a badge. */
function renderStatus({ status }: StoredPoll): Html {
  return html`<span class="badge ${status}">${status}</span>`;
}

/** What a poll is about: description, location, conferencing and organizer. */
export function renderDetails(poll: StoredPoll): Html {
  const organizer = spaces.flatMap(({ members }) => members).find((member) => member.id === poll.organizerId);
  const rows: (readonly [string, Html])[] = [];
  if (poll.location) rows.push(["Where", lineOf(poll.location)]);
  if (poll.conferencing) rows.push(["Call", describeCall(poll.conferencing)]);
  if (organizer) rows.push(["Organizer", lineOf(organizer.name)]);
  return html`${poll.description && blockOf(poll.description)}
${rows.length > 0 && html`<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`}`;
}

function describeCall(conferencing: StoredConferencing): Html {
  if (conferencing.label === undefined) return html`${conferencing.provider}`;
  const { label, uri } = conferencing;
  // Another scheme, such as javascript:, would run in this page.
  const isWebAddress = uri !== undefined && /^https?:\/\//i.test(uri);
  return isWebAddress ? html`<a href="${uri}" rel="noreferrer">${lineOf(label)}</a>` : lineOf(label);
}

/** Why nobody can vote, for a poll that is not open. */
export function renderClosed(poll: StoredPoll, zones: ShownZones): Html {
  const picked = poll.options.find(({ id }) => id === poll.pickedOptionId);
  return html`<div class="notice"><p>This poll is <strong>${poll.status}</strong>. Nobody can vote.</p>${
    picked && html`<p>Picked: <strong>${renderWhen(picked, zones)}</strong></p>`
  }</div>`;
}

/** An option in the poll's zone, in one line, with its offset where the poll's options have several. */
export function renderWhen(option: StoredOption, zones: ShownZones): Html {
  const { day, time, offset } = describeOption(option, zones.poll);
  return html`${day}${time !== "" && html`, <span class="time">${time}</span>`}${
    hasOwnOffsets(zones) && html` <span class="dim">${offset}</span>`
  }`;
}

/** The zone of the times that {@link renderWhen} shows. */
export function renderZoneNote(poll: StoredPoll, zones: ShownZones): Html | null {
  if (poll.kind === "date") return null;
  if (zones.poll === null) return html`<p class="hint">Local times, the same wherever you are.</p>`;
  const zone =
    zones.sharedOffset === null
      ? `${zones.poll} (the clocks change between them)`
      : formatZone(zones.poll, zones.sharedOffset);
  return html`<p class="hint">Times in <strong>${zone}</strong></p>`;
}

/** The counts of one option, with whether it is among the best. */
export interface OptionTally {
  yes: number;
  ifNeedBe: number;
  isTop: boolean;
}

/** The counts of each option by its id, as the API counts them. */
export function countVotesByOption(poll: StoredPoll): Map<string, OptionTally> {
  return new Map(
    toResultsJson(poll).options.map(({ id, votes, isTopChoice }) => {
      const count = (type: VoteType) => votes.find((vote) => vote.type === type)?.count ?? 0;
      return [id, { yes: count("yes"), ifNeedBe: count("ifNeedBe"), isTop: isTopChoice }];
    }),
  );
}

/** The counts of an option as words and as a bar. */
export function renderTally(tally: OptionTally | undefined, poll: StoredPoll): Html | null {
  if (tally === undefined || poll.participants.length === 0) return null;
  const { yes, ifNeedBe, isTop } = tally;
  // A bar of SVG, because the policy of the pages allows no style attributes.
  const scale = 100 / poll.participants.length;
  return html`<p class="tally">${isTop && html`<span class="top">Best</span> `}<strong>${yes + ifNeedBe}</strong> of ${poll.participants.length}${
    ifNeedBe > 0 && html` <span class="dim">(${ifNeedBe} if need be)</span>`
  }<svg class="bar-chart" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="yes-part" width="${yes * scale}" height="4"/><rect class="maybe-part" x="${yes * scale}" width="${ifNeedBe * scale}" height="4"/></svg></p>`;
}
