import {
  AuthorizationError,
  type AuthRequest,
  authorizationErrorRedirect,
  CimdFetchError,
  type ConsentDescription,
  type OAuthHelpers,
} from "@cloudflare/workers-oauth-provider";
import { html } from "hono/html";
import {
  allScopes,
  createAuthorizationServer,
  endGrant,
  type GrantProps,
  parseAuthRequest,
  readScope,
  toHash,
  writeScope,
} from "../oauth.ts";
import { checkKey, explainCheck, type Space } from "../space.ts";
import {
  cleanName,
  endingHelp,
  type Html,
  isolate,
  type PageContext,
  showMessage,
  showPage,
} from "./layout.ts";

type Access = "read" | "write";

/** A visit of the page where a person connects a client. */
interface Visit {
  context: PageContext;
  oauth: OAuthHelpers;
  request: AuthRequest;
  client: ConsentDescription;
}

/** Shows the form of a client's request. */
export function openAuthorize(context: PageContext): Promise<Response> {
  return explainErrors(context, async () => showForm(await startVisit(context)));
}

/** Takes a form: the key, a cancel, or a cancel after the key. */
export function submitAuthorize(context: PageContext): Promise<Response> {
  return explainErrors(context, async () => {
    const form = new URLSearchParams(await context.req.text());
    const grant = form.get("grant");
    if (grant !== null) {
      await endGrant(new URL(context.req.url).origin, grant, context.env);
      return showCancelled(await startVisit(context));
    }
    const access = form.get("access") === "write" ? "write" : "read";
    const request = await consume(context, form);
    if (request === undefined) {
      // A second click, the back button or a reload sends a form again. The address still has the client's request.
      const problem = "This form was sent before, or is too old. Enter the key again.";
      return showForm(await startVisit(context), { access, problem, isKeyWrong: false });
    }
    const visit = await startVisit(context, request);
    if (form.get("decision") === "cancel") return showCancelled(visit);
    return connect(visit, access, (form.get("key") ?? "").trim());
  });
}

async function connect(visit: Visit, access: Access, apiKey: string): Promise<Response> {
  let space: Space;
  try {
    space = await checkKey(apiKey, visit.context.env.RALLLY_BASE_URL);
  } catch (error) {
    return showForm(visit, { access, ...explainCheck(error) });
  }
  const { redirectTo } = await visit.oauth.completeAuthorization({
    request: visit.request,
    // Tokens contain it. Keys are long and random, so a key cannot be found from its hash.
    userId: await toHash(`rallly-connect:${apiKey}`),
    scope: access === "write" ? allScopes : [readScope],
    props: { apiKey } satisfies GrantProps,
    metadata: {},
    // Several people of one space may connect the same client.
    revokeExistingGrants: false,
  });
  return showConnected(visit, { space, access, redirectTo });
}

const getOAuth = ({ req, env }: PageContext): OAuthHelpers =>
  createAuthorizationServer(new URL(req.url).origin).getOAuthApi(env);

/** Starts a visit with the request that a form belongs to. Default: the one in the address. */
async function startVisit(context: PageContext, known?: AuthRequest): Promise<Visit> {
  const oauth = getOAuth(context);
  const request = known ?? (await parseAuthRequest(oauth, new Request(context.req.url)));
  return { context, oauth, request, client: await oauth.describeConsent(request) };
}

async function explainErrors(context: PageContext, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    // The redirect of a form would need a policy for every place that the client redirects to.
    if (error instanceof AuthorizationError && error.redirectTo && context.req.method !== "POST")
      return context.redirect(error.redirectTo);
    const isKnown = error instanceof AuthorizationError || error instanceof CimdFetchError;
    if (!isKnown) throw error;
    const [message, term] =
      error instanceof CimdFetchError
        ? ["The app's description of itself could not be read.", error.reason]
        : ["This link is incomplete or was changed.", `${error.code}: ${error.description}`];
    const advice = "Go back to the app and connect again.";
    return showMessage(context, 400, "This link does not work", `${message} ${advice}`, term);
  }
}

/** Marks a form as used. Undefined when it was used before, is too old, or belongs to another browser. */
async function consume(context: PageContext, form: URLSearchParams): Promise<AuthRequest | undefined> {
  try {
    const oauth = getOAuth(context);
    const { request, headers } = await oauth.approveConsent(context.req.raw, form.get("handle") ?? "");
    setCookies(context, headers);
    return request;
  } catch (error) {
    if (error instanceof AuthorizationError) return undefined;
    throw error;
  }
}

function setCookies(context: PageContext, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) context.header("set-cookie", cookie, { append: true });
}

/** What was sent, when the form is shown again. */
interface Sent {
  access: Access;
  problem: string;
  isKeyWrong: boolean;
}

async function showForm({ context, oauth, request, client }: Visit, sent?: Sent): Promise<Response> {
  const { handle, headers } = await oauth.beginConsent(request);
  setCookies(context, headers);
  const asksToWrite = request.scope.includes(writeScope);
  const isKeyWrong = sent?.isKeyWrong ?? false;
  const title = `Connect ${cleanName(client.clientName)}`;
  const content = html`${sent && html`<p class="problem" id="problem" role="alert" tabindex="-1" autofocus>${sent.problem}</p>`}
${describeClient(client, request)}
<form method="post">
<input type="hidden" name="handle" value="${handle}">
<p class="field">
<label for="key">API key of your space</label>
<input id="key" name="key" type="password" pattern="\\s*sk_\\S+\\s*" title="A key begins with sk_ and has no spaces." autocomplete="off" autocapitalize="none" spellcheck="false" required maxlength="256" aria-describedby="key-help${isKeyWrong ? " problem" : ""}"${isKeyWrong && html` aria-invalid="true"`}>
<span class="help" id="key-help">It begins with sk_. The owner of a space on a Pro plan creates it at <a href="https://app.rallly.co" target="_blank" rel="noopener">rallly.co</a>, in the space's settings under "API keys". It is shown once.</span>
</p>
${asksToWrite && html`<p class="warning">The app asks for the right to create and delete polls. Choose whether you give it.</p>`}
${accessChoice(sent?.access ?? (asksToWrite ? undefined : "read"))}
<p class="buttons">
<button name="decision" value="connect">Check the key</button>
<button class="secondary" name="decision" value="cancel" formnovalidate>Cancel</button>
</p>
</form>
<p class="help">${endingHelp}</p>`;
  return showPage(context, title, content, sent ? 422 : 200);
}

const isolateName = ({ clientName }: ConsentDescription): Html => html`<bdi>${cleanName(clientName)}</bdi>`;

function describeClient(client: ConsentDescription, { redirectUri }: AuthRequest): Html {
  const { protocol, host } = new URL(redirectUri);
  const isWeb = protocol === "https:" || protocol === "http:";
  const target = isWeb ? client.redirectHost : `${protocol}//${host}`;
  const origin = client.clientDomain
    ? html`It is published by <strong>${isolate(client.clientDomain, 253)}</strong>.`
    : html`It chose this name itself, and the name is not verified.`;
  const isProgram = !isWeb || client.redirectIsLoopback;
  return html`<p><strong>${isolateName(client)}</strong> asks for access to the scheduling polls of your Rallly space. ${origin} Access is sent to <strong>${isolate(target, 300)}</strong>.</p>
${isProgram && html`<p class="warning">Access goes to a program on your own computer. Continue only if you have just started to connect from it.</p>`}`;
}

const reading = "read polls, results, and the names, addresses and votes of the people who answered";
const rights: Record<Access, string> = {
  read: reading,
  write: `${reading}, create polls and delete polls`,
};
const rightNames: Record<Access, string> = { read: "read only", write: "read, create and delete polls" };

function accessChoice(chosen: Access | undefined): Html {
  const choose = (access: Access, label: string) =>
    html`<p class="choice"><input type="radio" id="access-${access}" name="access" value="${access}" required${access === chosen && html` checked`}><label for="access-${access}">${label}: ${rights[access]}</label></p>`;
  return html`<fieldset>
<legend>What it may do</legend>
${choose("read", "Read only")}
${choose("write", "Everything")}
</fieldset>`;
}

/** A grant that begins when the client gets its code. */
interface Connected {
  space: Space;
  access: Access;
  redirectTo: string;
}

function showConnected({ context, client }: Visit, { space, access, redirectTo }: Connected) {
  const { organizer, newestTitles } = space;
  // Any member of a space may organize its polls, and may have left it.
  const described =
    organizer === undefined
      ? `a space${newestTitles.length === 0 ? " without polls" : ""}`
      : html`the space in which <strong>${isolate(organizer, 100)}</strong> organizes polls`;
  const polls = html`<p>Its newest polls:</p><ul>${newestTitles.map((title) => html`<li>${isolate(title, 255)}</li>`)}</ul>`;
  const name = isolateName(client);
  const grant = new URL(redirectTo).searchParams.get("code");
  return showPage(
    context,
    "The key works",
    html`<p>It opens ${described}.</p>
${newestTitles.length > 0 && polls}
<p>You allow <strong>${name}</strong> to ${rights[access]}.</p>
<form method="post"><p class="buttons">
<a class="button" href="${redirectTo}">Connect ${name}: ${rightNames[access]}</a>
<button class="secondary" name="grant" value="${grant}">Cancel</button>
</p></form>
<p class="help">Nothing is connected yet, and the key is forgotten after ten minutes if you leave this page.</p>`,
  );
}

// Not a redirect: browsers apply `form-action` to every redirect of a form, also to those of the client's own addresses.
function showCancelled({ context, request, client }: Visit) {
  const redirectTo = authorizationErrorRedirect(request, "access_denied");
  context.header("refresh", `0; url=${redirectTo}`);
  const name = isolateName(client);
  return showPage(
    context,
    "Not connected",
    html`<p>${name} gets no access.</p>
<p class="buttons"><a class="button" href="${redirectTo}">Return to ${name}</a></p>`,
  );
}
