import { type Html, html } from "../../html.ts";
import { formatOption } from "../../time/index.ts";
import type { StoredParticipant, StoredPoll } from "../model.ts";
import { countVotesByOption, voteTexts } from "./poll-parts.ts";
import { describeOption, hasOwnOffsets, type ShownZones } from "./poll-times.ts";
import { lineOf } from "./text.ts";

/** The maximum number of people that a page shows: the service's maximum for a poll. */
const maxPeople = 1000;

/** The people that a page shows, and a note about the others. */
export function limitPeople({ id, participants }: StoredPoll): {
  shown: readonly StoredParticipant[];
  note: Html | false;
} {
  const hidden = participants.length - maxPeople;
  const path = `/v1/polls/${id}/participants`;
  const note = hidden > 0 && html`<p class="hint">${hidden} more are not shown. GET ${path} returns all.</p>`;
  return { shown: participants.slice(0, maxPeople), note };
}

/** Who answered what, as a table with one column per option. `renderPerson` gives the content of a person's heading. */
export function renderVotesTable(
  poll: StoredPoll,
  zones: ShownZones,
  renderPerson: (participant: StoredParticipant) => Html = ({ name }) => lineOf(name),
): Html {
  if (poll.participants.length === 0) return html`<p class="notice">Nobody has answered yet.</p>`;
  const { shown, note } = limitPeople(poll);
  const tallies = countVotesByOption(poll);
  const heads = poll.options.map((option) => {
    const { date, time, offset } = describeOption(option, zones.poll);
    const day = formatOption({ date }, null, { style: "short" });
    return html`<th scope="col"><span class="day">${day}</span>${time !== "" && html` <span class="time">${time}</span>`}${
      hasOwnOffsets(zones) && html` <span class="dim">${offset}</span>`
    }</th>`;
  });
  const totals = poll.options.map(({ id }) => {
    const { yes = 0, ifNeedBe = 0, isTop = false } = tallies.get(id) ?? {};
    return html`<td class="total">${isTop && html`<span class="top">Best</span> `}<strong>${yes + ifNeedBe}</strong></td>`;
  });
  const rows = shown.map(
    (participant) =>
      html`<tr><th scope="row">${renderPerson(participant)}</th>${poll.options.map(({ id }) => renderVote(participant, id))}</tr>`,
  );
  return html`<div class="scroller" role="region" aria-label="Answers" tabindex="0">
<table>
<thead><tr><th scope="col">Name</th>${heads}</tr></thead>
<tbody>
<tr class="totals"><th scope="row">Can make it</th>${totals}</tr>
${rows}
</tbody>
</table>
</div>
${note}
<p class="legend">${Object.values(voteTexts).map(({ word, symbol, style }) => html`<span class="piece"><span class="vote ${style}" aria-hidden="true">${symbol}</span> ${word}</span>`)}</p>`;
}

function renderVote(participant: StoredParticipant, optionId: string): Html {
  const vote = participant.votes[optionId];
  if (vote === undefined) return html`<td><span class="visually-hidden">No answer</span></td>`;
  const { word, symbol, style } = voteTexts[vote];
  return html`<td><span class="vote ${style}" role="img" aria-label="${word}">${symbol}</span></td>`;
}
