import { html } from "hono/html";
import { sanitizeLine } from "../../sanitize.ts";
import { dayMs } from "../../time/days.ts";
import type { StoredParticipant, StoredPoll } from "../state/model.ts";
import { countOf, type Html, lineOf } from "./layout.ts";
import { listOptions, renderDetails, renderVotesTable } from "./poll-view.ts";

/** The body of a poll's admin page. */
export function renderAdmin(poll: StoredPoll): Html {
  return html`${renderDetails(poll)}
<p><a href="/invite/${poll.id}">Invite page</a></p>
<section>
<h2>Who answered what</h2>
${renderVotesTable(poll, (participant) => renderPerson(participant, poll))}
</section>
${poll.status !== "canceled" && renderPicking(poll)}
<section>
<h2>The poll</h2>
<div class="actions">
${poll.status === "open" ? renderAction(poll, "close", "Close") : renderAction(poll, "reopen", "Reopen")}
${poll.status !== "canceled" && renderAction(poll, "cancel", "Cancel")}
</div>
<details>
<summary>Delete…</summary>
<p>The poll and its ${countOf(poll.participants.length, "answer")} cannot be restored.</p>
${renderAction(poll, "delete", "Delete the poll")}
</details>
</section>
${renderClock(poll)}`;
}

function renderPerson({ id, name, email }: StoredParticipant, poll: StoredPoll): Html {
  const change = html`<a href="/invite/${poll.id}/${id}" aria-label="Change the answers of ${sanitizeLine(name)}">change</a>`;
  return html`${lineOf(name)} ${poll.status === "open" && change}${email !== null && html`<p class="hint">${lineOf(email)}</p>`}`;
}

function renderAction(poll: StoredPoll, action: string, label: string): Html {
  return html`<form method="post" action="/poll/${poll.id}/${action}"><button>${label}</button></form>`;
}

function renderPicking(poll: StoredPoll): Html {
  const options = listOptions(poll).map(({ id, when, counts }) => {
    const checked = id === poll.pickedOptionId && html` checked`;
    return html`<label class="option"><span><input type="radio" name="option" value="${id}" required${checked}> ${when}</span>
${counts}</label>`;
  });
  return html`<section>
<form method="post" action="/poll/${poll.id}/schedule">
<fieldset><legend><h2>Pick a ${poll.kind}</h2></legend>
${poll.status === "open" && html`<p class="hint">Picking one ends the poll.</p>`}
${options}
</fieldset>
<p class="actions"><button class="primary">Pick this ${poll.kind}${poll.status === "scheduled" && " instead"}</button></p>
</form>
</section>`;
}

const clockSteps = [
  [dayMs / 24, "an hour"],
  [dayMs, "a day"],
  [7 * dayMs, "a week"],
  [30 * dayMs, "30 days"],
];

function renderClock(poll: StoredPoll): Html {
  const buttons = clockSteps.map(
    ([ms, text]) => html`<button name="advanceMs" value="${ms}">${text}</button>`,
  );
  return html`<section>
<h2>Move the clock of the sandbox forward</h2>
<form class="actions" method="post" action="/poll/${poll.id}/clock">${buttons}</form>
</section>`;
}
