import { type Html, html } from "../../html.ts";
import type { Problem } from "../../problem.ts";
import { spaces } from "../accounts.ts";
import type { SandboxContext } from "../context.ts";
import type { Space, StoredPoll } from "../model.ts";
import { adminAddress } from "./admin.ts";
import { renderFacts } from "./poll-parts.ts";
import { renderStateForms, type SandboxState } from "./state-forms.ts";
import { lineOf } from "./text.ts";

/** The maximum number of polls per space on the page. */
const maxPolls = 200;

/** The body of the start page: the polls of every space, and forms for clock, faults and outages. */
export function renderStart(
  context: SandboxContext,
  state: SandboxState,
  form: URLSearchParams,
  problems: readonly Problem[],
): Html {
  const listed = spaces.map((space) => renderSpace(context, space)).filter((part) => part !== null);
  return html`<p>A local imitation of Rallly. Nothing here leaves this machine. Programs use it at <code>${context.origin}/v1</code>, scripts also <a href="/sandbox/">its control routes</a>.</p>
<div class="columns">
<div>
${listed.length > 0 ? listed : html`<section><h2>Polls</h2><p class="notice">No polls yet. Create one over the API, with an assistant or with Zapier.</p></section>`}
</div>
<div>
${renderStateForms(context, state, form, problems)}
</div>
</div>`;
}

function renderSpace(context: SandboxContext, space: Space): Html | null {
  const polls = [...context.store.newestFirst(space.id)];
  if (polls.length === 0) return null;
  const hidden = polls.length - maxPolls;
  return html`<section>
<h2>Polls of the space “${space.name}”</h2>
<ul class="plain">${polls.slice(0, maxPolls).map(renderPoll)}</ul>
${hidden > 0 && html`<p class="hint">${hidden} older polls are not shown.</p>`}
</section>`;
}

function renderPoll(poll: StoredPoll): Html {
  const of = html`<span class="visually-hidden"> of ${lineOf(poll.title)}</span>`;
  return html`<li class="option"><div><h3>${lineOf(poll.title)}</h3>${renderFacts(poll)}</div>
<p class="links"><a href="/invite/${encodeURIComponent(poll.id)}">Invite page${of}</a> <a href="${adminAddress(poll)}">Admin page${of}</a></p></li>`;
}
