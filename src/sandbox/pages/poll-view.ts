import { html } from "hono/html";
import { sanitizeText } from "../../sanitize.ts";
import { formatOption } from "../../time/index.ts";
import { displayTimeZone } from "../../time/zones.ts";
import type { StoredParticipant, StoredPoll } from "../state/model.ts";
import { findOrganizer, toResultsJson } from "../state/poll-json.ts";
import type { VoteType } from "../types.ts";
import { countOf, type Html, lineOf } from "./layout.ts";

/** The votes as people read them. Words distinguish them, not the color alone. */
export const voteWords: Record<VoteType, string> = { yes: "Yes", ifNeedBe: "If need be", no: "No" };

/** Status and counts of a poll, in one line. */
export function renderFacts({ status, participants, options, kind }: StoredPoll): Html {
  const facts = [countOf(participants.length, "answer"), countOf(options.length, kind)];
  return html`<p class="hint"><strong class="badge">${status}</strong> ${facts.join(" · ")}</p>`;
}

/** What a poll is about: status and counts, description, location, call and organizer. */
export function renderDetails(poll: StoredPoll): Html {
  const organizer = findOrganizer(poll);
  return html`${renderFacts(poll)}
${poll.description && html`<p class="prose" dir="auto">${sanitizeText(poll.description)}</p>`}
<dl>${poll.location && html`<dt>Where</dt><dd>${lineOf(poll.location)}</dd>`}
${poll.conferencing && html`<dt>Call</dt><dd>${renderCall(poll.conferencing)}</dd>`}
${organizer && html`<dt>Organizer</dt><dd>${lineOf(organizer.name)}</dd>`}</dl>`;
}

function renderCall({ provider, label = provider, uri = "" }: NonNullable<StoredPoll["conferencing"]>): Html {
  // Another scheme, such as javascript:, would run in this page.
  const isWebAddress = /^https?:\/\//i.test(uri);
  return isWebAddress ? html`<a href="${uri}" rel="noreferrer">${lineOf(label)}</a>` : lineOf(label);
}

/** The zone in which a page shows a poll's times. Null for floating times and for dates. */
const findPollZone = ({ timeZone }: StoredPoll): string | null =>
  timeZone === null ? null : displayTimeZone(timeZone);

/** The options of a poll in its zone, with their counts. */
export function listOptions(poll: StoredPoll) {
  return toResultsJson(poll).options.map((option) => {
    const counts = option.votes.map(({ type, count }) => `${count} ${voteWords[type].toLowerCase()}`);
    const best = option.isTopChoice && html`<strong class="badge">best</strong> `;
    return {
      id: option.id,
      when: formatOption(option, findPollZone(poll)),
      counts: poll.participants.length > 0 ? html`<p class="hint">${best}${counts.join(", ")}</p>` : null,
    };
  });
}

/** Who answered what, as a table with one column per option. `renderPerson` gives the content of a person's heading. */
export function renderVotesTable(
  poll: StoredPoll,
  renderPerson = ({ name }: StoredParticipant): Html => lineOf(name),
): Html {
  if (poll.participants.length === 0) return html`<p>Nobody has answered yet.</p>`;
  const zone = findPollZone(poll);
  const heads = poll.options.map(
    (option) => html`<th scope="col">${formatOption(option, zone, { style: "short" })}</th>`,
  );
  const rows = poll.participants.map((participant) => {
    const votes = poll.options.map(({ id }) => renderVote(participant.votes[id]));
    return html`<tr><th scope="row">${renderPerson(participant)}</th>${votes}</tr>`;
  });
  return html`${zone && html`<p class="hint">Times in ${zone}</p>`}
<div class="scroller" role="region" aria-label="Answers" tabindex="0">
<table>
<thead><tr><th scope="col">Name</th>${heads}</tr></thead>
<tbody>${rows}</tbody>
</table>
</div>`;
}

const renderVote = (vote: VoteType | undefined): Html =>
  vote === undefined ? html`<td>–</td>` : html`<td><span class="vote ${vote}">${voteWords[vote]}</span></td>`;
