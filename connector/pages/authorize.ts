import {
  AuthorizationError,
  type AuthRequest,
  CimdFetchError,
  type ConsentDescription,
  type OAuthHelpers,
} from "@cloudflare/workers-oauth-provider";
import { type Html, html } from "../../src/html.ts";
import type { Bindings } from "../bindings.ts";
import { type GrantMetadata, type GrantProps, getAuthorizationServer } from "../oauth.ts";
import { allScopes, readScope, writeScope } from "../scopes.ts";
import { checkKey, type KeyCheck, toUserId } from "../space.ts";
import { readForm } from "./form.ts";
import { keyField, messagePage, problem, renderPage } from "./layout.ts";
import { cleanText } from "./text.ts";

/** The page where a person connects a client: who asks, what it will be able to do, and the key. */
export async function serveAuthorize(request: Request, bindings: Bindings): Promise<Response> {
  const oauth = getAuthorizationServer(new URL(request.url).origin).getOAuthApi(bindings);
  try {
    return request.method === "POST" ? await submit(request, bindings, oauth) : await open(request, oauth);
  } catch (error) {
    if (error instanceof AuthorizationError && error.redirectTo)
      return Response.redirect(error.redirectTo, 302);
    if (error instanceof AuthorizationError)
      return messagePage(400, "This link does not work", explain(error));
    if (error instanceof CimdFetchError)
      return messagePage(
        400,
        "This app cannot be verified",
        "Its description could not be read. Try again later.",
      );
    throw error;
  }
}

const explain = ({ description }: AuthorizationError) =>
  `${cleanText(description, 300)} Go back to your assistant and connect again.`;

async function open(request: Request, oauth: OAuthHelpers): Promise<Response> {
  return renderForm(oauth, await oauth.parseAuthRequest(request));
}

async function submit(request: Request, bindings: Bindings, oauth: OAuthHelpers): Promise<Response> {
  const form = await readForm(request);
  if (!form)
    return messagePage(400, "This form does not belong here", "Go back to your assistant and connect again.");
  const handle = form.get("handle") ?? "";
  if (form.get("decision") === "cancel") {
    const { headers } = await oauth.denyConsent(request, handle);
    return new Response(null, { status: 302, headers });
  }
  const { request: authRequest } = await oauth.approveConsent(request, handle);
  const apiKey = (form.get("key") ?? "").trim();
  const check = await checkKey(apiKey, bindings.RALLLY_BASE_URL);
  if (check.outcome !== "accepted") return renderForm(oauth, authRequest, problems[check.outcome]);

  const description = await oauth.describeConsent(authRequest);
  const { redirectTo } = await oauth.completeAuthorization({
    request: authRequest,
    userId: await toUserId(apiKey),
    scope: form.get("access") === "read" ? [readScope] : allScopes,
    props: { apiKey } satisfies GrantProps,
    metadata: {
      clientName: cleanText(description.clientName, 100),
      redirectHost: description.redirectHost,
    } satisfies GrantMetadata,
    // Several people of one space may connect the same client.
    revokeExistingGrants: false,
  });
  return renderConnected(description, check, redirectTo);
}

const problems: Readonly<Record<Exclude<KeyCheck["outcome"], "accepted">, string>> = {
  malformed: "This is not an API key. Copy the whole key: it begins with sk_.",
  refused: "Rallly does not accept this key: it is wrong, expired or revoked. Nothing was kept.",
  "no-plan": "The key is right, but its space has no Pro plan, which the API needs. Nothing was kept.",
  unreachable:
    "Rallly did not answer, so the key could not be checked. Nothing was kept. Try again in a minute.",
};

async function renderForm(
  oauth: OAuthHelpers,
  authRequest: AuthRequest,
  message?: string,
): Promise<Response> {
  const description = await oauth.describeConsent(authRequest);
  const { handle, headers } = await oauth.beginConsent(authRequest);
  // A client that asks for neither leaves the choice to the person.
  const asksToReadOnly = authRequest.scope.includes(readScope) && !authRequest.scope.includes(writeScope);
  return renderPage({
    title: `Connect ${cleanText(description.clientName, 100)}`,
    status: message === undefined ? 200 : 422,
    headers,
    formTarget: toFormTarget(authRequest.redirectUri),
    content: html`${problem(message)}
${describeClient(description)}
<form method="post">
<input type="hidden" name="handle" value="${handle}">
${keyField(message !== undefined)}
${accessChoice(!asksToReadOnly)}
<p class="buttons">
<button name="decision" value="connect">Check the key and connect</button>
<button class="secondary" name="decision" value="cancel" formnovalidate>Cancel</button>
</p>
</form>
<p class="help">The key is stored encrypted: only this app's token opens it. See and end connections at any time on the <a href="/connections">page of connections</a>.</p>`,
  });
}

function describeClient({
  clientName,
  clientDomain,
  redirectHost,
  redirectIsLoopback,
}: ConsentDescription): Html {
  const name = html`<strong>${cleanText(clientName, 100)}</strong>`;
  const origin = clientDomain
    ? html`It is published by <strong>${cleanText(clientDomain, 253)}</strong>.`
    : html`It gave this name itself; nobody has verified it.`;
  const warning = redirectIsLoopback
    ? html`<p class="warning">Access goes to a program on your own computer. Continue only if you have just started to connect from it.</p>`
    : undefined;
  return html`<p>${name} asks for access to the scheduling polls of your Rallly space. ${origin} Access is sent to <strong>${cleanText(redirectHost, 300)}</strong>.</p>
${warning}`;
}

function accessChoice(mayWrite: boolean): Html {
  const reading = "Read polls, results, and the names, addresses and votes of the people who answered";
  if (!mayWrite)
    return html`<p>It will be able to:</p><ul><li>${reading}</li></ul><input type="hidden" name="access" value="read">`;
  return html`<fieldset>
<legend>What it may do</legend>
<p class="choice"><input type="radio" id="access-write" name="access" value="write" checked><label for="access-write">Everything: ${reading.toLowerCase()}, create polls and delete polls</label></p>
<p class="choice"><input type="radio" id="access-read" name="access" value="read"><label for="access-read">Read only: ${reading.toLowerCase()}</label></p>
</fieldset>`;
}

function renderConnected(
  { clientName }: ConsentDescription,
  { organizer, newestTitles }: Extract<KeyCheck, { outcome: "accepted" }>,
  redirectTo: string,
): Response {
  const space =
    organizer === undefined
      ? "a space without polls"
      : html`the space of <strong>${cleanText(organizer, 100)}</strong>`;
  const polls =
    newestTitles.length === 0
      ? undefined
      : html`<p>Its newest polls:</p><ul>${newestTitles.map((title) => html`<li>${cleanText(title, 255)}</li>`)}</ul>`;
  const name = cleanText(clientName, 100);
  return renderPage({
    title: "The key works",
    content: html`<p>It opens ${space}.</p>
${polls}
<p class="buttons"><a class="button" href="${redirectTo}">Continue to ${name}</a></p>
<p class="help">Not the right space? Close this page: the connection begins when you continue, within ten minutes.</p>`,
  });
}

/** A source for `form-action`: browsers also check where a form redirects to. */
function toFormTarget(redirectUri: string): string | undefined {
  if (!URL.canParse(redirectUri)) return undefined;
  const { protocol, origin } = new URL(redirectUri);
  return origin === "null" ? protocol : origin;
}
