import { createHash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";
import { sanitizeLine } from "../../sanitize.ts";
import { style } from "./style.ts";

/** Markup. Every text in its template is escaped. */
export type Html = ReturnType<typeof html>;

/** The middleware of Hono that checks the origin of forms gives no message. */
const csrfMessage = "This form came from another page. Only the sandbox's own pages can change it.";

/** Sends a page. The title of the tab and the heading may be a text of other people. */
export function sendPage(c: Context, title: string, body: Html, refusal?: HTTPException) {
  const isSaved = refusal === undefined && c.req.query("saved") !== undefined;
  // The header of every response has the time of the sandbox's clock.
  const now = c.env.outgoing.getHeader("Date");
  c.header("Cache-Control", "no-store");
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${refusal && "Error: "}${sanitizeLine(title)} – Rallly sandbox</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>
<header><a href="/">Rallly sandbox</a><span>Clock: ${now}</span></header>
<main>
<h1>${lineOf(title)}</h1>
${isSaved && html`<p class="done" role="status">Your answers are saved. Keep the address of this page to change them.</p>`}
${refusal && html`<p class="refusal" role="alert">${c.req.method === "POST" && "Nothing was changed. "}${sanitizeLine(refusal.message || csrfMessage)}</p>`}
${body}
</main>
</body>
</html>
`,
    refusal?.status ?? 200,
  );
}

const styleHash = createHash("sha256").update(style).digest("base64");

/** The headers of every page: no script at all, no frames, and nothing from elsewhere. */
export const pageHeaders = () =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: [`'sha256-${styleHash}'`],
      imgSrc: ["data:"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    // With no-referrer, browsers would send `Origin: null` with forms.
    referrerPolicy: "same-origin",
    strictTransportSecurity: false,
  });

/** A text of other people as one line, with its own direction, so that it cannot reorder the text around it. */
export const lineOf = (text: string): Html => html`<bdi>${sanitizeLine(text)}</bdi>`;

/** A number with its noun: "1 answer", "2 answers". */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
