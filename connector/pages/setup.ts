import { html } from "hono/html";
import type { PageContext } from "../bindings.ts";
import { openSetupLink } from "../events.ts";
import { openHook, toAddress } from "../hooks.ts";
import { showMessage, showPage } from "./layout.ts";

/** Takes the secret, and leads back to the page: who reloads it must not send the form again, which forgets the last event. */
export async function submitSetup(context: PageContext): Promise<Response> {
  const { env, req } = context;
  const apiKey = await openSetupLink(req.param("handle") ?? "", env);
  const secret = new URLSearchParams(await req.text()).get("secret")?.trim();
  if (apiKey !== undefined && secret) {
    const address = await toAddress(apiKey);
    await (await openHook(env, address)).setUp(address, { secret, apiKey });
  }
  return context.redirect(req.path, 303);
}

/** The page where a person sets up Rallly's webhook: its address, and the form for its secret. */
export async function serveSetup(context: PageContext): Promise<Response> {
  const { env, req } = context;
  const apiKey = await openSetupLink(req.param("handle") ?? "", env);
  if (apiKey === undefined)
    return showMessage(
      context,
      404,
      "This link is too old",
      "Ask the assistant for a new one, or connect it again.",
    );
  const address = await toAddress(apiKey);
  const { isSetUp, lastAt } = await (await openHook(env, address)).getStatus();
  const time = lastAt && `${new Date(lastAt).toISOString().slice(0, 16).replace("T", " at ")} UTC`;
  const status = time
    ? html`<p role="status">It works: the last event came on ${time}.</p>`
    : html`<p class="warning" role="status">The secret is stored, and no event has come with it yet. Send a test from Rallly, then reload this page. If none comes, compare address and secret.</p>`;
  return showPage(
    context,
    "Be told when people answer",
    html`<p>Rallly can tell this connector when people answer a poll, and when a time is picked. Assistants that you have connected can subscribe to that.</p>
${isSetUp && status}
<ol>
<li>In Rallly, the owner opens the space's settings and adds a webhook for all events of polls with this address, which is secret:
<p><code>${new URL(req.url).origin}/hooks/${address}</code></p></li>
<li>Rallly shows a signing secret. Enter it here.
<form method="post">
<p class="field"><label for="secret">Signing secret of the webhook</label>
<input id="secret" name="secret" type="password" autocomplete="off" autocapitalize="none" spellcheck="false" required maxlength="256"></p>
<p class="buttons"><button>${isSetUp ? "Replace the secret" : "Save the secret"}</button></p>
</form></li>
</ol>
<p class="help">A space has five webhooks at most. To stop, delete the webhook in Rallly. This link works for an hour.</p>`,
  );
}
