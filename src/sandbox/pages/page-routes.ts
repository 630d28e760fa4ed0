import { type Context, Hono } from "hono";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import { sanitizeLine } from "../../sanitize.ts";
import { deletePoll, type SandboxState } from "../control/controls.ts";
import { ControlError, toRefusal } from "../errors.ts";
import { spaces } from "../state/accounts.ts";
import type { StoredPoll } from "../state/model.ts";
import type { Controls } from "../types.ts";
import { limitBody } from "../validate.ts";
import { renderAdmin } from "./admin.ts";
import { parseEntry, renderInvite } from "./invite.ts";
import { type Html, lineOf, pageHeaders, sendPage } from "./layout.ts";
import { renderFacts } from "./poll-view.ts";

/** Creates the pages: start, invite and admin. They work without scripts. */
export function createPages(state: SandboxState, controls: Controls) {
  const findPoll = (id: string): StoredPoll => {
    const poll = state.store.find(id);
    if (poll === undefined) throw new ControlError(404, "No such poll.");
    return poll;
  };

  const app = new Hono();
  for (const path of ["/", "/invite/*", "/poll/*"]) app.use(path, pageHeaders(), csrf(), limitBody);
  app.onError((error, c) =>
    sendPage(c, "Not possible", html`<p><a href="/">All polls</a></p>`, toRefusal(error)),
  );

  app.get("/", (c) => sendPage(c, "Polls", renderStart(state)));

  app.on(["GET", "POST"], "/invite/:pollId/:responseId?", async (c) => {
    const { pollId, responseId } = c.req.param();
    const poll = findPoll(pollId);
    const participant = poll.participants.find(({ id }) => id === responseId);
    if (responseId !== undefined && participant === undefined) throw new ControlError(404, "No such answer.");
    if (c.req.method !== "POST")
      return sendPage(c, poll.title, renderInvite(poll, participant ?? parseEntry({})));
    const entry = parseEntry(await parseForm(c), responseId);
    const { id, name, email, votes: choices } = entry;
    const vote = { name, email, choices };
    try {
      if (poll.participants.some((other) => other.id === id)) controls.updateVote(pollId, id, vote);
      else controls.vote(pollId, vote, id);
    } catch (error) {
      return sendPage(c, poll.title, renderInvite(poll, entry), toRefusal(error));
    }
    // So that a reload does not send the form again.
    return c.redirect(`/invite/${pollId}/${id}?saved`, 303);
  });

  const actions: Record<string, (poll: StoredPoll, form: Record<string, unknown>) => void> = {
    close: ({ id }) => controls.closePoll(id),
    reopen: ({ id }) => controls.reopenPoll(id),
    cancel: ({ id }) => controls.cancelPoll(id),
    schedule: ({ id }, form) => controls.schedulePoll(id, String(form["option"])),
    delete: (poll) => deletePoll(state, poll),
    clock: (_poll, form) => controls.advance(Number(form["advanceMs"])),
  };
  app.get("/poll/:pollId", (c) => {
    const poll = findPoll(c.req.param("pollId"));
    return sendPage(c, poll.title, renderAdmin(poll));
  });
  for (const [name, run] of Object.entries(actions))
    app.post(`/poll/:pollId/${name}`, async (c) => {
      const poll = findPoll(c.req.param("pollId"));
      run(poll, await parseForm(c));
      return c.redirect(name === "delete" ? "/" : `/poll/${poll.id}`, 303);
    });
  return app;
}

async function parseForm(c: Context): Promise<Record<string, unknown>> {
  return await c.req.parseBody().catch(() => {
    throw new ControlError(400, "The form cannot be read.");
  });
}

/** The body of the start page: the polls of every space. */
function renderStart({ store, origin }: SandboxState): Html {
  const sections = spaces.map(({ id, name }) => {
    const items = store.newestFirst(id).map(renderItem);
    return (
      items.length > 0 && html`<section><h2>Polls of the space “${name}”</h2><ul>${items}</ul></section>`
    );
  });
  return html`<p>A local imitation of Rallly. No request goes to the real one. Programs use it at <code>${origin}/v1</code>,
scripts also <a href="/sandbox/">its control routes</a>, which set faults and outages too.</p>
${store.all().length === 0 && html`<p>No polls yet. Create one over the API, with an assistant or with Zapier.</p>`}
${sections}`;
}

function renderItem(poll: StoredPoll): Html {
  return html`<li class="option"><div><h3><a href="/invite/${poll.id}">${lineOf(poll.title)}</a></h3>${renderFacts(poll)}</div>
<a href="/poll/${poll.id}" aria-label="Admin page of ${sanitizeLine(poll.title)}">Admin page</a></li>`;
}
