import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import { HTTPException } from "hono/http-exception";
import type { Problem } from "../../problem.ts";
import { spaces } from "../accounts.ts";
import { type Controls, deletePoll, type SandboxState } from "../controls.ts";
import { ControlError } from "../errors.ts";
import type { Space, StoredPoll } from "../model.ts";
import { adminActions, renderAdmin } from "./admin.ts";
import { createEntry, inviteAddress, parseEntry, renderInvite, saveEntry } from "./invite.ts";
import { type Html, lineOf, type PageContent, pageHeaders, sendPage } from "./layout.ts";
import { findZones } from "./option-times.ts";
import { renderFacts } from "./poll-view.ts";

/** The maximum size of a form. 100 options take 5 kB. */
const maxFormBytes = 64 * 1024;
const refusals = new Map([
  [403, "This form came from another page. Only the sandbox's own pages can change it."],
  [413, `The form is larger than ${maxFormBytes} bytes.`],
]);

/** Creates the pages: start, invite and admin. They work without scripts. */
export function createPages(state: SandboxState, controls: Controls) {
  const send = (c: Context, content: PageContent, status?: Parameters<typeof sendPage>[3]) =>
    sendPage(c, state.clock.now(), { done: c.req.query("done"), ...content }, status);
  const sendMissing = (c: Context, what: string) =>
    send(c, { title: `No such ${what}`, body: html`<p><a href="/">All polls</a></p>` }, 404);
  const readForm = async (c: Context) => new URLSearchParams(await c.req.text());

  const app = new Hono();
  const guards = [pageHeaders(), csrf(), bodyLimit({ maxSize: maxFormBytes })] as const;
  for (const path of ["/", "/invite/*", "/poll/*"]) app.use(path, ...guards);
  app.onError((error, c) => {
    if (!(error instanceof HTTPException)) throw error;
    const message = refusals.get(error.status) ?? error.message;
    return send(c, { title: "The form was not accepted", body: html`<p>${message}</p>` }, 403);
  });

  app.get("/", (c) => send(c, { title: "Rallly sandbox", body: renderStart(state) }));

  app.on(["GET", "POST"], "/invite/:pollId/:responseId?", async (c) => {
    const { pollId, responseId } = c.req.param();
    const form = c.req.method === "POST" ? await readForm(c) : null;
    const poll = state.store.find(pollId);
    if (poll === undefined) return sendMissing(c, "poll");
    const participant = poll.participants.find(({ id }) => id === responseId);
    if (responseId !== undefined && participant === undefined) return sendMissing(c, "answer");
    const zones = findZones(poll, c.req.query("zone"));
    const show = (entry = createEntry(participant), problems: Problem[] = []) => {
      const status = problems.length === 0 ? 200 : poll.status === "open" ? 400 : 409;
      const body = renderInvite({ poll, zones, entry, problems });
      return send(c, { title: poll.title, body, problems }, status);
    };
    if (form === null) return show();
    const entry = parseEntry(form, responseId);
    const problems = saveEntry(controls, poll, entry);
    if (problems.length > 0) return show(entry, problems);
    const done = Object.keys(entry.choices).length === 0 ? "unanswered" : "saved";
    // So that a reload does not send the form again.
    return c.redirect(inviteAddress(poll, zones.requested, entry.responseId, done), 303);
  });

  app.get("/poll/:pollId", (c) => {
    const poll = state.store.find(c.req.param("pollId"));
    return poll === undefined ? sendMissing(c, "poll") : showAdmin(c, poll);
  });
  app.post("/poll/:pollId/:action", async (c, next) => {
    const { pollId, action } = c.req.param();
    const form = await readForm(c);
    const poll = state.store.find(pollId);
    if (poll === undefined) return sendMissing(c, "poll");
    if (action === "delete") {
      deletePoll(state, poll);
      return c.redirect("/?done=delete", 303);
    }
    const run = Object.hasOwn(adminActions, action) ? adminActions[action] : undefined;
    if (run === undefined) return next();
    try {
      const problem = run(controls, pollId, form);
      if (problem) return showAdmin(c, poll, form, [problem]);
      return c.redirect(`/poll/${pollId}?done=${action}`, 303);
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      return showAdmin(c, poll, form, [{ path: "", message: `${error.message}.` }]);
    }
  });
  const showAdmin = (
    c: Context,
    poll: StoredPoll,
    form = new URLSearchParams(),
    problems: Problem[] = [],
  ) => {
    const zones = findZones(poll, c.req.query("zone"));
    const body = renderAdmin({ poll, zones, form, problems });
    return send(c, { title: poll.title, body, problems }, problems.length > 0 ? 409 : 200);
  };
  return app;
}

/** The body of the start page: the polls of every space. */
function renderStart({ store, origin }: SandboxState): Html {
  const listed = spaces
    .filter(({ id }) => store.newestFirst(id).length > 0)
    .map((space) => renderSpace(space, store.newestFirst(space.id)));
  return html`<p>A local imitation of Rallly. Nothing here leaves this machine. Programs use it at <code>${origin}/v1</code>, scripts also <a href="/sandbox/">its control routes</a>, which set faults and outages too.</p>
${listed.length > 0 ? listed : html`<p class="notice">No polls yet. Create one over the API, with an assistant or with Zapier.</p>`}`;
}

function renderSpace(space: Space, polls: StoredPoll[]): Html {
  const items = polls.map((poll) => {
    const of = html`<span class="visually-hidden"> of ${lineOf(poll.title)}</span>`;
    return html`<li class="option"><div><h3>${lineOf(poll.title)}</h3>${renderFacts(poll)}</div>
<p class="links"><a href="/invite/${poll.id}">Invite page${of}</a> <a href="/poll/${poll.id}">Admin page${of}</a></p></li>`;
  });
  return html`<section>
<h2>Polls of the space “${space.name}”</h2>
<ul class="plain">${items}</ul>
</section>`;
}
