import { html } from "hono/html";
import type { Problem } from "../../problem.ts";
import type { Controls } from "../controls.ts";
import type { StoredParticipant, StoredPoll } from "../model.ts";
import { countOf, type Html, lineOf, renderInput, renderSelect } from "./layout.ts";
import type { ShownZones } from "./option-times.ts";
import {
  countVotesByOption,
  renderDetails,
  renderFacts,
  renderTally,
  renderVotesTable,
  renderWhen,
  renderZoneNote,
} from "./poll-view.ts";

/** The state of an admin page. `form` is a form that was not accepted. */
export interface AdminView {
  poll: StoredPoll;
  zones: ShownZones;
  form: URLSearchParams;
  problems: readonly Problem[];
}

/** The body of a poll's admin page. */
export function renderAdmin(view: AdminView): Html {
  const { poll, zones } = view;
  return html`${renderFacts(poll)}
${renderDetails(poll)}
<p class="links"><a href="/invite/${poll.id}">Invite page</a></p>
<section>
<h2>Who answered what</h2>
${renderZoneNote(poll, zones)}
${renderVotesTable(poll, zones, (participant) => renderPerson(participant, poll))}
</section>
${poll.status !== "canceled" && renderPicking(poll, zones)}
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
${renderClock(view)}`;
}

function renderPerson({ id, name, email }: StoredParticipant, poll: StoredPoll): Html {
  const change = html` <a class="small" href="/invite/${poll.id}/${id}">change<span class="visually-hidden"> the answers of ${lineOf(name)}</span></a>`;
  return html`${lineOf(name)}${poll.status === "open" && change}${email !== null && html`<span class="dim small">${lineOf(email)}</span>`}`;
}

function renderAction(poll: StoredPoll, action: string, label: string): Html {
  return html`<form method="post" action="/poll/${poll.id}/${action}"><button>${label}</button></form>`;
}

function renderPicking(poll: StoredPoll, zones: ShownZones): Html {
  const tallies = countVotesByOption(poll);
  const isScheduled = poll.status === "scheduled";
  const options = poll.options.map((option) => {
    const isPicked = option.id === poll.pickedOptionId;
    return html`<label class="option pick"><input type="radio" name="option" value="${option.id}"${isPicked && html` checked`}>
<span>${renderWhen(option, zones)}${isPicked && html` <strong class="badge scheduled">picked</strong>`}</span>${renderTally(tallies.get(option.id), poll)}</label>`;
  });
  return html`<section>
<form method="post" action="/poll/${poll.id}/schedule">
<fieldset class="bare" id="option"><legend><h2>Pick a ${poll.kind}</h2></legend>
${poll.status === "open" && html`<p class="hint">Picking one ends the poll.</p>`}
${options}
</fieldset>
<p class="actions"><button class="main">Pick this ${poll.kind}${isScheduled && " instead"}</button></p>
</form>
</section>`;
}

const units = [
  ["60000", "minutes"],
  ["3600000", "hours"],
  ["86400000", "days"],
] as const;

function renderClock({ poll, form, problems }: AdminView): Html {
  const amount = form.get("amount") ?? "1";
  return html`<section>
<h2>Clock of the sandbox</h2>
<form class="row" method="post" action="/poll/${poll.id}/clock" novalidate>
${renderInput("amount", html`Move forward by`, amount, html`inputmode="decimal"`, problems)}
${renderSelect("unit", "Unit", form.get("unit") ?? "86400000", units)}
<button>Move</button>
</form>
</section>`;
}

/**
 * What the buttons of an admin page do, by the end of their address. Each returns a problem of its form, or throws a
 * ControlError if the poll's status does not allow it.
 */
export const adminActions: Record<
  string,
  (controls: Controls, pollId: string, form: URLSearchParams) => Problem | undefined
> = {
  close: (controls, pollId) => void controls.closePoll(pollId),
  reopen: (controls, pollId) => void controls.reopenPoll(pollId),
  cancel: (controls, pollId) => void controls.cancelPoll(pollId),
  schedule(controls, pollId, form) {
    const option = form.get("option");
    if (option === null) return { path: "option", message: "Choose one of the options." };
    return void controls.schedulePoll(pollId, option);
  },
  clock(controls, _pollId, form) {
    const amount = Number(form.get("amount")?.replace(",", ".") || "none");
    try {
      return void controls.advance(amount * Number(form.get("unit")));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { path: "amount", message: "Enter a number, such as 2 or 0.5." };
    }
  },
};
