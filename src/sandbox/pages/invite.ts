import { html } from "hono/html";
import type { StoredParticipant, StoredPoll } from "../state/model.ts";
import { listVoteTypes } from "../state/poll-json.ts";
import { createRecordId } from "../state/store.ts";
import { type Html, lineOf } from "./layout.ts";
import { listOptions, renderDetails, renderVotesTable, voteWords } from "./poll-view.ts";

/**
 * What a person entered on the invite page, unchecked until the form is saved. `id` is that of the response which the form
 * makes or changes: sending the form again changes the same response.
 */
type VoteEntry = Omit<StoredParticipant, "createdAt">;

const choiceField = "choice.";

/** The entry in a submitted form. `id` is that in the address, or else in the form. */
export function parseEntry(form: Record<string, unknown>, id = String(form["response"])): VoteEntry {
  const { name, email } = form;
  const choices = Object.entries(form)
    .filter(([field]) => field.startsWith(choiceField))
    .map(([field, vote]) => [field.slice(choiceField.length), vote]);
  return {
    id: /^cm[a-z0-9]{23}$/.test(id) ? id : createRecordId(),
    name: String(name ?? ""),
    email: String(email ?? "").trim() || null,
    votes: Object.fromEntries(choices),
  };
}

/** The body of the page that an invite link opens. It shows what the poll's settings let participants see. */
export function renderInvite(poll: StoredPoll, entry: VoteEntry): Html {
  return html`${renderDetails(poll)}
${poll.status === "open" ? renderVoting(poll, entry) : renderClosed(poll)}
<section>
<h2>Who answered</h2>
${renderAnswers(poll)}
</section>`;
}

function renderVoting(poll: StoredPoll, { id, name, email, votes }: VoteEntry): Html {
  const isChange = poll.participants.some((participant) => participant.id === id);
  const options = listOptions(poll).map(({ id: optionId, when, counts }) => {
    const answers = listVoteTypes(poll).map((vote) => {
      const isChosen = votes[optionId] === vote && html` checked`;
      return html`<label class="answer ${vote}">
<input type="radio" name="${choiceField}${optionId}" value="${vote}"${isChosen}>${voteWords[vote]}</label>`;
    });
    return html`<fieldset class="option">
<legend>${when}</legend>
${!poll.hideScores && counts}
<div class="actions">${answers}</div>
</fieldset>`;
  });
  const required = poll.requireEmail && html` required`;
  return html`<section>
<h2>${isChange ? "Change your answers" : "Your answers"}</h2>
<form method="post">
<input type="hidden" name="response" value="${id}">
<div class="row">
<label class="field">Your name<input name="name" value="${name}" required autocomplete="name"></label>
<label class="field">Your email address${!poll.requireEmail && " (optional)"}, for the organizer only
<input name="email" value="${email}" type="email"${required} autocomplete="email"></label>
</div>
${options}
<p class="actions"><button class="primary">${isChange ? "Save the changes" : "Send your answers"}</button>
${isChange && html`<a href="/invite/${poll.id}">Answer as somebody else</a>`}</p>
</form>
</section>`;
}

/** Why nobody can vote, and the options. */
function renderClosed(poll: StoredPoll): Html {
  const options = listOptions(poll);
  const picked = options.find(({ id }) => id === poll.pickedOptionId);
  const items = options.map(
    ({ when, counts }) => html`<li class="option">${when}${!poll.hideScores && counts}</li>`,
  );
  return html`<p class="done">This poll is <strong>${poll.status}</strong>. Nobody can vote.
${picked && html`Picked: <strong>${picked.when}</strong>`}</p>
<section><h2>${poll.kind === "date" ? "Dates" : "Times"}</h2><ul>${items}</ul></section>`;
}

function renderAnswers(poll: StoredPoll): Html {
  if (poll.hideParticipants) return html`<p>Participants of this poll are hidden from each other.</p>`;
  if (!poll.hideScores) return renderVotesTable(poll);
  const names = poll.participants.map(({ name }: StoredParticipant) => html`<li>${lineOf(name)}</li>`);
  return html`<p>This poll hides the votes.</p><ul>${names}</ul>`;
}
