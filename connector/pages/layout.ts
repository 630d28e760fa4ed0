import { html } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { sanitizeLine } from "../../src/sanitize.ts";
import type { PageContext } from "../bindings.ts";

/** Escaped markup. */
export type Html = ReturnType<typeof html>;

/** The title of the start page, and the end of the other titles. */
export const siteName = "Rallly connector";

/** Renders a page. */
export function showPage(
  context: PageContext,
  title: string,
  content: Html,
  status: ContentfulStatusCode = 200,
): Response | Promise<Response> {
  context.header("cache-control", "no-store");
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
${content}
</main>
<footer><p>${describeOperator(context)} Not affiliated with Rallly.</p>
<p>An API key that you enter is encrypted in this Worker's storage, and sent only to ${describeService(context)}. <a href="/privacy">Privacy</a></p></footer>
</body>
</html>
`,
    status,
  );
}

/** Who runs the connector. */
export function describeOperator({ env, req }: PageContext): Html | string {
  return env.OPERATOR
    ? html`This connector is operated by <strong>${env.OPERATOR}</strong>.`
    : `The operator of ${new URL(req.url).host} runs this connector, and has not entered a name.`;
}

function describeService({ env }: PageContext): string {
  return env.RALLLY_BASE_URL ? `Rallly at ${new URL(env.RALLLY_BASE_URL).host}` : "Rallly";
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
  return showPage(context, title, content, status);
}

/** How a person ends a connection. */
export const endingHelp = html`To end a connection, disconnect in the app. Or revoke its key in Rallly, in the space's settings under "API keys": Rallly then refuses every call at once, and a connection that goes on calling ends after ten minutes.`;

/** The name that a client gave itself, as one line without invisible characters. */
export const cleanName = (name: string): string => sanitizeLine(name, 100) || "an app without a name";

/** Text that somebody else wrote, as one line. Isolated, so that text from right to left does not move what is around it. */
export const isolate = (text: string, maxLength: number): Html =>
  html`<bdi>${sanitizeLine(text, maxLength)}</bdi>`;
