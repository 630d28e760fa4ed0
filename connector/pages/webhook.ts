import { html } from "hono/html";
import type { PageContext } from "../bindings.ts";
import { setUpHook } from "../hooks.ts";
import { checkKey, explainCheck, type FormProblem } from "../space.ts";
import { type Html, keyField, secretField, showPage } from "./layout.ts";

const title = "Be told when people answer";

/** The page where a person sets up Rallly's webhook. Who types the key sets up: nothing else leads to its address. */
export const openWebhook = (context: PageContext) =>
  showForm(
    context,
    title,
    html`<p>Rallly can tell this connector when people answer a poll, and when a time is picked. Assistants that you have connected can subscribe to that. The owner of a space sets it up once.</p>`,
  );

/** Takes the key, and with it the webhook's secret if there is one yet. Without one nothing is stored. */
export async function submitWebhook(context: PageContext): Promise<Response> {
  const form = new URLSearchParams(await context.req.text());
  const [apiKey = "", secret = ""] = ["key", "secret"].map((name) => form.get(name)?.trim());
  // A browser that fills in both fields enters the key twice.
  const space =
    secret === apiKey || !/^[\x21-\x7e]{0,256}$/.test(secret)
      ? notSecret
      : await checkKey(apiKey, context.env.RALLLY_BASE_URL).catch(explainCheck);
  if ("text" in space) return showForm(context, title, html``, space);
  const { address, secretsSince, lastEventAt } = await setUpHook(context.env, apiKey, secret);
  const [last, other] = secretsSince;
  return showForm(
    context,
    secret ? "The secret is saved" : "The address of your webhook",
    html`<p>In Rallly, the owner opens the space's settings, and adds a webhook for all events of polls with this address. It is secret.</p>
<p><code>${new URL(context.req.url).origin}/hooks/${address}</code></p>
<dl>
<dt>Secret last saved</dt><dd>${formatTime(last) ?? "never: Rallly shows it when the webhook is there. Enter it here, with the key again."}</dd>
<dt>Last event</dt><dd>${formatTime(lastEventAt) ?? "none yet. After a test from Rallly, enter the key here again to see that it came."}</dd>
</dl>
${other && html`<p>The secret of ${formatTime(other)} counts, too. If it is not yours, save yours again: that ends the other.</p>`}`,
  );
}

const notSecret: FormProblem = {
  text: "This is not the webhook's signing secret. Copy it from the webhook in Rallly, or leave the field empty to see the address.",
  field: "secret",
};

const secretOfWebhook = {
  name: "secret",
  label: "Signing secret of the webhook",
  help: html`Rallly shows it when the webhook is there. Leave it empty to see the address to enter there, and whether events come.`,
};

const formatTime = (time: number | undefined) =>
  time && `${new Date(time).toISOString().slice(0, 16).replace("T", " at ")} UTC`;

const showForm = (context: PageContext, title: string, start: Html, problem?: FormProblem) =>
  showPage(
    context,
    title,
    html`${start}
<form method="post">
${keyField(problem)}
${secretField(secretOfWebhook, problem)}
<p class="buttons"><button class="button primary">Continue</button></p>
</form>
<p class="help">A space has five webhooks at most. To stop, delete the webhook in Rallly.</p>`,
    problem,
  );
