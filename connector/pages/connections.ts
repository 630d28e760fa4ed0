import type { GrantSummary, OAuthHelpers } from "@cloudflare/workers-oauth-provider";
import { type Html, html } from "../../src/html.ts";
import type { Bindings } from "../bindings.ts";
import { type GrantMetadata, getAuthorizationServer } from "../oauth.ts";
import { writeScope } from "../scopes.ts";
import { toUserId } from "../space.ts";
import { readForm } from "./form.ts";
import { keyField, renderPage, renderProblem } from "./layout.ts";
import { endSession, findUser, startSession } from "./session.ts";
import { isolate, isolateName } from "./text.ts";

/**
 * Maximum number of connections that one request lists or ends. To end one takes an operation of Workers KV for each of its
 * tokens and two more, and a request has 1,000.
 */
const pageSize = 25;

/**
 * The page where a person sees and ends the connections of a key. Knowing the key is enough: it also works for a key that the
 * service no longer accepts, and sends the service nothing.
 */
export async function serveConnections(request: Request, bindings: Bindings): Promise<Response> {
  const oauth = getAuthorizationServer(new URL(request.url).origin).getOAuthApi(bindings);
  const user = await findUser(request, bindings);
  if (request.method !== "POST") return user === undefined ? renderKeyForm() : renderList(oauth, user);
  const form = await readForm(request);
  if (form instanceof Response) return form;
  if (form.has("leave")) return redirectToList(await endSession(request, bindings));
  const apiKey = form.get("key")?.trim();
  if (apiKey) return redirectToList(await startSession(await toUserId(apiKey), bindings));
  if (user === undefined)
    return renderKeyForm("Enter the key again: the page was open for more than ten minutes.");
  const after = form.get("after");
  if (after !== null) return renderList(oauth, user, after);
  const ended = form.getAll("grant").slice(0, pageSize);
  await Promise.all(ended.map((grantId) => oauth.revokeGrant(grantId, user)));
  return redirectToList();
}

// A reload then repeats nothing.
function redirectToList(cookie?: string): Response {
  return new Response(null, {
    status: 303,
    headers: {
      location: "/connections",
      "cache-control": "no-store",
      ...(cookie ? { "set-cookie": cookie } : {}),
    },
  });
}

function renderKeyForm(message?: string): Response {
  return renderPage({
    title: "Your connections",
    status: message === undefined ? 200 : 401,
    content: html`${renderProblem(message)}
<p>Enter the API key with which you connected, to see and end the connections that use it.</p>
<form method="post">
${keyField(false)}
<p class="buttons"><button>Show connections</button></p>
</form>`,
  });
}

async function renderList(oauth: OAuthHelpers, user: string, after?: string): Promise<Response> {
  const { items, cursor } = await oauth.listUserGrants(user, {
    limit: pageSize,
    ...(after === undefined ? {} : { cursor: after }),
  });
  const grants = items.sort((a, b) => b.createdAt - a.createdAt);
  const isWhole = after === undefined && cursor === undefined;
  const all = isWhole ? "End all connections" : `End these ${grants.length} connections`;
  const list =
    grants.length === 0
      ? html`<p>${isWhole ? "No connection uses this key." : "No more connections use this key."}</p>`
      : html`<ul class="grants">${grants.map(describeGrant)}</ul>
${grants.length > 1 ? endForm(grants, all) : undefined}`;
  return renderPage({
    title: "Your connections",
    content: html`${list}
${cursor === undefined ? undefined : moreForm(cursor)}
<form method="post"><p class="buttons"><button class="secondary" name="leave" value="yes">Leave this page</button></p></form>
<p class="help">Ending a connection does not revoke the key. Its owner can revoke it in the settings of the space: that ends all its connections. This list may be up to a minute old: an ended connection may still be listed, and may still work.</p>`,
  });
}

// A form, because the store's cursor belongs in no address.
function moreForm(cursor: string): Html {
  return html`<form method="post"><p>This key has more connections.</p>
<p class="buttons"><button class="secondary" name="after" value="${cursor}">Show more connections</button></p></form>`;
}

function describeGrant(grant: GrantSummary): Html {
  const { clientName, redirectHost } = grant.metadata as GrantMetadata;
  const access = grant.scope.includes(writeScope) ? "reads, creates and deletes polls" : "reads only";
  const time = `${new Date(grant.createdAt * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  // The library sets a grant's end when the client redeems the code. Before that, only the store ends it.
  const state =
    grant.expiresAt === undefined
      ? html`Not begun: the key was entered on ${time}. It ends by itself ten minutes later if the app does not continue.`
      : html`Connected on ${time}.`;
  return html`<li><p><strong>${isolateName(clientName)}</strong> (${isolate(redirectHost, 300)}): ${access}. ${state}</p>
${endForm([grant], html`End <span class="hidden">the connection of ${isolateName(clientName)} of ${time}</span>`)}</li>`;
}

function endForm(grants: readonly GrantSummary[], label: Html | string): Html {
  return html`<form method="post">${grants.map(({ id }) => html`<input type="hidden" name="grant" value="${id}">`)}<p class="buttons"><button class="danger">${label}</button></p></form>`;
}
