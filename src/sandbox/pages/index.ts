import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import { HTTPException } from "hono/http-exception";
import { sanitizeLine } from "../../sanitize.ts";
import { type Space, spaces } from "../accounts.ts";
import { type Controls, deletePoll, type SandboxState } from "../controls.ts";
import { ControlError } from "../errors.ts";
import type { StoredPoll } from "../model.ts";
import { renderAdmin } from "./admin.ts";
import { parseEntry, renderInvite } from "./invite.ts";
import { type Html, lineOf, pageHeaders, type Refusal, sendPage } from "./layout.ts";
import { renderFacts } from "./poll-view.ts";

/** The maximum size of a form. 100 options take 5 kB. */
const maxFormBytes = 64 * 1024;
const refusals = new Map([
  [403, "This form came from another page. Only the sandbox's own pages can change it."],
  [413, `The form is larger than ${maxFormBytes} bytes.`],
]);

/** Creates the pages: start, invite and admin. They work without scripts. */
export function createPages(state: SandboxState, controls: Controls) {
  const send = (c: Context, title: string, body: Html, refusal?: Refusal) =>
    sendPage(c, state.clock.now(), title, body, refusal);
  const findPoll = (id: string): StoredPoll => {
    const poll = state.store.find(id);
    if (poll === undefined) throw new HTTPException(404, { message: "No such poll." });
    return poll;
  };

  const app = new Hono();
  const guards = [pageHeaders(), csrf(), bodyLimit({ maxSize: maxFormBytes })] as const;
  for (const path of ["/", "/invite/*", "/poll/*"]) app.use(path, ...guards);
  app.onError((error, c) => {
    if (!(error instanceof HTTPException)) throw error;
    const message = refusals.get(error.status) ?? error.message;
    const body = html`<p><a href="/">All polls</a></p>`;
    return send(c, "Rallly sandbox", body, { message, status: error.status as Refusal["status"] });
  });

  app.get("/", (c) => send(c, "Rallly sandbox", renderStart(state)));

  app.on(["GET", "POST"], "/invite/:pollId/:responseId?", async (c) => {
    const { pollId, responseId } = c.req.param();
    const form = await c.req.parseBody({ dot: true });
    const poll = findPoll(pollId);
    const participant = poll.participants.find(({ id }) => id === responseId);
    if (responseId !== undefined && participant === undefined)
      throw new HTTPException(404, { message: "No such answer." });
    const zone = c.req.query("zone");
    if (c.req.method === "GET")
      return send(c, poll.title, renderInvite(poll, participant ?? parseEntry({}), zone));
    const entry = parseEntry(form, responseId);
    const { id, name, email } = entry;
    // The control function validates the votes.
    const vote = { name, email, choices: entry.votes as StoredPoll["participants"][0]["votes"] };
    const refusal = attempt(() => {
      if (poll.participants.some((other) => other.id === id)) controls.updateVote(pollId, id, vote);
      else controls.vote(pollId, vote, id);
    });
    if (refusal) return send(c, poll.title, renderInvite(poll, entry, zone), refusal);
    const query = new URLSearchParams({ ...(zone && { zone }), saved: "" });
    // So that a reload does not send the form again.
    return c.redirect(`/invite/${pollId}/${id}?${query}`, 303);
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
    return send(c, poll.title, renderAdmin(poll));
  });
  for (const [name, run] of Object.entries(actions))
    app.post(`/poll/:pollId/${name}`, async (c) => {
      const form = await c.req.parseBody();
      const poll = findPoll(c.req.param("pollId"));
      const refusal = attempt(() => run(poll, form));
      if (refusal) return send(c, poll.title, renderAdmin(poll), refusal);
      return c.redirect(name === "delete" ? "/" : `/poll/${poll.id}`, 303);
    });
  return app;
}

/** Runs what a form asks for. Returns why it was refused, if it was. */
function attempt(run: () => void): Refusal | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof ControlError) return { message: error.message, status: error.status };
    if (error instanceof RangeError) return { message: error.message, status: 400 };
    throw error;
  }
}

/** The body of the start page: the polls of every space. */
function renderStart({ store, origin }: SandboxState): Html {
  const listed = spaces
    .filter(({ id }) => store.newestFirst(id).length > 0)
    .map((space) => renderSpace(space, store.newestFirst(space.id)));
  return html`<p>A local imitation of Rallly. Nothing here leaves this machine. Programs use it at <code>${origin}/v1</code>,
scripts also <a href="/sandbox/">its control routes</a>, which set faults and outages too.</p>
${listed.length > 0 ? listed : html`<p>No polls yet. Create one over the API, with an assistant or with Zapier.</p>`}`;
}

function renderSpace(space: Space, polls: StoredPoll[]): Html {
  const items = polls.map((poll) => {
    const title = sanitizeLine(poll.title);
    return html`<li class="option"><div><h3>${lineOf(poll.title)}</h3>${renderFacts(poll)}</div>
<p class="actions"><a href="/invite/${poll.id}" aria-label="Invite page of ${title}">Invite page</a>
<a href="/poll/${poll.id}" aria-label="Admin page of ${title}">Admin page</a></p></li>`;
  });
  return html`<section>
<h2>Polls of the space “${space.name}”</h2>
<ul>${items}</ul>
</section>`;
}
