import { html } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { sanitizeLine } from "../../src/sanitize.ts";
import type { PageContext } from "../bindings.ts";
import type { FormProblem } from "../space.ts";

/** Escaped markup. */
export type Html = ReturnType<typeof html>;

/** The title of the start page, and the end of the other titles. */
export const siteName = "Rallly connector";

/** Renders a page, with what is wrong with the form that was sent: that takes the focus, as the page is read from its start. */
export function showPage(
  context: PageContext,
  title: string,
  content: Html,
  problem?: FormProblem,
): Response | Promise<Response> {
  if (problem) context.status(422);
  context.header("cache-control", "no-store");
  const { RALLLY_BASE_URL: url } = context.env;
  const service = url ? `Rallly at ${new URL(url).host}` : "Rallly";
  return context.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === siteName ? title : `${title} - ${siteName}`}</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<main>
<h1>${title}</h1>
${problem && html`<p class="problem" id="problem" role="alert" tabindex="-1" autofocus>${problem.text}</p>`}
${content}
</main>
<footer><p>${describeOperator(context)} Not affiliated with Rallly.</p>
<p>An API key that you enter is encrypted in this Worker's storage, and sent only to ${service}. <a href="/privacy">Privacy</a></p></footer>
</body>
</html>
`,
  );
}

/** Who runs the connector. */
export function describeOperator({ env, req }: PageContext): Html | string {
  return env.OPERATOR
    ? html`This connector is operated by <strong>${env.OPERATOR}</strong>.`
    : `The operator of ${new URL(req.url).host} runs this connector, and has not entered a name.`;
}

/** Shows one message, with its name in OAuth for a person who can help, and links to where the person came from and to the start page. */
export function showMessage(
  context: PageContext,
  status: ContentfulStatusCode,
  title: string,
  message: string,
  { term, returnTo }: { term?: string | undefined; returnTo?: string | undefined } = {},
): Response | Promise<Response> {
  const content = html`<p>${message}</p>
${term && html`<p class="help">${term}</p>`}
${returnTo && html`<p><a href="${returnTo}">Return to ${isolate(new URL(returnTo).host, 253)}</a></p>`}
<p><a href="/">Start page</a></p>`;
  context.status(status);
  return showPage(context, title, content);
}

/** How a person ends a connection. */
export const endingHelp = html`To end a connection, disconnect in the app. Or revoke its key in Rallly, in the space's settings under "API keys": Rallly then refuses every call at once, and a connection that goes on calling ends after ten minutes.`;

/** The name that a client gave itself, as one line without invisible characters. */
export const cleanName = (name: string): string => sanitizeLine(name, 100) || "an app without a name";

/** Text that somebody else wrote, as one line. Isolated, so that text from right to left does not move what is around it. */
export const isolate = (text: string, maxLength: number): Html =>
  html`<bdi>${sanitizeLine(text, maxLength)}</bdi>`;

/** A field for a secret, with what the browser checks. It is marked when the problem is its own. */
export function secretField(
  { name, label, help, rules }: { name: string; label: string; help: Html; rules?: Html },
  problem: FormProblem | undefined,
): Html {
  const isWrong = problem?.field === name;
  return html`<p class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="256" ${rules} aria-describedby="${name}-help${isWrong ? " problem" : ""}"${isWrong && html` aria-invalid="true"`}>
<span class="help" id="${name}-help">${help}</span>
</p>`;
}

const key = {
  name: "key",
  label: "API key of your space",
  help: html`It begins with sk_. The owner of a space on a Pro plan creates it at <a href="https://app.rallly.co" target="_blank" rel="noopener">rallly.co</a>, in the space's settings under "API keys". It is shown once. A Rallly that you host yourself has no API.`,
  rules: html`required pattern="\\s*sk_\\S+\\s*" title="A key begins with sk_ and has no spaces."`,
};

/** The field for the API key. */
export const keyField = (problem: FormProblem | undefined): Html => secretField(key, problem);
