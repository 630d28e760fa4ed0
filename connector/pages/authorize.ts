import {
  AuthorizationError,
  type AuthRequest,
  CimdFetchError,
  type ConsentDescription,
  type OAuthHelpers,
} from "@cloudflare/workers-oauth-provider";
import { type Html, html } from "../../src/html.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import type { Bindings } from "../bindings.ts";
import { type GrantMetadata, type GrantProps, getAuthorizationServer } from "../oauth.ts";
import { allScopes, readScope, writeScope } from "../scopes.ts";
import { checkKey, type KeyCheck, toUserId } from "../space.ts";
import { readForm } from "./form.ts";
import { keyField, messagePage, renderPage, renderProblem } from "./layout.ts";
import { cleanName, isolate, isolateName } from "./text.ts";

/** The page where a person connects a client: who asks, what it will be able to do, and the key. */
export async function serveAuthorize(request: Request, bindings: Bindings): Promise<Response> {
  const oauth = getAuthorizationServer(new URL(request.url).origin).getOAuthApi(bindings);
  try {
    return request.method === "POST" ? await submit(request, bindings, oauth) : await open(request, oauth);
  } catch (error) {
    // The redirect of a form would need a policy for every place that the client redirects to.
    if (error instanceof AuthorizationError && error.redirectTo && request.method !== "POST")
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
  `${sanitizeLine(description, 300).replace(/\.?$/, ".")} Go back to your assistant and connect again.`;

async function open(request: Request, oauth: OAuthHelpers): Promise<Response> {
  return renderForm(oauth, await oauth.parseAuthRequest(request));
}

async function submit(request: Request, bindings: Bindings, oauth: OAuthHelpers): Promise<Response> {
  const form = await readForm(request);
  if (form instanceof Response) return form;
  const access = form.get("access") === "write" ? "write" : "read";
  const consent = await consume(request, oauth, form);
  if (!consent) {
    // A second click, the back button or a reload sends a form again. The address of the page still has the client's request.
    const problem = {
      status: 400,
      message: "This form was sent before, or is too old. Enter the key again.",
    };
    return renderForm(oauth, await oauth.parseAuthRequest(new Request(request.url)), { access, problem });
  }
  const { request: authRequest, headers } = consent;
  const description = await oauth.describeConsent(authRequest);
  if (consent.redirectTo !== undefined) return renderCancelled(description, consent.redirectTo, headers);

  const apiKey = (form.get("key") ?? "").trim();
  const check = await checkKey(apiKey, bindings.RALLLY_BASE_URL);
  if (check.outcome !== "accepted") {
    const problem = { status: 422, message: explainCheck(check), isKeyWrong: wrongKey.has(check.outcome) };
    return renderForm(oauth, authRequest, { access, problem, headers });
  }
  const { redirectTo } = await oauth.completeAuthorization({
    request: authRequest,
    userId: await toUserId(apiKey),
    scope: access === "write" ? allScopes : [readScope],
    props: { apiKey } satisfies GrantProps,
    metadata: {
      clientName: cleanName(description.clientName),
      redirectHost: findTarget(authRequest, description).name,
    } satisfies GrantMetadata,
    // Several people of one space may connect the same client.
    revokeExistingGrants: false,
  });
  return renderConnected(description, check, redirectTo, headers);
}

/**
 * Marks a form as used. `redirectTo` takes a cancel to the client. Undefined when it was used before, is too old, or belongs to
 * another browser.
 */
async function consume(
  request: Request,
  oauth: OAuthHelpers,
  form: URLSearchParams,
): Promise<{ request: AuthRequest; headers: Headers; redirectTo?: string } | undefined> {
  const handle = form.get("handle") ?? "";
  try {
    return form.get("decision") === "cancel"
      ? await oauth.denyConsent(request, handle)
      : await oauth.approveConsent(request, handle);
  } catch (error) {
    if (error instanceof AuthorizationError) return undefined;
    throw error;
  }
}

/** The outcomes of a key that is not the right one. */
const wrongKey: ReadonlySet<KeyCheck["outcome"]> = new Set(["malformed", "refused", "no-plan"]);

function explainCheck(check: Exclude<KeyCheck, { outcome: "accepted" }>): string {
  switch (check.outcome) {
    case "malformed":
      return "This is not an API key. Copy the whole key: it begins with sk_.";
    case "refused":
      return "Rallly does not accept this key: it is wrong, expired or revoked. The key was not stored.";
    case "no-plan":
      return "The key is right, but its space has no Pro plan, which the API needs. The key was not stored.";
    case "rate-limited":
      return `The space has used up its requests to Rallly, so the key could not be checked. The key was not stored. Try again in ${formatWait(check.waitMs)}.`;
    case "unreachable":
      return "Rallly did not respond, so the key could not be checked. The key was not stored. Try again in a minute.";
  }
}

/** `a minute`, `5 minutes`, `3 hours` */
function formatWait(waitMs = 0): string {
  const minutes = Math.ceil(waitMs / 60_000);
  if (minutes <= 1) return "a minute";
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** A form that is shown again. */
interface Repeated {
  /** What the person chose. */
  access: Access;
  problem: { status: number; message: string; isKeyWrong?: boolean };
  /** Headers that remove the cookie of the form before. */
  headers?: Headers;
}

async function renderForm(
  oauth: OAuthHelpers,
  authRequest: AuthRequest,
  { access, problem, headers: removal }: Partial<Repeated> = {},
): Promise<Response> {
  const description = await oauth.describeConsent(authRequest);
  const { handle, headers } = await oauth.beginConsent(authRequest);
  for (const cookie of removal?.getSetCookie() ?? []) headers.append("set-cookie", cookie);
  // A client that asks for neither leaves the choice to the person.
  const asksToReadOnly = authRequest.scope.includes(readScope) && !authRequest.scope.includes(writeScope);
  return renderPage({
    title: `Connect ${cleanName(description.clientName)}`,
    status: problem?.status ?? 200,
    headers,
    content: html`${renderProblem(problem?.message)}
${describeClient(description, findTarget(authRequest, description))}
<form method="post">
<input type="hidden" name="handle" value="${handle}">
${keyField(problem?.isKeyWrong ?? false)}
${accessChoice(!asksToReadOnly, access ?? "write")}
<p class="buttons">
<button name="decision" value="connect">Check the key and connect</button>
<button class="secondary" name="decision" value="cancel" formnovalidate>Cancel</button>
</p>
</form>
<p class="help">The key is stored encrypted: only this app's token opens it. See and end connections at any time on the <a href="/connections">page of connections</a>.</p>`,
  });
}

/** Where access is sent. */
interface Target {
  name: string;
  /** Whether it is a program on the person's own computer. */
  isProgram: boolean;
}

function findTarget(
  { redirectUri }: AuthRequest,
  { redirectHost, redirectIsLoopback }: ConsentDescription,
): Target {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === "https:" || protocol === "http:")
    return { name: redirectHost, isProgram: redirectIsLoopback };
  return { name: `${protocol}//${host}`, isProgram: true };
}

function describeClient({ clientName, clientDomain }: ConsentDescription, target: Target): Html {
  const name = html`<strong>${isolateName(clientName)}</strong>`;
  const origin = clientDomain
    ? html`It is published by <strong>${isolate(clientDomain, 253)}</strong>.`
    : html`It chose this name itself, and the name is not verified.`;
  const warning = target.isProgram
    ? html`<p class="warning">Access goes to a program on your own computer. Continue only if you have just started to connect from it.</p>`
    : undefined;
  return html`<p>${name} asks for access to the scheduling polls of your Rallly space. ${origin} Access is sent to <strong>${isolate(target.name, 300)}</strong>.</p>
${warning}`;
}

type Access = "read" | "write";

function accessChoice(mayWrite: boolean, access: Access): Html {
  const checked = (value: Access) => (value === access ? html` checked` : undefined);
  const reading = "Read polls, results, and the names, addresses and votes of the people who answered";
  if (!mayWrite)
    return html`<p>It will be able to:</p><ul><li>${reading}</li></ul><input type="hidden" name="access" value="read">`;
  return html`<fieldset>
<legend>What it may do</legend>
<p class="choice"><input type="radio" id="access-write" name="access" value="write"${checked("write")}><label for="access-write">Everything: ${reading.toLowerCase()}, create polls and delete polls</label></p>
<p class="choice"><input type="radio" id="access-read" name="access" value="read"${checked("read")}><label for="access-read">Read only: ${reading.toLowerCase()}</label></p>
</fieldset>`;
}

function renderConnected(
  { clientName }: ConsentDescription,
  { organizer, newestTitles }: Extract<KeyCheck, { outcome: "accepted" }>,
  redirectTo: string,
  headers: Headers,
): Response {
  // Any member of a space may organize its polls, and may have left it.
  const space =
    organizer === undefined
      ? `a space${newestTitles.length === 0 ? " without polls" : ""}`
      : html`the space in which <strong>${isolate(organizer, 100)}</strong> organizes polls`;
  const polls =
    newestTitles.length === 0
      ? undefined
      : html`<p>Its newest polls:</p><ul>${newestTitles.map((title) => html`<li>${isolate(title, 255)}</li>`)}</ul>`;
  return renderPage({
    title: "The key works",
    headers,
    content: html`<p>It opens ${space}.</p>
${polls}
<p class="buttons"><a class="button" href="${redirectTo}">Continue to ${isolateName(clientName)}</a></p>
<p class="help">Not the right space? Close this page: the connection begins when you continue, within ten minutes.</p>`,
  });
}

// Not a redirect: browsers apply `form-action` to every redirect of a form, also to those of the client's own addresses.
function renderCancelled({ clientName }: ConsentDescription, redirectTo: string, headers: Headers): Response {
  headers.delete("location");
  headers.set("refresh", `0; url=${redirectTo}`);
  const name = isolateName(clientName);
  return renderPage({
    title: "Not connected",
    headers,
    content: html`<p>${name} gets no access.</p>
<p class="buttons"><a class="button" href="${redirectTo}">Return to ${name}</a></p>`,
  });
}
