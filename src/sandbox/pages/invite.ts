import { type Html, html } from "../../html.ts";
import type { Problem } from "../../problem.ts";
import type { StoredOption, StoredPoll } from "../model.ts";
import { optionName } from "../poll-control.ts";
import { listVoteTypes } from "../views.ts";
import { renderInput, renderSelect } from "./form-fields.ts";
import { addressOf } from "./layout.ts";
import {
  countVotesByOption,
  type OptionTally,
  renderClosed,
  renderDetails,
  renderFacts,
  renderTally,
  renderWhen,
  renderZoneNote,
  voteTexts,
} from "./poll-parts.ts";
import { describeOption, formatZone, hasOwnOffsets, listZones, type ShownZones } from "./poll-times.ts";
import { lineOf } from "./text.ts";
import { choiceField, getChoice, type VoteEntry } from "./vote-form.ts";
import { limitPeople, renderVotesTable } from "./votes-table.ts";

/** The state of an invite page. */
export interface InviteView {
  poll: StoredPoll;
  zones: ShownZones;
  entry: VoteEntry;
  problems: readonly Problem[];
  /** `http://127.0.0.1:<port>` */
  origin: string;
}

/** The body of the page that an invite link opens. It shows what the poll's settings let participants see. */
export function renderInvite(view: InviteView): Html {
  const { poll, zones } = view;
  return html`${renderFacts(poll)}
${renderDetails(poll)}
${poll.status === "open" ? renderVoting(view) : html`${renderClosed(poll, zones)}${renderOptionList(poll, zones)}`}
<section>
<h2>Who answered</h2>
${renderAnswers(poll, zones)}
</section>`;
}

const isChange = ({ poll, entry }: InviteView) => poll.participants.some(({ id }) => id === entry.responseId);

/** The address of an invite page, or of a response on it. */
export function inviteAddress(poll: StoredPoll, zones: ShownZones, responseId = "", done = ""): string {
  const path = `/invite/${encodeURIComponent(poll.id)}${responseId && `/${encodeURIComponent(responseId)}`}`;
  return addressOf(path, { zone: zones.requested, done });
}

function renderVoting(view: InviteView): Html {
  const { poll, zones, entry, problems } = view;
  const changed = isChange(view);
  const tallies = poll.hideScores ? undefined : countVotesByOption(poll);
  let lastDay = "";
  const options = poll.options.map((option) => {
    const { day } = describeOption(option, zones.poll);
    const heading = poll.kind === "time" && day !== lastDay && html`<h3>${day}</h3>`;
    lastDay = day;
    return html`${heading}${renderOption(option, view, tallies?.get(option.id))}`;
  });
  return html`${renderZoneForm(view)}
<form method="post" action="${inviteAddress(poll, zones, changed ? entry.responseId : "")}" novalidate>
<input type="hidden" name="response" value="${entry.responseId}">
<section>
<h2>${changed ? "Change your answers" : "Your answers"}</h2>
<div class="pair">
${renderInput({ name: "name", label: "Your name", problems }, entry.name, html`required autocomplete="name"`)}
${renderInput(
  {
    name: "email",
    label: poll.requireEmail ? "Your email address" : "Your email address (optional)",
    hint: "Only the organizer sees it.",
    problems,
  },
  entry.email,
  html`type="email" autocomplete="email"${poll.requireEmail && html` required`}`,
)}
</div>
${renderZoneNote(poll, zones)}
${options}
<p class="actions"><button class="main">${changed ? "Save the changes" : "Send your answers"}</button>${
    changed && html` <a href="${inviteAddress(poll, zones)}">Answer as somebody else</a>`
  }</p>
</section>
</form>
${renderCurl(view)}`;
}

function renderOption(option: StoredOption, view: InviteView, tally: OptionTally | undefined): Html {
  const { poll, zones, entry } = view;
  const chosen = getChoice(entry, option.id);
  const { day, time, offset } = describeOption(option, zones.poll);
  const answers = listVoteTypes(poll).map((vote) => {
    const { word, symbol, style } = voteTexts[vote];
    return html`<label class="answer ${style}"><input type="radio" name="${choiceField(option.id)}" value="${vote}"${
      vote === chosen && html` checked`
    }><span class="symbol" aria-hidden="true">${symbol}</span> ${word}</label>`;
  });
  const legend =
    time === ""
      ? html`${day}`
      : html`<span class="visually-hidden">${day}, </span>${time}${
          hasOwnOffsets(zones) && html` <span class="dim">${offset}</span>`
        }`;
  return html`<fieldset class="option">
<legend>${legend}</legend>
<div class="facts-of-option">${renderReaderTime(option, zones, day)}${renderTally(tally, poll)}</div>
<div class="answers">${answers}</div>
</fieldset>`;
}

/** An option in the reader's zone, with the day if it is another one. */
function renderReaderTime(option: StoredOption, { reader }: ShownZones, pollDay: string): Html | null {
  if (reader === null) return null;
  const { day, time, offset } = describeOption(option, reader);
  return html`<p class="hint">${time}${day !== pollDay && `, ${day}`} <span class="in-zone">in ${formatZone(reader, offset)}</span></p>`;
}

/** A form with GET: the zone is remembered in the address. */
function renderZoneForm({ poll, zones, entry, ...rest }: InviteView): Html | null {
  if (zones.poll === null) return null;
  const current = zones.reader ?? zones.requested ?? zones.poll;
  const target = isChange({ poll, zones, entry, ...rest }) ? entry.responseId : "";
  const choices = listZones(current).map((zone) => [zone, zone.replaceAll("_", " ")] as const);
  return html`<form class="zone" action="${inviteAddress(poll, { ...zones, requested: null }, target)}">
${renderSelect({ name: "zone", label: "Your time zone" }, current, choices)}
<button>Show my times</button>
</form>`;
}

function renderOptionList(poll: StoredPoll, zones: ShownZones): Html {
  const tallies = poll.hideScores ? undefined : countVotesByOption(poll);
  const items = poll.options.map(
    (option) =>
      html`<li class="option"><span>${renderWhen(option, zones)}</span>${renderTally(tallies?.get(option.id), poll)}</li>`,
  );
  return html`<section><h2>${poll.kind === "date" ? "Dates" : "Times"}</h2>${renderZoneNote(poll, zones)}<ul class="plain">${items}</ul></section>`;
}

function renderAnswers(poll: StoredPoll, zones: ShownZones): Html {
  if (poll.hideParticipants)
    return html`<p class="notice">Participants of this poll are hidden from each other.</p>`;
  if (!poll.hideScores) return renderVotesTable(poll, zones);
  const { shown, note } = limitPeople(poll);
  const names = shown.map(({ name }) => html`<li>${lineOf(name)}</li>`);
  return html`<p class="hint">This poll hides the votes.</p>${names.length > 0 && html`<ul class="names">${names}</ul>${note}`}`;
}

/** The command that votes from a terminal. An option has the name that control routes take. */
function renderCurl({ poll, origin }: InviteView): Html {
  const vote = {
    name: "Ada",
    ...(poll.requireEmail && { email: "ada@example.com" }),
    choices: Object.fromEntries(poll.options.slice(0, 1).map((option) => [optionName(poll, option), "yes"])),
  };
  const names = poll.options.map((option) => optionName(poll, option));
  return html`<details>
<summary>Vote with curl</summary>
<p class="hint">Give ${listVoteTypes(poll).join(" or ")} for each option.</p>
<pre tabindex="0" role="region" aria-label="Command">curl -d '${JSON.stringify(vote)}' ${origin}/sandbox/polls/${poll.id}/votes</pre>
<p class="hint">The options of this poll:</p>
<pre tabindex="0" role="region" aria-label="Names of the options">${names.join("\n")}</pre>
</details>`;
}
