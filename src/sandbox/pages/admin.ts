import { type Html, html } from "../../html.ts";
import type { StoredParticipant, StoredPoll } from "../model.ts";
import type { Controls } from "../poll-control.ts";
import { addressOf } from "./layout.ts";
import {
  countVotesByOption,
  renderDetails,
  renderFacts,
  renderTally,
  renderWhen,
  renderZoneNote,
} from "./poll-parts.ts";
import type { ShownZones } from "./poll-times.ts";
import { countOf, lineOf } from "./text.ts";
import { renderVotesTable } from "./votes-table.ts";

/** The address of a poll's admin page, or of one of its forms. */
export function adminAddress(poll: StoredPoll, action = "", done = ""): string {
  return addressOf(`/poll/${encodeURIComponent(poll.id)}${action && `/${action}`}`, { done });
}

/** The body of a poll's admin page. */
export function renderAdmin(poll: StoredPoll, zones: ShownZones): Html {
  return html`${renderFacts(poll)}
${renderDetails(poll)}
<p class="links"><a href="/invite/${encodeURIComponent(poll.id)}">Invite page</a></p>
${renderSettings(poll)}
<section>
<h2>Who answered what</h2>
${renderZoneNote(poll, zones)}
${renderVotesTable(poll, zones, (participant) => renderPerson(participant, poll))}
</section>
${renderPicking(poll, zones)}
<section>
<h2>The poll</h2>
<div class="actions">
${poll.status === "open" && renderAction(poll, "close", "Close")}
${poll.status !== "open" && renderAction(poll, "reopen", "Reopen")}
${poll.status !== "canceled" && renderAction(poll, "cancel", "Cancel")}
<a class="button danger" href="${adminAddress(poll, "delete")}">Delete…</a>
</div>
</section>`;
}

function renderPerson({ id, name, email }: StoredParticipant, poll: StoredPoll): Html {
  const target = `/invite/${encodeURIComponent(poll.id)}/${encodeURIComponent(id)}`;
  const change =
    poll.status === "open" &&
    html` <a class="small" href="${target}">change<span class="visually-hidden"> the answers of ${lineOf(name)}</span></a>`;
  return html`${lineOf(name)}${change}${email !== null && html`<span class="dim email">${lineOf(email)}</span>`}`;
}

function renderSettings(poll: StoredPoll): Html | null {
  const settings = [
    poll.requireEmail && "email address required",
    poll.hideParticipants && "participants hidden from each other",
    poll.hideScores && "votes hidden from participants",
    !poll.allowTentativeVotes && "no “if need be”",
  ].filter((setting) => setting !== false);
  return settings.length === 0 ? null : html`<p class="hint">Settings: ${settings.join(", ")}.</p>`;
}

function renderAction(poll: StoredPoll, action: string, label: string): Html {
  return html`<form method="post" action="${adminAddress(poll, action)}"><button>${label}</button></form>`;
}

function renderPicking(poll: StoredPoll, zones: ShownZones): Html | null {
  if (poll.status === "canceled") return null;
  const tallies = countVotesByOption(poll);
  const noun = poll.kind === "date" ? "date" : "time";
  const hints = {
    open: "Picking one ends the poll.",
    closed: "The poll has ended. You can still pick one.",
    scheduled: `A ${noun} is picked. You can pick another one instead.`,
  };
  const options = poll.options.map((option) => {
    const isPicked = option.id === poll.pickedOptionId;
    return html`<label class="option pick"><input type="radio" name="option" value="${option.id}"${isPicked && html` checked`}>
<span>${renderWhen(option, zones)}${isPicked && html` <strong class="badge scheduled">picked</strong>`}</span>${renderTally(tallies.get(option.id), poll)}</label>`;
  });
  return html`<section>
<form method="post" action="${adminAddress(poll, "schedule")}">
<fieldset class="bare" id="option"><legend><h2>Pick a ${noun}</h2></legend>
<p class="hint">${hints[poll.status]}</p>
${options}
</fieldset>
<p class="actions"><button class="main">Pick this ${noun}${poll.status === "scheduled" && " instead"}</button></p>
</form>
</section>`;
}

/** The body of the page that asks before a poll is deleted. */
export function renderDeleteQuestion(poll: StoredPoll): Html {
  return html`${renderFacts(poll)}
<p>The poll and its ${countOf(poll.participants.length, "answer")} cannot be restored.</p>
<div class="actions">
<form method="post" action="${adminAddress(poll, "delete")}"><button class="danger">Delete the poll</button></form>
<a class="button" href="${adminAddress(poll)}">Keep it</a>
</div>`;
}

/** What the buttons of an admin page do. Each throws a ControlError if the poll's status does not allow it. */
export const adminActions: Record<
  string,
  { done: string; run(controls: Controls, poll: StoredPoll, form: URLSearchParams): void }
> = {
  close: { done: "closed", run: (controls, { id }) => controls.closePoll(id) },
  reopen: { done: "reopened", run: (controls, { id }) => controls.reopenPoll(id) },
  cancel: { done: "canceled", run: (controls, { id }) => controls.cancelPoll(id) },
  schedule: {
    done: "scheduled",
    run: (controls, { id }, form) => controls.schedulePoll(id, form.get("option") ?? ""),
  },
};
