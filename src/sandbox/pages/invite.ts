import { html } from "hono/html";
import type { Problem } from "../../problem.ts";
import { type Controls, voteInput } from "../controls.ts";
import { ControlError, toProblems } from "../errors.ts";
import type { StoredOption, StoredParticipant, StoredPoll } from "../model.ts";
import { createRecordId } from "../store.ts";
import { listVoteTypes } from "../views.ts";
import { type Html, lineOf, renderInput, renderSelect } from "./layout.ts";
import { describeOption, listZones, type ShownZones } from "./option-times.ts";
import {
  countVotesByOption,
  renderDetails,
  renderFacts,
  renderTally,
  renderVotesTable,
  renderWhen,
  renderZoneNote,
  voteTexts,
} from "./poll-view.ts";

/** What a person entered on the invite page. */
export interface VoteEntry {
  /** The id of the response that the form makes or changes. Sending the form again changes the same response. */
  responseId: string;
  name: string;
  email: string;
  /** The vote for each answered option, by the option's id. Any text, until the form is saved. */
  choices: Record<string, string>;
}

/** The state of an invite page. */
export interface InviteView {
  poll: StoredPoll;
  zones: ShownZones;
  entry: VoteEntry;
  problems: readonly Problem[];
}

/** The field of an option in the form. */
const choiceField = (optionId: string): string => `choice.${optionId}`;

/** The form of a response: of the given person, or a new one. */
export function createEntry(participant?: StoredParticipant): VoteEntry {
  const { id = createRecordId(), name = "", email = null, votes = {} } = participant ?? {};
  return { responseId: id, name, email: email ?? "", choices: votes };
}

/** The entry in a submitted form. `responseId` is the one in the address, if any. */
export function parseEntry(form: URLSearchParams, responseId = form.get("response") ?? ""): VoteEntry {
  const prefix = choiceField("");
  const choices = [...form].filter(([field]) => field.startsWith(prefix));
  return {
    responseId: /^cm[a-z0-9]{23}$/.test(responseId) ? responseId : createRecordId(),
    name: form.get("name")?.trim() ?? "",
    email: form.get("email")?.trim() ?? "",
    choices: Object.fromEntries(choices.map(([field, vote]) => [field.slice(prefix.length), vote])),
  };
}

/**
 * Saves an entry with the functions of the control routes. Returns its problems by field of the form; the path is empty for
 * a problem of the whole form. Nothing is saved if there are any.
 */
export function saveEntry(controls: Controls, poll: StoredPoll, entry: VoteEntry): Problem[] {
  const { responseId, name, choices } = entry;
  const email = entry.email === "" ? undefined : entry.email;
  const parsed = voteInput.safeParse({ name, email, choices });
  const problems = parsed.success ? [] : toProblems(parsed.error).map(describeProblem);
  if (poll.requireEmail && email === undefined)
    problems.push({ path: "email", message: "Enter your email address. This poll requires one." });
  if (!parsed.success || problems.length > 0) return problems;
  try {
    const isChange = poll.participants.some(({ id }) => id === responseId);
    if (isChange) controls.updateVote(poll.id, responseId, { ...parsed.data, email: email ?? null });
    else controls.vote(poll.id, parsed.data, responseId);
    return [];
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return [{ path: "", message: `${error.message}.` }];
  }
}

function describeProblem({ path }: Problem): Problem {
  if (path === "name") return { path, message: "Enter your name." };
  if (path === "email") return { path, message: "Enter a whole email address, such as ada@example.com." };
  return { path: "", message: "Choose one of the answers that the page offers." };
}

/** The address of an invite page, or of a response on it. */
export function inviteAddress({ id }: StoredPoll, zone?: string, responseId = "", done = ""): string {
  const query = new URLSearchParams({ ...(zone && { zone }), ...(done && { done }) });
  return `/invite/${id}${responseId && `/${responseId}`}${query.size > 0 ? `?${query}` : ""}`;
}

/** The body of the page that an invite link opens. It shows what the poll's settings let participants see. */
export function renderInvite(view: InviteView): Html {
  const { poll, zones } = view;
  return html`${renderFacts(poll)}
${renderDetails(poll)}
${poll.status === "open" ? renderVoting(view) : renderClosed(poll, zones)}
<section>
<h2>Who answered</h2>
${renderAnswers(poll, zones)}
</section>`;
}

function renderVoting(view: InviteView): Html {
  const { poll, zones, entry, problems } = view;
  const isChange = poll.participants.some(({ id }) => id === entry.responseId);
  const optional = !poll.requireEmail && html` (optional)`;
  const emailLabel = html`Your email address${optional} <span class="hint">Only the organizer sees it.</span>`;
  const tallies = poll.hideScores ? undefined : countVotesByOption(poll);
  const options = poll.options.map((option) =>
    renderOption(option, view, renderTally(tallies?.get(option.id), poll)),
  );
  const savedId = isChange ? entry.responseId : "";
  return html`${renderZoneForm(poll, zones, savedId)}
<form method="post" action="${inviteAddress(poll, zones.requested, savedId)}" novalidate>
<input type="hidden" name="response" value="${entry.responseId}">
<section>
<h2>${isChange ? "Change your answers" : "Your answers"}</h2>
<div class="pair">
${renderInput("name", html`Your name`, entry.name, html`required autocomplete="name"`, problems)}
${renderInput("email", emailLabel, entry.email, html`type="email" autocomplete="email"`, problems)}
</div>
${renderZoneNote(poll, zones)}
${options}
<p class="actions"><button class="main">${isChange ? "Save the changes" : "Send your answers"}</button>${
    isChange && html` <a href="${inviteAddress(poll, zones.requested)}">Answer as somebody else</a>`
  }</p>
</section>
</form>`;
}

function renderOption(option: StoredOption, { poll, zones, entry }: InviteView, tally: Html | null): Html {
  const answers = listVoteTypes(poll).map((vote) => {
    const { word, symbol, style } = voteTexts[vote];
    const isChosen = Object.hasOwn(entry.choices, option.id) && entry.choices[option.id] === vote;
    return html`<label class="answer ${style}"><input type="radio" name="${choiceField(option.id)}" value="${vote}"${
      isChosen && html` checked`
    }><span aria-hidden="true">${symbol}</span> ${word}</label>`;
  });
  return html`<fieldset class="option">
<legend>${renderWhen(option, zones)}</legend>
<div>${renderReaderTime(option, zones)}${tally}</div>
<div class="answers">${answers}</div>
</fieldset>`;
}

/** An option in the reader's zone, with the day if it is another one. */
function renderReaderTime(option: StoredOption, { reader, poll }: ShownZones): Html | null {
  if (reader === null) return null;
  const { day, time, offset } = describeOption(option, reader);
  const otherDay = day !== describeOption(option, poll).day && `, ${day}`;
  return html`<p class="hint">${time}${otherDay} in ${reader}${offset && `, ${offset}`}</p>`;
}

/** A form with GET: the zone is remembered in the address. */
function renderZoneForm(poll: StoredPoll, zones: ShownZones, responseId: string): Html | null {
  if (zones.poll === null) return null;
  const current = zones.reader ?? zones.requested ?? zones.poll;
  const choices = listZones(current).map((zone) => [zone, zone.replaceAll("_", " ")] as const);
  return html`<form class="row" action="${inviteAddress(poll, undefined, responseId)}">
${renderSelect("zone", "Your time zone", current, choices)}
<button>Show my times</button>
</form>`;
}

/** Why nobody can vote, and the options. */
function renderClosed(poll: StoredPoll, zones: ShownZones): Html {
  const picked = poll.options.find(({ id }) => id === poll.pickedOptionId);
  const tallies = poll.hideScores ? undefined : countVotesByOption(poll);
  const items = poll.options.map(
    (option) =>
      html`<li class="option">${renderWhen(option, zones)}${renderTally(tallies?.get(option.id), poll)}</li>`,
  );
  return html`<div class="notice"><p>This poll is <strong>${poll.status}</strong>. Nobody can vote.</p>${
    picked && html`<p>Picked: <strong>${renderWhen(picked, zones)}</strong></p>`
  }</div>
<section><h2>${poll.kind === "date" ? "Dates" : "Times"}</h2>${renderZoneNote(poll, zones)}<ul class="plain">${items}</ul></section>`;
}

function renderAnswers(poll: StoredPoll, zones: ShownZones): Html {
  if (poll.hideParticipants)
    return html`<p class="notice">Participants of this poll are hidden from each other.</p>`;
  if (!poll.hideScores) return renderVotesTable(poll, zones);
  const names = poll.participants.map(({ name }) => html`<li>${lineOf(name)}</li>`);
  return html`<p class="hint">This poll hides the votes.</p><ul class="plain">${names}</ul>`;
}
