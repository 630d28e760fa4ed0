import { type Html, html } from "../../src/html.ts";

/** The headers of every page: no script, no frame, no content of other origins, not cached. */
const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  // A form's Origin is null with "no-referrer".
  "referrer-policy": "same-origin",
  // Ignored on this machine, where the connector may be served without TLS.
  "strict-transport-security": "max-age=31536000",
} as const;

/** The title of the start page, and the end of the other titles. */
export const siteName = "Rallly connector";

/** A page to send. */
export interface Page {
  title: string;
  content: Html;
  status?: number;
  headers?: Headers | Record<string, string>;
}

/** Renders a page as a response. */
export function renderPage({ title, content, status = 200, headers }: Page): Response {
  const response = new Response(
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
</body>
</html>
`.toString(),
    { status, headers: new Headers(headers) },
  );
  for (const [name, value] of Object.entries(pageHeaders)) response.headers.set(name, value);
  return response;
}

/** A page with one message. */
export function messagePage(
  status: number,
  title: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return renderPage({ title, content: html`<p>${message}</p>`, status, headers });
}

/** A message about what was entered, above its form. Read out when the page opens, because it has the focus. */
export function renderProblem(message: string | undefined): Html | undefined {
  return message === undefined
    ? undefined
    : html`<p class="problem" id="problem" role="alert" tabindex="-1" autofocus>${message}</p>`;
}

/** The field for a key. */
export function keyField(isInvalid: boolean): Html {
  return html`<p class="field">
<label for="key">API key of your space</label>
<input id="key" name="key" type="password" autocomplete="off" autocapitalize="none" spellcheck="false" required maxlength="256" aria-describedby="key-help${isInvalid ? " problem" : ""}"${isInvalid ? html` aria-invalid="true"` : undefined}>
<span class="help" id="key-help">It begins with sk_. The owner of a space on a Pro plan creates it at <a href="https://app.rallly.co" target="_blank" rel="noopener">rallly.co</a>, in the space's settings under "API keys". It is shown once.</span>
</p>`;
}
