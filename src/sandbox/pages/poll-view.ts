import { html } from "hono/html";
import { spaces } from "../accounts.ts";
import type { StoredConferencing, StoredOption, StoredParticipant, StoredPoll, VoteType } from "../model.ts";
import { toResultsJson } from "../views.ts";
import { blockOf, countOf, type Html, lineOf } from "./layout.ts";
import { describeOption, type ShownZones } from "./option-times.ts";

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
export function renderFacts({ status, participants, options, kind }: StoredPoll): Html {
  const facts = [countOf(participants.length, "answer"), countOf(options.length, kind)];
  return html`<p class="facts"><span class="badge ${status}">${status}</span> ${facts.join(" · ")}</p>`;
}

/** What a poll is about: description, location, call and organizer. */
export function renderDetails(poll: StoredPoll): Html {
  const organizer = spaces.flatMap(({ members }) => members).find(({ id }) => id === poll.organizerId);
  return html`${poll.description && blockOf(poll.description)}
<dl>${poll.location && html`<dt>Where</dt><dd>${lineOf(poll.location)}</dd>`}${
    poll.conferencing && html`<dt>Call</dt><dd>${renderCall(poll.conferencing)}</dd>`
  }${organizer && html`<dt>Organizer</dt><dd>${lineOf(organizer.name)}</dd>`}</dl>`;
}

function renderCall({ provider, label = provider, uri = "" }: StoredConferencing): Html {
  // Another scheme, such as javascript:, would run in this page.
  const isWebAddress = /^https?:\/\//i.test(uri);
  return isWebAddress ? html`<a href="${uri}" rel="noreferrer">${lineOf(label)}</a>` : lineOf(label);
}

/** An option in the poll's zone, in one line. */
export function renderWhen(option: StoredOption, zones: ShownZones): Html {
  const { day, time, offset } = describeOption(option, zones.poll);
  return html`${day}${time && html`, ${time} <span class="dim">${offset}</span>`}`;
}

/** The zone of the times that {@link renderWhen} shows. */
export function renderZoneNote(poll: StoredPoll, zones: ShownZones): Html | null {
  if (poll.kind === "date") return null;
  if (zones.poll === null) return html`<p class="hint">Local times, the same wherever you are.</p>`;
  return html`<p class="hint">Times in <strong>${zones.poll}</strong></p>`;
}

/** The counts of one option, with whether it is among the best. */
interface OptionTally {
  available: number;
  ifNeedBe: number;
  isTop: boolean;
}

/** The counts of each option by its id, as the API counts them. */
export function countVotesByOption(poll: StoredPoll): Map<string, OptionTally> {
  return new Map(
    toResultsJson(poll).options.map(({ id, votes, isTopChoice }) => {
      const count = (type: VoteType) => votes.find((vote) => vote.type === type)?.count ?? 0;
      const ifNeedBe = count("ifNeedBe");
      return [id, { available: count("yes") + ifNeedBe, ifNeedBe, isTop: isTopChoice }];
    }),
  );
}

/** The counts of an option in words. */
export function renderTally(tally: OptionTally | undefined, poll: StoredPoll): Html | null {
  const people = poll.participants.length;
  if (tally === undefined || people === 0) return null;
  const { available, ifNeedBe, isTop } = tally;
  return html`<p class="tally">${isTop && html`<span class="top">Best</span> `}<strong>${available}</strong> of ${people}${
    ifNeedBe > 0 && html` <span class="dim">(${ifNeedBe} if need be)</span>`
  }</p>`;
}

/** Who answered what, as a table with one column per option. `renderPerson` gives the content of a person's heading. */
export function renderVotesTable(
  poll: StoredPoll,
  zones: ShownZones,
  renderPerson = (participant: StoredParticipant): Html => lineOf(participant.name),
): Html {
  if (poll.participants.length === 0) return html`<p class="notice">Nobody has answered yet.</p>`;
  const tallies = countVotesByOption(poll);
  const heads = poll.options.map((option) => {
    const { day, time, offset } = describeOption(option, zones.poll);
    return html`<th scope="col">${day}${time && html`<strong>${time}</strong> <span class="dim">${offset}</span>`}</th>`;
  });
  const totals = poll.options.map(({ id }) => {
    const { available = 0, isTop = false } = tallies.get(id) ?? {};
    return html`<td>${isTop && html`<span class="top">Best</span> `}<strong>${available}</strong></td>`;
  });
  const rows = poll.participants.map(
    (participant) =>
      html`<tr><th scope="row">${renderPerson(participant)}</th>${poll.options.map(({ id }) => renderVote(participant.votes[id]))}</tr>`,
  );
  return html`<div class="scroller" role="region" aria-label="Answers" tabindex="0">
<table>
<thead><tr><th scope="col">Name</th>${heads}</tr></thead>
<tbody>
<tr class="totals"><th scope="row">Can make it</th>${totals}</tr>
${rows}
</tbody>
</table>
</div>`;
}

function renderVote(vote: VoteType | undefined): Html {
  if (vote === undefined) return html`<td><span class="visually-hidden">No answer</span></td>`;
  const { word, symbol, style } = voteTexts[vote];
  return html`<td><span class="vote ${style}" role="img" aria-label="${word}">${symbol}</span></td>`;
}
