import type { IncomingMessage } from "node:http";
import { html } from "../../html.ts";
import type { Problem } from "../../problem.ts";
import type { SandboxContext } from "../context.ts";
import { ControlError } from "../errors.ts";
import type { Reply, Target } from "../http.ts";
import type { StoredPoll } from "../model.ts";
import { type Controls, deletePoll } from "../poll-control.ts";
import { closeIfPast, closePastPolls } from "../views.ts";
import { adminActions, adminAddress, renderAdmin, renderDeleteQuestion } from "./admin.ts";
import { FormError, readForm } from "./form-fields.ts";
import { inviteAddress, renderInvite } from "./invite.ts";
import { addressOf, type PageContent, pageReply, redirectReply } from "./layout.ts";
import { findZones } from "./poll-times.ts";
import { renderStart } from "./start.ts";
import { type SandboxState, stateActions } from "./state-forms.ts";
import { createEntry, editEntry, parseEntry, saveEntry } from "./vote-form.ts";

interface Parts {
  context: SandboxContext;
  controls: Controls;
  state: SandboxState;
}

type PageHandler = (request: IncomingMessage, target: Target) => Promise<Reply | null>;

/** Creates the handler of the pages. It returns null for a path that has no page. */
export function createPages({ context, controls, state }: Parts): PageHandler {
  const show = (status: number, content: Omit<PageContent, "now">) =>
    pageReply(status, { ...content, now: context.clock.now() });
  const find = (id: string): StoredPoll | undefined => {
    const poll = context.store.find(id);
    return poll && closeIfPast(context, poll);
  };
  const showMissing = (what: string) =>
    show(404, { title: `No such ${what}`, body: html`<p><a href="/">All polls</a></p>` });

  const showStart = (query: URLSearchParams, form = new URLSearchParams(), problems: Problem[] = []) => {
    closePastPolls(context);
    const status = problems.length > 0 ? 400 : 200;
    const body = renderStart(context, state, form, problems);
    return show(status, { title: "Rallly sandbox", body, problems, done: query.get("done") });
  };

  const submitState = (action: string, form: URLSearchParams, query: URLSearchParams) => {
    const { done, run } = stateActions[action] ?? { done: "", run: () => [] };
    const problems = run(controls, form);
    return problems.length > 0 ? showStart(query, form, problems) : redirectReply(addressOf("/", { done }));
  };

  const showInvite = (
    poll: StoredPoll,
    { query }: Target,
    entry = createEntry(),
    problems: Problem[] = [],
  ) => {
    const view = { poll, zones: findZones(poll, query), entry, problems, origin: context.origin };
    const done = problems.length > 0 ? null : query.get("done");
    const status = problems.length === 0 ? 200 : poll.status === "open" ? 400 : 409;
    return show(status, { title: poll.title, body: renderInvite(view), problems, done });
  };

  const submitVote = (
    poll: StoredPoll,
    target: Target,
    form: URLSearchParams,
    responseId: string | undefined,
  ) => {
    const entry = parseEntry(form, responseId);
    const problems = saveEntry(controls, poll, entry);
    if (problems.length > 0) return showInvite(poll, target, entry, problems);
    const done = Object.keys(entry.choices).length === 0 ? "unanswered" : "saved";
    return redirectReply(inviteAddress(poll, findZones(poll, target.query), entry.responseId, done));
  };

  const showAdmin = (poll: StoredPoll, query: URLSearchParams, problems: Problem[] = []) =>
    show(problems.length > 0 ? 409 : 200, {
      title: poll.title,
      body: renderAdmin(poll, findZones(poll, query)),
      problems,
      done: query.get("done"),
    });

  const submitAdmin = (poll: StoredPoll, action: string, form: URLSearchParams, query: URLSearchParams) => {
    if (action === "delete") {
      deletePoll(context, poll);
      return redirectReply(addressOf("/", { done: "deleted" }));
    }
    const { done, run } = adminActions[action] ?? { done: "", run: () => {} };
    if (action === "schedule" && !form.has("option"))
      return showAdmin(poll, query, [{ path: "option", message: "Choose one of the options." }]);
    try {
      run(controls, poll, form);
      return redirectReply(adminAddress(poll, "", done));
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      return showAdmin(find(poll.id) ?? poll, query, [{ path: "", message: `${error.message}.` }]);
    }
  };

  const route = async (request: IncomingMessage, target: Target): Promise<Reply | null> => {
    const { query } = target;
    const [section = "", id = "", part, ...rest] = target.path.slice(1).split("/").map(decode);
    const isPost = request.method === "POST";
    if (!isPost && request.method !== "GET" && request.method !== "HEAD") return null;
    if (rest.length > 0) return null;
    if (section === "" && !isPost) return showStart(query);
    if (Object.hasOwn(stateActions, section) && target.path === `/${section}`)
      return isPost ? submitState(section, await readForm(request), query) : redirectReply("/");
    if (section !== "invite" && section !== "poll") return null;
    // Reads the form before the poll, which may change in the meantime.
    const form = isPost ? await readForm(request) : null;
    const poll = find(id);
    if (poll === undefined) return showMissing("poll");
    if (section === "invite") {
      const participant = poll.participants.find((candidate) => candidate.id === part);
      if (part !== undefined && participant === undefined) return showMissing("answer");
      if (form !== null) return submitVote(poll, target, form, part);
      return showInvite(poll, target, participant && editEntry(participant));
    }
    if (part === undefined) return form === null ? showAdmin(poll, query) : null;
    if (part === "delete" && form === null)
      return show(200, { title: `Delete “${poll.title}”?`, body: renderDeleteQuestion(poll) });
    if (part !== "delete" && !Object.hasOwn(adminActions, part)) return null;
    return form === null ? redirectReply(adminAddress(poll)) : submitAdmin(poll, part, form, query);
  };

  return async (request, target) => {
    try {
      return await route(request, target);
    } catch (error) {
      if (!(error instanceof FormError)) throw error;
      return show(error.status, { title: "The form was not accepted", body: html`<p>${error.message}</p>` });
    }
  };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
