import {
  AuthorizationError,
  type AuthRequest,
  authorizationErrorRedirect,
  CimdFetchError,
  type ConsentDescription,
} from "@cloudflare/workers-oauth-provider";
import { html } from "hono/html";
import { writeChoice } from "../../mcp/access.ts";
import type { PageContext } from "../bindings.ts";
import {
  type GrantProps,
  isWebAddress,
  openOAuth,
  parseAuthRequest,
  toGrantedScopes,
  toUserId,
  writeScope,
} from "../oauth.ts";
import { checkKey, explainCheck, type FormProblem, type Space } from "../space.ts";
import { cleanName, endingHelp, type Html, isolate, keyField, showMessage, showPage } from "./layout.ts";

type Access = "read" | "write";

/** A visit of the page where a person connects a client. */
type Visit = Awaited<ReturnType<typeof startVisit>>;

/** Shows the form of a client's request. */
export async function openAuthorize(context: PageContext): Promise<Response> {
  return showForm(await startVisit(context));
}

/** Takes a form with the key. */
export async function submitAuthorize(context: PageContext): Promise<Response> {
  const form = new URLSearchParams(await context.req.text());
  const access = form.get("access") === "write" ? "write" : "read";
  const approval = openOAuth(context).approveConsent(context.req.raw, form.get("handle") ?? "");
  const consent = await approval.catch((error: unknown) => {
    if (!(error instanceof AuthorizationError)) throw error;
  });
  if (consent === undefined) {
    // A second click, the back button or a reload sends a form again. The address still has the client's request.
    const text = "This form was sent before, or is too old. Enter the key again.";
    return showForm(await startVisit(context), { access, problem: { text } });
  }
  const { request, headers } = consent;
  setCookies(context, headers);
  const visit = await startVisit(context, request);
  const apiKey = (form.get("key") ?? "").trim();
  const space = await checkKey(apiKey, context.env.RALLLY_BASE_URL).catch(explainCheck);
  if ("text" in space) return showForm(visit, { access, problem: space });
  const scope = toGrantedScopes(request.scope, access === "write");
  const { redirectTo } = await visit.oauth.completeAuthorization({
    request,
    userId: toUserId(apiKey),
    scope,
    props: { apiKey, asksWrite: request.scope.includes(writeScope) } satisfies GrantProps,
    metadata: {},
    // Several people of one space may connect the same client.
    revokeExistingGrants: false,
  });
  const name = isolateName(visit.client);
  const granted = scope.includes(writeScope) ? "write" : "read";
  return showPage(
    context,
    "The key works",
    html`${describeSpace(space)}
<p>You allow <strong>${name}</strong> to ${rights[granted]}.</p>
<p class="buttons">
<a class="button primary" href="${redirectTo}">Connect ${name}: ${rightNames[granted]}</a>
${linkCancel(request)}
</p>
<p class="help">Nothing is connected yet, and the key is forgotten after ten minutes if you leave this page.</p>`,
  );
}

/** Starts a visit with the request that a form belongs to. Default: the one in the address. */
async function startVisit(context: PageContext, known?: AuthRequest) {
  const oauth = openOAuth(context);
  const request = known ?? (await parseAuthRequest(oauth, context.req.url));
  return { context, oauth, request, client: await oauth.describeConsent(request) };
}

/** Explains a client's request that is wrong. Only the person returns to the client: anybody can register an address. */
export function explainError(context: PageContext, error: AuthorizationError | CimdFetchError) {
  const [message, term, returnTo] =
    error instanceof CimdFetchError
      ? ["The app's description of itself could not be read.", error.reason]
      : ["This link is incomplete or was changed.", `${error.code}: ${error.description}`, error.redirectTo];
  return showMessage(
    context,
    400,
    "This link does not work",
    `${message} Go back to the app and connect again.`,
    { term, returnTo: returnTo && isWebAddress(returnTo) ? returnTo : undefined },
  );
}

function setCookies(context: PageContext, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) context.header("set-cookie", cookie, { append: true });
}

/** Shows the form, again with what is wrong with what was sent. */
async function showForm(
  { context, oauth, request, client }: Visit,
  sent?: { access: Access; problem: FormProblem },
): Promise<Response> {
  const { handle, headers } = await oauth.beginConsent(request);
  setCookies(context, headers);
  const title = `Connect ${cleanName(client.clientName)}`;
  const content = html`${describeClient(client, request)}
<form method="post">
<input type="hidden" name="handle" value="${handle}">
${keyField(sent?.problem)}
${accessChoice(request.scope, sent?.access)}
<p class="buttons">
<button class="button primary">Check the key</button>
${linkCancel(request)}
</p>
</form>
<p class="help">${endingHelp}</p>`;
  return showPage(context, title, content, sent?.problem);
}

const isolateName = ({ clientName }: ConsentDescription): Html => html`<bdi>${cleanName(clientName)}</bdi>`;

/** Tells the client that the person gives no access. No link opens an app that only claims to be the client. */
function linkCancel(request: AuthRequest): Html {
  return isWebAddress(request.redirectUri)
    ? html`<a class="button" href="${authorizationErrorRedirect(request, "access_denied")}">Cancel</a>`
    : html`<span>To cancel, close this page.</span>`;
}

function describeClient(client: ConsentDescription, { redirectUri }: AuthRequest): Html {
  const { protocol, host } = new URL(redirectUri);
  const isWeb = isWebAddress(redirectUri);
  const target = isWeb ? client.redirectHost : `${protocol}//${host}`;
  const isProgram = !isWeb || client.redirectIsLoopback;
  const origin = describeOrigin(client, protocol === "https:" ? host : undefined);
  return html`<p><strong>${isolateName(client)}</strong> asks for access to the scheduling polls of your Rallly space. ${origin} Access is sent to <strong>${isolate(target, 300)}</strong>.</p>
${isProgram && html`<p><strong>Access goes to a program on your own computer. Continue only if you have just started to connect from it.</strong></p>`}`;
}

/** Any program can name another one's description. Only where access goes shows whose the client is. */
function describeOrigin({ clientDomain }: ConsentDescription, receiver: string | undefined): Html {
  if (clientDomain === undefined) return html`It chose this name itself, and the name is not verified.`;
  const domain = html`<strong>${isolate(clientDomain, 253)}</strong>`;
  return receiver === clientDomain || receiver?.endsWith(`.${clientDomain}`)
    ? html`It is published by ${domain}.`
    : html`Its description is at ${domain}; any program can use it.`;
}

const reading = "read polls, results, and the names, email addresses and votes of the people who answered";
const rights = { read: reading, write: `${reading}, create polls and delete polls` };
const rightNames = { read: "read only", write: "read, create and delete polls" };

function accessChoice(asked: readonly string[], chosen: Access | undefined): Html {
  if (!toGrantedScopes(asked, true).includes(writeScope))
    return html`<p>It asks to read only: it may ${rights.read}.</p>`;
  const choose = (access: Access, label: string) =>
    html`<p class="choice"><input type="radio" id="access-${access}" name="access" value="${access}" required${access === chosen && html` checked`}><label for="access-${access}">${label}: ${rights[access]}</label></p>`;
  const asksWrite = html`<p class="help">The app asks to create and delete polls. With "Read only", such calls are refused.</p>`;
  return html`<fieldset>
<legend>What it may do</legend>
${asked.includes(writeScope) && asksWrite}
${choose("read", "Read only")}
${choose("write", writeChoice)}
</fieldset>`;
}

/** Says which space a key opens. Any member may organize its polls, and may have left it. */
function describeSpace({ organizer, newestTitles }: Space): Html {
  if (newestTitles.length === 0) return html`<p>It opens a space without polls.</p>`;
  const name =
    organizer && html`the space in which <strong>${isolate(organizer, 100)}</strong> organizes polls`;
  return html`<p>It opens ${name || "a space"}.</p>
<p>Its newest polls:</p><ul>${newestTitles.map((title) => html`<li>${isolate(title, 255)}</li>`)}</ul>`;
}
